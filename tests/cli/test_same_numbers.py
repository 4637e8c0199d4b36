"""One resampler: a score has the same interval, and a difference the same p-value, in every command and in Python."""

import json
import re
import zlib
from base64 import b64decode
from random import Random

import pytest

import tallystick as ts

METRICS = ("b3", "ceaf-e", "conll", "muc")
#: Other metrics that may be asked for beside one.
SELECTIONS = [(metric,) for metric in METRICS] + [METRICS, METRICS[::-1]]


def documents(seed):
    random = Random(seed)
    return [
        {
            "id": str(number),
            "meta": {"language": ("cs", "de", "en")[number % 3]},
            "clusters": [
                [
                    [2 * mention, 2 * mention + random.randrange(2)]
                    for mention in range(6)
                    if mention % 2 == side
                ]
                for side in (0, 1)
            ],
        }
        for number in range(16)
    ]


@pytest.fixture
def files(folder):
    names = ("gold", "first", "second", "third")
    return {
        name: folder.write(f"{name}.jsonl", "".join(json.dumps(item) + "\n" for item in documents(seed)))
        for seed, name in enumerate(names)
    }


def page_overview(html):
    blocks = re.findall(r'<script type="[^"]+"[^>]*>([A-Za-z0-9+/=]{200,})</script>', html)
    return json.loads(zlib.decompress(b64decode(blocks[0])))


OPTIONS = [
    (),
    ("--average", "macro"),
    ("--average", "groups", "--by", "language"),
    ("--average", "weighted", "--by", "language"),
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "micro")
def test_an_interval_depends_on_nothing_but_the_score(command, files, options):
    metrics = METRICS if "weighted" not in options else ("b3", "ceaf-e", "muc")
    common = ["--resamples", 300, *options]

    def scored(*chosen):
        names = ("-m", ",".join(chosen))
        found = command(
            "score", files["gold"], files["second"], *names, "--confidence", *common, "-f", "json"
        )
        assert found.json["resamples"] == 300
        return {metric: found.json["scores"][metric]["ci"] for metric in chosen}

    def compared(systems, *chosen):
        names, paths = ("-m", ",".join(chosen)), [files[name] for name in systems]
        found = command("compare", files["gold"], *paths, *names, *common, "-f", "json").json
        assert found["resamples"] == 300
        return {metric: found["metrics"][metric]["systems"]["second"]["ci"] for metric in chosen}

    expected = scored(*metrics)
    assert any(low < high for ci in expected.values() for low, high in ci.values())
    for metric in metrics:
        assert scored(metric)[metric] == expected[metric]
        assert compared(("first", "second"), metric)[metric] == expected[metric]
    assert compared(("third", "second", "first"), *reversed(metrics)) == expected
    keywords = {"average": options[1]} if options else {}
    keywords |= {"by": options[3]} if len(options) > 2 else {}
    evaluator = ts.Evaluator(
        files["gold"], list(metrics), task="coref", confidence=0.95, resamples=300, **keywords
    )
    evaluator.update(files["second"])
    report = evaluator.compute()
    assert {
        metric: {name: list(ends) for name, ends in report[metric].intervals.items()} for metric in metrics
    } == expected


def test_the_page_has_the_same_numbers(command, files):
    arguments = ["-m", ",".join(METRICS), "--resamples", 300]
    paths = [files["gold"], files["first"], files["second"]]
    compared = command("compare", *paths, *arguments, "-f", "json").json
    overview = page_overview(command("report", *paths, *arguments).out)
    assert overview["resamples"] == overview["comparison"]["resamples"] == 300
    for summary in overview["metrics"]:
        for system, numbers in zip(compared["systems"], summary["systems"], strict=True):
            assert numbers["ci"] == compared["metrics"][summary["key"]]["systems"][system]["ci"]
        shown = overview["comparison"]["metrics"][summary["key"]]["differences"][0]
        expected = compared["metrics"][summary["key"]]["differences"][0]
        assert shown["ci"] == expected["ci"]
        assert shown["tests"]["ar"]["adjusted"] == expected["tests"]["ar"]["adjusted"]


@pytest.mark.parametrize("options", OPTIONS[:3], ids=lambda options: "-".join(options) or "micro")
def test_a_p_value_does_not_depend_on_the_other_metrics(command, files, options):
    paths = [files["gold"], files["first"], files["second"], files["third"]]
    tests = ("--paired-ar", "--paired-bs", "--resamples", 300, "--trials", 300, *options)
    seen = {}
    for chosen in SELECTIONS:
        found = command("compare", *paths, "-m", ",".join(chosen), *tests, "-f", "json").json
        for metric in chosen:
            differences = found["metrics"][metric]["differences"]
            assert seen.setdefault(metric, differences) == differences


def test_groups_have_the_same_intervals_everywhere(command, files):
    arguments = ["-m", "b3", "--resamples", 300, "-f", "json", "--by", "language"]
    compared = command("compare", files["gold"], files["first"], files["second"], *arguments).json
    for average in ("micro", "groups"):
        own = [*arguments, "--average", average, "--confidence"]
        scored = command("score", files["gold"], files["second"], *own).json
        for label, group in scored["by"]["language"].items():
            expected = compared["by"]["language"][label]["b3"]["systems"]["second"]["ci"]
            assert group["scores"]["b3"]["ci"] == expected


def test_the_number_of_resamples_is_in_the_last_note(command, files):
    last = "intervals: 95 %, bootstrap over items, 300 resamples, seed 12345"
    within = last.replace("items", "items within each language")
    groups = ("--average", "groups", "--by", "language")
    for arguments in (("score", files["gold"], files["first"], "--confidence"),
                      ("compare", files["gold"], files["first"], files["second"])):  # fmt: skip
        for output in ("text", "markdown"):
            for options, expected in (((), last), (groups, within)):
                done = command(*arguments, "-m", "b3", "--resamples", 300, "-f", output, *options, "--quiet")
                assert done.out.splitlines()[-1].removeprefix("- ") == expected


@pytest.mark.parametrize("name", ["score", "compare", "rank", "agree", "correlate", "matrix"])
def test_every_table_has_signatures_unless_quiet(command, files, folder, name):
    paths = [files["gold"], files["first"], files["second"]]
    if name == "rank":
        for path in paths:
            folder.write(f"{path.stem}/only.jsonl", path.read_text("utf-8"))
        paths = [path.with_suffix("") for path in paths]
    chosen = "b3,muc" if name == "correlate" else "b3"
    arguments = [name, *(paths[:2] if name in ("score", "correlate") else paths), "-m", chosen]
    signature = f"signature: {chosen.replace(',', ', ')}|match:exact|"
    text = command(*arguments)
    assert text.status == 0
    assert text.err.count(signature) == 1
    for output in ("markdown", "latex"):
        document = command(*arguments, "-f", output)
        assert document.out.count(signature) == 1
        assert signature not in document.err
        assert "signature" not in command(*arguments, "-f", output, "--quiet").out
    assert "signature" not in command(*arguments, "--quiet").err


def test_a_single_item_has_no_interval(command, folder):
    line = json.dumps(documents(0)[0]) + "\n"
    paths = [folder.write(f"{name}.jsonl", line) for name in "abc"]
    for arguments in (
        ("score", *paths[:2], "--confidence"),
        ("compare", *paths),
        ("agree", *paths, "--confidence"),
    ):
        done = command(*arguments, "-m", "b3")
        assert done.out.splitlines()[-1] == "no intervals: a single item cannot be resampled"
        assert "excluded" not in done.out
