"""CoNLL-UA, the format of Universal Anaphora."""
