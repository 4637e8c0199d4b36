"""Looking at sources: which task, which format, whether they can be read."""

import os
import threading

import pytest

import tallystick as ts
from tallystick.errors import DataError, UsageError
from tallystick.formats.base import Source
from tallystick.registry import tasks
from tallystick.run.inputs.sources import PipedSource, check_task, infer_task, open_source, pick_format

SPANS = '{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}]}'
COLUMNS = "Bonn B-LOC\nlies O\n"


def test_the_task_is_inferred_where_it_is_certain():
    assert infer_task(Source("x", SPANS)).name == "spans"
    assert infer_task(Source("x", COLUMNS)).name == "spans"
    # The first lines may be empty documents, or no good.
    assert infer_task(Source("x", '{"id": "0", "spans": []}\nnonsense\n' + SPANS)).name == "spans"
    # One side that is certain is enough.
    assert infer_task(Source("x", "nonsense"), Source("y", SPANS)).name == "spans"


@pytest.mark.parametrize(
    "text",
    [
        '[{"invoice": 1}, {"invoice": 2}]',
        '[\n  {"invoice": 1}\n]\n',
        '{"invoice": 1, "items": []}\n{"invoice": 2}',
        '{"id": 1, "value": {"spans": []}}',
        '{\n  "a": 1,\n  "b": []\n}\n',
    ],
)
def test_json_that_is_of_no_other_task_is_any_json(text):
    assert infer_task(Source("x", text)).name == "json"


def test_json_with_a_key_of_records_may_be_of_another_task():
    for text in ('{"id": "a", "spans": []}', '{"title": "x", "events": [{"name": "y"}]}', "{}"):
        with pytest.raises(UsageError, match="cannot infer the task"):
            infer_task(Source("x", text))


def test_otherwise_it_is_asked_for():
    with pytest.raises(
        UsageError,
        match="cannot infer the task of x; pass --task with one of amr, umr, docamr, coref, spans",
    ):
        infer_task(Source("x", "nonsense"), Source("x", "nonsense"))
    both = '{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}], "clusters": [[[0, 0]]]}'
    with pytest.raises(UsageError, match="may belong to the task coref or spans"):
        infer_task(Source("x", both))


@pytest.mark.parametrize(("text", "code"), [("", "empty"), ("\ufeff \n", "empty"), ("a\0\0\0", "encoding")])
def test_what_holds_nothing(text, code):
    with pytest.raises(DataError) as caught:
        infer_task(Source("x", text))
    assert [problem.code for problem in caught.value.problems] == [code]


def test_a_file_of_another_task_is_refused():
    check_task(tasks()["spans"], Source("x", SPANS), Source("x", "nonsense"), Source("x", ""))
    with pytest.raises(
        DataError, match="expected a file of the task coref, but this is a file of the task spans"
    ):
        check_task(tasks()["coref"], Source("x", SPANS))


def test_formats():
    spans = tasks()["spans"]
    assert spans.formats[pick_format(spans, Source("x", COLUMNS))].reader.name == "iob"
    assert spans.formats[pick_format(spans, Source("x", SPANS))].reader.name == "json-lines"
    assert pick_format(spans, Source("x", "nonsense")) == 0


def test_a_pipe_is_looked_at_without_losing_anything(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_text(SPANS))
    writer.start()
    source = open_source(str(path))
    writer.join()
    assert isinstance(source, PipedSource)
    assert infer_task(source).name == "spans"
    assert [line.text for line in source.lines()] == [SPANS]


def test_paths_are_opened_as_they_are(tmp_path):
    assert isinstance(open_source("-"), PipedSource)
    assert open_source(str(tmp_path)) == Source(str(tmp_path))
    assert open_source("x" * 5000) == Source("x" * 5000)


def test_a_prediction_without_entities_is_a_prediction():
    rows = "# newdoc id = d\n# sent_id = 1\n1\tAna\t_\t_\t_\t_\t0\troot\t_\t{}\n2\tAna\t_\t_\t_\t_\t1\tflat\t_\t{}\n\n"
    header = "# global.Entity = eid-etype-head-other\n"
    gold = header + rows.format("Entity=(e1-x-1-)", "Entity=(e1-x-1-)")
    for pred in (rows.format("_", "_"), header + rows.format("_", "_")):
        score = ts.score(gold, pred, "mentions")["mentions"]
        assert (score.tally.gold_total, score.tally.pred_total) == (2, 0)


@pytest.mark.parametrize("beginning", ["", "\n\n", "# a comment\n"])
def test_a_pipe_is_waited_for_until_its_task_can_be_told(beginning, monkeypatch):
    """Whoever writes into a pipe may be slow; its first words alone say nothing."""
    read, write = os.pipe()
    text = "# ::id 1\n(w / want-01 :ARG0 (b / boy))\n"

    def slowly():
        with os.fdopen(write, "w", encoding="utf-8") as pipe:
            for piece in (beginning, *text):
                pipe.write(piece)
                pipe.flush()

    writer = threading.Thread(target=slowly)
    with os.fdopen(read, encoding="utf-8") as standard_input:
        monkeypatch.setattr("sys.stdin", standard_input)
        source = open_source("-")
        writer.start()
        assert infer_task(source).name == "amr"
        assert "".join(line.text + "\n" for line in source.lines()) == beginning + text
        assert not standard_input.closed
    writer.join()


def test_a_mark_of_byte_order_hides_no_format():
    text = "\ufeff#begin document (d)\nd\t0\t0\tAnn\t(1)\n#end document\n"
    assert infer_task(Source("x", text)).name == "coref"
    coref = tasks()["coref"]
    assert coref.formats[pick_format(coref, Source("x", text))].reader.name == "conll"


def test_a_first_line_longer_than_what_is_looked_at():
    clusters = ", ".join(f"[[{n}, {n}], [{n + 1}, {n + 1}]]" for n in range(20_000))
    long = f'{{"id": "a", "meta": {{"spans": [1]}}, "clusters": [{clusters}]}}\n'
    assert infer_task(Source("x", long)).name == "coref"
    # Of a list that lies beyond, nothing is known; nor of an element that does not end.
    words = ", ".join(['"word"'] * 60_000)
    for unknown in (f'{{"tokens": [{words}], "clusters": [[[0, 0]]]}}', f'{{"clusters": [[{words}]]}}'):
        with pytest.raises(UsageError, match="cannot infer the task of x"):
            infer_task(Source("x", unknown))
