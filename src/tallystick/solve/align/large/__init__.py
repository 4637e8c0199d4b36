"""Alignment of graphs so large that not all cells and edge pairs can be looked at in every step.

A restricted problem has the cells that matter; prices prove that no other cell does, or name those that are missing.
"""
