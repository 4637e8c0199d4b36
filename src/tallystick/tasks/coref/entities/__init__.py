"""Metrics over entities, from one table of overlaps."""
