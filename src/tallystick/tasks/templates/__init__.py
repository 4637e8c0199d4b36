"""Templates with typed slots."""
