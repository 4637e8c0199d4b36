"""Ids, labels, texts and names full of markup: they are shown, in every view, and nothing of them runs."""

import re

import pytest
from tests.browser.documents import umr_document
from tests.browser.gallery import views

import tallystick as ts

HOSTILE = [
    "<script>window.ran = 1</script>",
    "</script><script>window.ran = 1</script>",
    "<img src=x onerror='window.ran = 1'>",
    "javascript:window.ran=1",
    "\u202eoverride",
    "\x01\x02\x1b[31m",
    "שלום עולם مرحبا",
    "\u2028\u2029",
]
#: Those that can be written in files of lines and columns; without blanks.
WORDS = [word.replace(" ", "") for word in HOSTILE if not re.search(r"[\x00-\x1f\u2028\u2029]", word)]
IMAGE = HOSTILE[2]


def spans():
    words = [*HOSTILE, "x" * 1_000_000]
    annotated = [{"type": word, "span": [index, index]} for index, word in enumerate(words)]
    gold = [{"id": word[:50], "tokens": [*words, "end"], "spans": annotated} for word in words]
    pred = [item | {"spans": [one | {"type": f"{one['type']}!"} for one in annotated[::2]]} for item in gold]
    return gold, pred, {"task": "spans"}


def graphs():
    names = [word.replace('"', "") for word in HOSTILE if not re.search(r"[\x00-\x1f\u2028\u2029]", word)]
    gold = "\n\n".join(
        f'# ::id {name}\n# ::snt {name}\n(a / b :ARG0 (c / "{name}") :op1 "{name}")' for name in names
    )
    return gold, gold.replace("ARG0", "ARG1"), {"task": "amr"}


def documents():
    name = IMAGE.replace('"', "")
    graph = f'(d / document :snt1 (a / see :op1 (b / "{name}")) :snt2 (c / "{name}" :op1 b))'
    gold = f"# ::id {name}\n# ::tok {name} <next_sent> {name}\n{graph}"
    return gold, gold.replace("see", "hear"), {"task": "docamr"}


def umr():
    gold, pred = (umr_document(3, wrong, word=WORDS[2]) for wrong in (0, 2))
    return gold, pred, {"task": "umr"}


def coreference():
    gold = {"id": IMAGE, "tokens": [*WORDS, *WORDS], "clusters": [[[0, 0], [5, 5]], [[1, 2], [3, 3]]]}
    return [gold], [gold | {"clusters": [[[0, 0], [3, 3]]]}], {"task": "coref"}


def trees():
    rows = [f"{n}\t{word}\t_\tX\t_\t_\t{n - 1}\t{word}\t_\t_" for n, word in enumerate(WORDS, 1)]
    gold = "\n".join([f"# sent_id = {IMAGE}", *rows, "", ""])
    return gold, gold.replace("\t0\t", "\t2\t").replace("\t1\t", "\t0\t", 1), {"task": "dependencies"}


def records():
    gold = [{"id": word, "relations": [{"type": word, "subj": [0, 1], "obj": [2, 3]}]} for word in HOSTILE]
    pred = [item | {"relations": [{"type": IMAGE, "subj": [0, 1], "obj": [2, 2]}]} for item in gold]
    return gold, pred, {"task": "relations"}


def json():
    gold = [{"id": word, word: word, "list": [{word: 1}, {"other": word}]} for word in HOSTILE]
    pred = [{"id": word, word: f"{word}!", "list": [{"other": word}, {IMAGE: word}]} for word in HOSTILE]
    return gold, pred, {"task": "json"}


KINDS = [spans, graphs, documents, umr, coreference, trees, records, json]


def page_of(sides, compared):
    """A page about one system, or about three whose names are hostile too."""
    gold, pred, options = sides()
    if not compared:
        return ts.report_page(ts.score(gold, pred, **options), title=HOSTILE[1])
    systems = {HOSTILE[0]: pred, IMAGE: gold, HOSTILE[4]: pred}
    reports = {name: ts.score(gold, side, **options) for name, side in systems.items()}
    comparison = ts.compare(gold, systems, trials=20, resamples=20, **options)
    return ts.report_page(reports, comparison=comparison, title=HOSTILE[0])


@pytest.mark.parametrize("compared", [False, True], ids=["one system", "three systems"])
@pytest.mark.parametrize("sides", KINDS, ids=lambda sides: sides.__name__)
def test_hostile_strings_do_not_run(visit, pages, sides, compared):
    place = pages(f"hostile-{sides.__name__}-{compared}", lambda: page_of(sides, compared))
    page = visit.open(place)
    for view in views(page):
        assert page.locator("main :is(script, img, iframe, object, embed, link, style)").count() == 0, view
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), view
    for _ in range(10):
        page.keyboard.press("j")
        page.keyboard.press("m")
        assert page.locator("#item-title").count() == 1
    assert page.evaluate("window.ran") is None
    assert page.locator("script").count() == page.evaluate("document.scripts.length")


def test_markup_is_shown_as_it_is_written(visit, pages):
    page = visit.open(pages("hostile-spans-False", lambda: page_of(spans, False)), "#item=3")
    assert page.locator("#item-title").inner_text() == IMAGE
    # Signs without a shape are named; a word of a million signs is cut, and says how long it is.
    assert "‹202E›override" in page.locator("main").inner_text()
    assert "1,000,000 characters" in page.locator("main").inner_text()


def test_a_notebook_is_not_touched(visit, pages):
    gold, pred, options = spans()
    shown = ts.score(gold, pred, **options).show(2)
    frame = f"<!doctype html><meta charset=utf-8><title>notebook</title><main>{shown._repr_html_()}</main>"
    page = visit.open(pages("hostile-notebook", lambda: frame))
    assert page.frame_locator("iframe").locator("#item-title").inner_text() == IMAGE
    assert page.evaluate("window.ran") is None
    assert page.locator("main > *").count() == 1
