"""Graphs in PENMAN notation."""
