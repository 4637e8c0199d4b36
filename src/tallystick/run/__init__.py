"""Pairing items, policies for bad ones, scoring here or in other processes."""
