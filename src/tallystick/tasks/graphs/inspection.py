"""Oddities of readable graphs: constants that look like variables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tallystick.errors import Problem
from tallystick.formats.penman.reader import Graph

__all__ = ["undeclared_variables"]

#: A letter or two and a number, as annotators name variables; a letter alone.
_VARIABLE = re.compile(r"[a-z]|[a-z]{1,2}[0-9]+")
#: Letters that number the points of a list are constants.
_LISTED = frozenset({"li"})


def undeclared_variables(value: object) -> Iterator[Problem]:
    """Warn of constants that look like variables: no node declares them, so that they are read as constants.

    >>> graph = Graph.of("(a / b :ARG0 x2 :ARG1 a :polarity - :quant 3)")
    >>> [problem.message for problem in undeclared_variables(graph)]
    [':ARG0 x2 looks like a variable, but no node declares it; it is read as a constant']
    """
    if not isinstance(value, Graph):  # annotations of a document, which name sentences
        return
    for role, constant in zip(value.roles, value.constants, strict=True):
        if constant is not None and role.lower() not in _LISTED and _VARIABLE.fullmatch(constant):
            message = (
                f":{role} {constant} looks like a variable, but no node declares it; it is read as a constant"
            )
            yield Problem(message, code="penman-undeclared", level="warning")
