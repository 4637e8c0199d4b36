"""Tags that mark spans token by token: IOB and its relatives."""
