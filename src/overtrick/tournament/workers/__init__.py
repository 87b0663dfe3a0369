"""Who plays the matches: processes here, or a Dask cluster."""
