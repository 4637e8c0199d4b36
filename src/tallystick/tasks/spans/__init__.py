"""Typed spans."""
