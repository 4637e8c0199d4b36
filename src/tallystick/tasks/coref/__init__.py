"""Coreference: mentions, entities and the metrics over them."""
