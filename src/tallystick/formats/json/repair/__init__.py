"""Repair of model output: a closed list of edits, each of them logged."""
