"""UMR documents by sentence: the counts of sentences add up to those of the document."""

import pytest

import tallystick as ts

SENTENCE = """# :: snt{n}
Index: 1 2
Words: A dog

# sentence level graph:
(s{n}b / bark-01
    :ARG0 (s{n}d / {what})
    :aspect activity)

# alignment:
s{n}b: 0-0
s{n}d: 2-2

# document level annotation:
(s{n}s0 / sentence
    :modal ((root :modal author)
            (author :full-affirmative s{n}b)))
"""


def document(**words):
    return "\n\n".join(SENTENCE.format(n=name.removeprefix("s"), what=what) for name, what in words.items())


GOLD = document(s1="dog", s2="cat", s10="bird")
PRED = document(s1="dog", s2="fox", s10="bird")


@pytest.mark.parametrize("metric", ["ancast++.sentence", "smatch", "ancast.relation", "ancast.concept"])
def test_sentences_add_up(metric):
    report = ts.score(GOLD, PRED, metric, task="umr", by="sentence")
    assert list(report.groups) == ["001", "002", "010"]
    parts = [report.groups[label][metric].tally for label in report.groups]
    assert sum(part.matched_pred for part in parts) == pytest.approx(report[metric].tally.matched_pred)
    assert sum(part.gold_total for part in parts) == report[metric].tally.gold_total
    assert report.groups["001"][metric].f1 == 1.0
    assert report.groups["002"][metric].f1 < 1.0


def test_sentences_that_only_one_annotator_has():
    short = document(s1="dog", s2="cat")
    agreement = ts.agree(
        {"a": GOLD, "b": short}, ["smatch", "ancast++.sentence", "ancast++"], task="umr", by="sentence"
    )
    for metric in agreement:
        assert list(agreement[metric].groups) == ["001", "002"]
    report = ts.score(GOLD, short, "smatch", task="umr", by="sentence")
    assert report.groups["010"]["smatch"].recall == 0.0


@pytest.mark.parametrize("metric", ["ancast++", "ancast++.coref"])
def test_the_document_level_has_no_sentences(metric):
    report = ts.score(GOLD, PRED, [metric, "smatch"], task="umr", by="sentence")
    assert report[metric].f1 is None or report[metric].f1 > 0
    assert [report.groups[label][metric].f1 for label in report.groups] == [None, None, None]


def test_a_sentence_has_one_label_whoever_is_compared(tmp_path):
    sentences = {
        "ann": {"s1": "dog", "s2": "cat"},
        "bob": {"s2": "cat", "s3": "cow"},
        "cy": {"s2": "fox", "s3": "cow"},
    }
    for name, words in sentences.items():
        (tmp_path / f"{name}.umr").write_text(document(**words))
    agreement = ts.agree([tmp_path / f"{name}.umr" for name in sentences], "smatch", by="sentence")
    groups = agreement["smatch"].groups
    assert {label: len(pairs) for label, pairs in groups.items()} == {"002": 3, "003": 1}
    assert list(agreement.worst(1)["smatch"].groups) == ["002"]
