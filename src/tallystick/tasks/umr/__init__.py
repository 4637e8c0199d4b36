"""Documents of meaning graphs: UMR, and AnCast++."""
