"""Filled-in forms: a task for tallystick."""
