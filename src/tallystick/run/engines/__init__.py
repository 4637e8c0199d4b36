"""Engines that score pairs: in this process, in worker processes, on a Dask cluster."""
