"""Integrations with training loops, test runners, model hubs and command shells."""
