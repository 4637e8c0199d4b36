"""Defaults of a project: where they are found, what they do, what is wrong with them."""

import json
import os

import pytest

from tallystick.integrations.config import find_config


@pytest.fixture
def project(folder):
    """A folder with a pair of files, and a way to write the defaults."""
    folder.settle = lambda text, name="tallystick.toml": folder.write(name, text)
    return folder


def run(command, project, *arguments, name="score"):
    return command(name, project.gold, project.pred, *arguments)


def test_defaults_are_taken_and_told(command, project):
    project.settle('metric = ["span"]\nformat = "json"\naverage = "macro"\njobs = 1\n')
    result = run(command, project)
    assert list(result.json["scores"]) == ["span"]
    assert result.json["scores"]["span"]["average"] == "macro"
    assert "average:macro" in result.json["signature"]["span"]
    assert result.err == "note: defaults from tallystick.toml: metric=span, average=macro\n"


def test_a_file_above_is_told_with_its_folder(command, project, monkeypatch):
    place = project.settle('average = "macro"\n')
    (project.path / "inner").mkdir()
    monkeypatch.chdir(project.path / "inner")
    assert run(command, project, "-f", "csv").err == f"note: defaults from {place}: average=macro\n"


def test_the_command_line_wins(command, project):
    project.settle('metric = "span,span-type"\nformat = "json"\naverage = "macro"\n')
    result = run(command, project, "-m", "span-boundary", "--average=micro", "-f", "csv")
    assert result.out.splitlines()[1].startswith("span-boundary,")
    assert ",micro," in result.out
    assert result.err == ""
    with_nothing = run(command, project, "--no-config", "-f", "json")
    assert len(with_nothing.json["scores"]) == 4
    assert with_nothing.err == ""


def test_what_moves_a_score_is_reported_even_under_quiet(command, project):
    note = "note: defaults from tallystick.toml: average=macro\n"
    project.settle('average = "macro"\nformat = "json"\n')
    assert run(command, project, "--quiet").err == note
    project.settle('average = "macro"\nquiet = true\n')
    assert run(command, project).err == note
    project.settle('format = "json"\nquiet = true\n')
    assert run(command, project).err == ""


IMPORTING = 'task = "mine:metric"\nengine = "dask://example.org:1"\nquiet = true\naverage = "macro"\n'
IGNORED = "warning: tallystick.toml: ignored task, engine, quiet, because "


def writable_by_all(place, _monkeypatch):
    place.chmod(0o666)
    return "every user may write to it"


def of_another_user(_place, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    if not _place.stat().st_uid:
        os.chown(_place, 4712, -1)
    return "it belongs to another user"


def linked_by_another_user(place, monkeypatch):
    if os.getuid():
        return of_another_user(place, monkeypatch)
    place.rename(place.with_name("real.toml"))
    place.symlink_to("real.toml")
    os.chown(place, 4712, -1, follow_symlinks=False)
    return "it belongs to another user"


@pytest.mark.parametrize("distrusted", [writable_by_all, of_another_user, linked_by_another_user])
@pytest.mark.parametrize("shared", [False, True])
def test_a_file_that_others_may_have_written(command, project, monkeypatch, distrusted, shared):
    """It settles nothing that imports code, connects or silences."""
    project.write("mine.py", "raise SystemError('it was imported')\n")
    name = "pyproject.toml" if shared else "tallystick.toml"
    text = f"[tool.tallystick]\n{IMPORTING}" if shared else IMPORTING
    reason = distrusted(project.settle(text, name), monkeypatch)
    result = run(command, project, "-f", "json")
    assert result.status == 0
    assert result.json["task"] == "spans"
    assert result.json["scores"]["span"]["average"] == "macro"
    assert result.err == (
        f"note: defaults from {name}: average=macro\n{IGNORED.replace('tallystick.toml', name)}{reason}\n"
    )


def test_a_file_of_ones_own_may_settle_everything(command, project):
    project.write("mine_too.py", "from tallystick import exact\nmetric = exact\n")
    place = project.settle('task = "mine_too:metric"\n')
    place.chmod(0o644)
    result = command("score", project.gold, project.gold, "-f", "json")
    assert result.json["task"] == "mine_too:metric"


def test_a_table_for_one_command_goes_first(command, project):
    project.settle('format = "markdown"\n[score]\nformat = "json"\n[check]\nformat = "csv"\n')
    assert run(command, project).json["items"] == 4
    assert run(command, project, name="agree").out.startswith("| metric")
    assert command("check", project.gold).out.startswith("level,code,path")


def test_a_value_is_for_the_commands_that_have_it(command, project):
    """Only those with tables write LaTeX; `check` goes on as ever."""
    project.settle('format = "latex"\n')
    assert "tabular" in run(command, project).out
    assert command("check", project.gold).out == "1 file, no problems\n"


def test_pyproject(command, project):
    project.settle('[project]\nname = "x"\n\n[tool.tallystick.score]\nformat = "json"\n', "pyproject.toml")
    assert run(command, project).json["items"] == 4


def test_the_nearest_file_counts(project, monkeypatch):
    inner = project.path / "inner" / "most"
    inner.mkdir(parents=True)
    outer = project.settle("jobs = 2\n")
    monkeypatch.chdir(inner)
    assert find_config(inner).path == outer
    project.settle("[tool.other]\nx = 1\n# tallystick\n", "inner/pyproject.toml")
    assert find_config(inner).path == outer, "a pyproject.toml without our table says nothing"
    shared = project.settle("[tool.tallystick]\njobs = 3\n", "inner/pyproject.toml")
    assert find_config(inner).path == shared
    own = project.settle("jobs = 4\n", "inner/tallystick.toml")
    assert find_config(inner).path == own
    assert find_config(inner).values == {"jobs": 4}


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("jbos = 2\n", [":1:1: 'jbos' is not an option of any command that this file can set (did you mean 'jobs'"]),
        ("[scroe]\njobs = 2\n", [":1:1: unknown command 'scroe' (did you mean 'score'?)"]),
        ("[check]\nlevel = 'error'\n jobs = 2\n", [":3:2: 'jobs' is not an option of tallystick check"]),
        ("jobs = 'many'\nformat = 'word'\n", [":1:1: jobs: 'many' is not", ":2:1: format: 'word' is not"]),
        ("jobs = 0\n", [":1:1: jobs: 0 is not in the range"]),
        ("items = 'yes'\n", [":1:1: items: expected true or false"]),
        ("task = ['amr']\n", [":1:1: task: expected one value, not a list"]),
        ("task = 1979-05-27\n", [":1:1: task: expected a string or a number, not date"]),
        ("task = true\n", [":1:1: task: expected a string or a number, not bool"]),
        ("output = 'x'\nsignature = 'y'\n", [":1:1: 'output' is not an option", ":2:1: 'signature' is not an option"]),
        ("x = \n", [":1:5: Invalid value"]),
        ("x = [1,\n", ["tallystick.toml:"]),
        ("demo = true\n", [":1:1: 'demo' is not an option"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(command, project, text, messages):
    project.settle(text)
    result = run(command, project)
    assert result.status == 2
    assert result.out == ""
    for message in messages:
        assert f"tallystick.toml{message}" in result.err or message in result.err
    assert "pass --no-config to ignore" in result.err
    assert run(command, project, "--no-config").status == 0


def test_places_in_pyproject(command, project):
    text = "[tool.other]\njbos = 1\n\n[tool.tallystick]\n# jbos = 1\njobs = 1\n'jbos' = 1\n"
    project.settle(text, "pyproject.toml")
    assert "pyproject.toml:7:1: 'jbos' is not an option" in run(command, project).err


def test_a_file_that_cannot_be_read(command, project):
    project.settle(b"\xff\xfe")
    result = run(command, project)
    assert result.status == 2
    assert "cannot read the file" in result.err


def test_commands_that_read_no_files_take_no_defaults(command, project):
    project.settle("jbos = 2\n")
    assert command("metrics", "span").status == 0
    assert command("score", "--help").status == 0
    assert "--no-config" in command("score", "--help").out
    assert "--no-config" not in command("demo", "--help").out


def test_flags_that_share_a_parameter(command, project):
    documents = [{"id": "d", "clusters": [[[0, 0]], [[1, 1], [2, 2]]]}]
    project.write("a.jsonl", documents)
    project.settle("drop-singletons = true\n")

    def mentions(*arguments):
        result = command(
            "score", "a.jsonl", "a.jsonl", "--task", "coref", "-m", "mentions", "-f", "json", *arguments
        )
        return result.json["scores"]["mentions"]["gold_total"]

    # Three mentions, one of them alone in its cluster.
    assert (mentions(), mentions("--keep-singletons"), mentions("--drop-singletons")) == (2, 3, 2)
    project.settle("drop-singletons = false\n")
    assert mentions() == mentions("--no-config")


def test_a_signature_holds_every_option_itself(command, project):
    first = run(command, project, "-m", "span", "-f", "json").json
    project.settle('metric = "span-type"\naverage = "macro"\nformat = "json"\n')
    again = run(command, project, "--signature", first["signature"]["span"])
    assert again.json == first
    assert again.err == ""


def test_every_option_of_score_can_be_settled(command, project):
    """Whatever value an option has by default can stand in the file, and changes nothing."""
    from tallystick.cli.score import score

    plain = run(command, project, "--no-config", "-f", "json").json
    lines = ["format = 'json'"]
    for option in score.params:
        name = option.opts[0].removeprefix("--")
        if type(option.default) in (str, int, bool) and name != "no-config" and not name.startswith("-"):
            lines.append(f"{name} = {json.dumps(option.default)}")
    project.settle("\n".join(lines))
    result = run(command, project)
    assert result.status == 0, result.err
    assert result.json == plain
    assert len(lines) >= 8
