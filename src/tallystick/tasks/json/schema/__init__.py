"""Types in: JSON Schema and Python types as shapes."""
