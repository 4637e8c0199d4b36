"""Time and memory limits of a run: every metric of every task observes them, and an item beyond them has a name.

A deadline that has passed and a clock that is looked at after every step stand for searches that take long.
"""

import json
import sys

import pytest

import tallystick as ts
from tallystick import limits
from tallystick.cli.app import run
from tallystick.errors import DataError, NotProvenError, UsageError
from tallystick.results.settings import Settings
from tallystick.tally import Alignment, Tally
from tallystick.tasks.base import Scorer

AMR = "(a / and :op1 (b / boy :ARG0-of (s / see-01 :ARG1 b2)) :op2 (b2 / boy :mod (g / girl)))"
OTHER_AMR = "(a / and :op1 (b / girl :ARG0-of (s / see-01 :ARG1 b2)) :op2 (b2 / boy :mod (g / boy)))"

GRAPHS = f"# ::id item-7\n{AMR}", f"# ::id item-7\n{OTHER_AMR}"


def spans(*ends):
    return {"id": "item-7", "spans": [{"type": "PER", "span": list(pair)} for pair in ends]}


def clusters(*entities, **more):
    return {"id": "item-7", "clusters": [[list(span) for span in entity] for entity in entities], **more}


def split(*last):
    components = [[], [], [], [0, 1], [0, 2], [1, 2], list(last)]
    return clusters(
        [(0, 0)], [(1, 1)], [(2, 2)], [(3, 3)], [(4, 4)], [(5, 5)], [(6, 6)], components=components
    )


def filler(*mentions):
    return {"role": "agent", "entity": list(mentions)}


def relation(start):
    return {"args": [{"role": "task", "mentions": [[start, start + 4], [start + 10, start + 12]]}]}


#: Searches that have no result before their end: task, metric, gold, pred.
COMPLETE = {
    "sembleu": ("amr", "sembleu", *GRAPHS),
    "released": ("amr", "ancast.concept(convention=ancast-0.1.1)", *GRAPHS),
    "spans": ("spans", "span-partial", spans((0, 4), (2, 6)), spans((1, 5), (3, 7))),
    "nary": ("nary", "scirex", *[{"id": "item-7", "relations": [relation(0), relation(1)]}] * 2),
    "roles": (
        "roles", "ceaf-ree(phi=4)", {"id": "item-7", "roles": [filler("a", "b"), filler("b")]},
        {"id": "item-7", "roles": [filler("a"), filler("b", "a")]},
    ),
    "mor": ("coref", "mor", clusters([(0, 9)], [(1, 8)]), clusters([(0, 8)], [(1, 7)])),
    "sets": ("coref", "ceaf-e", split(0, 1, 2), split(0, 1)),
    "partial": (
        "coref", "muc(match=partial)", clusters([(0, 9), (20, 29)], [(1, 8)]), clusters([(0, 8), (20, 28)]),
    ),
}  # fmt: skip


@pytest.fixture
def impatient(monkeypatch):
    """Look at the clock after every step."""
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", COMPLETE)
def test_every_search_observes_the_limit(name):
    task, metric, gold, pred = COMPLETE[name]
    assert ts.score([gold], [pred], metric, task=task, time_limit=3600).items == 1
    with pytest.raises(DataError, match=r"not scored within 1e-09 seconds") as caught:
        ts.score([gold], [pred], metric, task=task, time_limit=1e-9)
    (problem,) = caught.value.problems
    assert (problem.item, problem.code) == ("item-7", "time-limit")


@pytest.mark.usefixtures("impatient")
def test_ancast_keeps_the_totals_of_what_is_cut_short():
    gold, pred = GRAPHS
    whole = ts.score([gold], [pred], "ancast.concept", task="amr")["ancast.concept"].tally
    cut = ts.score([gold], [pred], "ancast.concept", task="amr", time_limit=1e-9)["ancast.concept"].tally
    assert (cut.pred_total, cut.gold_total) == (whole.pred_total, whole.gold_total)
    assert cut.proved == 0
    assert cut.matched_pred <= whole.matched_pred <= cut.matched_pred + cut.slack


@pytest.mark.usefixtures("impatient")
def test_a_score_may_lack_its_explanation(monkeypatch):
    task, metric, gold, pred = COMPLETE["spans"]
    monkeypatch.setattr("tallystick.run.collect.MOST_TEXT", 0)  # it is analysed again to be explained
    report = ts.score([gold], [pred], metric, task=task, time_limit=3600)
    late = iter([0.0] + [3601.0] * 1000).__next__
    monkeypatch.setattr(limits.Limits.__init__, "__defaults__", (None, None, late))
    alignment = report[metric].items[0].alignment
    assert not alignment
    assert "not scored within 3600 seconds" in alignment.summary


@pytest.mark.usefixtures("impatient")
def test_an_item_beyond_the_limit_is_left_out_or_counts_as_empty():
    task, metric, gold, pred = COMPLETE["spans"]
    skipped = ts.score([gold], [pred], metric, task=task, time_limit=1e-9, on_error="skip")
    assert (skipped.skipped, skipped.items) == (1, 0)
    zeroed = ts.score([gold], [pred], metric, task=task, time_limit=1e-9, on_error="zero")
    assert (zeroed.zeroed, zeroed[metric].recall) == (1, 0.0)


@pytest.mark.usefixtures("impatient")
def test_an_error_at_the_deadline_names_the_item():
    task, metric, gold, pred = COMPLETE["spans"]
    with pytest.raises(NotProvenError, match="item item-7"):
        ts.score([gold], [pred], metric, task=task, time_limit=1e-9, on_timeout="error")


DOCUMENT = "(d / document :snt1 (s1.a / come-01 :ARG1 (s1.h / he)) :snt2 (s2.g / go-02 :ARG0 s1.h))"
OTHER_DOCUMENT = DOCUMENT.replace("go-02", "leave-11")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("task", "metric", "gold", "pred"),
    [
        ("amr", "smatch", AMR, OTHER_AMR),
        ("docamr", "docsmatch", DOCUMENT, OTHER_DOCUMENT),
        ("docamr", "docsmatch.coref", DOCUMENT, OTHER_DOCUMENT),
    ],
)
def test_an_alignment_that_is_cut_off_before_it_is_built_keeps_its_totals(
    task, metric, gold, pred, monkeypatch
):
    monkeypatch.setattr("tallystick.tasks.graphs.problem.LARGE", -1)
    complete = ts.score([gold], [pred], metric, task=task)[metric].tally
    cut = ts.score([gold], [pred], metric, task=task, time_limit=1e-9)[metric].tally
    assert (cut.pred_total, cut.gold_total) == (complete.pred_total, complete.gold_total)
    assert (cut.items, cut.proved) == (1, 0)
    assert cut.matched_pred <= complete.matched_pred <= cut.matched_pred + cut.slack
    same = ts.score([gold], [gold], metric, task=task, time_limit=1e-9)[metric].tally
    assert (same.matched_pred, same.proved) == (same.gold_total, 1)


def test_restarts_end_at_the_deadline():
    """A million restarts: with a deadline that has passed, there is none."""
    report = ts.score(
        [AMR], [OTHER_AMR], "smatch", task="amr", solver="climb", restarts=10**9, time_limit=1e-9
    )
    best = report["smatch"].score
    assert best.matched <= best.upper_bound


class Counting(Scorer):
    """A scorer that notes how much time it is given."""

    reading = ts.bag(ts.exact).reading

    def __init__(self, given):
        self.given = given

    def count(self, pair):
        self.given.append((limits.current().remaining(), limits.current().deadline))
        return Tally.of(1, pred=2, gold=2)

    def explain(self, pair):
        return Alignment()


def test_one_deadline_serves_all_metrics_of_an_item(monkeypatch):
    from tallystick.registry import Chosen

    given = []
    monkeypatch.setattr(Chosen, "scorer", lambda self: Counting(given))
    ts.score(
        [spans((0, 1))], [spans((0, 1))], ["span", "span-boundary"], task="spans", items=False, time_limit=60
    )
    (first, deadline), (second, same) = given
    assert second < first < 60
    assert deadline == same


def test_a_bound_is_never_above_the_smaller_total_and_an_unproved_item_is_named(monkeypatch):
    from tallystick.registry import Chosen

    class Loose(Counting):
        def count(self, pair):
            return Tally.of(1, pred=4, gold=3, proved=False, slack=79.0)

    monkeypatch.setattr(Chosen, "scorer", lambda self: Loose([]))
    sides = [spans((0, 1))], [spans((0, 1))]
    best = ts.score(*sides, "span", task="spans", items=False)["span"].score
    assert best.upper_bound == 3
    bound = ts.score(*sides, "span", task="spans", items=False, on_timeout="bound")["span"].score
    assert (bound.precision, bound.recall) == (0.75, 1.0)
    with pytest.raises(NotProvenError, match=r"^item item-7 was not proved optimal$"):
        ts.score(*sides, "span", task="spans", items=False, on_timeout="error")


#: Such as users write.
ENDLESS = """
from tallystick import similarity

def endless(gold, pred):
    while True:
        try:
            len(gold)
        except Exception:
            pass

metric = similarity(endless)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no timers")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_function_that_never_returns_is_interrupted(tmp_path, monkeypatch, capsys, jobs):
    (tmp_path / "endless_metric.py").write_text(ENDLESS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "endless_metric", raising=False)
    (tmp_path / "a.jsonl").write_text("[1]\n[2]\n")
    options = ["--time-limit", "0.05", "--jobs", str(jobs), "--no-progress"]
    assert run(["score", "a.jsonl", "a.jsonl", "--task", "endless_metric:metric", *options]) == 3
    told = capsys.readouterr().err
    assert "a.jsonl:1: The item was not scored within 0.05 seconds" in told
    assert "2 problems" in told


MEMORY = {
    "smatch": ("amr", "smatch", AMR, OTHER_AMR),
    "ancast": ("amr", "ancast.concept", AMR, OTHER_AMR),
    "mor": COMPLETE["mor"],
    "sets": COMPLETE["sets"],
}


@pytest.mark.parametrize("name", MEMORY)
def test_an_item_that_needs_too_much_memory_is_refused_by_name(name):
    task, metric, gold, pred = MEMORY[name]
    assert ts.score([gold], [pred], metric, task=task, memory_limit="1GB").items == 1
    with pytest.raises(DataError, match=r"needs about .* the limit is 10 bytes per item") as caught:
        ts.score([gold], [pred], metric, task=task, memory_limit=10)
    (problem,) = caught.value.problems
    assert problem.code == "memory-limit"
    assert problem.item == ("1" if task == "amr" else "item-7")


def test_many_equal_values_are_counted_before_they_are_listed():
    many = [{"id": "many", "spans": [{"type": "PER", "span": [0, end]} for end in range(300)]}]
    with pytest.raises(DataError, match="90,000 pairs of values to compare"):
        ts.score(many, many, "span-partial", task="spans", memory_limit="1MB")
    few = [spans((0, 1))]
    report = ts.score(
        many + few, many + few, "span-partial", task="spans", memory_limit="1MB", on_error="skip"
    )
    assert (report.skipped, report.items) == (1, 1), "one item never ends a run"


def test_memory_that_runs_out_is_a_problem_of_the_item():
    class Greedy(Counting):
        def count(self, pair):
            raise MemoryError

    with pytest.raises(DataError, match=r"more memory than there is.*item-7"):
        ts.score([spans((0, 1))], [spans((0, 1))], [Greedy([])], task="spans", items=False)


def test_workers_share_the_memory_of_the_machine(monkeypatch):
    from tallystick.run.engines import engine as engines
    from tallystick.run.plan import Plan

    given = []
    monkeypatch.setattr(engines, "default_memory", lambda: 9000)
    monkeypatch.setattr(engines, "in_processes", lambda plan, *_others: given.append(plan.memory_limit))
    engines.on_engine(Plan("spans", ()), iter(()), "local", 3)
    engines.on_engine(Plan("spans", (), memory_limit=77), iter(()), "local", 3)
    assert given == [3000, 77]


@pytest.mark.parametrize(("written", "size"), [("500MB", 500_000_000), ("1.5g", 1_500_000_000), (77, 77)])
def test_sizes(written, size):
    assert Settings(memory_limit=written).memory_limit == size


@pytest.mark.parametrize("written", ["", "0", "-1", "many", "1TB", "1e9", "0.1", "9" * 5000])
def test_what_is_no_size_is_refused(written):
    with pytest.raises(UsageError, match="is not a size such as 500MB or 4GB"):
        Settings(memory_limit=written)


def test_the_limit_is_signed_where_it_can_move_a_score():
    assert "memory-limit" not in Settings(memory_limit="1GB").signed()
    assert Settings(memory_limit="1GB", on_error="skip").signed()["memory-limit"] == 10**9


def test_on_the_command_line(tmp_path, capsys):
    for name in ("gold", "pred"):
        (tmp_path / f"{name}.amr").write_text(f"# ::id graph-3\n{AMR}\n")
    paths = [str(tmp_path / "gold.amr"), str(tmp_path / "pred.amr")]
    options = ["--task", "amr", "-m", "smatch", "--memory-limit", "10"]
    assert run(["score", *paths, *options]) == 3
    assert "(item graph-3)" in capsys.readouterr().err
    assert run(["score", *paths, *options, "--on-error", "skip", "-f", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["skipped"] == 1
    assert "memory-limit:10" in found["signature"]["smatch"]
