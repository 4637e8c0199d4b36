"""Data sets and submissions: folders, zip files, folders of both."""

import zipfile

import pytest

from tallystick.errors import DataError
from tallystick.run.inputs import archives
from tallystick.run.inputs.archives import archived_files
from tallystick.run.inputs.submissions import data_sets_of, submissions_of


def write(root, *names):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"text of {name}")
    return root


def zipped(path, *names, **contents):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, contents.get(name, f"text of {name}"))
    return path


@pytest.fixture
def gold(tmp_path):
    return data_sets_of(
        write(tmp_path / "gold", "cs-test.conllu", "en-test.conllu", "umr/1.umr", "umr/2.umr")
    )


def test_files_and_folders_are_data_sets(gold):
    assert gold.names == ["cs", "en", "umr"]
    assert gold.labels["umr/2.umr"] == "umr"


def test_files_of_two_splits_are_two_data_sets(tmp_path):
    assert data_sets_of(write(tmp_path, "a-dev.txt", "a-test.txt")).names == ["a-dev.txt", "a-test.txt"]


def test_a_file_is_a_data_set(tmp_path):
    write(tmp_path, "gold.jsonl", "sys.jsonl")
    gold = data_sets_of(tmp_path / "gold.jsonl")
    assert gold.names == ["gold"]
    own = submissions_of([tmp_path / "sys.jsonl"], gold)["sys"]
    assert own.files["gold.jsonl"]().path == str(tmp_path / "sys.jsonl")


@pytest.mark.parametrize("wrap", ["", "team/", "outer/inner/"])
def test_a_zip_file_with_or_without_a_folder(tmp_path, gold, wrap):
    names = [f"{wrap}cs-test.conllu", f"{wrap}umr/1.umr", f"{wrap}notes.txt", "__MACOSX/x", f"{wrap}.hidden"]
    path = zipped(tmp_path / "team.zip", *names)
    own = submissions_of([path], gold)["team"]
    assert sorted(own.files) == ["cs-test.conllu", "umr/1.umr"]
    assert own.extra == ("notes.txt",)
    source = own.files["cs-test.conllu"]()
    assert (source.shown, source.text) == (f"{path}/{names[0]}", f"text of {names[0]}")


def test_a_folder_that_is_a_data_set_is_not_taken_for_a_wrapper(tmp_path, gold):
    own = submissions_of([zipped(tmp_path / "team.zip", "umr/1.umr", "umr/2.umr")], gold)["team"]
    assert sorted(own.files) == ["umr/1.umr", "umr/2.umr"]


def test_a_file_of_the_same_data_set_will_do(tmp_path, gold):
    own = submissions_of([write(tmp_path / "team", "cs.conllu", "en-dev.conllu")], gold)["team"]
    assert sorted(own.files) == ["cs-test.conllu", "en-test.conllu"]


def test_a_folder_of_systems(tmp_path, gold):
    systems = tmp_path / "systems"
    write(systems / "a", "cs-test.conllu")
    zipped(systems / "b.zip", "b/en-test.conllu")
    write(systems, "README", ".cache/x")
    assert {name: list(own.files) for name, own in submissions_of(systems, gold).items()} == {
        "a": ["cs-test.conllu"],
        "b": ["en-test.conllu"],
    }
    assert list(submissions_of([systems / "a"], gold)) == ["a"]


def test_a_folder_of_nothing(tmp_path, gold):
    with pytest.raises(DataError, match="no file with the name of a gold file"):
        submissions_of(write(tmp_path / "systems", "README"), gold)


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "a/../../b", "a\\b"])
def test_paths_that_lead_out_are_refused(tmp_path, name):
    with pytest.raises(DataError, match="outside the archive"):
        archived_files(zipped(tmp_path / "x.zip", name))


def test_zip_files_are_bounded(tmp_path, monkeypatch):
    path = zipped(tmp_path / "x.zip", "a", "b", "c")
    monkeypatch.setattr(archives, "MOST_MEMBERS", 2)
    with pytest.raises(DataError, match="contains 3 files; at most 2"):
        archived_files(path)
    monkeypatch.setattr(archives, "MOST_MEMBERS", 3)
    monkeypatch.setattr(archives, "MOST_BYTES", 20)
    with pytest.raises(DataError, match="unpacks to 27 bytes; at most 20"):
        archived_files(path)


def test_no_zip_file(tmp_path, gold):
    path = tmp_path / "x.zip"
    path.write_text("PK no")
    own = submissions_of([path], gold)["x"]
    assert own.problem is not None
    assert "cannot read the zip file" in own.problem.message


def test_a_damaged_zip_file(tmp_path):
    path = zipped(tmp_path / "x.zip", "a", a=" ".join(map(str, range(5000))))
    data = bytearray(path.read_bytes())
    data[2000] ^= 0xFF
    path.write_bytes(bytes(data))
    with pytest.raises(DataError, match="cannot be unpacked"):
        archived_files(path)["a"]()
