"""Binary relations between spans."""
