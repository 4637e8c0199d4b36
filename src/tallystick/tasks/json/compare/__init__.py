"""Comparators: the credit that a predicted scalar earns for a gold one."""
