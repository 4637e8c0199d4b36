"""Documents: DocSmatch against doc-smatch, AnCast++ against ancast, chains and broken input by themselves."""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import long_documents
from bench.command import run_command, tallystick
from bench.graphs import SHARED
from bench.line import Line
from bench.measure import best_of
from bench.peers import peer_python, run_peer
from tallystick.formats.base import Item, Source
from tallystick.formats.penman.reader import Graph, load
from tallystick.formats.umr.document import UmrDocument
from tallystick.formats.umr.reader import UmrReader
from tallystick.formats.umr.write import dumps
from tallystick.tally import Score
from tallystick.tasks.docamr.task import TASK as DOCAMR
from tallystick.tasks.umr.tc2.links import close

TIMING = SHARED / "data" / "docamr-timing"
LITTLE_PRINCE = SHARED / "data" / "bench" / "little-prince.amr"
ENGLISH = SHARED / "data" / "umr-3.0" / "english"
COPIES = 50


def lines() -> Iterator[Line]:
    """All lines of the table that concern document graphs and UMR documents."""
    if not SHARED.is_dir():
        print(f"documents: skipped, there is no {SHARED}", file=sys.stderr)
        return
    yield from _docsmatch()
    yield _long_document()
    yield from long_documents.lines()
    yield from _ancast_documents()
    yield _english()
    yield _chain()
    yield _unclosed()


def _docsmatch() -> Iterator[Line]:
    """40 sentences: whole commands with their memory, and the scoring call alone."""
    files = {side: TIMING / f"{side}40.amr" for side in ("gold", "pred")}
    program = peer_python().with_name("doc-smatch")
    seconds, memory, printed = run_command([program, "-f", files["pred"], files["gold"]])
    value = re.search(r"F-score: ([\d.]+)", printed)
    call = re.search(r"Time\(s\): ([\d.]+)", printed)
    theirs = float(value[1]) if value else None
    own = [tallystick(), "score", files["gold"], files["pred"], "--task", "docamr", "-m", "docsmatch"]
    ours = min((run_command(own) for _ in range(3)), key=lambda run: run[0])
    yield Line(f"DocSmatch, 40 sentences, command ({memory:,} MB, ours {ours[1]} MB)", "docAMR 0.1.1", seconds,
               ours[0], 40, theirs, None)  # fmt: skip
    golds, preds = load(files["gold"]), load(files["pred"])
    spent, score = best_of(partial(_document_score, golds[0], preds[0]))
    yield Line("DocSmatch, 40 sentences, call", "docAMR 0.1.1", float(call[1]) if call else None, spent, 100,
               theirs, score)  # fmt: skip


def _document_score(gold: Graph, pred: Graph) -> float | None:
    metric = DOCAMR.metric("docsmatch")
    assert metric is not None
    return Score(metric.build(metric.settle({})).tally(gold, pred, time_limit=10)).f1


def _long_document() -> Line:
    """200 sentences joined; the prediction lacks some attributes and has other concepts and roles here and there."""
    graphs = load(LITTLE_PRINCE)[:200]
    gold, pred = _document(graphs, spoilt=False), _document(graphs, spoilt=True)
    metric = DOCAMR.metric("docsmatch")
    assert metric is not None
    tally = metric.build(metric.settle({})).tally(gold, pred, time_limit=10)
    seconds, value = best_of(partial(_document_score, gold, pred))
    proof = "proved" if tally.proved else f"bounded within {tally.slack / tally.matched_pred:.1%}"
    return Line(
        f"DocSmatch, 200 sentences, {len(gold):,} nodes, {proof}", "", None, seconds, None, None, value
    )


def _document(graphs: list[Graph], *, spoilt: bool) -> Graph:
    triples = [("d", ":instance", "document")]
    for number, graph in enumerate(graphs, 1):
        names = {name: f"s{number}.{name}" for name in graph.variables}
        triples.append(("d", f":snt{number}", names[graph.variables[0]]))
        for place, (source, role, target) in enumerate(graph.triples()):
            reference = role != ":instance" and target in names
            if spoilt and (number + place) % 7 == 0:
                if role == ":instance":
                    target = "thing"
                elif reference:
                    role = ":ARG9"
                else:
                    continue
            triples.append((names[source], role, names[target] if reference else target))
    return Graph.of(triples)


def _item(path: Path) -> Item | None:
    reader = UmrReader()
    blocks = list(reader.blocks(Source(str(path))))
    return reader.item(blocks[0]) if blocks else None


def _normalised(folder: Path) -> int:
    """Copies that the other program can read: the layout of 1.0, no alignments, no empty graphs."""
    sentences = written = 0
    for path in sorted(ENGLISH.glob("*.umr")):
        item = _item(path)
        if item is None or item.malformed or not isinstance(item.value, UmrDocument):
            continue
        kept = [
            replace(one, alignments=()) for one in item.value.sentences if one.released and len(one.graph)
        ]
        if not kept:
            continue
        text = dumps(replace(item.value, sentences=tuple(kept)), "umr-1.0")
        (folder / path.name).write_text(text, "utf-8")
        sentences += len(kept)
        written += 1
        if written == COPIES:
            break
    return sentences


def _ancast_documents() -> Iterator[Line]:
    """50 documents against themselves, as the other program can read them."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        sentences = _normalised(folder)
        theirs = run_peer("peer_documents.py", "ancast", {"folder": name})
        seconds, value = best_of(partial(_folder_score, folder))
        work = f"AnCast++, {COPIES} documents, {sentences} sentences, reading and scoring"
        yield Line(work, "ancast 0.1.1", theirs.get("seconds"), seconds, 40, theirs.get("value"), value)


def _folder_score(folder: Path) -> float | None:
    from tallystick import score

    return score(folder, folder, task="umr", items=False)["ancast++"].f1


def _english() -> Line:
    """All English files but the empty one against themselves: the whole command."""
    with TemporaryDirectory() as name:
        for path in ENGLISH.glob("*.umr"):
            if path.stat().st_size:
                Path(name, path.name).symlink_to(path)
        command = [tallystick(), "score", name, name, "--task", "umr", "--on-error", "skip", "--quiet"]
        seconds, memory, _ = min((run_command(command) for _ in range(2)), key=lambda run: run[0])
        files = len(list(Path(name).iterdir()))
    return Line(f"AnCast++, all {files} English files, command ({memory} MB)", "", None, seconds)


def _chain() -> Line:
    """A chain of 800 mentions, one link after another."""
    links = [(f"s{number}x", "same-entity", f"s{number + 1}x") for number in range(799)]
    seconds, _ = best_of(lambda: close("coref", links))
    return Line("TC², a chain of 800 mentions closed", "", None, seconds)


def _unclosed() -> Line:
    """10,000 triples on one line whose group is never closed."""
    triples = " ".join(f"(s1a :before s1x{number})" for number in range(10_000))
    text = (
        "# :: snt1 x\n\n# sentence level graph:\n(s1a / a)\n\n# alignment:\n\n# document level annotation:\n"
        f"(s1s0 / sentence :temporal ({triples}\n"
    )
    reader = UmrReader()
    block = next(iter(reader.blocks(Source("x", text))))
    seconds, item = best_of(partial(reader.item, block))
    assert isinstance(item, Item)
    assert item.malformed
    return Line("an unclosed group of 10,000 triples reported", "", None, seconds)
