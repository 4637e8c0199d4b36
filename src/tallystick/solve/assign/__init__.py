"""Assignment: rows matched with columns one to one so that the total weight is greatest."""
