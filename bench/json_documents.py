"""JSON documents: long lists of objects with typing errors, and many flat documents by the command."""

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import tallystick as ts
from bench.command import cpu_of_command, tallystick
from bench.line import Line
from bench.measure import best_cpu, best_of
from bench.peers import LATER_PEERS, PEERS, run_peer

LETTERS = "abcdefghijklmnop "
FIELDS, DOCUMENTS, FLAT_FIELDS = 6, 100_000, 20
#: Objects in the list for stickler, and the seconds after which another program is stopped.
PEER_OBJECTS, MOST_SECONDS = 200, 300


def lines() -> Iterator[Line]:
    """The lines of the table that concern JSON."""
    for size, most in ((200, 0.05), (1000, 0.5)):
        gold, pred = _lists(size)
        metric = ts.json(text="levenshtein")
        seconds, value = best_of(lambda gold=gold, pred=pred, metric=metric: metric.tally(gold, pred))
        yield Line(f"a list of {size:,} objects × {FIELDS} texts, levenshtein", "", None, seconds, most=most,
                   our_value=value.matched_gold)  # fmt: skip
    yield _against("stickler", "stickler-eval 1.0.0", PEER_OBJECTS, 1000)
    yield _against("structured-eval", "structured-eval 0.3.0", 1000, 100, LATER_PEERS)
    for size, text, most in ((5000, "exact", 1.0), (5000, "anls", 5.0)):
        gold, pred = _lists(size)
        metric = ts.json(text=text)
        seconds, value = best_cpu(
            lambda gold=gold, pred=pred, metric=metric: metric.tally(gold, pred), runs=1
        )
        yield Line(f"a list of {size:,} objects × {FIELDS} texts, {text}", "", None, seconds, most=most,
                   our_value=value.matched_gold)  # fmt: skip
    with TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("gold.jsonl", "pred.jsonl")]
        write_flat(*paths)
        bare = _bare_pass(paths)
        command = [tallystick(), "score", *paths, "--task", "json", "--no-progress", "--quiet"]
        yield Line(f"{DOCUMENTS:,} flat documents of {FLAT_FIELDS} fields, command", "a pass of json.loads", bare,
                   cpu_of_command(command)[0] or 0.0, aim=0.25)  # fmt: skip


def _against(work: str, program: str, size: int, aim: float, programs: str = PEERS) -> Line:
    """The same lists for another program. treeval cannot be installed."""
    gold, pred = _lists(size)
    theirs = run_peer("peer_json.py", work, {"gold": gold, "pred": pred}, MOST_SECONDS, programs)
    metric = ts.json(text="levenshtein")
    seconds, _ = best_cpu(lambda: metric.tally(gold, pred))
    if "error" in theirs:
        program = f"{program}, {theirs['error']}"
    return Line(f"a list of {size:,} objects × {FIELDS} texts, levenshtein", program, theirs.get("seconds"),
                seconds, aim)  # fmt: skip


def _text(generator: random.Random) -> str:
    return "".join(generator.choices(LETTERS, k=14))


def _lists(size: int) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """A list of objects, and the same shuffled: errors in 40 % of the texts, 10 % of the objects without a field."""
    generator = random.Random(3)
    gold = [{f"field{k}": _text(generator) for k in range(FIELDS)} for _ in range(size)]
    pred = []
    for item in gold:
        copy = {
            key: text if generator.random() > 0.4 else f"{text[:4]}x{text[5:]}" for key, text in item.items()
        }
        if generator.random() < 0.1:
            del copy[generator.choice(list(copy))]
        pred.append(copy)
    generator.shuffle(pred)
    return gold, pred


def write_flat(gold_path: Path, pred_path: Path, documents: int = DOCUMENTS) -> None:
    """Write flat documents, and the same with a few other values and a missing field."""
    generator = random.Random(1)
    with gold_path.open("w") as golds, pred_path.open("w") as preds:
        for number in range(documents):
            gold: dict[str, object] = {"id": str(number)}
            for k in range(FLAT_FIELDS):
                gold[f"field{k}"] = (
                    _text(generator) if k % 4 < 2 else generator.randint(0, 9999) if k % 4 == 2 else k / 4
                )
            pred = dict(gold)
            for k in generator.sample(range(FLAT_FIELDS), 3):
                pred[f"field{k}"] = "other"
            del pred[f"field{generator.randrange(FLAT_FIELDS)}"]
            golds.write(json.dumps(gold) + "\n")
            preds.write(json.dumps(pred) + "\n")


def _bare_pass(paths: list[Path]) -> float:
    """CPU seconds of reading every line of the files with the standard library; the best of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        for path in paths:
            with path.open() as file:
                for line in file:
                    json.loads(line)
        times.append(time.process_time() - start)
    return min(times)
