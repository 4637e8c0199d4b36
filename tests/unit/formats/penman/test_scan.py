"""The two passes over PENMAN text, compiled and interpreted."""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick.formats.penman
from tallystick.formats.penman import cut as penman_cut
from tallystick.formats.penman import scan as penman_scan
from tallystick.formats.penman import scanned as penman_scanned
from tallystick.formats.penman import signs as penman_signs

FOLDER = Path(next(iter(tallystick.formats.penman.__path__)))
NAMES = ("signs", "cut", "scanned", "scan")

needs_compiled = pytest.mark.skipif(
    any(str(module.__file__).endswith(".py") for module in (penman_cut, penman_scan)),
    reason="the extensions are not built here",
)


def interpreted() -> SimpleNamespace:
    """The sources of the two passes and of what they share, with the stand-in instead of Cython."""
    full = [f"tallystick.formats.penman.{name}" for name in NAMES]
    saved = {name: sys.modules.pop(name, None) for name in ("cython", *full)}
    loaded: dict[str, ModuleType] = {}
    try:
        sys.modules["cython"] = None  # type: ignore[assignment]
        for short, name in zip(NAMES, full, strict=True):
            path = str(FOLDER / f"{short}.py")
            spec = spec_from_file_location(name, path, loader=SourceFileLoader(name, path))
            assert spec is not None
            assert spec.loader is not None
            loaded[short] = sys.modules[name] = module_from_spec(spec)
            spec.loader.exec_module(loaded[short])
    finally:
        for name, module in saved.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module
    tallystick.formats.penman.signs = penman_signs  # type: ignore[attr-defined]
    tallystick.formats.penman.cut = penman_cut  # type: ignore[attr-defined]
    tallystick.formats.penman.scanned = penman_scanned  # type: ignore[attr-defined]
    tallystick.formats.penman.scan = penman_scan  # type: ignore[attr-defined]
    return SimpleNamespace(cut=loaded["cut"].cut, scan=loaded["scan"].scan)


@pytest.fixture(scope="session", params=["compiled", "interpreted"])
def kernel(request: pytest.FixtureRequest) -> SimpleNamespace:
    if request.param == "interpreted":
        return interpreted()
    if needs_compiled.args[0]:
        pytest.skip("the extensions are not built here")
    return SimpleNamespace(cut=penman_cut.cut, scan=penman_scan.scan)


def pieces(kernel: SimpleNamespace, text: str) -> list[tuple[str, str | None]]:
    return [(text[start:end].strip(), name) for start, end, _, name in kernel.cut(text, True)[0]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("\n \n\t\n", []),
        ("(a / b)", [("(a / b)", None)]),
        ("(a / b)\n\n\n\n(c / d)\n", [("(a / b)", None), ("(c / d)", None)]),
        ("(a / b\n\n\n)\n \n(c / d)", [("(a / b\n\n\n)", None), ("(c / d)", None)]),
        ("(a / b)\n# x\n(c / d)", [("(a / b)", None), ("# x\n(c / d)", None)]),
        ("(a / b) # x\n(c / d)", [("(a / b) # x", None), ("(c / d)", None)]),
        ("(a / b)\r\n\r\n(c / d)\r\n", [("(a / b)", None), ("(c / d)", None)]),
        ("(a / b)\n(c / d)\n\n(e / f)", [("(a / b)\n(c / d)", None), ("(e / f)", None)]),
        # Comments belong to the graph that follows, whatever the blank lines.
        ("# x\n\n# ::id 1\n\n(a / b)", [("# x\n\n# ::id 1\n\n(a / b)", "1")]),
        ("# ::id 1\n\n# ::snt x\n(a / b)", [("# ::id 1\n\n# ::snt x\n(a / b)", "1")]),
        ("  #  ::id 1 ::x 2\n(a / b)", [("#  ::id 1 ::x 2\n(a / b)", "1")]),
        ("#::id 1\n(a / b)", [("#::id 1\n(a / b)", "1")]),
        # No id: part of a sentence, of a word, with a blank.
        ("# ::snt a ::id 1\n(a / b)", [("# ::snt a ::id 1\n(a / b)", None)]),
        ("# ::idx 1 :: id 2 x::id 3\n(a / b)", [("# ::idx 1 :: id 2 x::id 3\n(a / b)", None)]),
        # An id or a sentence without a graph is an item of its own; other comments are none.
        ("# ::id 1", [("# ::id 1", "1")]),
        ("# ::id", [("# ::id", None)]),
        ("# ::snt x\n\n", [("# ::snt x", None)]),
        ("(a / b)\n\n# the end", [("(a / b)", None)]),
        ("# only\n# comments", []),
        # Of two on a line the last counts, as in the metadata.
        ("# ::id 1 ::id 2\n(a / b)", [("# ::id 1 ::id 2\n(a / b)", "2")]),
        ("# ::id 1\n# ::id 2\n(a / b)", [("# ::id 1", "1"), ("# ::id 2\n(a / b)", "2")]),
        ("# ::id 1\n\n# x\n# ::id 2\n(a / b)", [("# ::id 1", "1"), ("# x\n# ::id 2\n(a / b)", "2")]),
        (
            "# ::snt x\n\n# ::id 2\n# ::snt y\n(a / b)",
            [("# ::snt x", None), ("# ::id 2\n# ::snt y\n(a / b)", "2")],
        ),
        (
            "# ::id 1\n# ::snt x\n\n# ::snt y\n(a / b)",
            [("# ::id 1\n# ::snt x", "1"), ("# ::snt y\n(a / b)", None)],
        ),
        ("# ::snt x\n# ::snt y\n(a / b)", [("# ::snt x\n# ::snt y\n(a / b)", None)]),
        # An open graph ends at a comment, or at a bracket after a blank line that no role calls for.
        ("(a / b\n# ::id 2\n(c / d)", [("(a / b", None), ("# ::id 2\n(c / d)", "2")]),
        ("(a / b\n\n(c / d)", [("(a / b", None), ("(c / d)", None)]),
        ("(a / b :x\n\n(c / d))", [("(a / b :x\n\n(c / d))", None)]),
        ("(a / b :x y\n\n  (c / d)", [("(a / b :x y", None), ("(c / d)", None)]),
        ("(a / b\n(c / d)", [("(a / b\n(c / d)", None)]),
        # Strings hide brackets, comments and line breaks, but no blank line.
        (
            '(a / b :x "(\n# ::id 2\n(")\n\n(c / d)',
            [('(a / b :x "(\n# ::id 2\n(")', None), ("(c / d)", None)],
        ),
        ('(a / b :x "(\\"(\\\\")\n\n(c / d)', [('(a / b :x "(\\"(\\\\")', None), ("(c / d)", None)]),
        ('(a / b :x "y)\n\n(c / d)', [('(a / b :x "y)', None), ("(c / d)", None)]),
        ('(a / b :x "y :z (c / d))\n \n(e / f)', [('(a / b :x "y :z (c / d))', None), ("(e / f)", None)]),
        # Text outside brackets is never dropped.
        ("x\n\n(a / b)", [("x", None), ("(a / b)", None)]),
        ("(a / b) x\ny\n\n)", [("(a / b) x\ny", None), (")", None)]),
    ],
)  # fmt: skip
def test_cut(kernel: SimpleNamespace, text: str, expected: list[tuple[str, str | None]]) -> None:
    assert pieces(kernel, text) == expected


def test_lines_are_counted(kernel: SimpleNamespace) -> None:
    text = '\n# ::id 1\n\n(a / b :x "\n" :y\n\n\n"z")\n\n\n(c / d)\n# x\n(e / "f'
    assert [line for _, _, line, _ in kernel.cut(text, True)[0]] == [1, 10, 11]
    assert kernel.cut(text, True)[1:] == (len(text), 12)


PARTS = st.lists(
    st.sampled_from(
        ["(", ")", "a", "b", " / ", " :x ", '"', "\\", "\n", "\n\n", "#", "# ::id 1\n", "# ::snt y\n", "~e.1"]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@given(PARTS, st.data())
def test_cutting_in_two_is_cutting_at_once(text: str, data: st.DataObject) -> None:
    lines = text.splitlines(keepends=True) if "\r" not in text else [text]
    first = "".join(lines[: data.draw(st.integers(0, len(lines)))])
    first = first if first.endswith("\n") else ""
    found, rest, line = penman_cut.cut(first, False)
    more, end, last = penman_cut.cut(text[rest:], True)
    together = [(text[a:b], row, name) for a, b, row, name in found]
    together += [(text[rest + a : rest + b], line + row, name) for a, b, row, name in more]
    at_once, whole_end, whole_last = penman_cut.cut(text, True)
    assert together == [(text[a:b], row, name) for a, b, row, name in at_once]
    assert (rest + end, line + last) == (whole_end, whole_last)


INTERPRETED = interpreted()


def all_of(scanned: Any) -> tuple[object, ...]:
    return scanned.metadata, *scanned.parts(), scanned.marks, scanned.troubles


@needs_compiled
@given(st.one_of(PARTS, st.text(max_size=60)))
def test_both_speeds_agree(text: str) -> None:
    assert penman_cut.cut(text, True) == INTERPRETED.cut(text, True)
    assert penman_cut.cut(text, False) == INTERPRETED.cut(text, False)
    assert all_of(penman_scan.scan(text)) == all_of(INTERPRETED.scan(text))


@pytest.mark.parametrize(
    "text",
    [
        "(" * 200_000,
        ")" * 200_000,
        '"' * 200_001,
        "(a / b :x " * 100_000,
        '"( \\' * 50_000,
        '(a :x "\\"(' * 50_000,
        "# ::id " * 50_000,
        "# ::id 1\n" * 50_000,
        "(a / b :x y~" + "1," * 100_000,
        ":" * 200_000,
        " " * 200_000 + "#" + " " * 200_000,
        "(a / b :x\n\n" * 50_000,
        "(a / b)\n" * 50_000,
    ],
    ids=lambda text: text[:12],
)
@pytest.mark.parametrize("final", [True, False])
def test_the_time_is_linear(kernel: SimpleNamespace, text: str, final: bool) -> None:
    # Anything worse than linear would take minutes here.
    kernel.cut(text, final)
    kernel.scan(text)
