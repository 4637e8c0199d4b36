"""What results show of themselves: HTML in a notebook, a line or a table elsewhere."""

from html.parser import HTMLParser

import pytest

import tallystick as ts

GOLD = "# ::id s<1>\n(w / want-01 :ARG0 (b / boy))\n\n# ::id s2\n(g / girl)\n"
PRED = "# ::id s<1>\n(w / want-01 :ARG0 (g / girl))\n\n# ::id s2\n(g / girl)\n"
REPORT = ts.score(GOLD, PRED, "smatch", confidence=0.9)
METRIC = REPORT["smatch"]
VOID = {"br"}


class Checker(HTMLParser):
    """Fails on tags that do not match, and keeps the text."""

    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def text_of(shown):
    checker = Checker()
    checker.feed(shown._repr_html_())
    checker.close()
    assert checker.open == []
    return checker.text


COMPARED = ts.compare(GOLD, {"<a>": PRED, "b": GOLD}, "smatch")
AGREED = ts.agree({"<ann>": GOLD, "bob": PRED}, "smatch")


@pytest.mark.parametrize(
    "shown",
    [REPORT, METRIC, METRIC.items[0], METRIC.score, COMPARED, AGREED],
    ids=lambda shown: type(shown).__name__,
)
def test_html_is_well_formed(shown):
    html = shown._repr_html_()
    assert html.startswith("<table>")
    assert "s<1>" not in html
    assert "<a>" not in html
    assert "<ann>" not in html
    assert text_of(shown)


def test_an_item_says_what_went_wrong():
    texts = text_of(METRIC.items[0])
    assert "s<1>" in texts
    assert "75.00" in texts
    # The graphs, then what matched and what did not, each in its colour.
    assert "- b / boy" in texts
    assert "+ g / girl" in texts
    assert '<span style="color:#cd3333">- b / boy</span>' in METRIC.items[0]._repr_html_()


def test_long_alignments_are_cut():
    gold = [{"spans": [{"type": "PER", "span": [place, place]} for place in range(300)]}]
    item = ts.score(gold, gold, "span", task="spans")["span"].items[0]
    assert text_of(item)[-1] == "… and 100 more"


def test_a_metric_shows_its_signature_and_interval():
    texts = text_of(METRIC)
    assert any(METRIC.signature in text for text in texts)
    assert "F1 interval" in texts


def test_lines_for_terminals():
    # Of 6 triples on each side, 5 match: all but the concept of the boy.
    assert repr(METRIC) == "<smatch  P 83.33  R 83.33  F1 83.33  (2 items, micro, × 100)>"
    assert repr(METRIC.items[0]) == "<s<1>  P 75.00  R 75.00  F1 75.00>"
    report = ts.score(GOLD, PRED.replace("(g / girl)\n", "(g / \n"), "smatch", on_error="zero")
    assert repr(report["smatch"].items[1]).endswith("(the prediction counts as empty)>")
    assert "the prediction counts as empty" in text_of(report["smatch"].items[1])


def test_scores_of_the_algebra():
    texts = text_of(ts.bag(ts.exact).score(gold={1, 2}, pred={2}))
    assert texts[-1] == "numbers × 100"
    assert texts[texts.index("gold total") + 1 :][:3] == ["100.00", "50.00", "66.67"]
    nothing = text_of(ts.bag(ts.exact).score(gold=[], pred=[]))
    assert "–" in nothing


def test_a_report_shows_its_page():
    shown = REPORT.show(title="Two graphs", height=500)
    assert shown.html.startswith("<!doctype html>")
    assert "<title>Two graphs</title>" in shown.html
    assert "height:500px" in shown._repr_html_()
    assert repr(shown).startswith("<page of ")
    # The page is an attribute of the frame, so that none of it is markup of the notebook.
    checker = Checker()
    checker.feed(shown._repr_html_())
    assert (checker.open, checker.text) == ([], [])


def test_one_item_is_shown_alone():
    for item in ("s<1>", 0, -2):
        assert 'data-start="item=1"' in REPORT.show(item).html
    assert len(REPORT.show(0).html) < len(REPORT.show().html)
    with pytest.raises(ts.UsageError, match="no item of the report has the id 's9'"):
        REPORT.show("s9")
    with pytest.raises(ts.UsageError, match="the report has 2 items"):
        REPORT.show(2)


def test_a_comparison_shows_the_page_of_its_systems():
    reports = {"<a>": REPORT, "b": ts.score(GOLD, GOLD, "smatch")}
    assert COMPARED.show(reports).html == ts.report_page(reports, comparison=COMPARED)
    assert 'data-start="item=1"' in COMPARED.show(reports, "s2").html
    with pytest.raises(ts.UsageError, match="none is given of b"):
        COMPARED.show({"<a>": REPORT})
