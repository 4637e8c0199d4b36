"""Where pairs are scored: here, in processes, on a Dask cluster."""
