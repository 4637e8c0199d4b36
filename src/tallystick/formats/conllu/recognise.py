"""Recognising CoNLL-U by the beginning of a file."""

from __future__ import annotations

import re

__all__ = ["WIDTH", "looks_like_conllu", "may_be_conllu"]

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
    # The last line of the head may be truncated.
    lines = head.split("\n")[:-1] if "\n" in head else [head]
    rows = [line.rstrip("\r").split("\t") for line in lines if line.strip() and not line.startswith("#")]
    return bool(rows) and all(len(row) == WIDTH and bool(_ID.fullmatch(row[0])) for row in rows)


def may_be_conllu(head: str) -> bool:
    """Whether a file is CoNLL-U if it is one of dependencies at all.

    Its first row begins with the ID of a first word, or has all columns.

    >>> may_be_conllu("# sent_id = 1\\n1\\tGo\\n"), may_be_conllu("1 Go go VERB\\n")
    (True, True)
    """
    rows = (line for line in head.split("\n") if line.strip() and not line.startswith("#"))
    # With blanks instead of tabs it is not CoNLL-U, but problems are reported as for CoNLL-U.
    row = next(rows, "")
    number = row.partition("\t")[0].split(" ", 1)[0]
    return number.partition("-")[0] in ("1", "0.1") or row.count("\t") == WIDTH - 1
