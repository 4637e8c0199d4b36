"""The journal: nothing is lost, nothing is believed that is not whole, no other run is continued."""

import json
import math
import pickle
from dataclasses import fields

import pytest

import tallystick as ts
from tallystick import registry
from tallystick.errors import MachineError, Problem
from tallystick.report.formats import render
from tallystick.report.scores import ScoreView
from tallystick.run import journal as resume_module
from tallystick.run.collect import outcomes
from tallystick.run.engines.wire import decode, decode_all, encode, encode_all
from tallystick.run.inputs.sides import input_pairs, read_pairs
from tallystick.run.journal import Journal
from tallystick.run.pair_scoring import Scoring
from tallystick.run.plan import Outcome, Plan
from tallystick.run.request import Execution
from tallystick.run.score import input_of
from tallystick.tally import Tally

TASKS = [pytest.param(task, id=name) for name, task in registry.tasks().items()]


def outcomes_of(task, **settings):
    chosen = registry.choose(task, [], task.example_options)
    plan = Plan(task.name, tuple((one.key, one.metric.name, one.options) for one in chosen), **settings)
    inputs = input_pairs(*(input_of(str(path), "gold") for path in task.example))
    return list(outcomes(Scoring(plan, task), read_pairs(task, inputs, "auto"), Execution()))


def same(one, two):
    """Equal, and of the same types all through: 1 is not 1.0 here."""
    return one == two and repr(one) == repr(two)


@pytest.mark.parametrize("task", TASKS)
def test_outcomes_of_every_task_come_back_from_json(task):
    for by in (None, "document", *task.divisions):
        found = outcomes_of(task, by=by)
        assert found
        for outcome in found:
            assert same(decode(json.loads(json.dumps(encode(outcome)))), outcome)


def test_every_field_comes_back():
    tally = Tally(1, 0.1 + 0.2, 5e-324, math.inf, 2, 1, 0.5, (Tally.of(1, pred=2, gold=3),))
    problem = Problem("é\udc80", "p", 3, 4, "i", "h", "c", "warning", "\u2028")
    outcome = Outcome(
        "a", "zeroed", (tally,), (problem,), {"x": (tally,), "": ()}, 2.5, 7, 3, {"sentences": 4}, "p", "d",
        {"wrong": 2},
    )  # fmt: skip
    defaults = Outcome("", "")
    for name in (field.name for field in fields(Outcome) if field.compare):
        assert getattr(outcome, name) != getattr(defaults, name), f"{name} is not tried here"
    assert same(decode(json.loads(json.dumps(encode(outcome)))), outcome)


def spans(kind, count=300):
    return "".join(
        json.dumps({"id": f"d{n}", "spans": [{"type": kind[n % len(kind)], "span": [n % 5, n % 7 + 5]}]})
        + "\n"
        for n in range(count)
    )


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.jsonl").write_text(spans("ABC"))
    (tmp_path / "pred.jsonl").write_text(spans("ABCD"))
    return tmp_path


class StoppedError(Exception):
    """The run was stopped."""


def stop_after(count):
    def progress(_outcome):
        nonlocal count
        count -= 1
        if count == 0:
            raise StoppedError

    return progress


def run(**options):
    return render("json", ScoreView(ts.score("gold.jsonl", "pred.jsonl", **options), items=True))


@pytest.fixture
def stopped(files):
    """The journal of a run that was stopped after 200 of 300 items."""
    with pytest.raises(StoppedError):
        run(resume="journal", progress=stop_after(200))
    assert (files / "journal").stat().st_size
    return files / "journal"


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("after", [1, 63, 64, 65, 299, 300])
def test_a_run_goes_on(files, jobs, after):
    with pytest.raises(StoppedError):
        run(resume="journal", jobs=jobs, progress=stop_after(after))
    with Journal("journal") as journal:
        taken = sum(1 for _ in journal._recorded(json.loads(first_line(files))))
        journal._ours = False
    # What came out was written down before, and with it at most what waited behind it.
    assert after <= taken <= after + resume_module.MOST_OUTCOMES
    assert run(resume="journal", jobs=jobs) == run()
    assert not (files / "journal").exists()


def test_a_run_is_stopped_while_it_reads_its_journal(stopped):
    whole = stopped.read_bytes()
    with pytest.raises(StoppedError):
        run(resume="journal", progress=stop_after(50))
    assert stopped.read_bytes() == whole
    assert run(resume="journal") == run()


def first_line(folder):
    """What the journal is of, without what the journal adds itself."""
    header = json.loads((folder / "journal").read_bytes().split(b"\n")[0].partition(b" ")[2])
    del header["kind"]
    return json.dumps(header)


def test_nothing_is_scored_twice(stopped, monkeypatch):
    scored = []
    pair = resume_module.encode
    monkeypatch.setattr(resume_module, "encode", lambda outcome: scored.append(outcome.id) or pair(outcome))
    assert run(resume="journal") == run()
    assert scored == [f"d{n}" for n in range(200, 300)]


def test_a_run_that_ends_leaves_nothing(files):
    assert run(resume="journal") == run()
    assert sorted(path.name for path in files.iterdir()) == ["gold.jsonl", "pred.jsonl"]


@pytest.mark.parametrize("cut", range(1, 90, 8))
def test_a_torn_record_is_done_again(stopped, cut):
    whole = stopped.read_bytes()
    stopped.write_bytes(whole[:-cut])
    assert run(resume="journal") == run()


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_nothing_is_believed_after_a_damaged_record(stopped, share):
    raw = bytearray(stopped.read_bytes())
    place = raw.index(b"\n") + int(share * (len(raw) - raw.index(b"\n")))
    raw[place : place + 3] = bytes(3)
    stopped.write_bytes(raw)
    assert run(resume="journal") == run()


@pytest.mark.parametrize(
    "order", [(0, 1, 1, 2, 3, 4), (0, 2, 3, 4), (0, 2, 1, 3, 4), (0, 1, 3, 2, 4), (0, 0, 1, 2, 3, 4), (0, 4)]
)
def test_lines_that_are_doubled_missing_or_exchanged_are_found(stopped, order):
    """Every line is whole, with its checksum; only the order is wrong."""
    lines = stopped.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    text = b"".join(lines[number] for number in order)
    stopped.write_bytes(text)
    assert run(resume="journal") == run()
    # And it is said.
    identity = {
        name: value for name, value in json.loads(lines[0].partition(b" ")[2]).items() if name != "kind"
    }
    stopped.write_bytes(text)
    with Journal(stopped) as journal:
        list(journal._recorded(identity))
        assert journal.damaged


@pytest.mark.parametrize("length", [0, 1, 20])
def test_a_torn_first_line_is_begun_anew(stopped, length):
    stopped.write_bytes(stopped.read_bytes()[:length])
    assert run(resume="journal") == run()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metrics": "span"}, "the earlier run had different options: metrics"),
        ({"average": "macro"}, "the earlier run had different options: metrics"),
        ({"on_error": "zero"}, "the earlier run had different options: metrics"),
        ({"match_by": "order"}, "the earlier run had different options: metrics"),
        ({"by": "type"}, "the earlier run had different options: by None, not 'type'"),
    ],
)
def test_other_options_are_refused(stopped, options, message):
    with pytest.raises(ts.UsageError, match=message):
        run(resume="journal", **options)
    assert run(resume="journal") == run(), "what was done must not be lost"


def test_what_moves_no_score_may_differ(stopped):
    assert run(resume="journal", confidence=0.9, jobs=2) == run(confidence=0.9)


def test_changed_files_are_refused(stopped, files):
    pred = files / "pred.jsonl"
    before = pred.read_text()
    pred.write_text(before.replace('"D"', '"E"', 1))
    with pytest.raises(
        ts.UsageError, match=r"pred\.jsonl was not an input of the earlier run, or has changed since"
    ):
        run(resume="journal")
    pred.write_text(before)
    assert run(resume="journal") == run()


def test_another_version_is_refused(stopped, monkeypatch):
    monkeypatch.setattr("tallystick.run.identity.VERSION", "9.9")
    with pytest.raises(ts.UsageError, match=r"it was started by another version \(1"):
        run(resume="journal")


@pytest.mark.parametrize("content", ['{"id": 1}\n', "00000000 {}\n", "no line end"])
@pytest.mark.parametrize("bad", [False, True])
def test_a_file_of_data_is_never_touched(files, content, bad):
    """Not even where the data are bad, which is an end of the run."""
    other = files / "other"
    other.write_text(content)
    if bad:
        (files / "pred.jsonl").write_text("(a / b)\n")
    with pytest.raises(ts.DataError if bad else ts.UsageError):
        run(resume="other", task="spans")
    assert other.read_text() == content


def test_bad_data_end_a_run(files):
    (files / "pred.jsonl").write_text(spans("ABC", 299) + '{"id": "d299", "spans": 3}\n')
    with pytest.raises(ts.DataError, match=r"pred\.jsonl:300"):
        run(resume="journal")
    assert not (files / "journal").exists()


def test_what_cannot_be_read_again_is_refused(files):
    with pytest.raises(ts.UsageError, match="--resume needs files, not objects"):
        ts.score([{"spans": []}], [{"spans": []}], task="spans", resume="journal")
    with pytest.raises(ts.UsageError, match="expected a file"):
        run(resume=".")
    with pytest.raises(ts.UsageError, match="No such file or directory"):
        run(resume="nowhere/journal")
    assert not (files / "journal").exists()


def test_directories(files):
    for side in ("gold", "pred"):
        (files / side).mkdir()
        for name in ("a.jsonl", "b.jsonl"):
            (files / side / name).write_text((files / f"{side}.jsonl").read_text())
    whole = render("json", ScoreView(ts.score("gold", "pred"), items=True))
    with pytest.raises(StoppedError):
        ts.score("gold", "pred", resume="journal", progress=stop_after(450))
    assert render("json", ScoreView(ts.score("gold", "pred", resume="journal"), items=True)) == whole


def test_explanations_of_items_that_were_done_before(stopped):
    again, whole = (
        ts.score("gold.jsonl", "pred.jsonl", resume="journal"),
        ts.score("gold.jsonl", "pred.jsonl"),
    )
    for place in (0, 3, 199, 200, 299):
        assert again["span"].items[place].alignment == whole["span"].items[place].alignment


def test_a_disk_that_is_full(files, monkeypatch):
    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(resume_module.os, "fsync", full)
    with pytest.raises(MachineError, match="--resume journal: No space left on device"):
        run(resume="journal")


def test_groups_with_the_same_tallies_share_them_on_the_way():
    first, second = (Tally.of(1, pred=2, gold=3),), (Tally.of(0, pred=1, gold=1),)
    sent = [
        Outcome("a", "scored", first, groups={"x": second, "y": second}),
        Outcome("b", "scored", first, groups={"x": second, "y": first}),
    ]
    received = [*decode_all(json.loads(json.dumps(encode_all(sent))))]
    assert received == sent
    by_pickle = [*decode_all(pickle.loads(pickle.dumps(encode_all(sent))))]
    assert by_pickle == sent
    assert (
        len({id(own) for outcome in by_pickle for label, own in outcome.groups.items() if label == "x"}) == 1
    )


def test_parts_that_tallies_have_in_common_are_sent_once():
    nothing, some = Tally.of(0, pred=0, gold=0), Tally(1, 0.5, 2, 0.25)
    sent = [
        Outcome(name, "scored", (Tally(parts=(nothing, some, nothing)), Tally(parts=(nothing,))))
        for name in "ab"
    ]
    received = list(decode_all(pickle.loads(pickle.dumps(encode_all(sent)))))
    assert same(received, sent)
    parts = [part for outcome in received for tally in outcome.tallies for part in tally.parts]
    assert len({id(part) for part in parts}) == 2
