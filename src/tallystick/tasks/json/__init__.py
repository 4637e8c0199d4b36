"""Any JSON value, compared leaf by leaf."""
