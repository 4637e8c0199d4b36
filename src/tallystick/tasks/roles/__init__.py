"""Role-filler entities."""
