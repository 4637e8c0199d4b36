"""From a report of scores to text, JSON, CSV, Markdown, LaTeX. A report never computes."""
