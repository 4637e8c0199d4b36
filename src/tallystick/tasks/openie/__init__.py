"""Open information extraction: tuples of a relation and its arguments, in words."""
