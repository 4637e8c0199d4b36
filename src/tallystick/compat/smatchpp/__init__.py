"""Smatch++ 1.8.0: the triples that it reads, with and without its standardisers."""
