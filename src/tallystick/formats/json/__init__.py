"""JSON lines: strict text, values by type, every problem with its location."""
