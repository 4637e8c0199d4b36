"""seqeval 1.2.2."""
