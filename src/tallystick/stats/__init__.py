"""Averages and uncertainty, from tallies alone."""
