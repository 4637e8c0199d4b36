"""Data inside a page: compressed and in letters and digits only, so that nothing in it can end a tag or run."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode

__all__ = ["packed", "packed_json"]


def packed(data: object) -> str:
    """Data as text that is safe anywhere in HTML.

    JSON escapes lone surrogates and control characters; the packing hides closing tags.

    >>> packed({"a": "</script>"})[:4]
    'eF6r'
    """
    return packed_json(json.dumps(data, separators=(",", ":"), allow_nan=False).encode("ascii"))


def packed_json(data: bytes) -> str:
    """Pack JSON as text that is safe anywhere in HTML."""
    # The usual level, 6, takes one and a half times as long to save 4 %.
    return b64encode(zlib.compress(data, 5)).decode("ascii")
