"""Anchor broadcast (AnCast): two graphs aligned from the nodes that are surely the same."""
