"""Sentence graphs against smatch, smatchpp (ILP) and ancast: whole commands, scoring calls, reading, growth."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.line import Line
from bench.measure import best_of
from bench.peers import peer_python, run_peer
from tallystick.formats.penman.reader import Graph, dumps, load, loads
from tallystick.tally import Score, total
from tallystick.tasks.amr.task import TASK
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Scorer

SHARED = Path(os.environ.get("TALLYSTICK_SHARED", Path(__file__).resolve().parent.parent.parent / "shared"))
PARA = {side: str(SHARED / "data" / "bench" / f"para.{side}.amr") for side in ("gold", "pred")}
LITTLE_PRINCE = SHARED / "data" / "bench" / "little-prince.amr"
PAIRS_TO_JOIN = SHARED / "goldens" / "amr"
VERSIONS = {"smatch": "smatch 1.0.4", "smatchpp": "smatchpp 1.8.0 ILP", "ancast": "ancast 0.1.1"}

#: Sentences joined into one graph, and the seconds after which a program is not asked for more.
SIZES = (1, 2, 4, 8, 16, 32)
PATIENCE = 60.0


def lines() -> Iterator[Line]:
    """All lines of the table that concern sentence graphs."""
    if not SHARED.is_dir():
        print(f"graphs: skipped, there is no {SHARED}", file=sys.stderr)
        return
    yield from _commands()
    yield from _together()
    yield from _calls()
    yield from _joined()
    yield _reading()


def timed(command: list[object]) -> float:
    """The seconds of a whole command. Some programs end with another status than 0 although all went well."""
    start = time.perf_counter()
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if "Traceback" in done.stderr:
        print(done.stderr.strip().splitlines()[-1], file=sys.stderr)
    return time.perf_counter() - start


def _commands() -> Iterator[Line]:
    """Whole commands on 1,727 pairs: start-up and reading included."""
    programs = peer_python().parent
    smatch = _ours("score", PARA["gold"], PARA["pred"], "-m", "smatch")
    generic = _ours("score", PARA["gold"], PARA["pred"], "-m", "smatch", "--preset", "smatchpp-1.8.0-generic")
    ancast = _ours("score", PARA["gold"], PARA["pred"], "-m", "ancast")
    theirs = {
        "smatch": [peer_python(), programs / "smatch.py", "-f", PARA["pred"], PARA["gold"]],
        "smatchpp": [peer_python(), "-m", "smatchpp", "-a", PARA["pred"], "-b", PARA["gold"], "-solver", "ilp",
                     "-graph_type", "generic", "-score_type", "micro"],
        "ancast": [programs / "ancast", "-p", PARA["pred"], "-g", PARA["gold"], "-s", "snt", "-df", "amr"],
    }  # fmt: skip
    yield Line("Smatch, 1,727 pairs, command", VERSIONS["smatch"], timed(theirs["smatch"]), smatch, 60)
    yield Line(
        "Smatch exact, 1,727 pairs, command", VERSIONS["smatchpp"], timed(theirs["smatchpp"]), generic, 150
    )
    yield Line("AnCast, 1,727 pairs, command", VERSIONS["ancast"], timed(theirs["ancast"]), ancast, 40)


def _ours(command: str, *arguments: str) -> float:
    """The shortest of several runs of our command."""
    program = Path(sys.executable).with_name("tallystick")
    return min(timed([program, command, *arguments, "--task", "amr"]) for _ in range(5))


def _together() -> Iterator[Line]:
    """Several metrics as shares of what one metric takes."""
    gold, pred = PARA["gold"], PARA["pred"]
    alone = _ours("score", gold, pred, "-m", "smatch")
    facets = _ours("score", gold, pred, "-m", "smatch*")
    yield Line("Smatch and its twelve facets, 1,727 pairs, command", "Smatch alone (at most 2.5 times)", alone, facets,
               1 / 2.5)  # fmt: skip


def _scorer(name: str, **options: object) -> Scorer:
    metric = TASK.metric(name)
    assert metric is not None
    return metric.scorer(metric.settle(options))


def _score(scorers: list[Scorer], golds: list[Graph], preds: list[Graph]) -> float | None:
    pairs = map(PairAnalysis, golds, preds)
    tallies = [[scorer.count(pair) for scorer in scorers] for pair in pairs]
    return Score(total(row[0] for row in tallies), scorers[0].reading).f1


def _calls() -> Iterator[Line]:
    golds, preds = load(PARA["gold"]), load(PARA["pred"])
    works = (
        ("Smatch, 1,727 pairs, call", "smatch", [_scorer("smatch")], 200),
        ("Smatch exact, 1,727 pairs, call", "smatchpp", [_scorer("smatch", standardize="generic")], 400),
        ("AnCast (five metrics), 1,727 pairs, call", "ancast",
         [_scorer(f"ancast.{name}") for name in ("relation", "concept", "unlabeled", "weighted", "smatch")], 100),
    )  # fmt: skip
    for name, program, scorers, aim in works:
        seconds, value = best_of(partial(_score, scorers, golds, preds))
        theirs = run_peer("peer_graphs.py", program, PARA)
        yield Line(name, VERSIONS[program], theirs.get("seconds"), seconds, aim, theirs.get("value"), value)


def joined(graphs: list[Graph]) -> Graph:
    """Several sentences under one root, as multi-sentence files have them."""
    triples: list[tuple[str, str, str]] = [("m", ":instance", "multi-sentence")]
    for number, graph in enumerate(graphs, 1):
        names = {name: f"x{number}_{node}" for node, name in enumerate(graph.variables)}
        triples.append(("m", f":snt{number}", names[graph.variables[0]]))
        declared = set(graph.variables)
        for source, role, target in graph.triples():
            reference = role != ":instance" and target in declared
            triples.append((names[source], role, names[target] if reference else target))
    return Graph.of(triples)


def joined_pairs(size: int, pairs: int) -> tuple[list[Graph], list[Graph]]:
    """Pairs of graphs of `size` sentences each, from real pairs of sentence graphs."""
    golds, preds = (load(PAIRS_TO_JOIN / f"lpp300.{side}.amr") for side in ("gold", "pred"))
    pieces = [slice(start, start + size) for start in range(0, size * pairs, size)]
    return [joined(golds[piece]) for piece in pieces], [joined(preds[piece]) for piece in pieces]


def _peer_on(program: str, golds: list[Graph], preds: list[Graph]) -> dict:
    with TemporaryDirectory() as folder:
        files = {"gold": str(Path(folder, "gold.amr")), "pred": str(Path(folder, "pred.amr"))}
        for side, graphs in (("gold", golds), ("pred", preds)):
            text = "\n".join("# ::id x\n# ::snt x\n" + dumps([graph]).strip() + "\n" for graph in graphs)
            Path(files[side]).write_text(text, "utf-8")
        return run_peer("peer_graphs.py", program, files)


def _joined() -> Iterator[Line]:
    golds, preds = joined_pairs(16, 2)
    nodes = sum(len(graph) for graph in golds + preds) / (2 * len(golds))
    for program, options, aim in (("smatch", {}, 300), ("smatchpp", {"standardize": "generic"}, 20)):
        scorer = _scorer("smatch", **options)
        seconds, value = best_of(partial(_score, [scorer], golds, preds))
        theirs = _peer_on(program, golds, preds)
        yield Line(f"Smatch, {nodes:.0f} nodes a graph, {len(golds)} pairs, call", VERSIONS[program],
                   theirs.get("seconds"), seconds, aim, theirs.get("value"), value)  # fmt: skip


def _reading() -> Line:
    text = LITTLE_PRINCE.read_text("utf-8")
    seconds, graphs = best_of(lambda: loads(text))
    theirs = run_peer("peer_graphs.py", "smatch-reader", {"gold": str(LITTLE_PRINCE)})
    number = len(graphs) if isinstance(graphs, list) else None
    return Line("PENMAN reading, 1,563 graphs", "smatch 1.0.4's reader", theirs.get("seconds"), seconds, 2,
                theirs.get("value"), number)  # fmt: skip


def growth() -> dict[str, list[tuple[float, float]]]:
    """(nodes, seconds a pair) of each program as sentences are joined."""
    curves: dict[str, list[tuple[float, float]]] = {}
    scorers = {"tallystick smatch": [_scorer("smatch")], "tallystick ancast": [_scorer("ancast.relation")]}
    asked = dict.fromkeys(VERSIONS, True)
    for size in SIZES:
        golds, preds = joined_pairs(size, 4)
        nodes = sum(len(graph) for graph in golds + preds) / (2 * len(golds))
        for name, chosen in scorers.items():
            seconds, _ = best_of(partial(_score, chosen, golds, preds), seconds=1.0, most=5)
            curves.setdefault(name, []).append((nodes, seconds / len(golds)))
        for program, more in asked.items():
            if more:
                seconds = _peer_on(program, golds, preds).get("seconds")
                if seconds is not None:
                    curves.setdefault(VERSIONS[program], []).append((nodes, seconds / len(golds)))
                asked[program] = seconds is not None and seconds < PATIENCE / 4
    return curves
