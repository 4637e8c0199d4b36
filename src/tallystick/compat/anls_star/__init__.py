"""ANLS* 1.0.1: its score of two documents, without its dependence on the order of lists."""
