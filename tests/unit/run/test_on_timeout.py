"""What an item counts with that was not proved optimal in time: the best found, its bound, or nothing at all."""

from random import Random

import pytest

import tallystick as ts
from tallystick.cli.app import run
from tallystick.errors import NotProvenError
from tallystick.tally import Tally


def tangle(seed: int) -> str:
    """Many nodes that only their relations tell apart: never proved before the clock is looked at."""
    random = Random(seed)

    def relations() -> str:
        return " ".join(f":ARG{random.randint(0, 2)} v{random.randint(1, 40)}" for _ in range(4))

    nodes = " ".join(f":op (v{node} / thing {relations()})" for node in range(1, 41))
    return f"(v0 / thing {relations()} {nodes})"


def scored(on_timeout: str) -> ts.Score:
    report = ts.score([tangle(1)], [tangle(2)], "smatch", task="amr", time_limit=1e-6, on_timeout=on_timeout)
    return report["smatch"].score


def test_the_best_found_carries_its_bound():
    best = scored("best")
    assert not best.optimal
    assert best.upper_bound > best.matched


def test_the_bound_counts_and_is_still_not_called_proved():
    best, bound = scored("best"), scored("bound")
    assert bound.matched == best.upper_bound
    assert not bound.optimal


def test_an_error_in_python_and_on_the_command_line(tmp_path, capsys):
    with pytest.raises(NotProvenError, match="not proved optimal"):
        scored("error")
    for name, seed in (("gold.amr", 1), ("pred.amr", 2)):
        (tmp_path / name).write_text(tangle(seed))
    paths = [str(tmp_path / "gold.amr"), str(tmp_path / "pred.amr")]
    options = ["--task", "amr", "-m", "smatch", "--time-limit", "0.000001", "--on-timeout", "error"]
    assert run(["score", *paths, *options]) == 4
    assert capsys.readouterr().out == ""


def test_the_bound_of_a_composite_is_that_of_its_parts():
    part = Tally.of(2, pred=5, gold=5, proved=False, slack=1.0)
    assert Tally.composite([part]).at_its_bound().parts[0].matched_pred == 3
