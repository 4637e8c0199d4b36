"""The page on a phone, on paper, for those who listen to it, and with keys alone."""

import io
from pathlib import Path

import pytest
from tests.browser.corpus import corpus
from tests.browser.gallery import NAMES, page_of, page_of_two, views

import tallystick as ts

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: Words without a sign at which a line may end, that are in two lines all the same.
BROKEN = r"""() => {
    const broken = [];
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.parentElement.checkVisibility() || node.parentElement.closest("svg, pre, .unseen")) continue;
        for (const match of node.data.matchAll(/[^\s]+/g)) {
            if (!/^[\p{L}\p{N}]{2,25}$/u.test(match[0])) continue;
            const range = document.createRange();
            range.setStart(node, match.index);
            range.setEnd(node, match.index + match[0].length);
            const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (tops.size > 1) broken.push(match[0]);
        }
    }
    return broken;
}"""


@pytest.mark.parametrize("make", [page_of, page_of_two])
@pytest.mark.parametrize("name", NAMES)
def test_a_phone_shows_every_view_without_overflow(visit, pages, name, make):
    page = visit.open(make(pages, name))
    page.set_viewport_size({"width": 390, "height": 844})
    for view in views(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, view
        assert page.evaluate(BROKEN) == [], view


@pytest.mark.parametrize("name", ["amr", "umr", "story", "json", "spans", "events", "trees"])
def test_no_words_are_broken_on_a_wide_screen(visit, pages, name):
    page = visit.open(page_of_two(pages, name))
    for view in views(page):
        assert page.evaluate(BROKEN) == [], view


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("make", [page_of, page_of_two])
@pytest.mark.parametrize("name", ["amr", "umr", "story", "json", "spans", "events", "trees"])
def test_accessibility(visit, pages, name, make, theme):
    """Axe finds nothing against WCAG 2.2 AA, in no view."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm ci in web/")
    page = visit.open(make(pages, name), color_scheme=theme)
    page.evaluate(AXE.read_text("utf-8"))
    for view in views(page):
        found = page.evaluate(
            "rules => axe.run(document, {runOnly: {type: 'tag', values: rules}, resultTypes: ['violations']})",
            RULES,
        )["violations"]
        grave = [own for own in found if own["impact"] in ("serious", "critical")]
        assert [(own["id"], own["nodes"][0]["html"][:200]) for own in grave] == [], view
    page.emulate_media(color_scheme="light")


def test_long_ids_are_cut_in_their_middle(visit, pages):
    ids = [f"corpus/of/the/harbour/section-12/document-000/sentence-{number:04}" for number in range(1, 30)]
    gold = [{"id": name, "spans": [{"type": "PER", "span": [0, 1]}]} for name in ids]
    pred = [item | {"spans": []} for item in gold]
    page = visit.open(pages("ids", lambda: ts.report_page(ts.score(gold, pred, task="spans"))), "#items")
    page.set_viewport_size({"width": 390, "height": 844})
    cell = page.locator(".c-id").nth(5)
    assert cell.text_content() == ids[4]
    box, start, end = (
        part.bounding_box() for part in (cell, cell.locator(".id-start"), cell.locator(".id-end"))
    )
    assert start["x"] + start["width"] <= end["x"] + 1
    assert end["x"] + end["width"] <= box["x"] + box["width"] + 1
    assert cell.locator(".id-start").evaluate("part => part.scrollWidth > part.clientWidth")


def test_columns_are_no_wider_for_lack_of_data(visit, pages):
    gold, pred = corpus(2, 0.3)
    page = visit.open(pages("few", lambda: ts.report_page(ts.score(gold, pred, "smatch"))), "#errors")
    widths = page.locator("svg[aria-label='Mean score by size'] .column").evaluate_all(
        "all => all.map((column) => column.getBBox().width)"
    )
    assert max(widths) <= 70


@pytest.fixture
def printed(visit):
    """Prints a view and gives the text of its pages."""
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: make browser")

    def texts(place, where, **media):
        page = visit.open(place, where, **media)
        page.wait_for_timeout(200)
        return [sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages]

    return texts


def test_paper_has_all_rows(printed, tales):
    sheets = printed(tales, "#items")
    assert 300 / 60 < len(sheets) < 300 / 30
    assert "tale-0001" in sheets[0]
    assert "tale-0300" in sheets[-1]
    text = "\n".join(sheets)
    assert all(f"tale-{number:04}" in text for number in range(1, 301))
    # No row is divided by the end of a page: its id and its size are on one line.
    rows = [line for line in text.splitlines() if line.split()[1:2] and line.split()[1].startswith("tale-")]
    assert len(rows) == 300


def test_paper_has_every_sentence(printed, pages):
    text = "\n".join(printed(page_of(pages, "umr"), "#item=1"))
    assert all(f"snt{number}" in text for number in (1, 2, 3))


def test_paper_has_every_line_of_a_document(printed, pages):
    rows = [{"id": "a", **{f"key{number}": number for number in range(800)}}]
    long = pages("long", lambda: ts.report_page(ts.score(rows, rows, "leaf", task="json")))
    sheets = printed(long, "#item=1")
    assert "key0" in sheets[0]
    assert "key799" in sheets[-1]


def test_paper_shows_all_of_a_wide_graph(printed, pages):
    gold = f"(a / and {' '.join(f':op{n} (x{n} / thing-{n})' for n in range(1, 41))})"
    sheets = printed(pages("wide", lambda: ts.report_page(ts.score(gold, gold, "smatch"))), "#item=1")
    assert all(f"thing-{number}" in sheets[0] for number in range(1, 41))


def test_paper_is_light_and_keeps_its_fills(visit, tales):
    page = visit.open(tales, "#item=1", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    style = page.locator(".node .shape").first.evaluate(
        "shape => [getComputedStyle(shape).fill, getComputedStyle(shape).printColorAdjust]"
    )
    assert style == ["rgb(224, 242, 239)", "exact"]
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.emulate_media(media="screen", color_scheme="light")


@pytest.mark.parametrize("name", ["amr", "umr", "story", "json", "spans"])
def test_all_controls_are_reached_by_tab(visit, pages, name):
    page = visit.open(page_of_two(pages, name), "#item=1")
    wanted = page.locator("main button:visible:enabled, main input:visible, main select:visible").count()
    reached = set()
    for _ in range(600):
        page.keyboard.press("Tab")
        index = page.evaluate(
            "[...document.querySelectorAll('main :is(button, input, select)')].indexOf(document.activeElement)"
        )
        if index in reached:
            break
        if index >= 0:
            reached.add(index)
    assert len(reached) >= wanted
