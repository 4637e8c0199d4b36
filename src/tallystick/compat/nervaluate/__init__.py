"""nervaluate 1.2.1."""
