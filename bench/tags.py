"""Tagged sentences, scored by the call: lists of tag lists, as a training loop has them."""

from collections.abc import Iterator
from random import Random

import tallystick as ts
from bench.line import Line
from bench.measure import best_cpu
from bench.peers import run_peer

SENTENCES = 5_000
TYPES = ("PER", "LOC", "ORG", "MISC")


def lines() -> Iterator[Line]:
    """The lines of the table that concern tags."""
    gold, pred = sentences(SENTENCES)
    theirs = run_peer("peer_tags.py", "seqeval", {"gold": gold, "pred": pred})
    tags = sum(map(len, gold))
    for metrics, named in (((), "four metrics"), (("span",), "span")):
        seconds, report = best_cpu(lambda metrics=metrics: ts.score(gold, pred, metrics, task="spans"))
        work = f"{SENTENCES:,} sentences, {tags:,} tags, {named}, call"
        yield Line(work, f"seqeval 1.2.2, f1_score{theirs.get('error', '')}", theirs.get("seconds"), seconds, 10,
                   theirs.get("value"), report["span"].f1)  # fmt: skip


def sentences(number: int) -> tuple[list[list[str]], list[list[str]]]:
    """Sentences with spans, and the same with other spans and types in places, a tag in fifty without any scheme."""
    random = Random(1)
    golds, preds = [], []
    for _ in range(number):
        gold: list[str] = []
        pred: list[str] = []
        while len(gold) < 18:
            length, kind = random.randint(1, 4), random.choice(TYPES)
            if random.random() < 0.7:
                gold += ["O"] * length
                pred += ["O"] * length
                continue
            gold += [f"B-{kind}", *[f"I-{kind}"] * (length - 1)]
            other = kind if random.random() < 0.85 else random.choice(TYPES)
            shift = random.random() < 0.1
            pred += ["O" if shift else f"B-{other}", *[f"I-{other}"] * (length - 1)]
        preds.append([random.choice(gold) if random.random() < 0.02 else tag for tag in pred])
        golds.append(gold)
    return golds, preds
