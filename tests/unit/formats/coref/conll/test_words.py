"""The words of rows: read in one pass as they are read with their offsets."""

from hypothesis import given
from hypothesis import strategies as st

from tallystick.formats.coref.conll.reader import RowLayout

PIECES = [
    "a",
    "é",
    "日",
    "#",
    "\t",
    " ",
    "\n",
    "\r",
    "\x0b",
    "\x1c",
    "\x85",
    "\xa0",
    "\u2003",
    "\n#",
    "\n#\t",
    "(1)",
]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.booleans(), st.integers(-1, 3))
def test_words_are_the_forms_without_their_offsets(text, tabs, column):
    layout = RowLayout(tabs, column)
    assert list(layout.words(text)) == [form for _, form in layout.forms(text)]
    for offset, form in layout.forms(text):
        assert form in text[offset:].partition("\n")[0]
