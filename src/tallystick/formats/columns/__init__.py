"""Files of columns: one row per token, blank lines between sentences."""
