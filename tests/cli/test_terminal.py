"""What stands in files is shown with its control characters escaped: data cannot drive a terminal."""

import csv
import io
import json
import re

import pytest
from tests.cli.conftest import span

from tallystick.cli.app import COMMANDS as APP_COMMANDS
from tallystick.visible import visible

#: Clears the screen, hides what follows, begins a line of its own, by C0, C1 and direction marks.
EVIL = "a\x1b[2J\x9b31m\r\nERROR: gone\x07\u202ez"
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
ITEMS = [
    {"id": EVIL, "spans": [span(EVIL, 0, 1), span("X", 4, 5)], "meta": {"genre": EVIL, "document": EVIL}},
    {"id": "b", "spans": [span("X", 0, 1)], "meta": {"genre": "news", "document": "b"}},
]


@pytest.fixture
def evil(folder):
    folder.write("gold.jsonl", ITEMS)
    folder.write("pred.jsonl", [one | {"spans": one["spans"][:1]} for one in ITEMS])
    folder.write("bad.jsonl", [{"id": EVIL, "spans": [span(EVIL, 5, 1)], EVIL: 3}])
    return folder


COMMANDS = {
    "score": ("score", "gold.jsonl", "pred.jsonl", "--items"),
    "by genre": ("score", "gold.jsonl", "pred.jsonl", "--by", "genre"),
    "by type": ("score", "gold.jsonl", "pred.jsonl", "--by", "type", "--items"),
    "compare": ("compare", "gold.jsonl", "pred.jsonl", "gold.jsonl", "--average", "groups", "--by", "genre"),
    "compare names": ("compare", "gold.jsonl", "pred.jsonl", "gold.jsonl", "--names", f"{EVIL},b"),
    "agree": ("agree", "gold.jsonl", "pred.jsonl", "--by", "genre", "--names", f"{EVIL},b"),
    "explain": ("explain", "gold.jsonl", "pred.jsonl"),
    "stats": ("stats", "gold.jsonl", "--by", "genre"),
    "check": ("check", "bad.jsonl", "--task", "spans"),
    "bad": ("score", "bad.jsonl", "pred.jsonl", "--task", "spans"),
    "unpaired": ("score", "gold.jsonl", "other.jsonl"),
    "no such id": ("explain", "gold.jsonl", "pred.jsonl", "--id", "nope"),
    "resumed": ("score", "gold.jsonl", "pred.jsonl", "--resume", "gold.jsonl"),
}


def formats(name):
    """The formats of a command but CSV, which holds the data as they are."""
    (choice,) = (
        option.type.choices for option in APP_COMMANDS[name].params if option.name == "output_format"
    )
    return [each for each in choice if each != "csv"]


CASES = [(name, each) for name, (command, *_) in COMMANDS.items() for each in formats(command)]


@pytest.mark.parametrize(("name", "output"), CASES)
def test_nothing_reaches_the_terminal(command, evil, name, output):
    evil.write("other.jsonl", ITEMS[1:])
    result = command(*COMMANDS[name], "-f", output)
    for text in (result.out, result.err):
        assert not CONTROL.search(text)
        assert not re.search("^ERROR", text, re.MULTILINE)


def test_json_holds_the_data_as_they_are(command, evil):
    result = command("score", "gold.jsonl", "pred.jsonl", "--items", "-f", "json")
    assert result.json["per_item"][0]["id"] == EVIL
    assert "\\u009b" in result.out


def test_csv_holds_the_data_as_they_are(command, evil):
    result = command("score", "gold.jsonl", "pred.jsonl", "--items", "-f", "csv")
    assert EVIL in {cell for row in csv.reader(io.StringIO(result.out, newline="")) for cell in row}


@pytest.mark.parametrize("name", ["score", "by genre", "stats", "agree", "check"])
def test_formulas_are_guarded_on_request(command, evil, name):
    formula = "=HYPERLINK(1)"
    text = json.dumps(ITEMS).replace(json.dumps(EVIL)[1:-1], formula)
    for file in ("gold.jsonl", "pred.jsonl"):
        evil.write(file, json.loads(text))
    evil.write("bad.jsonl", [{"id": formula, "spans": 3}])
    arguments = [argument.replace(EVIL, formula) for argument in COMMANDS[name]]
    plain, guarded = (command(*arguments, "-f", "csv", *more).out for more in ([], ["--guard-csv"]))
    assert re.search(r"^(.*,)?=HYPER", plain, re.MULTILINE)
    assert not re.search(r"^(.*,)?[=+@]", guarded, re.MULTILINE)
    rows = [list(csv.reader(io.StringIO(text))) for text in (plain, guarded)]
    assert [[cell.lstrip("'") for cell in row] for row in rows[1]] == rows[0]


def test_markdown_holds_no_html(command, evil):
    evil.write("gold.jsonl", [{"id": "<script>a|b\\|c & d</script>", "spans": []}])
    result = command(
        "score", "gold.jsonl", "gold.jsonl", "--task", "spans", "-m", "span", "--items", "-f", "markdown"
    )
    assert "<script>" not in result.out
    assert "&lt;script&gt;a\\|b\\\\\\|c &amp; d&lt;/script&gt;" in result.out


def test_names_of_files(command, folder):
    name = "gold\x1b[2J\n.jsonl"
    folder.write(name, "{}\n")
    for arguments in (("check", name, "--task", "spans"), ("stats", name), ("score", name, name)):
        result = command(*arguments)
        assert not CONTROL.search(result.out + result.err)
        assert "gold\\x1b[2J\\n.jsonl" in result.out + result.err


@pytest.mark.parametrize("text", ["é ü 日本 \xa0 🙂 \u200d", "plain"])
def test_other_characters_stay(text):
    assert visible(text) == text
