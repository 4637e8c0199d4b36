"""Tags as spans: leniently, and strictly under a scheme."""

from __future__ import annotations

from itertools import product

import pytest

from tallystick.compat.conlleval.tags import conlleval_spans
from tallystick.compat.seqeval.tags import seqeval_spans
from tallystick.formats.tags.lenient import lenient_spans
from tallystick.formats.tags.schemes import SCHEMES, foreign_tag, strict_spans, unfitting
from tallystick.formats.tags.sequence import TagSequence

Spans = list[tuple[str, int, int]]


def sequences(prefixes: str, longest: int = 4) -> list[tuple[str, ...]]:
    """All sequences of two types."""
    tags = ["O", *(f"{prefix}-{kind}" for prefix in prefixes for kind in "AB")]
    return [tags_ for length in range(longest + 1) for tags_ in product(tags, repeat=length)]


def written(spans: Spans, length: int, single: str, first: str, last: str) -> list[str]:
    """Spans as tags, by the prefixes of a scheme."""
    tags = ["O"] * length
    for kind, left, right in spans:
        tags[left : right + 1] = [f"I-{kind}"] * (right - left + 1)
        tags[left] = f"{first}-{kind}"
        tags[right] = f"{last if left < right else single}-{kind}"
    return tags


@pytest.mark.parametrize(
    ("scheme", "prefixes"), [("iob2", "BBI"), ("iobes", "SBE"), ("bilou", "UBL"), ("ioe2", "EIE")]
)
def test_well_formed_tags_have_the_same_spans_in_every_reading(scheme: str, prefixes: str) -> None:
    for tags in sequences("BI", 5):
        spans = lenient_spans(tags)[0]
        own = written(spans, len(tags), *prefixes)
        assert strict_spans(own, scheme) == spans
        assert not unfitting(own, scheme)
        if scheme != "ioe2":  # E after E of one type begins a span of its own there
            assert lenient_spans(own) == (spans, [])
        if scheme in ("iob2", "iobes"):
            assert seqeval_spans(own) == spans
        if scheme == "iob2":
            assert conlleval_spans(own) == spans


def test_lenient_readings_agree_on_every_sequence_of_iob() -> None:
    for tags in sequences("BI", 5):
        assert lenient_spans(tags)[0] == seqeval_spans(tags) == conlleval_spans(tags)


def test_lenient_readings_agree_on_every_sequence_of_iobes() -> None:
    for tags in sequences("BIES"):
        assert lenient_spans(tags)[0] == seqeval_spans(tags)


@pytest.mark.parametrize(
    ("scheme", "tags", "spans"),
    [
        ("iob2", "B-A I-B", [("A", 0, 0)]),
        ("iob2", "I-A B-A I-A", [("A", 1, 2)]),
        ("iobes", "B-A I-A O S-B", [("B", 3, 3)]),
        ("iobes", "B-A B-A E-A", [("A", 1, 2)]),
        ("bilou", "B-A L-B U-B", [("B", 2, 2)]),
        ("iob1", "B-A I-A", [("A", 1, 1)]),
        ("iob1", "I-A B-A I-A", [("A", 0, 0), ("A", 1, 2)]),
        ("iob1", "I-A B-A B-B", [("A", 0, 0)]),
        ("iob1", "I-A B-A B-A", [("A", 0, 0), ("A", 1, 1), ("A", 2, 2)]),
        ("ioe2", "I-A E-A I-A", [("A", 0, 1)]),
        ("ioe1", "I-A E-A I-A", [("A", 0, 1), ("A", 2, 2)]),
        ("ioe1", "I-A E-A O", []),
        ("ioe1", "I-A E-A E-A I-A", [("A", 0, 1), ("A", 2, 2), ("A", 3, 3)]),
    ],
)
def test_strictly(scheme: str, tags: str, spans: Spans) -> None:
    assert strict_spans(tags.split(), scheme) == spans


@pytest.mark.parametrize("scheme", SCHEMES)
def test_strict_spans_never_overlap_and_have_one_type(scheme: str) -> None:
    for tags in sequences(SCHEMES[scheme]):
        covered: set[int] = set()
        for kind, left, right in strict_spans(tags, scheme):
            own = range(left, right + 1)
            assert own
            assert covered.isdisjoint(own)
            assert {tags[index].partition("-")[2] for index in own} == {kind}
            covered.update(own)
        assert unfitting(tags, scheme) == [
            index for index, tag in enumerate(tags) if tag != "O" and index not in covered
        ]


@pytest.mark.parametrize(
    ("tags", "seqeval", "conlleval"),
    [
        ("B-A L-A B-A", [("A", 2, 2)], [("A", 0, 2)]),
        ("U-A U-A", [("A", 0, 1)], [("A", 0, 1)]),
        ("S-A S-A", [("A", 0, 0), ("A", 1, 1)], [("A", 0, 1)]),
        ("E-A B-A", [("A", 0, 0), ("A", 1, 1)], [("A", 0, 1)]),
        ("E-A I-A", [("A", 0, 0), ("A", 1, 1)], [("A", 0, 0), ("A", 1, 1)]),
        ("B-A S-B I-B", [("A", 0, 0), ("B", 1, 1), ("B", 2, 2)], [("A", 0, 0), ("B", 1, 2)]),
    ],
)
def test_what_other_programs_misread(tags: str, seqeval: Spans, conlleval: Spans) -> None:
    assert seqeval_spans(tags.split()) == seqeval
    assert conlleval_spans(tags.split()) == conlleval


def test_foreign_tags() -> None:
    assert foreign_tag(["O", "B-A", "S-A"], "iob2") == 2
    assert foreign_tag(["O", "B-A", "S-A"], "iobes") is None


def test_sequences_are_equal_by_their_tags() -> None:
    first, other = TagSequence(["O"], path="a", line=7, cells=[(1, 5)]), TagSequence(["O"])
    assert first == other
    assert len({first, other}) == 1
    assert first != TagSequence(["B-A"])
    assert str(first.problem(0, "wrong", "code", "error")) == "a:8:5: wrong"
    assert str(other.problem(0, "wrong", "code", "error")) == "<data>: token 0: wrong"
