"""Entries of alignments."""

from __future__ import annotations

import pytest

from tallystick.formats.base import Block
from tallystick.formats.umr.alignment import read_alignment
from tallystick.formats.umr.parts import Part
from tallystick.formats.umr.sheet import Sheet


def read(text: str) -> tuple[list[tuple[str, tuple[tuple[int, int], ...]]], list[str]]:
    sheet = Sheet(Block(text))
    entries = read_alignment(sheet, Part(text), "snt1", [])
    problems = [f"{problem.line}:{problem.column} {problem.code}" for problem in sheet.problems]
    assert all(problem.level == "warning" for problem in sheet.problems)
    return [(entry.variable, entry.ranges) for entry in entries], problems


@pytest.mark.parametrize(
    ("line", "ranges"),
    [
        ("s1a: 2-2", ((2, 2),)),
        ("s1a: 2-4", ((2, 4),)),
        ("s1a: 6-6,8-8", ((6, 6), (8, 8))),
        ("s1a: 2-2, 4-4", ((2, 2), (4, 4))),
        ("s1a:2-2 , 4-4 ,", ((2, 2), (4, 4))),
        ("\t s1a :\t2-2  ", ((2, 2),)),
        ("s1a: 0-0", ()),
        ("s1a: -1--1", ()),
        ("-: -1--1", ()),
    ],
)
def test_entries(line: str, ranges: tuple[tuple[int, int], ...]) -> None:
    name = "-" if line.startswith("-") else "s1a"
    assert read(f"\n{line}\n\n") == ([(name, ranges)], [])


@pytest.mark.parametrize(
    ("line", "ranges", "problems"),
    [
        ("s1a: 11-1", ((11, 1),), ["1:6 umr-reversed-range"]),
        ("s1a: 1-0", ((1, 0),), ["1:6 umr-zero-in-range", "1:6 umr-reversed-range"]),
        ("s1a: 0-2", ((0, 2),), ["1:6 umr-zero-in-range"]),
        ("s1a: 0-0, 2-2", ((2, 2),), ["1:6 umr-zero-in-range"]),
        ("s1a: -3-2", (), ["1:6 umr-range"]),
        ("s1a: 1-999999999", (), ["1:6 umr-range"]),
    ],
)
def test_odd_ranges(line: str, ranges: tuple[tuple[int, int], ...], problems: list[str]) -> None:
    assert read(line) == ([("s1a", ranges)], problems)


@pytest.mark.parametrize(
    "line", ["s1a 1-1", "s1a:", "s1a: 1", "s1a: 1-1 2-2", ": 1-1", "s1a: x-y", "s1a: 1-1234567890", "s1a"]
)
def test_what_is_no_entry(line: str) -> None:
    assert read(f"s1b: 1-1\n {line}\ns1c: 2-2") == (
        [("s1b", ((1, 1),)), ("s1c", ((2, 2),))],
        ["2:2 umr-alignment"],
    )
