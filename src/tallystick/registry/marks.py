"""Marks that the files of a task must contain.

To find the task of a file, all tasks would have to be imported. Instead, a task is imported only if its mark occurs in
the file. Marks are necessary, not sufficient: a mark in other files costs time, but changes nothing.
"""

from __future__ import annotations

import re

__all__ = ["may_be_of", "tasks_marked_in"]


def _keys(*names: str) -> str:
    """JSON with one of the keys, which may be escaped."""
    return f'"(?:{"|".join(names)})"|\\\\u'


_MARKS = {
    "amr": r"\(|::(?:id|snt)",
    "umr": r"(?i:level|::\s*snt\d)",
    "docamr": r"/\s*document|<document",
    "coref": rf"{_keys('clusters', 'clusters_token_offsets')}|begin[ \t]+document|IDENTITY|Entity|\|",
    "spans": rf"{_keys('spans', 'entities', 'ents')}|(?<!\w)(?:O(?!\w)|[BIESLU]-)",
    "relations": _keys("relations", "vertexSet", "labels", "h_idx", "t_idx"),
    "dependencies": rf"{_keys('edges')}|\t",
    "events": _keys("events"),
    "roles": _keys("roles"),
    "nary": _keys("relations"),
    "templates": _keys("templates"),
    "openie": _keys("extractions"),
    "json": r"\A[\ufeff\s]*[\[{]",
}


def tasks_marked_in(head: str) -> list[str]:
    """The tasks of this package that the beginning of a file may be of."""
    return [task for task in _MARKS if may_be_of(task, head)]


def may_be_of(task: str, head: str) -> bool:
    """Return whether the beginning of a file may be of a task of this package."""
    return re.search(_MARKS[task], head) is not None
