"""Other programs' readings, step by step, faults included: one folder per program."""
