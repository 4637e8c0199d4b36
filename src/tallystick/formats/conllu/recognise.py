"""Recognising CoNLL-U by the beginning of a file."""

from __future__ import annotations

import re

__all__ = ["WIDTH", "looks_like_conllu"]

#: The number of columns.
WIDTH = 10

_ID = re.compile(
    r"[1-9][0-9]{0,8}|[1-9][0-9]{0,8}-[1-9][0-9]{0,8}|(?:0|[1-9][0-9]{0,8})\.[1-9][0-9]{0,8}", re.ASCII
)


def looks_like_conllu(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format.

    >>> looks_like_conllu("# sent_id = 1\\n1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n")
    True
    """
    # The last line of the head may be cut off.
    lines = head.split("\n")[:-1] if "\n" in head else [head]
    rows = [line.rstrip("\r").split("\t") for line in lines if line.strip() and not line.startswith("#")]
    return bool(rows) and all(len(row) == WIDTH and bool(_ID.fullmatch(row[0])) for row in rows)
