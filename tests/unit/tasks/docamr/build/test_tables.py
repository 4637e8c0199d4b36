"""The orders of types and pronouns, and files that replace them."""

import pytest
from tests.shared import SHARED, needs_shared

from tallystick.errors import DataError
from tallystick.tasks.docamr.build.tables import NEGATIVE, read_order, standard_pronouns, standard_types


def test_the_standard_orders_are_complete():
    """127 types and 42 pronouns: Naseem et al. 2022, as listed in the released program."""
    assert len(standard_types()) == 127
    assert len(standard_pronouns()) == 42
    assert min(standard_types(), key=standard_types().get) == "medical-condition"
    assert set(standard_pronouns()) >= NEGATIVE


@needs_shared
@pytest.mark.parametrize(
    ("name", "order"), [("ne_type_order", standard_types), ("pronoun_order", standard_pronouns)]
)
def test_they_are_those_of_the_shared_material(name, order):
    assert read_order(SHARED / "data" / f"{name}.tsv") == order()


@pytest.mark.parametrize("text", ["b\na\n", "rank\tword\n1\tb\n2\ta\n", "5\tb\n7\ta", "b\r\n\r\na\r\n"])
def test_one_word_a_line_or_ranks_and_words(tmp_path, text):
    path = tmp_path / "table"
    path.write_bytes(text.encode())
    order = read_order(path)
    assert sorted(order, key=order.get) == ["b", "a"]


@pytest.mark.parametrize(
    ("text", "place"),
    [("a\nb\na\n", ":3:1: a occurs twice in the table"), ("1\ta\nx\tb\n", ":2:1: expected one word"),
     ("a\tb\tc\n", ":1:1"), ("", "no words"), ("a\n1\tb\n", ":2:1")],
)  # fmt: skip
def test_files_that_are_no_tables(tmp_path, text, place):
    path = tmp_path / "table"
    path.write_text(text)
    with pytest.raises(DataError, match=place):
        read_order(path)
