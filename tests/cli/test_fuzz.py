"""Whatever is thrown at the command line, it answers with an exit status and never with a traceback."""

import gzip
import json
import random
from pathlib import Path

import pytest
from tests.cli.conftest import GOLD, PRED, lines

from tallystick.registry import tasks

STATUSES = {0, 1, 2, 3, 4}
OPTIONS = [
    ["-m", "span"], ["-m", "muc,b3"], ["-m", "*"], ["-m", "ceaf-rme(phi=3)"], ["-m", "nope("], ["-m", ""],
    ["--task", "spans"], ["--task", "coref"], ["--task", "relations"], ["--task", "dependencies"],
    ["--task", "x:y"],
    ["--task", "builtins:int"], ["--task", "json:loads"], ["--task", "typing:Any"], ["--task", "enum:Enum"],
    ["-f", "json"], ["-f", "csv"], ["-f", "latex"], ["-f", "markdown"], ["-f", "jsonl"], ["-f", "yaml"],
    ["--items"], ["--average", "macro"], ["--average", "tokens"], ["--by", "type"], ["--by", "document"],
    ["--by", "genre"], ["--confidence"], ["--confidence", "0.9"], ["--confidence=x"], ["--seed", "7"],
    ["--undefined", "zero"], ["--on-error", "skip"], ["--on-error", "zero"], ["--match-by", "order"],
    ["--match-by", "id"], ["--fail-under", "span.f1=0.5"], ["--fail-under", "x"], ["--require-optimal"],
    ["--time-limit", "1e-9"], ["--time-limit", "inf"], ["--signature", "span|average:macro|v:1"],
    ["--signature", "|||"], ["--quiet"], ["--ontology", "none.json"], ["--drop-singletons"], ["--phi", "4"],
    ["--worst", "1"], ["--id", "a"], ["--level", "error"], ["--select", "json"], ["-o", "out"], ["-h"],
]  # fmt: skip


def contents(random_):
    """Files of every kind, good and bad."""
    examples = [Path(side).read_text() for task in tasks().values() for side in task.example]
    noise = bytes(random_.randrange(256) for _ in range(300))
    text = lines(GOLD)
    cut = random_.randrange(len(text))
    yield from (example.encode() for example in examples)
    yield from (
        text.encode(),
        lines(PRED).encode(),
        lines(PRED[::-1]).encode(),
        b"",
        b"\n\n",
        noise,
        b"\xef\xbb\xbf",
    )
    yield from (text[:cut].encode(), (text[:cut] + "\0" + text[cut:]).encode(), text.encode("utf-16"))
    yield from (
        b"[" * 100_000,
        b'{"id": ' * 5000,
        b"[]",
        b"{}",
        b"null",
        b"1e999\nNaN\n",
        b'{"id": "\\ud800", "spans": []}',
    )
    yield from (b'{"id": 1, "spans": [{"type": "\\ud800", "span": [0, 1]}]}', json.dumps(GOLD).encode())
    yield from (
        b'{"id": 1e5, "spans": []}\n{"id": true, "spans": []}',
        b'{"id": "a", "id": "b", "spans": []}',
    )
    yield from (
        b"Bonn B-LOC\nlies O\n\n",
        b"# sent_id = 1\n1\tBonn\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
        b"(a / b)\n",
    )
    yield b'{"id": "a", "spans": [{"type": "X", "span": [0, ' + b"9" * 5000 + b"]}]}"
    changed = bytearray(random_.choice(examples).encode())
    for _ in range(5):
        changed[random_.randrange(len(changed))] = random_.randrange(256)
    yield bytes(changed)


@pytest.mark.parametrize("seed", range(6))
def test_random_commands_on_random_files(command, folder, seed):
    random_ = random.Random(seed)
    names = ["-", "none", "", "."]
    for number, content in enumerate(contents(random_)):
        names.append(folder.write(f"{number}.jsonl", content).name)
    names.append(
        folder.write("a.jsonl.gz", gzip.compress(lines(GOLD).encode())[: random_.randrange(10, 200)]).name
    )
    for _ in range(60):
        name = random_.choice(["score", "score", "score", "explain", "check"])
        options = [part for option in random_.sample(OPTIONS, random_.randrange(5)) for part in option]
        arguments = [name, *random_.choices(names, k=2), *options]
        result = command(*arguments, stdin=random_.choice(["", lines(GOLD), "nonsense"]))
        assert result.status in STATUSES, (arguments, result.err)
        assert "Traceback" not in result.err, arguments
        if result.status in (2, 3) and name == "score":
            assert result.out == "", arguments
            assert result.err, arguments
        (folder.path / "out").unlink(missing_ok=True)
