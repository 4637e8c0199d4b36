"""The script and the style of a page, and the policy under which they run."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

__all__ = ["Frame", "frame"]


class Frame(NamedTuple):
    """What all pages have in common."""

    style: str
    script: str
    policy: str
    """The policy: a browser runs the one script whose hash is in it, and nothing else."""


@cache
def frame() -> Frame:
    """Return what all pages have in common."""
    style, script = (
        (files("tallystick.report.page") / name).read_text("utf-8") for name in ("report.css", "report.js")
    )
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    return Frame(style, script, policy)


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"
