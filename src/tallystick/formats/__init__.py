"""From text to plain structures with positions. A reader never scores."""
