"""The report as one page that opens from disk: data in Python, drawn by the script beside it."""
