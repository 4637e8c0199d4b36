"""Agreement from Python: annotators as paths, texts and objects."""

import pytest

import tallystick as ts
from tallystick.run.inputs.annotators import names_of

ANN, BOB = "(w / want-01 :ARG0 (b / boy))", "(w / want-01 :ARG0 (g / girl))"


def spans(*types, **more):
    return [{"id": str(n), "spans": [{"type": kind, "span": [0, 1]}], **more} for n, kind in enumerate(types)]


def test_by_name():
    found = ts.agree({"ann": ANN, "bob": BOB, "cy": ANN}, "smatch", task="amr")
    # 3 of 4 triples in common between ann and bob; ann and cy are the same.
    assert found.annotators == ("ann", "bob", "cy")
    assert found["smatch"].matrix == [[None, 0.75, 1.0], [0.75, None, 0.75], [1.0, 0.75, None]]
    assert found["smatch"].mean == pytest.approx(2.5 / 3)
    assert list(found) == ["smatch"]
    assert found["smatch"].pairs[0].f1 == 0.75
    assert "75.00" in repr(found)
    with pytest.raises(KeyError, match="no metric 'b3' in this agreement; it has smatch"):
        found["b3"]


def test_objects_are_paired_by_id_and_the_rest_is_counted():
    found = ts.agree([spans("PER", "LOC", "ORG"), spans("PER", "ORG")], "span", task="spans")
    # Items 0 and 1 are shared: one span of two is the same.
    assert found["span"].mean == 0.5
    (pair,) = found.coverage
    assert (pair.a, pair.b, pair.items, pair.only_a, pair.only_b) == ("1", "2", 2, 1, 0)
    assert not pair.complete


def test_objects_need_a_task():
    with pytest.raises(ts.UsageError, match="name the task"):
        ts.agree([spans("PER"), spans("PER")])


def test_a_malformed_item_is_told_or_left_out():
    bad = [*spans("PER"), {"id": "1", "spans": 3}]
    with pytest.raises(ts.DataError, match="<2>:2"):
        ts.agree([spans("PER", "LOC"), bad], "span", task="spans")
    found = ts.agree([spans("PER", "LOC"), bad], "span", task="spans", on_error="skip")
    assert (found.coverage[0].items, found.coverage[0].skipped) == (1, 1)
    assert [problem.level for problem in found.problems] == ["error"]


def test_nobody_is_a_prediction():
    with pytest.raises(ts.UsageError, match="applies only to predictions"):
        ts.agree([spans("PER"), spans("PER")], task="spans", on_error="zero")
    with pytest.raises(ts.UsageError, match="at least two annotators"):
        ts.agree([spans("PER")], task="spans")


def test_groups_and_options():
    ann, bob = spans("PER", meta={"genre": "news"}), spans("LOC", meta={"genre": "news"})
    found = ts.agree({"ann": ann, "bob": bob}, "span", task="spans", by="genre")
    assert [pair.f1 for pair in found["span"].groups["news"]] == [0.0]
    graphs = {"ann": "(a / b :wiki 1)", "bob": "(a / b :wiki 2)"}
    assert ts.agree(graphs, "smatch", task="amr", except_="wiki")["smatch"].mean == 1.0


def test_the_standard_set_has_what_occurs():
    clusters = [{"id": "a", "clusters": [[[0, 0], [2, 2]]]}]
    found = ts.agree([clusters, clusters], task="coref")
    assert "b3" in found
    assert "zeros" not in found


def test_repeated_ids_are_an_error():
    twice = spans("PER") * 2
    with pytest.raises(ts.DataError, match="an earlier item has the same id"):
        ts.agree([twice, twice], task="spans")


def test_ids_on_one_side_only_leave_the_order():
    nameless = [{"spans": item["spans"]} for item in spans("PER", "LOC")]
    found = ts.agree([spans("PER", "ORG"), nameless], "span", task="spans")
    assert found["span"].mean == 0.5
    with pytest.raises(ts.DataError, match="ends before item 2"):
        ts.agree([spans("PER", "ORG"), nameless[:1]], "span", task="spans")
    with pytest.raises(ts.DataError, match="no id"):
        ts.agree([spans("PER", "ORG"), nameless], "span", task="spans", match_by="id")


def test_directories_without_ids(tmp_path):
    for name, words in (("ann", "bd"), ("bob", "bx")):
        (tmp_path / name).mkdir()
        for file in ("one", "two"):
            (tmp_path / name / f"{file}.amr").write_text("".join(f"(a / {word})\n\n" for word in words))
    found = ts.agree([tmp_path / "ann", tmp_path / "bob"], "smatch.instance")
    assert found.annotators == ("ann", "bob")
    assert found["smatch.instance"].mean == 0.5
    assert found.coverage[0].items == 4
    (tmp_path / "bob" / "one.amr").write_text("(a / b)\n")
    with pytest.raises(ts.DataError, match=r"bob/one.amr ends before item 2"):
        ts.agree([tmp_path / "ann", tmp_path / "bob"], "smatch.instance")


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (["a/ann.amr", "b/bob.amr"], ["ann", "bob"]),
        (["ann.amr", "ann.umr"], ["ann.amr", "ann.umr"]),
        (["a/x.amr", "b/x.amr"], ["a", "b"]),
        (["a/x.amr", "b/x.amr", "b/y.amr"], ["a/x.amr", "b/x.amr", "b/y.amr"]),
        (["x.amr", "x.amr"], ["x.amr (1)", "x.amr (2)"]),
        (["(a / b)", "# ::id\n(a / b)"], ["1", "2"]),
        (["ann", [{}]], ["ann", "2"]),
    ],
)
def test_names_as_short_as_can_be_told_apart(given, names):
    assert list(names_of(given)) == names


def test_an_item_whose_id_cannot_be_read_is_left_out_and_counted(tmp_path):
    ann, bob = tmp_path / "ann.jsonl", tmp_path / "bob.jsonl"
    ann.write_text('{"id": "1", "spans": []}\n{"id": "2", "spans": []}\n')
    bob.write_text('{"id": "1", "spans": []}\nnonsense\n{"id": "3", "spans": []}\n')
    with pytest.raises(ts.DataError, match=r"bob.jsonl:2"):
        ts.agree([ann, bob], task="spans")
    (pair,) = ts.agree([ann, bob], task="spans", on_error="skip").coverage
    assert (pair.items, pair.only_a, pair.only_b, pair.skipped) == (1, 1, 1, 1)


def test_without_ids_an_unreadable_item_keeps_its_place(tmp_path):
    ann, bob = tmp_path / "ann.amr", tmp_path / "bob.amr"
    ann.write_text("(a / b)\n\n(c / d)\n\n(e / f)\n")
    bob.write_text("(a / b)\n\n(c / d :x)\n\n(e / f)\n")
    found = ts.agree([ann, bob], "smatch", on_error="skip")
    assert found["smatch"].mean == 1.0
    assert (found.coverage[0].items, found.coverage[0].skipped) == (2, 1)


def test_json_documents(tmp_path):
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_text('{"id": "1", "value": {"a": 1, "b": "x"}}\n', "utf-8")
    second.write_text('{"id": "1", "value": {"a": 1, "b": "y"}}\n', "utf-8")
    agreement = ts.agree({"a": str(first), "b": str(second)}, "leaf", task="json")
    assert agreement["leaf"].mean == 0.5
