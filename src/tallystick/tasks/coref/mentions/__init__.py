"""Mention matching: which mention of the prediction is which of the gold."""
