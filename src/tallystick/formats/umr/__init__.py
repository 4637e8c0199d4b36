"""UMR documents."""
