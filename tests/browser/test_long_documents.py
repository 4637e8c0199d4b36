"""Coreference in long documents: both texts, entities with most errors first, filters, from a mention to its place."""

import json
import random

import pytest
from tests.browser.conftest import until

import tallystick as ts

WORDS = (
    "the",
    "a",
    "boat",
    "man",
    "she",
    "he",
    "it",
    "sailed",
    "saw",
    "of",
    "in",
    "harbour",
    "and",
    "old",
    "then",
)


def document(mentions, errors=0.0):
    """A document with so many mentions of entities of very different sizes; some are wrong."""
    draw, wrong = random.Random(1), random.Random(2)
    entities = [[] for _ in range(mentions // 6)]
    for number in range(mentions):
        entity = min(len(entities) - 1, int(draw.expovariate(25 / mentions)))
        length = draw.choice((0, 0, 1, 2))
        if wrong.random() < errors:
            entity = wrong.randrange(len(entities))
        if wrong.random() >= errors:
            entities[entity].append([4 * number, 4 * number + length])
    words = [draw.choice(WORDS) for _ in range(4 * mentions)]
    sentences = [words[at : at + 16] for at in range(0, len(words), 16)]
    return {"doc_key": "d", "sentences": sentences, "clusters": [entity for entity in entities if entity]}


@pytest.fixture(params=[1253, 5000])
def long_document(request, visit, pages, tmp_path_factory):
    """A page with one long document."""
    size = request.param

    def build():
        folder = tmp_path_factory.mktemp("long")
        paths = [folder / "gold.jsonl", folder / "pred.jsonl"]
        for path, errors in zip(paths, (0.0, 0.06), strict=True):
            words = document(size)["sentences"]
            path.write_text(json.dumps({**document(size, errors), "sentences": words}) + "\n")
        return ts.report_page(ts.score(*map(str, paths), ["conll", "muc"], task="coref"))

    page = visit.open(pages(f"coref{size}", build), "#item=1")
    page.wait_for_selector(".entity-card")
    return page, size


def errors_of(card):
    numbers = [int(part.split()[0]) for part in card.text_content().split(" · ")]
    return numbers[1] + numbers[2]


def test_entities_with_most_errors_come_first(long_document):
    page, _ = long_document
    cards = page.locator(".entity-card header .muted").all()
    errors = [errors_of(card) for card in cards]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > 1


def test_entities_are_filtered(long_document):
    page, _ = long_document
    page.select_option("select[aria-label='Entities shown']", "complete")
    assert set(page.locator(".entity-card .flag").all_text_contents()) == {"complete"}
    page.select_option("select[aria-label='Entities shown']", "split or merged")
    assert page.locator(".entity-card .remark").count()


def test_a_mention_leads_to_its_place_in_the_text(long_document):
    page, _ = long_document
    page.select_option("select[aria-label='Entities shown']", "all")
    # A mention far behind what is shown at first.
    far = page.locator(".entity-card button.mention:visible").all()
    number = {int(button.text_content().split("[")[1].split(",")[0]): button for button in far}
    last = max(number)
    assert last > 1500
    number[last].click()
    inside = page.evaluate(
        """() => [...document.querySelectorAll('.running')].some((box) => {
            const focused = document.activeElement;
            if (!box.contains(focused)) return false;
            const [outer, inner] = [box.getBoundingClientRect(), focused.getBoundingClientRect()];
            return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
        })"""
    )
    assert inside


def test_the_texts_are_no_longer_than_the_window_and_scroll_together(long_document):
    page, _ = long_document
    heights = page.evaluate("[...document.querySelectorAll('.running')].map((box) => box.clientHeight)")
    assert max(heights) <= 0.6 * 900 + 1
    box = page.locator(".running").first.bounding_box()
    page.mouse.move(box["x"] + 50, box["y"] + 50)
    page.mouse.wheel(0, 400)
    until(page, lambda: page.evaluate("document.querySelectorAll('.running')[1].scrollTop") > 0)


def test_a_phone_sees_no_overflow(long_document):
    page, _ = long_document
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
