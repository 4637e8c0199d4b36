"""Events: triggers and arguments."""
