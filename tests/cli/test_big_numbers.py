"""Numbers of thousands of digits, and nesting without end, in files that options name: an error with its place."""

import pytest

from tallystick.registry import tasks

BIG = "1" * 5000


def docamr():
    return tasks()["docamr"].example


@pytest.mark.parametrize("option", ["--type-table", "--pronoun-table"])
@pytest.mark.parametrize("rank", [BIG, "²"])
def test_ranks(command, folder, option, rank):
    table = folder.write("table.tsv", f"rank\tword\n1\tx\n{rank}\ty\n")
    result = command("convert", docamr()[0], "--to", "docamr", option, table)
    assert result.status == 3
    assert f"{table}:3:1: expected one word per line, or a rank and a word" in result.err


def test_sentence_maps(command, folder):
    table = folder.write("map.tsv", f"{BIG}\t1\n{BIG}2\t2\n")
    result = command("score", *docamr(), "--sentence-map", table)
    assert result.status == 3
    assert f"{table}:1:" in result.err


@pytest.mark.parametrize("text", [f"seed = {BIG}\n", f"metric = {'[' * 3000}{']' * 3000}\n"])
def test_configuration_files(command, folder, text):
    folder.write("tallystick.toml", text)
    result = command("score", folder.gold, folder.pred)
    assert result.status == 2
    assert "tallystick.toml" in result.err
    assert "pass --no-config to ignore" in result.err


def test_alignment_marks(command, folder):
    graph = folder.write(
        "a.amr", f"# ::id d\n(d / document :snt1 (a~e.{BIG} / b~e.{BIG} :op{BIG} (c / d)))\n"
    )
    assert command("convert", graph, "--to", "docamr", "--task", "docamr").status == 0
    assert command("score", graph, graph, "--task", "docamr", "--preset", "docamr-0.1.1").status == 0
