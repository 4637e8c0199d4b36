"""Whole runs over UMR documents: sentences that cannot be read, averages, divisions, coverage."""

import pytest

import tallystick as ts
from tallystick.report.plain_values import as_dict

BLOCK = """# :: snt{number}\tThe boy goes

# sentence level graph:
{graph}

# alignment:

# document level annotation:
(s{number}s0 / sentence :modal ((author :full-affirmative s{number}g)))


"""
GRAPH = "(s{number}g / go-01 :ARG0 (s{number}b / boy) :aspect activity)"
BROKEN = "(s{number}g / go-01 :ARG0 (s{number}b / boy)"


def text(*graphs, first=1):
    return "".join(
        BLOCK.format(number=number, graph=graph.format(number=number))
        for number, graph in enumerate(graphs, first)
    )


def totals(report, metric):
    tally = report[metric].tally
    return tally.matched_pred, tally.pred_total, tally.gold_total


def test_a_sentence_that_cannot_be_read_is_an_error():
    with pytest.raises(ts.DataError) as caught:
        ts.score(text(GRAPH, GRAPH), text(GRAPH, BROKEN), task="umr")
    assert [problem.level for problem in caught.value.problems] == ["error"]


def test_skip_leaves_out_the_pair_with_its_triples():
    report = ts.score(text(GRAPH, GRAPH), text(GRAPH, BROKEN), task="umr", on_error="skip")
    assert (report.items, report.skipped, report.part) == (1, 1, "sentence")
    assert totals(report, "ancast++.sentence") == (2, 2, 2)
    assert totals(report, "ancast++.modal") == (1, 1, 1)


def test_zero_counts_its_gold_as_missed():
    report = ts.score(text(GRAPH, GRAPH), text(GRAPH, BROKEN), task="umr", on_error="zero")
    assert (report.items, report.skipped, report.zeroed) == (1, 0, 1)
    assert totals(report, "ancast++.sentence") == (2, 2, 4)
    assert totals(report, "ancast++.modal") == (1, 1, 2)


def test_gold_that_cannot_be_read_cannot_count_as_missed():
    with pytest.raises(ts.DataError):
        ts.score(text(GRAPH, BROKEN), text(GRAPH, GRAPH), task="umr", on_error="zero")


def test_the_preset_of_the_released_program_pairs_by_position_and_stops():
    """It never sees the sentence that only the gold has; we count it as missed."""
    gold, pred = text(GRAPH, GRAPH), text(GRAPH)
    assert ts.score(gold, pred, task="umr")["ancast++.sentence"].recall == 0.5
    assert ts.score(gold, pred, task="umr", preset="ancast-0.1.1")["ancast++.sentence"].recall == 1


def test_what_was_compared_is_said():
    report = ts.score(text(GRAPH, GRAPH), text(GRAPH, GRAPH, first=2), task="umr")
    found = as_dict(report)["coverage"]
    assert found["sentences_paired"] == found["gold_only"] == found["pred_only"] == 1
    assert found["paired_by_position"] == 0
    assert "1 gold only" in str(report)


def test_by_relation():
    report = ts.score(text(GRAPH), text(GRAPH.replace("activity", "state")), task="umr", by="relation")
    assert set(report.groups) == {"arg0", "aspect", "full-affirmative"}
    # The aspect differs, and a node is half its attributes: S(go) = .5, so the relation to the boy is worth .75.
    assert report.groups["arg0"]["ancast++.sentence"].f1 == 0.75
    assert report.groups["aspect"]["ancast++.sentence"].f1 == 0
    assert report.groups["aspect"]["ancast++.modal"].f1 is None
    assert report.groups["full-affirmative"]["ancast++"].f1 == 1


@pytest.mark.parametrize(
    ("average", "expected"),
    [
        ("micro", (2 + 0 + 0) / (2 + 2 + 2)),
        ("macro", (1 + 0) / 2),
        # The second document has twice the sentences and tokens of the first.
        ("sentences", (1 * 1 + 2 * 0) / 3),
        ("tokens", (3 * 1 + 6 * 0) / 9),
    ],
)
def test_averages_over_documents(average, expected, tmp_path):
    other = "(s{number}x / see-01 :ARG1 (s{number}y / girl) :polarity -)"
    for side, graphs in (("gold", [(GRAPH,), (GRAPH, GRAPH)]), ("pred", [(GRAPH,), (other, other)])):
        (tmp_path / side).mkdir()
        for number, document in enumerate(graphs):
            (tmp_path / side / f"{number}.umr").write_text(text(*document), "utf-8")
    report = ts.score(tmp_path / "gold", tmp_path / "pred", "ancast++.sentence", task="umr", average=average)
    assert report["ancast++.sentence"].f1 == pytest.approx(expected)
