"""The passes over the lines of a UMR document, compiled and interpreted, against plain patterns."""

from __future__ import annotations

import re
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick.formats.umr
from tallystick.errors import Problem
from tallystick.formats.frozen import maker
from tallystick.formats.penman.graph import Graph
from tallystick.formats.umr import lines as umr_lines
from tallystick.formats.umr import variables as umr_variables
from tallystick.formats.umr.document import DocumentTriple, Sentence
from tallystick.tasks.graphs.ancast.aligner import align

FOLDER = Path(next(iter(tallystick.formats.umr.__path__)))


def interpreted(module: ModuleType) -> ModuleType:
    """The source of a module, with the stand-in instead of Cython."""
    path = FOLDER / f"{module.__name__.rpartition('.')[2]}.py"
    spec = spec_from_file_location("interpreted", path, loader=SourceFileLoader("interpreted", str(path)))
    assert spec is not None
    assert spec.loader is not None
    loaded = module_from_spec(spec)
    saved = sys.modules.pop("cython", None)
    sys.modules["cython"] = None  # type: ignore[assignment]
    try:
        spec.loader.exec_module(loaded)
    finally:
        del sys.modules["cython"]
        if saved is not None:
            sys.modules["cython"] = saved
    return loaded


@pytest.fixture(scope="module", params=["as it runs", "interpreted"])
def lines(request: pytest.FixtureRequest) -> ModuleType:
    return umr_lines if request.param == "as it runs" else interpreted(umr_lines)


@pytest.fixture(scope="module", params=["as it runs", "interpreted"])
def variables(request: pytest.FixtureRequest) -> ModuleType:
    return umr_variables if request.param == "as it runs" else interpreted(umr_variables)


#: Signs that mean something to one of the passes, blanks of all kinds, and letters and digits beyond ASCII.
TEXTS = st.text(st.sampled_from(list('# \t\r\n\x0b\x85\u2028ab:s12,-0()"ř²٣')), max_size=40)
COMMENT = re.compile(r"^[^\S\n]*#[^\n]*", re.M)
CONTENT = re.compile(r"^[^\S\n]*(\S[^\n]*)", re.M)
NO_COMMENT = re.compile(r"^[^\S\n]*([^\s#][^\n]*)", re.M)
BLANK_LINES = re.compile(r"\n[^\S\n]*\n[^\S\n]*\n")
ENTRY = re.compile(r"([^\s:]+)\s*:\s*(([0-9]{1,9})-([0-9]{1,9}))\s*$")
TOKEN = re.compile(r'[()]|"[^"\n]*"|[^\s()]+')
VARIABLE = re.compile(r"s([0-9]{1,9})[a-zA-Z]+[0-9]*")


@given(TEXTS)
def test_lines_are_what_patterns_find(lines, text):
    n = len(text)
    assert lines.line_starts(text) == [0, *(match.end() for match in re.finditer("\n", text))]
    comments = [(match.start(), match.end()) for match in COMMENT.finditer(text)]
    assert [(start, end) for start, end, _ in lines.comment_lines(text)] == comments
    for start, end, at in lines.comment_lines(text):
        after = re.compile(r"\s*#\s*").match(text, start, end)
        assert after is not None
        assert at == after.end()
        assert lines.is_ruler(text, start, end) == bool(re.fullmatch(r"[#\s]*", text[start:end]))
    assert lines.content_lines(text, 0, n, True) == [match.span(1) for match in CONTENT.finditer(text)]
    assert lines.content_lines(text, 0, n, False) == [match.span(1) for match in NO_COMMENT.finditer(text)]
    assert lines.after_content(text, 0, n) == len(text.rstrip())
    blank = BLANK_LINES.search(text)
    assert lines.two_blank_lines(text, 0, n) == (blank.start() if blank else -1)
    assert lines.tokens(text) == [(match[0], match.start()) for match in TOKEN.finditer(text)]


@given(TEXTS | st.from_regex(ENTRY))
def test_an_entry_is_simple_or_left_to_the_pattern(lines, text):
    text = text.replace("\n", " ").lstrip()
    match = ENTRY.match(text)
    found = (match[1], int(match[3]), int(match[4]), match.start(2)) if match else None
    assert lines.simple_entry(text, 0, len(text)) == found


@given(TEXTS | st.from_regex(VARIABLE, fullmatch=True))
def test_a_usual_name_has_the_number_that_the_pattern_finds(variables, name):
    match = VARIABLE.fullmatch(name)
    assert variables.usual_number(name) == (int(match[1]) if match else -1)
    if match:
        assert variables.number_in(name) == int(match[1])


def test_a_name_declared_in_many_sentences_keeps_them_all(variables):
    names = variables.Declarations([["a", "b"], ["a", "a"], ["b"], ["a"]])
    assert [list(names.indices[name]) for name in "ab"] == [[0, 1, 3], [0, 2]]
    assert names.home("a", 2) == 1


@pytest.mark.parametrize(
    "made",
    [
        Problem("m", "p", 1, 2, "i", "h", "c", "note", "t"),
        DocumentTriple("a", "b", "c", "modal", 3, 4),
        Graph.of("(a / b :c d :e (f / g))"),
        Sentence(1, Graph.of("(a / b)"), ("a",), text="b", metadata={"type": "x"}, parts={"graph": "(a / b)"}, line=7),
    ],
)  # fmt: skip
def test_what_is_made_quickly_is_what_the_class_makes(made):
    kind = type(made)
    values = [getattr(made, name) for name in kind.__dataclass_fields__]
    again = maker(kind)(*values)
    assert type(again) is kind
    assert again == made
    assert [getattr(again, name) for name in kind.__dataclass_fields__] == values
    with pytest.raises(AttributeError):
        setattr(again, next(iter(kind.__dataclass_fields__)), 0)
    with pytest.raises(ValueError, match="shorter"):
        maker(kind)(*values[:-1])


def test_a_sentence_that_both_sides_have_is_aligned_as_a_copy_under_other_names_is():
    one = Graph.of(
        "(a / and :op1 (b / boy :quant 2) :op2 (c / boy :quant 2) :op3 (d / see-01 :ARG0 b :ARG1 c))"
    )
    other = Graph.of(
        "(e / and :op1 (f / boy :quant 2) :op2 (g / boy :quant 2) :op3 (h / see-01 :ARG0 f :ARG1 g))"
    )
    same, renamed = align(one, one), align(one, other)
    assert same.similarity.flat() == renamed.similarity.flat()
    assert same.columns == renamed.columns
    assert same.history == renamed.history
    assert align(one, one, "lemma", "boys", "girls").pred.text == "girls"
