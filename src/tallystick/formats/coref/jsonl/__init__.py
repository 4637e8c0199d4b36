"""Clusters as JSON lines, and the text formats of the CRAC shared tasks."""
