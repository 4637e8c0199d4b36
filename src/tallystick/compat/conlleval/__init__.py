"""conlleval, the Perl script of the CoNLL shared tasks (2004-01-26)."""
