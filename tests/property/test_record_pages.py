"""Pages of plain JSON records are those of their explanations, whatever is in the records."""

import zlib
from base64 import b64decode
from decimal import Decimal
from json import loads

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.plain_records import with_rows
from tests.tiers import examples

import tallystick as ts
from tallystick.compat.anls_star.scorer import AnlsStarScorer
from tallystick.formats.json.document import NO_DOCUMENT, Document
from tallystick.report.page.data import page_data
from tallystick.tasks.json import documents as json_documents
from tallystick.tasks.json import flat_memory, notes, scorers
from tallystick.tasks.json.calibration import CalibrationScorer
from tallystick.tasks.json.notes import observe
from tallystick.tasks.json.validity import ValidityScorer

#: Without the empty key: its field has the name of the whole document, which decides its place among the fields.
KEYS = ("a", "b", "x1", "x2", " ", "d.e", "[0]", "é", "\u2028", '"', "\\", "<b>", "\ud800")
TEXTS = st.one_of(
    st.sampled_from(
        ["", " ", "a", "A", "a.", "a b", "a  b", " a", "ab", "true", "null", "1", "1.0", "-2e5", "\x7f"]
    ),
    st.sampled_from(
        ["2024-03-04", "4 March 2024", "04.03.2024", "é", "e\u0301", "\x1c", "a\x85b", "\ud800", "ß", "SS"]
    ),
    st.sampled_from(["x" * 70, "x" * 69 + "y", "x" * 1100, "x " * 600, "x" * 199 + "yz"]),
    st.text(max_size=5),
)
NUMBERS = st.sampled_from(
    [0, 1, -1, 1.0, -0.0, 0.0, 0.5, Decimal("1"), Decimal("1.00"), Decimal("1e3"), 1000, 10**30]
)
SCALARS = st.one_of(TEXTS, NUMBERS, st.sampled_from([None, True, False]))
RECORDS = st.dictionaries(st.sampled_from(KEYS), SCALARS, max_size=6)
#: Most values are records; others are shown by their trees.
VALUES = st.one_of(
    RECORDS,
    RECORDS,
    RECORDS,
    st.dictionaries(st.sampled_from(KEYS), st.lists(SCALARS, max_size=2), max_size=2),
    SCALARS,
)
METRICS = ("leaf", "leaf-exact", "key", "item", "document", "valid", "confidence")
CONFIDENCES = st.one_of(
    st.sampled_from([None, 0, 1, Decimal("0.5"), Decimal("0.99"), Decimal("0.9901")]),
    st.decimals(min_value=0, max_value=1, places=9),
)
SCHEMAS = (
    None,
    {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}},
    {"type": "object", "patternProperties": {"^x": {"type": "string"}}},
    {"type": "object", "additionalProperties": {"type": "string"}},
)


@st.composite
def pairs(draw):
    """A gold document, perhaps with others that are right too, and a prediction: often the same, or none."""
    gold = draw(VALUES)
    pred = {**gold, **draw(RECORDS)} if isinstance(gold, dict) and draw(st.booleans()) else draw(VALUES)
    others = tuple(draw(st.lists(RECORDS, max_size=2))) if draw(st.integers(0, 4)) == 0 else ()
    missing = draw(st.integers(0, 9)) == 0
    if isinstance(pred, dict) and draw(st.booleans()):
        # Often without a value where the gold has one: that is no leaf, whatever its confidence.
        pred = {
            key: with_confidence(draw, draw(st.sampled_from([value, value, None, " "])))
            if draw(st.booleans())
            else value
            for key, value in pred.items()
        }
    if draw(st.integers(0, 4)) == 0:
        pred = with_confidence(draw, pred)
    return Document(gold, alternatives=others), NO_DOCUMENT if missing else Document(pred)


def with_confidence(draw, value):
    return {"value": value, "confidence": draw(CONFIDENCES)}


def page(golds, systems, options):
    """The overview of a page, and its items."""
    reports = {
        name: ts.score(golds, preds, task="json", items=True, **options) for name, preds in systems.items()
    }
    data = page_data(reports)
    overview, *packs = [loads(zlib.decompress(b64decode(packed))) for packed in (data.overview, *data.packs)]
    items = [item for pack in packs for item in pack]
    for item in items:
        item["systems"] = list(map(with_rows, item["systems"]))
    return overview, items


@settings(max_examples=examples(300), deadline=None)
@given(
    st.lists(pairs(), min_size=1, max_size=6),
    st.lists(st.sampled_from((*METRICS, "anls-star")), min_size=1, unique=True),
    st.sampled_from(SCHEMAS),
    st.sampled_from([{}, {"text": "levenshtein"}, {"null": "value"}, {"confidences": "inline"}]),
)
def test_pages_of_records_are_those_of_their_explanations(documents, metrics, schema, more):
    pytest.importorskip("jsonschema_rs")
    assume(schema is None or "\\ud800" not in repr(documents))  # The validator reads valid Unicode only.
    assume(schema is None or "anls-star" not in metrics)  # It uses none.
    golds, preds = ([pair[side] for pair in documents] for side in (0, 1))
    systems = {"a": preds, "b": preds[::-1]}
    # Metrics that compare no leaves have none of the options of leaves.
    options = {"metrics": metrics, "schema": schema, **(more if {*metrics} - {"valid", "anls-star"} else {})}
    known = {parameter: value for parameter, value in options.items() if value is not None}
    written = page(golds, systems, known)
    with pytest.MonkeyPatch.context() as patch:
        for scorer in (scorers._JsonScorer, CalibrationScorer, ValidityScorer, AnlsStarScorer):
            patch.setattr(scorer, "rows", lambda self, pair: None)
        assert page(golds, systems, known) == written


@settings(max_examples=examples(300), deadline=None)
@given(
    st.lists(pairs(), min_size=1, max_size=6),
    st.sampled_from(SCHEMAS),
    st.sampled_from([{}, {"text": "levenshtein"}, {"null": "value"}]),
)
def test_notes_on_records_are_those_on_their_trees(documents, schema, more):
    pytest.importorskip("jsonschema_rs")
    assume(schema is None or "\\ud800" not in repr(documents))
    golds, preds = ([pair[side] for pair in documents] for side in (0, 1))
    options = {"task": "json", **more, **({} if schema is None else {"schema": schema})}

    def observe_both(pair, **missing):
        by_key = observe(pair, **missing)
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(pair.__dict__, "flat_pair", None)
            assert observe(pair, **missing) == by_key
        return by_key

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notes, "observe", observe_both)
        ts.score(golds, preds, "leaf", **options)


@settings(max_examples=examples(300), deadline=None)
@given(
    st.lists(pairs(), min_size=1, max_size=6),
    st.lists(st.sampled_from((*METRICS, "anls-star")), min_size=1, max_size=4, unique=True),
    st.sampled_from(SCHEMAS),
)
def test_fields_of_records_are_counted_as_their_metrics_count_them(documents, metrics, schema):
    """With metrics that are not about fields beside them, too."""
    pytest.importorskip("jsonschema_rs")
    assume(schema is None or "\\ud800" not in repr(documents))
    assume(schema is None or "anls-star" not in metrics)  # It uses none.
    golds, preds = ([pair[side] for pair in documents] for side in (0, 1))
    options = {"task": "json", "by": "field", **({} if schema is None else {"schema": schema})}
    known = ts.score(golds, preds, metrics, **options).to_dict()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flat_memory, "flat_group_memory", lambda scorers, by: None)
        assert ts.score(golds, preds, metrics, **options).to_dict() == known


@settings(max_examples=examples(300), deadline=None)
@given(
    st.lists(pairs(), min_size=1, max_size=6),
    st.sampled_from([{}, {"null": "value"}, {"confidences": "inline"}]),
)
def test_leaves_of_records_are_judged_like_those_of_trees(documents, more):
    golds, preds = ([pair[side] for pair in documents] for side in (0, 1))
    options = {"task": "json", "items": True, **more}
    known = ts.score(golds, preds, ["leaf", "confidence"], **options).to_dict()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_documents, "compare_flat", lambda gold, pred: None)
        assert ts.score(golds, preds, ["leaf", "confidence"], **options).to_dict() == known
