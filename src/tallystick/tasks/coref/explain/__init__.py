"""Coreference scores explained: entities, errors, the text with its chains."""
