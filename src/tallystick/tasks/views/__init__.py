"""How the items of a task are shown on the report page: what every view shares, and the view of records."""
