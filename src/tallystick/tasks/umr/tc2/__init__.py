"""TC²: relations of the document level, closed and compared."""
