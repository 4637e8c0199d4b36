"""The table of output formats: a module in its folder is all that a new format needs."""

import subprocess
import sys
import textwrap

import pytest

from tallystick.cli.options import OutputFormatChoice
from tallystick.report.formats import formats, formats_of

#: What each command has always offered, in this order.
OFFERED = {
    "scores": ["text", "json", "jsonl", "csv", "markdown", "latex"],
    "comparison": ["text", "json", "csv", "markdown", "latex"],
    "ranking": ["text", "json", "csv", "markdown", "latex"],
    "agreement": ["text", "json", "csv", "markdown", "latex"],
    "matrices": ["text", "json", "csv", "markdown", "latex"],
    "correlations": ["text", "json", "csv", "markdown", "latex"],
    "statistics": ["text", "json", "csv", "markdown"],
    "problems": ["text", "json", "csv"],
    "metrics": ["text", "json"],
    "explanations": ["text", "json"],
    "page": ["html"],
}


@pytest.mark.parametrize(("kind", "names"), OFFERED.items())
def test_every_kind_of_result_has_its_formats(kind, names):
    assert list(formats_of(kind)) == names


def test_every_format_says_what_it_is():
    for name, declared in formats().items():
        assert declared.name == name
        assert declared.summary
        assert set(declared.kinds) <= set(OFFERED)


def test_shells_show_what_a_format_is():
    offered = formats_of("scores")
    completed = OutputFormatChoice(offered).shell_complete(None, None, "json")
    assert [(item.value, item.help) for item in completed] == [
        (name, offered[name].summary) for name in ("json", "jsonl")
    ]


NEW_FORMAT = '''
"""What a person would write to add a format."""

from tallystick.report.formats import Format


def write(view, target):
    yield f"{view.kind}:"
    yield f" {type(view.data()).__name__}\\n"


FORMAT = Format(
    "kinds", "The kind of a result",
    ("scores", "comparison", "agreement", "statistics", "problems", "metrics", "explanations"), write,
)
'''

#: Runs command lines with one more module in the folder of formats.
RUN = """
import sys
import tallystick.report.formats
tallystick.report.formats.__path__.append(sys.argv[1])
from tallystick.cli.app import run
for line in sys.argv[2:]:
    assert run(line.split()) == 0, line
"""


def test_a_new_format_is_one_module(tmp_path):
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "kinds.py").write_text(textwrap.dedent(NEW_FORMAT), "utf-8")
    for name in ("gold", "pred"):
        (tmp_path / name).write_text("(w / want-01 :ARG0 (b / boy))\n", "utf-8")
    lines = [
        "score gold pred", "compare gold pred pred --names a,b", "agree gold pred", "stats gold", "check gold",
        "metrics smatch", "metrics --presets", "explain gold pred",
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", RUN, tmp_path / "formats", *(f"{line} -f kinds" for line in lines), "score --help"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    *written, help_text = done.stdout.split("\n", maxsplit=len(lines))
    assert written == [
        "scores: dict", "comparison: dict", "agreement: dict", "statistics: dict", "problems: generator",
        "metrics: list", "metrics: list", "explanations: list",
    ]  # fmt: skip
    assert "[text|json|jsonl|csv|markdown|latex|kinds]" in help_text
