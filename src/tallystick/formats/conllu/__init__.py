"""CoNLL-U: sentences as columns of words, with multiword tokens, empty nodes and dependencies."""
