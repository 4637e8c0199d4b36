"""smatch 1.0.4: the triples that it reads."""
