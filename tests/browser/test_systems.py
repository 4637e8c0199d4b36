"""Several systems: the ranking, a column for each, gold beside two of them, and the p-value of any two."""

import re

import pytest
from tests.browser.corpus import corpus
from tests.browser.gallery import page_of_two

import tallystick as ts

NAMES = ("baseline", "beam", "improved")
METRICS = ["smatch", "ancast.relation"]


def three():
    gold, *preds = corpus(150, 0.35, 0.35, 0.12)
    return gold, dict(zip(NAMES, preds, strict=True))


@pytest.fixture(scope="session")
def comparison():
    gold, systems = three()
    return ts.compare(gold, systems, METRICS, trials=500, resamples=200)


@pytest.fixture(scope="session")
def systems_page(pages, comparison):
    def build():
        gold, systems = three()
        reports = {name: ts.score(gold, pred, METRICS, confidence=0.95) for name, pred in systems.items()}
        return ts.report_page(reports, comparison=comparison, title="Three systems")

    return pages("three-systems", build)


def test_the_overview_opens_on_the_ranking(visit, systems_page, comparison):
    page = visit.open(systems_page)
    first = page.locator("main section").first
    assert first.get_attribute("aria-label") == "Ranking"
    shared = comparison["smatch"].shared_ranks(comparison.statistics)
    rows = [
        [row.locator(".rank").inner_text(), row.locator("th bdi").inner_text()]
        for row in first.locator("tbody tr").all()
    ]
    assert rows == [[str(rank), name] for name, rank in shared.items()]
    # The two systems that make slips at the same rate share a rank.
    assert [rank for rank, _ in rows] == ["1", "2", "2"]
    best = comparison["smatch"].systems["improved"]
    cell = first.locator("tbody tr").first.locator(".score-cell").first.inner_text()
    assert cell.startswith(f"{100 * best.f1:.2f}")
    assert f"{100 * best.intervals['f1'].low:.2f}" in cell


def test_a_metric_ranks_anew(visit, systems_page):
    page = visit.open(systems_page)
    page.locator(".ranking thead button", has_text="ancast.relation").click()
    assert page.locator(".ranking th[aria-sort]").inner_text() == "ancast.relation"
    assert page.locator("#choose-metric").input_value() == "1"


def test_items_have_a_column_for_each_system_and_the_difference(visit, systems_page):
    page = visit.open(systems_page, "#items")
    heads = page.locator(".grid-head button bdi").all_inner_texts()
    assert heads[-4:] == [*NAMES, "B − A"]
    page.locator("#choose-other").select_option(label="improved")
    page.locator("[data-column='difference']").click()
    row = page.locator(".grid-row").first
    values = [float(text) for text in row.locator(".c-metric .value").all_inner_texts()]
    shown = float(row.locator(".c-diff").inner_text().replace("−", "-"))
    assert shown == pytest.approx(values[2] - values[0], abs=0.11)
    assert shown < 0
    # The address leads back to the same pair.
    assert page.evaluate("location.hash") == "#items&with=improved"


def test_one_item_shows_gold_and_two_systems(visit, systems_page):
    page = visit.open(systems_page, "#item=1&system=beam&with=improved")
    assert page.locator(".side h3").all_inner_texts() == ["GOLD", "A\nbeam", "B\nimproved"]
    left, middle, right = (side.bounding_box() for side in page.locator(".side").all())
    assert left["x"] < middle["x"] < right["x"]
    assert left["y"] == middle["y"] == right["y"]
    page.locator(".side").nth(0).locator(".node").first.hover()
    assert page.locator(".side").nth(1).locator(".node.lit-partner").count() == 1
    assert page.locator(".side").nth(2).locator(".node.lit-partner").count() == 1
    page.keyboard.press("s")
    assert page.locator("#choose-system option:checked").inner_text() == "improved"
    page.locator("#choose-other").select_option(label="none")
    assert page.locator(".side").count() == 2


def test_the_gold_says_who_missed_what(visit, pages):
    gold = "# ::id a\n(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02))"
    systems = {"one": gold.replace("boy", "girl"), "two": gold.replace(" :ARG1 (g / go-02)", "")}

    def build():
        return ts.report_page({name: ts.score(gold, pred, "smatch") for name, pred in systems.items()})

    page = visit.open(pages("who-missed", build), "#item=1")
    texts = page.locator(".side").nth(0).locator(".node .concept").all_text_contents()
    assert texts == ["w / want-01", "≈A b / boy", "−B g / go-02"]


def test_any_two_systems_have_a_p_value(visit, systems_page, comparison):
    page = visit.open(systems_page, "#compare")
    cells = page.locator(".pair-cell button")
    assert cells.count() == 3
    label = next(text for text in cells.all_text_contents() if "improved − beam" in text)
    difference = comparison["smatch"].difference("beam", "improved")
    assert f"improved − beam: +{100 * difference.value:.2f}" in label
    assert f"p {difference.tests['ar'].adjusted:.4f}" in label
    cells.filter(has_text=f"+{100 * difference.value:.2f}").click()
    assert page.locator("#choose-system option:checked").inner_text() == "beam"
    assert page.locator("#choose-other option:checked").inner_text() == "improved"
    # The table is now about differences from beam: turned round where they were computed the other way.
    baseline = page.locator(".compare tbody tr", has_text="baseline").first
    turned = comparison["smatch"].difference("baseline", "beam")
    record = [int(number) for number in re.findall(r"\d+", baseline.locator(".record").inner_text())]
    assert record == [turned.losses, turned.ties, turned.wins]
    assert page.locator(".compare tbody tr").count() == 6


@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("amr", ".side"),
        ("umr", ".side"),
        ("coref", ".side"),
        ("spans", ".side"),
        ("json", ".document-table th:not(.meeting-head)"),
    ],
)
def test_three_sides_of_every_kind(visit, pages, name, sides):
    page = visit.open(page_of_two(pages, name), "#item=1")
    assert page.locator(sides).count() == 3
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    if sides == ".side":
        # On a phone one is below the other.
        boxes = [side.bounding_box() for side in page.locator(sides).all()]
        assert boxes[0]["y"] < boxes[1]["y"] < boxes[2]["y"]


def test_documents_of_two_systems_are_on_the_same_lines(visit, pages):
    gold = [{"id": "a", "name": "Ada", "city": "London", "born": 1815}]
    systems = {
        "one": [{"id": "a", "name": "Ada", "city": "Paris", "extra": 1}],
        "two": [{"id": "a", "name": "Eda", "city": "London", "born": 1815}],
    }

    def build():
        return ts.report_page(
            {name: ts.score(gold, pred, "leaf", task="json") for name, pred in systems.items()}
        )

    page = visit.open(pages("two-documents", build), "#item=1")
    rows = [
        [" ".join(cell.inner_text().split()) for cell in row.locator("td").all()]
        for row in page.locator(".document-table tbody tr").all()
    ]
    assert ["name Ada", "=", "name Ada", "≠", "name Eda"] in rows
    assert ["city London", "≠", "city Paris", "=", "city London"] in rows
    assert ["born 1815", "−", "", "=", "born 1815"] in rows
    assert ["", "+", "extra 1", "", ""] in rows


def test_the_overview_names_the_most_frequent_errors_of_every_system(visit, tales):
    page = visit.open(tales)
    rows = page.locator(".frequent-row")
    assert rows.count() == 2
    assert rows.nth(1).locator("h3").inner_text().startswith("improved")
    assert rows.nth(1).locator("li").count() == 3
    counts = [int(text) for text in rows.nth(1).locator("strong").all_inner_texts()]
    assert counts == sorted(counts, reverse=True)
    kind = rows.nth(1).locator("button").first
    name = kind.inner_text().rsplit(" ", 1)[0]
    kind.click()
    assert "improved" in page.inner_text(".errors-heading")
    assert page.locator(".error-kinds tbody th").first.inner_text() == name
