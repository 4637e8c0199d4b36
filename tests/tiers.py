"""Two tiers of tests: what every change needs, and the long runs.

``make test`` runs the first one, with few examples of each property. ``make test-all`` runs the second one: all
examples, every case of the big sets, scale, chaos, differential tests.
"""

from __future__ import annotations

import os

__all__ = ["ALL", "examples"]

#: Whether the long runs are asked for.
ALL = os.environ.get("TALLYSTICK_TESTS") == "all"


def examples(most: int) -> int:
    """Return how many examples of a property are tried: `most`, or a few of them in the short tier."""
    return most if ALL else max(3, most // 50)
