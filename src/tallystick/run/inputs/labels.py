"""The label of an item under ``--by``: from the item itself, or from its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import PurePath

from tallystick.formats.base import Item

__all__ = ["FROM_FILES", "UNLABELLED", "dataset_of", "label_of", "language_of"]

#: The label of an item that has none of the kind that was requested.
UNLABELLED = "–"

_BEFORE_UMR = re.compile(r"(.+?)_umr")
_LANGUAGE_CODE = re.compile(r"([a-z]{2,3})_.*-(?:corefud|ud)\b")
_SPLIT = re.compile(r"^-$|(?:-corefud|-ud)?(?:[-_.](?:mini)?(?:train|dev|test))?$")


def label_of(item: Item, by: str, name: str) -> str:
    """The label of an item: what its `meta` says; else its name for ``document``, else what its file says.

    >>> label_of(Item(None, meta={"genre": "news"}), "genre", "x"), label_of(Item(None), "document", "x")
    ('news', 'x')
    """
    own = item.meta.get(by)
    if own:
        return own
    if by == "document":
        return name
    from_path = FROM_FILES.get(by)
    return (from_path(item.path) if from_path else None) or UNLABELLED


def language_of(path: str) -> str | None:
    """The language of a file: its name before ``_umr``, the code of a treebank's name, else the name of its folder.

    >>> language_of("umr/english/english_umr-0001.umr"), language_of("gold/cs_pdt-corefud-test.conllu")
    ('english', 'cs')
    >>> language_of("data/czech/a.amr"), language_of("a.amr")
    ('czech', None)
    """
    file_path = PurePath(path)
    match = _BEFORE_UMR.match(file_path.name) or _LANGUAGE_CODE.match(file_path.name)
    if match is not None:
        return match[1]
    folder = file_path.parent.name
    return folder if folder not in ("", ".", "..") else None


def dataset_of(path: str) -> str | None:
    """The data set that a file is: its name without the ending, the corpus format and the split.

    >>> dataset_of("gold/cs_pdt-corefud-test.conllu"), dataset_of("en_ewt-ud-test.conllu"), dataset_of("-")
    ('cs_pdt', 'en_ewt', None)
    """
    name = PurePath(path).name.removesuffix(".gz").partition(".")[0]
    return _SPLIT.sub("", name) or None


#: Labels that come from the path of a file.
FROM_FILES: Mapping[str, Callable[[str], str | None]] = {"language": language_of, "dataset": dataset_of}
