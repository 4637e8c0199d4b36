"""Tasks: one folder for each, and what they share."""
