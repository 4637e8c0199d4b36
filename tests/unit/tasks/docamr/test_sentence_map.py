"""Documents that were split into sentences differently."""

import pytest

from tallystick.errors import DataError
from tallystick.formats.penman.reader import Graph
from tallystick.tally import Score
from tallystick.tasks.docamr.sentence_map import load_sentence_map, renamed
from tallystick.tasks.docamr.task import TASK

GOLD = "# ::id x\n(d / document :snt1 (a / come-01) :snt2 (b / go-02) :snt3 (c / end-01))"
PRED = "# ::id x\n(d / document :snt1 (m / and :op1 (a / come-01) :op2 (b / go-02)) :snt2 (c / end-01))"


def score(path, gold=GOLD, pred=PRED):
    metric = TASK.metric("docsmatch")
    scorer = metric.build(metric.settle({"sentence-map": str(path)} if path else {}))
    return Score(scorer.tally(Graph.of(gold), Graph.of(pred)))


@pytest.fixture
def table(tmp_path):
    def write(text):
        path = tmp_path / "map.tsv"
        path.write_text(text)
        return path

    return write


def test_sentences_that_belong_together_are_one_group(table):
    without, mapped = score(None), score(table("# gold\tpred\n1,2\t1\n3\t2\n"))
    # Without the map: document, TOP, and one triple in each of two sentences (an instance, or the role of the
    # sentence). With it: document, TOP, come-01, go-02, end-01 and the role of the last sentence.
    assert (without.tally.matched_pred, mapped.tally.matched_pred) == (4, 6)


def test_a_map_may_be_of_one_document_and_name_roles(table):
    assert score(table("x\tsnt1,snt2\t:snt1\nx\t3\t2\n")).tally.matched_pred == 6
    assert score(table("other\t1,2\t1\n")).tally.matched_pred == 4


def test_belonging_together_is_transitive(table):
    names = load_sentence_map(str(table("2\t1\n1\t1\n2\t5\n")))
    assert names.names("gold", None) == {"snt1": "snt1", "snt2": "snt1"}
    assert names.names("pred", "anything") == {"snt1": "snt1", "snt5": "snt1"}


def test_only_the_sentences_of_the_root_are_renamed():
    graph = Graph.of("(d / document :snt1 (m / multi-sentence :snt1 (a / b)))")
    assert renamed(graph, {"snt1": "snt9"}).roles == ("snt9", "snt1")


def test_bad_lines_are_named(table):
    with pytest.raises(DataError) as caught:
        load_sentence_map(str(table("1\t1\nnonsense\n2\t\n")))
    assert [problem.line for problem in caught.value.problems] == [2, 3]


def test_a_missing_file_is_an_error_about_data():
    with pytest.raises(DataError, match="cannot read the sentence map"):
        load_sentence_map("/nowhere/map.tsv")


def test_the_signature_tells_maps_apart(table):
    parameter = next(p for p in TASK.metric("docsmatch").parameters if p.name == "sentence-map")
    one = parameter.fingerprint(load_sentence_map(str(table("1\t1\n"))))
    other = parameter.fingerprint(load_sentence_map(str(table("1\t2\n"))))
    assert one != other
    assert parameter.fingerprint(None) == "none"


def test_sentences_that_do_not_exist_are_named_with_their_line(table):
    path = table("# gold\tpred\n1,2\t1\n3,4\t2,7\n")
    with pytest.raises(DataError) as caught:
        score(path)
    (first,) = caught.value.problems
    assert (first.path, first.line, first.item) == (str(path), 3, "x")
    assert first.message == "the pred document has no sentence snt7"
    assert first.hint.startswith("it has 2 sentences, the last is snt2")
    with pytest.raises(DataError, match="the gold document has no sentence snt4"):
        score(table("x\t3,4\t2\n"))


def test_only_the_lines_of_a_document_are_held_against_it(table):
    assert score(table("other\t9\t9\n1\t1\n")).tally.matched_pred == 4
    assert score(table("9\t9\nx\t1\t1\n")).tally.matched_pred == 4


def test_an_empty_prediction_and_a_graph_that_is_no_document_have_nothing_to_name(table):
    path = str(table("1\t1\n"))
    metric = TASK.metric("docsmatch")
    scorer = metric.build(metric.settle({"sentence-map": path}))
    assert scorer.tally(Graph.of(GOLD), Graph.nothing()).matched_pred == 0
    assert scorer.tally(Graph.of(GOLD), Graph.of("(a / come-01)")).matched_pred >= 0
