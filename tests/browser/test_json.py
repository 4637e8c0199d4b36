"""The report page of JSON in a browser: documents side by side, the tree of fields, findings, two systems by field."""

import json

import pytest
from tests.browser.test_hostile import HOSTILE
from tests.shared import SHARED, needs_shared

import tallystick as ts
from tallystick.report.page.page import report_page

DATA = SHARED / "goldens" / "json" / "data" / "extract-bench-experiments"
SYSTEMS = {
    "first": "setup3_openrouter_anthropic_claude-haiku-4.5.jsonl",
    "second": "setup4_openrouter_anthropic_claude-haiku-4.5.jsonl",
}
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="session")
def papers(pages):
    """A page about what two systems extracted from six papers; one of them lacks an answer."""

    def build():
        gold = DATA / "gold.jsonl"
        preds = {name: DATA / file for name, file in SYSTEMS.items()}
        options = {"task": "json", "on_error": "zero"}
        reports = {name: ts.score(gold, pred, **options) for name, pred in preds.items()}
        comparison = ts.compare(gold, preds, by="field", trials=200, resamples=200, **options)
        return report_page(reports, comparison=comparison, title="Papers")

    return pages("papers", build)


def written(documents):
    return "".join(json.dumps({"id": name, "value": value}) + "\n" for name, value in documents.items())


@pytest.fixture(scope="session")
def invoices(pages):
    """A page about two invoices: a row too many, a wrong quantity, output in a code fence."""
    gold = {
        "a": {"no": 7, "rows": [{"sku": "A1", "qty": 2}, {"sku": "B2", "qty": 5}]},
        "b": {"no": 8, "rows": []},
    }
    output = (
        '```json\n{"no": 7, "rows": [{"sku": "C3"}, {"sku": "B2", "qty": 9}, {"sku": "A1", "qty": 2}]}\n```'
    )
    pred = json.dumps({"id": "a", "output": output}) + "\n" + written({"b": {"no": 8}})

    def build():
        options = {"task": "json", "repair": "extract", "key": ["rows=sku"]}
        return report_page(ts.score(written(gold), pred, **options), title="Invoices")

    return pages("invoices", build)


@pytest.fixture(scope="session")
def confident(pages):
    """A page about four leaves with confidences, one of them wrong."""
    confidence = {"a": 0.95, "b": 0.8, "c": 0.7, "d": 0.2}
    pred = {"value": {"a": 1, "b": 2, "c": 9, "d": 4}, "confidence": confidence}

    def build():
        sides = written({"x": {"a": 1, "b": 2, "c": 3, "d": 4}}), written({"x": pred})
        report = ts.score(*sides, ["leaf", "confidence"], task="json", confidences="inline")
        return report_page(report, title="Confidences")

    return pages("confidences", build)


def test_confidences_are_drawn(visit, confident):
    page = visit.open(confident)
    titles = page.locator(".calibration title").all_text_contents()
    assert "1 leaf: confidence 70.0, right 0.0" in titles
    assert "confidence ≥ 70.00: 75.0 of the leaves, 33.3 of them wrong" in titles
    assert page.locator(".calibration").count() == 2
    assert page.evaluate(OVERFLOW) <= 0


def field_row(page, name):
    return page.locator(".field-row", has=page.locator(f".field-name:has-text('{name}')")).first


def test_documents_are_side_by_side_in_the_order_of_the_gold(visit, invoices):
    page = visit.open(invoices, "#item=1")
    rows = page.locator(".document-table tbody tr")
    shown = [[cell.inner_text().split() for cell in row.locator("td").all()] for row in rows.all()]
    assert shown == [
        [["no", "7"], ["="], ["no", "7"]],
        [["rows"], [], ["rows"]],
        [["[0]"], ["="], ["[2]", "2", "of", "2"]],
        [["sku", "A1"], ["="], ["sku", "A1"]],
        [["qty", "2"], ["="], ["qty", "2"]],
        [["[1]"], ["≈"], ["[1]", "1", "of", "2"]],
        [["sku", "B2"], ["="], ["sku", "B2"]],
        [["qty", "5"], ["≠"], ["qty", "9"]],
        [[], ["+"], ["[0]"]],
        [[], ["+"], ["sku", "C3"]],
    ]
    # A line joins the items that met.
    line = "element => getComputedStyle(element, '::before').borderTopStyle"
    assert page.locator("tr.joined .meeting").first.evaluate(line) == "solid"
    assert "Repaired: code fence" in page.locator(".documents").inner_text()


def test_only_differences_are_shown_on_request(visit, invoices):
    page = visit.open(invoices, "#item=1")
    page.get_by_label("differences only").focus()
    page.keyboard.press("Space")
    signs = page.locator(".document-table tbody .sign").all_text_contents()
    assert signs == ["", "≈", "≠", "+", "+"]
    # The choice holds for the next item, which does not differ.
    page.locator("#item-title").focus()
    page.keyboard.press("j")
    assert "The documents do not differ." in page.locator(".document-table").inner_text()
    page.get_by_label("differences only").uncheck()
    assert page.locator(".document-table tbody tr").count() == 1


def test_a_number_of_the_tree_lists_its_items(visit, invoices):
    page = visit.open(invoices)
    page.keyboard.press("3")
    assert field_row(page, "qty").locator(".wrong button").inner_text() == "1"
    assert field_row(page, "all fields").locator(".value").inner_text() == "76.9"
    button = field_row(page, "qty").locator(".wrong button")
    button.focus()
    page.keyboard.press("Enter")
    assert page.locator(".grid-row .c-id").all_text_contents() == ["a"]
    assert page.locator(".subset").inner_text() == "rows[].qty: wrong"
    page.get_by_role("button", name="clear").click()
    assert page.locator(".grid-row").count() == 2
    assert page.locator(".subset").count() == 0


def test_branches_of_the_tree_close(visit, invoices):
    page = visit.open(invoices, "#fields")
    names = page.locator(".field-name")
    assert [text.lstrip("▾") for text in names.all_inner_texts()] == [
        "all fields",
        "no",
        "rows[]",
        "sku",
        "qty",
    ]
    toggle = page.locator(".field-toggle", has_text="rows[]")
    toggle.focus()
    page.keyboard.press("Enter")
    assert names.count() == 3
    assert page.locator(":focus").get_attribute("aria-expanded") == "false"
    page.keyboard.press("Enter")
    assert names.count() == 5


def test_findings_lead_to_items(visit, invoices):
    page = visit.open(invoices, "#fields")
    repairs = page.locator(".panel", has_text="Repairs")
    assert "1 prediction of 2 repaired before it could be read" in repairs.inner_text()
    repairs.get_by_role("button").click()
    assert page.locator(".grid-row .c-id").all_text_contents() == ["a"]


@needs_shared
def test_real_documents(visit, papers):
    page = visit.open(papers, "#fields")
    report = ts.score(
        DATA / "gold.jsonl", DATA / SYSTEMS["first"], "leaf", task="json", on_error="zero", by="field"
    )
    row = report.groups["authors[].name"]["leaf"]
    shown = field_row(page, "name")
    assert shown.locator(".value").inner_text() == f"{100 * row.f1:.1f}"
    assert shown.locator(".correct.number").inner_text() == f"{row.tally.parts[0].matched_pred:g}"
    assert "citations[]: text in the gold, object in the prediction" in page.locator("main").inner_text()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    assert "Type conflicts: citations[]" in page.locator(".documents .note").first.inner_text()
    for _ in range(report.items):
        assert page.locator(".document-table tbody tr").count() > 10
        page.keyboard.press("j")


@needs_shared
def test_fields_of_two_systems_with_p(visit, papers):
    page = visit.open(papers, "#compare")
    panel = page.locator(".panel", has_text="Fields that differ")
    fields = panel.locator("tbody th").all_inner_texts()
    assert "authors[].name" in fields
    values = [float(text) for text in panel.locator("tbody td:last-child").all_inner_texts()]
    assert values == sorted(values)
    assert all(0 <= value <= 1 for value in values)


@needs_shared
def test_values_are_confused(visit, papers):
    page = visit.open(papers, "#errors")
    first = page.locator(".plain-table tbody tr", has=page.locator(".arrow-cell")).first
    assert first.locator("td").first.inner_text() == "authors[].affiliation"
    first.locator(".examples button").first.click()
    assert page.locator(".document-table").count() == 1


@needs_shared
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("where", ["#overview", "#items", "#fields", "#errors", "#compare", "#item=1"])
def test_nothing_is_wider_than_a_telephone(visit, papers, where, theme):
    visit.page.set_viewport_size({"width": 390, "height": 800})
    page = visit.open(papers, where, color_scheme=theme)
    assert page.evaluate(OVERFLOW) <= 0


def test_hostile_documents_do_not_run(visit, pages):
    def build():
        words = [*HOSTILE, "x" * 100_000]
        gold = {
            word[:50]: {word[:90]: word, "list": [{"k": word}, word], "m": {word[:90]: 1}} for word in words
        }
        pred = {word[:50]: {word[:90]: f"{word}!", "list": [word, {"k": 1}], "n": word} for word in words}
        return report_page(ts.score(written(gold), written(pred), task="json"), title=HOSTILE[0])

    page = visit.open(pages("hostile-json", build))
    for tab in "12345":
        page.keyboard.press(tab)
        assert page.evaluate("window.ran") is None
        assert page.evaluate(OVERFLOW) <= 1
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    for _ in range(10):
        assert page.locator(".document-table").count() == 1
        page.keyboard.press("j")
    assert page.evaluate("window.ran") is None
    assert page.locator("main script, main img, main iframe").count() == 0
