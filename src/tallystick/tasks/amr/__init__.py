"""Sentence graphs: AMR and others in PENMAN notation."""
