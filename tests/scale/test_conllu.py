"""CoNLL-U at its limits, by the command: long sentences, deep graphs, long files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from bench.stream import measure

#: Words, or multiword tokens, of a sentence.
MANY = 100_000
NO_COLUMNS = "\t_" * 8


def word(number: int, form: str, head: int, deps: str = "_") -> str:
    return f"{number}\t{form}\t_\tX\t_\t_\t{head}\t{'dep' if head else 'root'}\t{deps}\t_"


def write(path: Path, rows: Iterable[str]) -> str:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{row}\n" for row in rows)
        file.write("\n")
    return str(path)


def score(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tallystick", "score", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def scores(gold: str, pred: str, *options: str):
    result = score(gold, pred, "-f", "json", *options)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)["scores"]


def refusal(gold: str, pred: str, *options: str) -> str:
    result = score(gold, pred, *options)
    assert result.returncode == 3
    return result.stderr


def multiword_tokens():
    for number in range(1, 2 * MANY, 2):
        yield f"{number}-{number + 1}\tdu{NO_COLUMNS}"
        yield word(number, "de", number - 1)
        yield word(number + 1, "le", number)


def test_a_chain(tmp_path):
    chain = write(tmp_path / "chain", (word(n, "w", n - 1, f"{n - 1}:dep") for n in range(1, MANY + 1)))
    for metric, numbers in scores(chain, chain, "--preset", "iwpt-2020").items():
        assert numbers["f1"] == 1, metric


def test_multiword_tokens(tmp_path):
    gold = write(tmp_path / "gold", multiword_tokens())
    same = scores(gold, gold, "--preset", "conll-2018")
    assert (same["words"]["matched"], same["mlas"]["f1"]) == (2 * MANY, 1)
    split = write(tmp_path / "split", (word(n, "du", n - 1) for n in range(1, MANY + 1)))
    words = scores(gold, split, "-m", "tokens,words")
    assert (words["tokens"]["f1"], words["words"]["matched"]) == (1, 0)


def test_multiword_tokens_that_overlap_from_end_to_end_are_refused(tmp_path):
    def shifted():
        yield word(1, "d", 0)
        for number in range(2, 2 * MANY, 2):
            yield f"{number}-{number + 1}\tud{NO_COLUMNS}"
            yield word(number, "u", 1)
            yield word(number + 1, "d", 1)
        yield word(2 * MANY, "u", 1)

    gold, pred = write(tmp_path / "gold", multiword_tokens()), write(tmp_path / "pred", shifted())
    assert "too many to align" in refusal(gold, pred, "-m", "words")


def test_a_cyclic_enhanced_graph(tmp_path):
    rows = (word(n, "w", n - 1, f"{n % MANY + 1}:dep|{max(1, n - 1)}:x") for n in range(1, MANY + 1))
    graph = write(tmp_path / "graph", rows)
    assert scores(graph, graph, "-m", "elas")["elas"]["matched"] == 2 * MANY


@pytest.mark.parametrize(
    ("way_out", "expected"), [("", None), ("5:y|", "paths through empty nodes of this sentence")]
)
def test_a_cycle_of_empty_nodes(tmp_path, way_out, expected):
    size = 2000

    def rows():
        for n in range(1, size + 1):
            yield word(n, "w", n - 1, f"{n}.1:dep")
            way = way_out if n == size // 2 else ""
            yield f"{n}.1\t_\t_\t_\t_\t_\t_\t_\t{way}{n % size + 1}.1:x\t_"

    graph = write(tmp_path / "graph", rows())
    if expected is None:
        assert scores(graph, graph, "-m", "elas")["elas"]["gold_total"] == 0
    else:
        assert expected in refusal(graph, graph, "-m", "elas")


def test_a_cycle_of_heads(tmp_path):
    ring = write(tmp_path / "ring", (word(n, "w", n % MANY + 1) for n in range(1, MANY + 1)))
    assert scores(ring, ring, "-m", "las")["las"]["f1"] == 1
    assert "the heads form a cycle" in refusal(ring, ring, "--preset", "conll-2018")


def test_memory_does_not_grow_with_the_file(tmp_path):
    length = 20

    def sentences(number: int, joined: bool):
        """Sentences of so many words; every tenth one may be joined with the next."""
        for sentence in range(number):
            is_second = joined and sentence % 10 == 1
            is_first = joined and sentence % 10 == 0
            for n in range(1, length + 1):
                index = n + length if is_second else n
                yield word(
                    index, f"w{sentence % 97}", 0 if index == 1 else 1, f"{0 if index == 1 else 1}:dep"
                )
            if not is_first:
                yield ""

    peaks = []
    for number in (5_000, 50_000):
        gold = write(tmp_path / "gold", sentences(number, joined=False))
        pred = write(tmp_path / "pred", sentences(number, joined=True))
        measured = measure(["score", gold, pred, "--preset", "iwpt-2020", "-f", "json"], number)
        assert json.loads(measured.output)["items"] == number
        peaks.append(measured.megabytes)
    assert peaks[1] < peaks[0] + 8
