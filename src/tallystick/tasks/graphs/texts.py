"""The sentences that two graphs are of."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import Problem
from tallystick.formats.penman.reader import Graph
from tallystick.formats.texts import text_problem, texts_differ

__all__ = ["different_sentences"]


def different_sentences(gold: object, pred: object) -> Sequence[Problem]:
    """Compare the ``# ::snt`` lines of two graphs, where both have one."""
    assert isinstance(gold, Graph)
    assert isinstance(pred, Graph)
    if not gold.text or not pred.text:
        return ()
    message = texts_differ(gold.text, pred.text)
    return (text_problem(message),) if message else ()
