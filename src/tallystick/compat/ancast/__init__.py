"""ancast 0.1.1: its alignment, its counts, its reader for UMR."""
