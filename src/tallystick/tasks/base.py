"""Declarations: a metric, its parameters, a task.

The help, the documentation, the command-line options and the signature of a metric all come from its declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.errors import Problem, UsageError
from tallystick.formats.base import Item
from tallystick.formats.choice import FormatChoice
from tallystick.lazy import imported
from tallystick.tasks.scorer import Composite, Scorer, as_scorer

if TYPE_CHECKING:
    from tallystick.core.similarity import Similarity
    from tallystick.tally import Alignment, Typology
    from tallystick.tasks.views.base import View

__all__ = [
    "Build",
    "Composite",
    "Joined",
    "Mended",
    "Metric",
    "Options",
    "Parameter",
    "Preset",
    "Scorer",
    "Task",
    "Writer",
    "Written",
    "always",
    "any_value",
]

#: The values of a metric's parameters by name.
Options = Mapping[str, object]


#: Makes a scorer, or a similarity of the algebra, from the values of a metric's parameters.
Build = Callable[[Options], "Scorer | Similarity"]


@dataclass(frozen=True, slots=True)
class always:  # noqa: N801 - used as a function
    """The builder of a metric without parameters."""

    made: Scorer | Similarity

    def __call__(self, _options: Options) -> Scorer | Similarity:
        """Return the scorer or the similarity."""
        return self.made


def any_value(value: object) -> object:
    """Take any object as an item: the `accept` of a task whose metrics check their items themselves."""
    return value


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a metric; on the command line an option."""

    name: str
    default: object
    help: str
    choices: tuple[object, ...] = ()
    kind: type = str
    """The type of the value. A task's own type has `expected`: a description of valid values."""
    load: Callable[[str], object] | None = None
    """Reads the value from a file; the parameter is then a path."""
    take: Callable[[object], object] | None = None
    """Makes the value from an object that is given in Python instead of a path or a name."""
    flags: Mapping[str, object] = field(default_factory=dict)
    """Options that take no value: ``--keep-singletons``."""
    flag_help: Mapping[str, str] = field(default_factory=dict)
    """The help of these options, if it differs from that of the parameter."""
    fingerprint: Callable[[object], str] = str
    """The value as it is written in a signature."""
    least: int | None = None
    """The minimum value."""
    tacit: bool = False
    """Whether signatures name it only if its value is not the default: a constant that few change."""
    many: bool = False
    """Whether it can be given several times; its value is a tuple of texts."""
    joins: str = ""
    """The side, ``gold`` or ``pred``, whose items it completes from its own files; empty for other parameters.
    `choices` are then the values that name no file."""

    def __post_init__(self) -> None:
        # It becomes a command-line option, and an invalid name would break every command.
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", self.name):
            raise UsageError(f"the parameter {self.name!r} must be in lower case: words-with-hyphens")

    def parse(self, text: object) -> object:
        """Convert a text to a value, or raise an error that lists the possible values."""
        if self.joins:
            return self._joined(text)
        if self.many:
            return _texts(text if self.take is None else self.take(text))
        if self.load is not None:
            if isinstance(text, str):
                return self.load(text)
            return text if self.take is None else self.take(text)
        for choice in self.choices:
            if text == choice or str(text).lower() == str(choice).lower():
                return choice
        if self.choices:
            raise UsageError(f"{self.name}={text} is not one of {', '.join(map(str, self.choices))}")
        try:
            value: object = self.kind(text if self.take is None else self.take(text))
        except (TypeError, ValueError) as error:
            raise UsageError(f"{self.name}={str(text)[:60]} is not {_a(self.kind)}") from error
        if self.least is not None and isinstance(value, (int, float)) and value < self.least:
            raise UsageError(f"{self.name}={text} is less than {self.least}")
        return value

    def _joined(self, value: object) -> object:
        """Return the value of a parameter that names files; the run has opened them."""
        if isinstance(value, Joined) or value in self.choices:
            return value
        raise UsageError(f"{self.name} names files, which score, explain, compare and report read")


@dataclass(frozen=True, slots=True)
class Joined:
    """The value of a parameter whose files were opened: how many there are."""

    files: int

    def __str__(self) -> str:
        return "file" if self.files == 1 else f"{self.files}-files"


def _texts(given: object) -> tuple[str, ...]:
    """Several texts: listed, as a mapping from the text before an equals sign, or in one text with semicolons."""
    if isinstance(given, str):
        return tuple([part.strip() for part in given.split(";") if part.strip()])
    if isinstance(given, Mapping):
        return tuple([f"{key}={_joined(value)}" for key, value in given.items()])
    if isinstance(given, Iterable):
        return tuple(map(str, given))
    raise UsageError(f"{str(given)[:60]} is not a list of texts")


def _joined(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _a(kind: type) -> str:
    """The expected value in words; a task's own type defines `expected`."""
    names: dict[type, str] = {int: "a whole number", float: "a number"}
    return names.get(kind) or str(getattr(kind, "expected", kind.__name__))


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric by name: what it measures, its parameters, and how to build its scorer."""

    name: str
    summary: str
    build: Build
    definition: str = ""
    reference: str = ""
    parameters: tuple[Parameter, ...] = ()
    standard: bool = True
    """Whether it belongs to the standard set of its task."""
    asymmetric: str = ""
    """Why exchanging gold and pred does not simply exchange precision and recall; empty if it does."""
    occasional: bool = False
    """Whether its subject is often absent: unless requested, it is shown only if it counts something."""
    undefined: Callable[[Options], str] | None = None
    """Explains why no score is defined under some options; empty if the options are not the reason."""

    def scorer(self, options: Options) -> Scorer:
        """Build the scorer for resolved options."""
        return as_scorer(self.build(options))

    def settle(self, options: Options) -> dict[str, object]:
        """All parameters with their values: the given ones, or their defaults."""
        names = {parameter.name for parameter in self.parameters}
        for name in options:
            if name not in names:
                known = f"it has {', '.join(sorted(names))}" if names else "it has none"
                raise UsageError(f"{self.name} has no parameter {name!r}; {known}")
        return {
            parameter.name: parameter.parse(options[parameter.name])
            if parameter.name in options
            else parameter.default
            for parameter in self.parameters
        }


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, usually those that reproduce another program's numbers. Plain data."""

    name: str
    summary: str
    options: Options
    """Values for the parameters of every metric that has them."""
    undefined: str = "zero"
    """The value of 0/0; other programs print 0."""
    metrics: tuple[str, ...] = ()
    """The metrics that are used if none is named; if empty, the standard set of the task."""
    average: str = ""
    """The average that the program reports instead of micro; empty if it reports micro."""


@dataclass(frozen=True, slots=True)
class Written:
    """The output of a writer."""

    text: str
    lost: Mapping[str, int] = field(default_factory=dict)
    """Losses: the number of parts that the target cannot represent by kind, such as ``document-level relations``."""
    problems: tuple[Problem, ...] = ()
    """Problems found during writing: warnings, and the reasons why items are left out."""
    left_out: int = 0
    """Number of items left out because of these; only under ``--on-error skip``, which is the option `on-error`."""


@dataclass(frozen=True, slots=True)
class Writer:
    """A target of `convert`: how the items of one file are written."""

    summary: str
    write: Callable[[Sequence[Item], Options], Written]
    """From all readable items of a file, and the values of the parameters."""
    suffix: str
    """The ending of the files it writes, with its dot."""
    parameters: tuple[Parameter, ...] = ()
    """Its own options; on the command line they are options of `convert`."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A gold and a pred item without their unreadable parts."""

    gold: object
    pred: object
    parts: int
    """The number of affected pairs of parts."""


@dataclass(frozen=True, slots=True)
class Task:
    """A kind of structure: its formats and its metrics."""

    name: str
    summary: str
    formats: tuple[FormatChoice, ...]
    metrics: tuple[Metric, ...]
    empty: Callable[[], object]
    """The empty prediction: the value of a malformed prediction under ``--on-error zero``."""
    divisions: Mapping[str, Callable[[object], Mapping[str, object]]] = field(default_factory=dict)
    """Ways to divide an item for `--by`: the sub-items by label."""
    breakdowns: tuple[str, ...] = ()
    """Ways to divide the counts of an item for `--by`, if parts cannot be matched separately: its scorers do it."""
    inferred: Mapping[str, Callable[[Iterable[object]], object]] = field(default_factory=dict)
    """Parameters that are inferred from the gold if not given: functions of all gold items."""
    notes: str = ""
    """The path of the function that makes notes on a run, from the options of its first metric, the observations, and
    the number of items. Not every item is observed."""
    example: tuple[Path, Path] | None = None
    """Embedded gold and pred files for the demonstration."""
    example_options: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[str, Callable[[object], float]] = field(default_factory=dict)
    """Weights of an item for weighted averages: sentences, tokens."""

    presets: tuple[Preset, ...] = ()
    pred_formats: tuple[FormatChoice, ...] = ()
    """The formats for predictions, if they are read differently: model output may be repaired."""
    accept: Callable[[object], object] | None = None
    """Makes an item of other Python values: a string, an object of another library."""
    gather: (
        Callable[[Iterable[Mapping[str, object]], Sequence[str], Mapping[str, str]], Iterator[object] | None]
        | None
    ) = None
    """Makes items of the rows of a table, from the names of its columns and those that the user named;
    None if each row is an item."""
    join: Callable[[object, Mapping[str, Sequence[object]]], object] | None = None
    """Adds data from other files to an item, by the parameters that name these files."""
    bulk: str = ""
    """The path of the function that counts lists of objects in bulk, from the names and options of metrics. It returns
    None if pairs must be scored one by one."""
    memory: str = ""
    """The path of the function that makes a cache of tallies for some scorers, or None. A cache is called with a pair
    and a function that counts it. It may return known tallies, or counts for all scorers together."""
    group_memory: str = ""
    """The same for one of the `breakdowns`: the function gets its name too. The cache is called with a pair and returns
    its tallies, and those by label; None for a pair that the scorers count."""
    mend: Callable[[object, object, str], Mended] | None = None
    """Removes unreadable parts (the sentences of a document) so that items can be scored without them, under the policy
    ``skip`` or ``zero``; None if an item can only be left out as a whole."""
    skips_gold: bool = True
    """Whether the policy ``skip`` leaves out an item whose gold cannot be read; else that is an error."""
    narrows: str = ""
    """The more general task that could read the same files: a document graph is a graph."""
    part: str = "item"
    """The name of the parts that are left out then."""
    coverage: Callable[[object, object], Mapping[str, int]] | None = None
    """How much of a gold and a pred item was compared: numbers of parts by label, which add up over items.

    The first is the number of compared parts; the others are reported if they are not 0."""

    inspect: Callable[[object], Iterable[Problem]] | None = None
    """Problems of a readable item that some options tolerate; `check` reports them."""
    tokens_hint: str = ""
    """The hint for items whose tokens differ, if that is an error; empty if it is a warning."""
    remarks: Callable[[object, object], Sequence[Problem]] | None = None
    """Warnings about a gold and a pred item that are scored: what was ignored or resolved by a rule."""
    writers: Mapping[str, Writer] = field(default_factory=dict)
    """The writers, by the name of the target."""
    view: View | str = "tallystick.tasks.views.records:RECORDS"
    """How items are shown on the report page."""
    statistics: Callable[[object], Mapping[str, int | float]] | None = None
    """Statistics of an item: numbers by name, additive over items. The first is 1, for the item itself; ``a.b`` is a
    detail of ``a``."""

    common: str = ""
    """The path of the function that reduces the items of two annotators to the parts that both annotated, with numbers
    as in `coverage`; it returns None if nothing is left out. Empty if metrics do that themselves."""
    typology: Typology | str = "tallystick.tasks.records.error_kinds:RECORD_ERRORS"
    """How errors are divided into kinds, unless the scorer of a metric defines it."""
    labels: str = ""
    """The path of the function that returns the labels of an item on units that annotators share, by layer, then by
    unit; empty if there are none, so that no coefficient of agreement is defined."""

    def formats_of(self, side: str) -> tuple[FormatChoice, ...]:
        """The formats as they are read for a side, ``gold`` or ``pred``."""
        return (self.pred_formats or self.formats) if side == "pred" else self.formats

    def page_view(self) -> View:
        """Return the view of the items for the page; a view given by name is imported here, since few runs make a
        page."""
        if not isinstance(self.view, str):
            return self.view
        view: View = imported(self.view)
        return view

    def with_error_kinds(self, alignment: Alignment) -> Alignment:
        """Return an alignment whose errors are divided into kinds."""
        if alignment.typology is not None:
            return alignment
        typology: Typology = imported(self.typology) if isinstance(self.typology, str) else self.typology
        return replace(alignment, typology=typology)

    def groups_items(self, by: str | None) -> bool:
        """Whether a division puts every item into one group as a whole: a data set, a language, a document."""
        return by is not None and by not in self.divisions and by not in self.breakdowns

    def metric(self, name: str) -> Metric | None:
        """The metric of that name, or None."""
        return next((metric for metric in self.metrics if metric.name == name), None)

    @property
    def standard_set(self) -> tuple[Metric, ...]:
        """The metrics that are shown if none is requested."""
        return tuple(metric for metric in self.metrics if metric.standard)
