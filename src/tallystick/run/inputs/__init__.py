"""From files and Python objects to pairs of items."""
