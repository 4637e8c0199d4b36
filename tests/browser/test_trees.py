"""Dependency trees on the report page: gold above one line of text, prediction below it."""

from itertools import combinations

import pytest

import tallystick as ts

NO_COLUMNS = "\t_" * 8


def word(number, form, head, relation, deps="_"):
    return f"{number}\t{form}\t_\tX\t_\t_\t{head}\t{relation}\t{deps}\t_"


def sentence(name, *rows):
    return "\n".join([f"# sent_id = {name}", *rows, "", ""])


def chain(name, heads):
    rows = [word(i, f"w{i}", head, "nsubj:pass" if head else "root") for i, head in enumerate(heads, 1)]
    return sentence(name, *rows)


HEADS = [0, *(max(1, i - i % 7) for i in range(1, 100))]
GOLD = "".join(
    [
        sentence(
            "multiword",
            f"1-2\tVámonos{NO_COLUMNS}", word(1, "Vamos", 0, "root"), word(2, "nos", 1, "obj"),
            f"3-4\tal{NO_COLUMNS}", word(3, "a", 5, "case"), word(4, "el", 5, "det"),
            word(5, "mar", 1, "obl"),
        ),
        chain("long", HEADS),
        sentence(
            "enhanced",
            word(1, "She", 2, "nsubj", "2:nsubj|4:nsubj"), word(2, "ate", 0, "root", "0:root"),
            word(3, "and", 4, "cc", "4:cc"), word(4, "drank", 2, "conj", "2:conj:and"),
        ),
        sentence("mirrored", word(1, "مرحبا", 0, "root"), word(2, "بالعالم", 1, "obl")),
    ]
)  # fmt: skip
PRED = "".join(
    [
        sentence(
            "multiword",
            word(1, "Vámonos", 0, "root"),
            f"2-3\tal{NO_COLUMNS}", word(2, "a", 4, "case"), word(3, "el", 4, "det"),
            word(4, "mar", 1, "nmod"),
        ),
        chain("long", [0, *(max(1, head - (i % 5 == 0)) for i, head in enumerate(HEADS[1:], 1))]),
        sentence(
            "enhanced",
            word(1, "She", 2, "nsubj", "2:nsubj"), word(2, "ate", 0, "root", "0:root"),
            word(3, "and", 4, "cc", "4:cc"), word(4, "drank", 2, "conj", "2:conj:or"),
        ),
        sentence("mirrored", word(1, "مرحبا", 0, "root"), word(2, "بالعالم", 1, "obj")),
    ]
)  # fmt: skip


@pytest.fixture
def trees(pages, visit, tmp_path):
    """Opens the trees of an item."""

    def build():
        (tmp_path / "gold.conllu").write_text(GOLD, "utf-8")
        (tmp_path / "pred.conllu").write_text(PRED, "utf-8")
        report = ts.score(tmp_path / "gold.conllu", tmp_path / "pred.conllu", ["las", "elas"])
        return ts.report_page(report, title="trees")

    def open_item(number, metric="las"):
        page = visit.open(pages("trees", build), f"#item={number}&metric={metric}")
        page.wait_for_selector(".trees")
        return page

    return open_item


def labels(page, status):
    return sorted(page.locator(f".trees .arc.{status} text").all_text_contents())


def boxes(page, selector):
    return [element.bounding_box() for element in page.locator(selector).all()]


def test_words_and_multiword_tokens_of_both_sides(trees):
    page = trees(1)
    assert page.locator(".trees .word").all_text_contents() == [
        "Vamos", "nos", "a", "el", "mar", "Vámonos", "a", "el", "mar",
    ]  # fmt: skip
    assert page.locator(".trees .multiword text").all_text_contents() == ["Vámonos", "al", "al"]
    assert labels(page, "missed") == ["obj", "root"]
    assert labels(page, "spurious") == ["root"]
    assert labels(page, "partly") == ["nmod", "obl"]
    assert labels(page, "matched") == ["case", "case", "det", "det"]
    # The same characters are in the same columns: the last word of both sides.
    words = boxes(page, ".trees .word")
    assert words[4]["x"] == pytest.approx(words[8]["x"], abs=1)


def test_a_long_sentence_scrolls_and_its_labels_do_not_collide(trees):
    page = trees(2)
    assert page.locator(".trees .word").count() == 100  # the same words on both sides are written once
    assert page.locator(".trees .arc").count() == 200
    panel = page.locator(".trees-panel")
    assert panel.evaluate("panel => panel.scrollWidth > panel.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    boxed = boxes(page, ".trees .arc text")
    for first, second in combinations(boxed[:100], 2):
        apart = (
            first["x"] + first["width"] <= second["x"] + 1
            or second["x"] + second["width"] <= first["x"] + 1
            or abs(first["y"] - second["y"]) > 8
        )
        assert apart, (first, second)


def test_enhanced_edges_are_drawn_where_they_are_compared(trees):
    page = trees(3)
    assert labels(page, "matched") == sorted(["nsubj", "root", "cc", "conj"] * 2)
    page = trees(3, "elas")
    assert labels(page, "missed") == ["conj:and", "nsubj"]
    assert labels(page, "spurious") == ["conj:or"]
    assert labels(page, "matched") == sorted(["nsubj", "root", "cc"] * 2)


def test_a_text_from_right_to_left_begins_on_the_right(trees):
    first, second = boxes(trees(4), ".trees .word")
    assert first["x"] > second["x"]


def test_pointing_at_an_edge_lights_its_card(trees):
    page = trees(1)
    page.locator(".trees .arc.partly text").first.hover()
    assert page.locator(".record-card.lit").count() == 1
