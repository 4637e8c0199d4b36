"""Building document graphs from annotations, clusters or other document graphs."""
