"""The page in the output of a notebook: a frame without an address and without storage, which runs its own script."""

import pytest

import tallystick as ts

GOLD = "# ::id a\n(w / want-01 :ARG0 (b / boy))\n\n# ::id b\n(g / girl)\n"
PRED = GOLD.replace("boy", "sailor")


def notebook(pages, name, *outputs):
    """A notebook as a browser sees it: one output below the other."""
    body = "".join(f'<div class="output">{shown._repr_html_()}</div>' for shown in outputs)
    return pages(
        name, lambda: f"<!doctype html><meta charset=utf-8><title>notebook</title><main>{body}</main>"
    )


def test_a_report_is_shown_inline(visit, pages):
    report = ts.score(GOLD, PRED, "smatch", confidence=0.9)
    page = visit.open(notebook(pages, "inline", report, report.show(height=600)))
    assert page.locator("iframe").bounding_box()["height"] == pytest.approx(600, abs=2)
    frame = page.frame_locator("iframe")
    frame.locator(".card .big").wait_for()
    # The tabs, an item and the theme work without an address and without storage.
    frame.locator("[data-tab=items]").click()
    frame.locator(".grid-row").first.click()
    assert frame.locator("#item-title").inner_text() == "a"
    assert frame.locator(".graph .node").count() == 4
    frame.locator("#theme").click()
    assert frame.locator("html").get_attribute("data-theme") == "dark"
    frame.get_by_role("button", name="all items").click()
    assert frame.locator(".grid-row").count() == 2


def test_one_item_draws_its_graph(visit, pages):
    report = ts.score(GOLD, PRED, ["smatch", "ancast"], confidence=0.9)
    page = visit.open(notebook(pages, "inline-item", report.show("b")))
    frame = page.frame_locator("iframe")
    frame.locator(".graph .node").first.wait_for()
    assert frame.locator("#item-title").inner_text() == "b"
    assert frame.locator(".metric-chip").count() == len(report.metrics)


def test_systems_are_compared_inline(visit, pages):
    systems = {"one": PRED, "two": GOLD}
    reports = {name: ts.score(GOLD, pred, "smatch") for name, pred in systems.items()}
    shown = ts.compare(GOLD, systems, "smatch").show(reports)
    page = visit.open(notebook(pages, "inline-systems", shown))
    frame = page.frame_locator("iframe")
    assert frame.locator(".ranking tbody th").all_inner_texts() == ["two\nB", "one\nA"]


def test_columns_are_in_a_font_of_fixed_width(visit, pages):
    item = ts.score(GOLD, PRED, "smatch")["smatch"].items[0]
    page = visit.open(notebook(pages, "item-lines", item))
    assert page.locator("pre").evaluate("text => getComputedStyle(text).fontFamily") == "monospace"
