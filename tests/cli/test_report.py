"""``tallystick report``."""

import re

from tallystick.run import collect
from tallystick.run.engines import threads, workers


def test_a_page_is_written(command, folder):
    done = command("report", folder.gold, folder.pred, "-o", "page.html")
    assert (done.status, done.out) == (0, "")
    page = (folder.path / "page.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "<title>gold.jsonl ↔ pred.jsonl</title>" in page


def test_systems_are_called_by_their_names(command, folder):
    folder.write("docs.jsonl", '{"id": "1", "value": {"a": ["x"], "b": null}}\n')
    folder.write("x.jsonl", '{"id": "1", "value": {"a": ["y"], "c": null, "d": null}}\n')
    done = command("report", "docs.jsonl", "x.jsonl", "docs.jsonl", "--task", "json", "--names", "new,old")
    assert "<title>docs.jsonl ↔ new, old</title>" in done.out
    absent = "nulls and blank texts treated as absent: 1 in the gold, {} in the predictions; --null value counts them"
    notes = [line.removeprefix("note: ") for line in done.err.splitlines() if line.startswith("note: ")]
    assert notes == [
        "types inferred from the gold, 1 list compared in any order: a[]; `tallystick schema` prints the schema",
        f"new: {absent.format(2)}",
        f"old: {absent.format(1)}",
    ]


def test_without_a_file_the_page_goes_to_standard_output(command, folder):
    done = command("report", folder.gold, folder.pred)
    assert done.status == 0
    assert done.out.startswith("<!doctype html>")


def test_the_same_input_gives_the_same_page(command, folder):
    pages = [command("report", folder.gold, folder.pred, folder.gold, "--names", "a,b").out for _ in range(2)]
    assert pages[0] == pages[1]


def test_a_long_page_is_written_in_processes_and_is_the_same(command, folder, monkeypatch):
    arguments = ("report", folder.gold, folder.pred, folder.gold, "--names", "a,b")
    alone = command(*arguments, "--jobs", "1").out
    started = []
    monkeypatch.setattr(collect, "_LONG_PAGE", 0.0)
    monkeypatch.setattr(threads, "cores", lambda: 2)
    monkeypatch.setattr(workers, "_started_pool", noted(workers._started_pool, started))
    assert command(*arguments).out == alone
    # The same workers serve both systems.
    assert started == [2]


def noted(start, started):
    def note(jobs, processes):
        started.append(jobs)
        return start(jobs, processes)

    return note


def test_standard_input_is_read_once_and_used_for_every_system(command, folder):
    text = folder.gold.read_text("utf-8")
    done = command("report", "-", folder.pred, folder.gold, "--names", "one,two", stdin=text)
    assert done.status == 0
    assert re.search(r"<h2>one</h2>.*<h2>two</h2>", done.out, re.DOTALL)


def test_malformed_items_of_all_systems_are_told_at_once(command, folder):
    one = folder.write("one.jsonl", '{"id": "a", "spans": 1}\n')
    two = folder.write("two.jsonl", '{"id": "a", "spans": 2}\n')
    done = command("report", folder.gold, one, two, "--task", "spans", "-o", "page.html")
    assert done.status == 3
    assert "one.jsonl:1:" in done.err
    assert "two.jsonl:1:" in done.err
    assert not (folder.path / "page.html").exists()


def test_wrong_usage(command, folder):
    assert command("report", folder.gold, folder.pred, "-o", "nowhere/page.html").status == 2
    assert command("report", folder.gold, folder.pred, "-o", folder.gold).status == 2
    assert (
        command("report", folder.gold, folder.pred, folder.gold, "--names", "a", "-o", "page.html").status
        == 2
    )
    assert command("report", "-", "-", "-o", "page.html").status == 2
    assert command("report", folder.gold, "", "-o", "page.html").status == 2
