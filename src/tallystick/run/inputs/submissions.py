"""Data sets and submissions: which file of a system belongs to which data set of the gold.

The gold has a file, or a folder of files, for each data set. A system has files of the same names in a folder or a zip
file, perhaps inside a single folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Source
from tallystick.formats.folders import read_folder
from tallystick.run.inputs.annotators import names_of
from tallystick.run.inputs.archives import archived_files, is_archive, unwrapped
from tallystick.run.inputs.labels import dataset_of
from tallystick.run.inputs.sides import Input
from tallystick.run.score import ItemsLike, input_of

__all__ = [
    "DataSets",
    "GoldLike",
    "Submission",
    "SystemsLike",
    "data_sets_of",
    "named_systems",
    "submissions_of",
]

#: The gold of several data sets: a folder, or the items of each.
GoldLike = str | Path | Mapping[str, ItemsLike]
#: Systems by name or as a list, each a folder, a zip file, or the items of each data set; or a folder of all of them.
SystemsLike = str | Path | Mapping[str, GoldLike] | Sequence[GoldLike]

_METADATA = ("metadata", "metadata.yaml", "metadata.yml")

_Open = Callable[[], Input]


@dataclass(frozen=True, slots=True)
class DataSets:
    """The files of the gold, and the data set of each."""

    files: Mapping[str, _Open]
    labels: Mapping[str, str]
    """The data set of each file, by the name of the file."""

    @property
    def names(self) -> list[str]:
        """The data sets, in the order of their files."""
        return list(dict.fromkeys(self.labels.values()))

    @property
    def tops(self) -> set[str]:
        """The first parts of the names of files."""
        return {name.partition("/")[0] for name in self.files}


@dataclass(frozen=True, slots=True)
class Submission:
    """The predictions of a system, file by file."""

    shown: str
    """Its name in messages."""
    files: Mapping[str, _Open]
    """By the name of the gold file."""
    extra: tuple[str, ...] = ()
    """Files without a gold file."""
    problem: Problem | None = None
    """The problem, if nothing of it can be read."""


def data_sets_of(gold: GoldLike) -> DataSets:
    """The data sets of the gold: each file or folder in a folder is a data set."""
    if isinstance(gold, Mapping):
        return DataSets(_given(gold), {name: name for name in gold})
    path = _existing(gold)
    files: dict[str, _Open]
    if path.is_dir():
        files = dict(_folder(path))
    elif is_archive(path):
        files = dict(archived_files(path))
    else:
        files = {path.name: partial(Source, str(path))}
    # Competition platforms put a file that describes the folder beside the data.
    files = {name: file for name, file in files.items() if name not in _METADATA}
    if not files:
        raise DataError(Problem("the directory contains no files", str(path), code="empty"))
    return DataSets(files, _labels(files))


def _labels(files: Iterable[str]) -> dict[str, str]:
    """The data set of each file: its folder, else its name without the ending and the split."""
    labels = {}
    for name in files:
        top, slash, _ = name.partition("/")
        labels[name] = top if slash else dataset_of(name) or name
    # Two files that differ in the split or the ending only are two data sets.
    seen = Counter(label for name, label in labels.items() if "/" not in name)
    return {name: name if "/" not in name and seen[label] > 1 else label for name, label in labels.items()}


def named_systems(systems: SystemsLike, gold: GoldLike | DataSets) -> dict[str, GoldLike]:
    """Systems by name; a folder that has none of the gold's files is a folder of systems."""
    if isinstance(systems, Mapping):
        return {str(name): system for name, system in systems.items()}
    data = gold if isinstance(gold, DataSets) else data_sets_of(gold)
    return _listed([systems] if isinstance(systems, (str, Path)) else systems, data)


def submissions_of(systems: SystemsLike, gold: DataSets) -> dict[str, Submission]:
    """Find the files of each system for the files of the gold."""
    return {name: _submission(name, system, gold) for name, system in named_systems(systems, gold).items()}


def _listed(systems: Sequence[GoldLike], gold: DataSets) -> dict[str, GoldLike]:
    if len(systems) == 1 and isinstance(systems[0], (str, Path)):
        folder = _existing(systems[0])
        if folder.is_dir() and not _partners(unwrapped(_folder(folder), gold.tops), gold):
            systems = [
                entry
                for entry in sorted(folder.iterdir())
                if not entry.name.startswith(".") and (entry.is_dir() or is_archive(entry))
            ]
            if not systems:
                hint = "GOLD and every system have files of the same names"
                message = (
                    "the folder contains no file with the name of a gold file, no folder and no zip file"
                )
                raise DataError(Problem(message, str(folder), hint=hint, code="no-partner"))
    unnamed = [system for system in systems if isinstance(system, Mapping)]
    if unnamed:
        return {str(number): system for number, system in enumerate(systems, 1)}
    paths = [Path(str(system)) for system in systems]
    named: dict[str, GoldLike] = {name: str(path) for name, path in names_of(paths).items()}
    return named


def _submission(name: str, system: GoldLike, gold: DataSets) -> Submission:
    if isinstance(system, Mapping):
        return Submission(name, _given(system), tuple(set(system) - set(gold.files)))
    path = _existing(system)
    try:
        if is_archive(path):
            files: Mapping[str, _Open] = archived_files(path)
        elif path.is_dir():
            files = _folder(path)
        elif len(gold.files) == 1:
            return Submission(str(path), {next(iter(gold.files)): partial(Source, str(path))})
        else:
            raise UsageError(f"{path} is a file: a system is a folder or a zip file")
    except DataError as error:
        return Submission(str(path), {}, problem=error.problems[0])
    files = unwrapped(files, gold.tops)
    partners = _partners(files, gold)
    own = {name: files[partner] for name, partner in partners.items()}
    return Submission(str(path), own, tuple(sorted(set(files) - set(partners.values()))))


def _partners(files: Collection[str], gold: DataSets) -> dict[str, str]:
    """The file of a submission for each file of the gold: of the same name, else of the same data set."""
    by_label: dict[str, list[str]] = {}
    for name in files:
        if "/" not in name and name not in gold.files:
            by_label.setdefault(dataset_of(name) or name, []).append(name)
    partners = {}
    for name, label in gold.labels.items():
        alike = by_label.get(label, []) if "/" not in name else []
        if name in files:
            partners[name] = name
        elif len(alike) == 1:
            partners[name] = alike[0]
    return partners


def _folder(path: Path) -> dict[str, _Open]:
    return {name: partial(Source, str(file)) for name, file in read_folder(path).files.items()}


def _given(items: Mapping[str, ItemsLike]) -> dict[str, _Open]:
    return {name: partial(input_of, side, name) for name, side in items.items()}


def _existing(path: str | Path) -> Path:
    location = Path(path)
    if not location.exists():
        raise DataError(Problem("no such file or directory", str(path), code="no-file"))
    return location
