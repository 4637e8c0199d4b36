"""Summing up a run."""

from tallystick.errors import Problem
from tallystick.run import collect as runner
from tallystick.run.collect import collect
from tallystick.run.plan import Outcome
from tallystick.tally import Tally


def outcome(name, status="scored", **more):
    tallies = (Tally.of(1, pred=2, gold=3),) if status in ("scored", "zeroed") else ()
    return Outcome(name, status, tallies, **more)


def test_counts_by_status():
    found = [
        outcome("a"),
        outcome("b", "skipped"),
        outcome("c", "zeroed"),
        outcome("d", "failed"),
        outcome("e"),
    ]
    collected = collect(found, 1, keep=True)
    assert (collected.items, collected.skipped, collected.zeroed, collected.failed) == (3, 1, 1, 1)
    assert collected.totals == [Tally(3, 3, 6, 9, 3, 3)]
    assert [kept.id for kept in collected.outcomes] == ["a", "c", "e"]
    assert collected.indices == [0, 2, 4]
    assert collect(found, 1, keep=False).outcomes == []


def test_groups_are_summed():
    one = (Tally.of(1, pred=1, gold=1),)
    found = [outcome("a", groups={"x": one, "y": one}), outcome("b", groups={"x": one})]
    collected = collect(found, 1, keep=False)
    assert collected.groups["x"] == [Tally.of(1, pred=1, gold=1) + Tally.of(1, pred=1, gold=1)]
    assert collected.groups["y"][0].items == 1


def test_errors_come_file_by_file():
    def at(path, line, level="error"):
        return outcome(path, "failed", problems=(Problem("x", path, line, 1, level=level),))

    found = [at("gold", 3), at("pred", 9), at("gold", 1), at("pred", 2), at("pred", 1, "warning")]
    errors = collect(found, 1, keep=False).errors()
    assert [(problem.path, problem.line) for problem in errors] == [
        ("gold", 1),
        ("gold", 3),
        ("pred", 2),
        ("pred", 9),
    ]


def test_problems_beyond_measure_are_counted(monkeypatch):
    monkeypatch.setattr(runner, "MOST_PROBLEMS", 3)
    found = [
        outcome(str(n), "failed", problems=(Problem("x", "a", n), Problem("y", "a", n))) for n in range(4)
    ]
    collected = collect(found, 1, keep=False)
    assert (len(collected.problems), collected.unlisted) == (3, 5)


def test_progress_is_told():
    told = []
    collect([outcome("a"), outcome("b")], 1, keep=False, progress=told.append)
    assert [one.id for one in told] == ["a", "b"]


def test_warnings_beyond_measure_hide_no_error(monkeypatch):
    monkeypatch.setattr(runner, "MOST_PROBLEMS", 3)
    found = [
        outcome("a", problems=tuple(Problem("w", "a", n, level="warning") for n in range(9))),
        outcome("b", "failed", problems=(Problem("e", "a", 10), Problem("n", "a", 11, level="note"))),
    ]
    collected = collect(found, 1, keep=False)
    assert [problem.line for problem in collected.errors()] == [10]
    assert (len(collected.problems), collected.unlisted) == (4, 0)
