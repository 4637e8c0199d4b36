"""Spans of tokens as JSON has them: ``[left, right]``."""

from __future__ import annotations

from typing import Annotated

from tallystick.formats.json.check import Check
from tallystick.formats.spans import Offsets

__all__ = ["Span"]

#: A span as written in a file: valid offsets.
Span = Annotated[
    Offsets, Check(lambda span: 0 <= span.left <= span.right, "expected [left, right] with 0 ≤ left ≤ right")
]
