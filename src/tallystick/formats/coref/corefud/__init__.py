"""CorefUD: CoNLL-U with entities."""
