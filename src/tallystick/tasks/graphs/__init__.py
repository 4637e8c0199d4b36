"""Meaning graphs: conventions, Smatch and its facets, AnCast."""
