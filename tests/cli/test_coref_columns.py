"""Files of Universal Anaphora whose columns are not all well formed, as they are distributed."""

import json

import pytest

HEAD = "# newdoc id = d\n"


def row(number, identity="_", bridging="_", deixis="_"):
    return f"{number} w{number} _ _ _ _ _ _ _ _ {identity} {bridging} {deixis} _ _\n"


MENTIONS = row(1, "(EntityID=1|MarkableID=m1)"), row(2, "(EntityID=2|MarkableID=m2")
LINK = "(MarkableID=m2|Rel=poss|MentionAnchor=m1|EntityAnchor=1"
WELL_FORMED = (
    HEAD
    + MENTIONS[0]
    + row(2, "(EntityID=2|MarkableID=m2", LINK, "(EntityID=7|MarkableID=d1)")
    + row(3, ")", ")")
)
BROKEN = {
    "bridging": HEAD
    + MENTIONS[0]
    + row(2, "(EntityID=2|MarkableID=m2", "nonsense", "(EntityID=7|MarkableID=d1)")
    + row(3, ")"),
    "deixis": HEAD
    + MENTIONS[0]
    + row(2, "(EntityID=2|MarkableID=m2", LINK, "(EntityID=7|MarkableID=d1")
    + row(3, ")", ")"),
    "identity": HEAD
    + MENTIONS[0]
    + row(2, "(EntityID=2|MarkableID=m2", "_", "(EntityID=7|MarkableID=d1)")
    + row(3),
}
PRESETS = {"codi-crac-2022-ar": "identity", "codi-crac-2022-dd": "deixis", "codi-crac-2022-br": "bridging"}


@pytest.mark.parametrize("preset", [*PRESETS, "ua-scorer-1.0"])
def test_distributed_files_are_read_under_all_presets(command, folder, preset):
    path = folder.write("x.ua", WELL_FORMED)
    result = command("score", path, path, "--task", "coref", "--preset", preset, "-f", "json")
    assert result.status == 0, result.err
    scores = json.loads(result.out)["scores"]
    assert {score["f1"] for name, score in scores.items() if name.startswith(("bridging", "b3"))} == {1.0}


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_problem_stops_those_who_ask_for_its_column(command, folder, preset, broken):
    path = folder.write("x.ua", BROKEN[broken])
    result = command("score", path, path, "--task", "coref", "--preset", preset)
    # Bridging links lead to mentions of the identity column.
    wanted = {PRESETS[preset]} | ({"identity"} if preset.endswith("br") else set())
    assert result.status == (3 if broken in wanted else 0), result.err
    assert "x.ua:3:" in result.err


@pytest.mark.parametrize("broken", BROKEN)
def test_other_commands_tell_of_it(command, folder, broken):
    path = folder.write("x.ua", BROKEN[broken])
    assert command("check", path, "--task", "coref").status == 3
    assert command("convert", path, "--to", "jsonl", "-o", "-").status == 3
    assert "x.ua:3:" in command("stats", path, "--task", "coref").err


DOCUMENT = '{"id": "d", "clusters": [[[0, 0], [1, 1]]]}\n'


def test_a_data_set_that_is_missing_counts_as_asked(command, tmp_path):
    for name in ("gold/en-test.jsonl", "gold/cs-test.jsonl", "pred/en-test.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(DOCUMENT)
    arguments = (
        "score",
        tmp_path / "gold",
        tmp_path / "pred",
        "--task",
        "coref",
        "-m",
        "conll",
        "-f",
        "json",
    )
    by_dataset = ("--by", "dataset", "--average", "groups")
    refused = command(*arguments, *by_dataset)
    assert refused.status == 3
    assert "cs-test.jsonl: the file has no partner" in refused.err
    counted = command(*arguments, *by_dataset, "--on-error", "zero").json
    assert (counted["scores"]["conll"]["f1"], counted["zeroed"]) == (0.5, 1)


def test_a_file_without_gold_is_refused(command, tmp_path):
    for name in ("gold/en.jsonl", "pred/en.jsonl", "pred/cs.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(DOCUMENT)
    result = command("score", tmp_path / "gold", tmp_path / "pred", "--task", "coref", "--on-error", "zero")
    assert result.status == 3
