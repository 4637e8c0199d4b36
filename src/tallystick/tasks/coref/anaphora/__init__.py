"""Annotations other than entities: bridging, zeros, empty nodes, non-referring mentions."""
