"""Metrics as they are requested: names, groups, wild cards, expressions such as ``ceaf-rme(phi=3)``, and objects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Union

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.registry.table import find_task, findable, meant, tasks
from tallystick.tally import Alignment, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Metric, Options, Preset, Scorer, Task
from tallystick.version import VERSION

if TYPE_CHECKING:
    from tallystick.core.similarity import Similarity
    from tallystick.errors import Problem

__all__ = ["Chosen", "MetricLike", "NamedMetric", "choose", "split_expressions", "with_metrics"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A metric as it was requested, with all options resolved."""

    key: str
    """The name as it was requested: the key in every output."""
    metric: Metric
    options: Options = field(default_factory=dict)
    requested: bool = True
    """Whether it was named explicitly, not selected as part of the standard set."""
    _scorer: Scorer | None = field(default=None, init=False, repr=False, compare=False)
    _signatures: dict[tuple[object, ...], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def scorer(self) -> Scorer:
        """The scorer of the metric under these options."""
        if self._scorer is None:
            object.__setattr__(self, "_scorer", self.metric.scorer(self.options))
        assert self._scorer is not None
        return self._scorer

    def signature(self, **run_options: object) -> str:
        """Every option that can change a score, in one line that works as input again."""
        key = tuple(run_options.items())
        if key not in self._signatures:
            self._signatures[key] = self._signature(run_options)
        return self._signatures[key]

    def _signature(self, run_options: Options) -> str:
        own = {
            p.name: p.fingerprint(self.options[p.name])
            for p in self.metric.parameters
            if not p.tacit or self.options[p.name] != p.default
        }
        settings = own | {name: str(value) for name, value in run_options.items()}
        return "|".join(
            [self.metric.name, *(f"{name}:{value}" for name, value in settings.items()), f"v:{VERSION}"]
        )

    def __repr__(self) -> str:
        shown = [
            f"{p.name}={p.fingerprint(self.options[p.name])}"
            for p in self.metric.parameters
            if self.options[p.name] != p.default
        ]
        return f"{self.metric.name}({','.join(shown)})" if shown else self.metric.name


class NamedMetric(Scorer):
    """A metric of a task with fixed options, as an object: it scores items itself, and can replace a name."""

    def __init__(self, task: Task, chosen: Chosen) -> None:
        self.task = task
        self.chosen = chosen
        self.scorer = chosen.scorer()
        self.reading = self.scorer.reading

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what matched in a pair of items."""
        return self.scorer.count(pair)

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List what matched in a pair of items, what was missed and what is spurious."""
        return self.task.with_error_kinds(self.scorer.explain(pair))

    def groups(self, pair: PairAnalysis, by: str) -> Mapping[str, Tally] | None:
        """Count a pair of items by label, where the metric does that itself."""
        return self.scorer.groups(pair, by)

    def remarks(self, pair: PairAnalysis) -> Sequence[Problem]:
        """Return warnings about a pair of items that depend on the options of the metric."""
        return self.scorer.remarks(pair)

    def __reduce__(self) -> tuple[object, ...]:
        # Tasks and metrics contain functions, which cannot be pickled; their names can.
        known = findable(self.task)
        named = known is not None and known.metric(self.chosen.metric.name) == self.chosen.metric
        task = self.task if known is None else known.name
        metric = self.chosen.metric.name if named else self.chosen.metric
        return _restored, (type(self), task, self.chosen.key, metric, dict(self.chosen.options))

    def __repr__(self) -> str:
        return f"<metric {self.chosen!r} of the task {self.task.name}>"


def _restored(
    kind: type[NamedMetric], task: str | Task, key: str, metric: str | Metric, options: Options
) -> NamedMetric:
    """A named metric that has travelled."""
    home = task if isinstance(task, Task) else find_task(task)
    declared = metric if isinstance(metric, Metric) else home.metric(metric)
    assert declared is not None, metric
    return kind(home, Chosen(key, declared, options))


#: The ways to pass a metric: an expression, a declaration, a similarity of the algebra, a scorer.
MetricLike = Union[str, Metric, "Similarity", Scorer]


def with_metrics(task: Task, given: Sequence[MetricLike]) -> Task:
    """Return the task with the metrics that are given as objects beside its own."""
    if all(isinstance(metric, (str, NamedMetric)) for metric in given):
        return task
    known = {metric.name: metric for metric in task.metrics}
    for metric in given:
        if isinstance(metric, (str, NamedMetric)):
            continue
        declared = _declared(metric)
        if known.setdefault(declared.name, declared) != declared:
            raise UsageError(
                f"two different metrics are called {declared.name!r}; give one of them another name: "
                "Metric(name, summary, always(metric))"
            )
    return task if len(known) == len(task.metrics) else replace(task, metrics=tuple(known.values()))


def _declared(metric: MetricLike) -> Metric:
    """The declaration of a metric that is given as an object."""
    if isinstance(metric, Metric):
        return metric
    from tallystick.registry.objects import declare

    return declare(metric)


def split_expressions(texts: Sequence[str]) -> list[str]:
    """Metric expressions, cut at commas outside parentheses.

    >>> split_expressions(["muc,b3", "ceaf-rme(phi=3,recall=literal)"])
    ['muc', 'b3', 'ceaf-rme(phi=3,recall=literal)']
    """
    found = []
    for text in texts:
        depth, start = 0, 0
        for index, sign in enumerate(text):
            depth += (sign == "(") - (sign == ")")
            if sign == "," and depth == 0:
                found.append(text[start:index])
                start = index + 1
        found.append(text[start:])
    return [expression.strip() for expression in found if expression.strip()]


_EXPRESSION = re.compile(r"^\s*([^()\s]+)\s*(?:\((.*)\))?\s*$", re.DOTALL)


def choose(
    task: Task,
    metrics: Sequence[MetricLike] = (),
    options: Options | None = None,
    preset: Preset | None = None,
    seed: int | None = None,
) -> list[Chosen]:
    """Return the metrics that are requested, or the standard set of the task.

    `options` set the parameter of every metric that has it; an option that no metric has is an error. They take
    precedence over those of a preset. `seed` is that of the run, for metrics that search at random.
    """
    given = dict(options or {})
    shared = ({} if seed is None else {"seed": seed}) | (dict(preset.options) if preset else {}) | given
    chosen: dict[str, Chosen] = {}
    expressions = _expressions(metrics)
    if metrics and not expressions:
        raise UsageError("no metric is given; is a shell variable unset?")
    if not expressions and preset:
        expressions = list(preset.metrics)
    for expression in expressions:
        for choice in _choices(task, expression, shared):
            if chosen.setdefault(choice.key, choice) != choice:
                raise UsageError(
                    f"two different metrics are called {choice.key!r}; distinguish them by their options: "
                    f"{choice.metric.name}(option=value)"
                )
    if not expressions:
        chosen = {
            m.name: Chosen(m.name, m, m.settle(_applicable(m, shared)), requested=False)
            for m in task.standard_set
        }
    used = {parameter.name for choice in chosen.values() for parameter in choice.metric.parameters}
    for name in given:
        if name not in used:
            raise UsageError(
                f"none of the selected metrics has the option {name!r}{meant(name, {*used, 'metrics'})}"
            )
    _refuse_settled(expressions, given)
    names = {choice.metric.name for choice in chosen.values()}
    if preset and used.isdisjoint(preset.options) and names.isdisjoint(preset.metrics):
        raise UsageError(f"the preset {preset.name} does not apply to {', '.join(chosen)}: leave it out")
    return list(chosen.values())


def _choices(task: Task, expression: MetricLike, shared: Options) -> Iterator[Chosen]:
    """The metrics of an expression or an object, with all options resolved."""
    if not isinstance(expression, NamedMetric):
        for key, metric, own in _expand(task, expression):
            yield Chosen(key, metric, metric.settle(_applicable(metric, shared) | own))
        return
    choice = expression.chosen
    if task.metric(choice.metric.name) != choice.metric:
        raise UsageError(
            f"{choice.metric.name!r} is a metric of the task {expression.task.name}, not of {task.name}"
        )
    yield choice


def _refuse_settled(expressions: Sequence[MetricLike], given: Options) -> None:
    """Reject options for metrics with fixed options, unless other metrics of the run take them."""
    settled = [metric for metric in expressions if isinstance(metric, NamedMetric)]
    if len(settled) < len(expressions):
        return
    for name in given:
        for metric in settled:
            if name in metric.chosen.options:
                raise UsageError(f"the options of {metric!r} are fixed; pass {name!r} to ts.metric")


def _expressions(metrics: Sequence[MetricLike]) -> list[MetricLike]:
    """A list of metrics: strings are split at commas."""
    expressions: list[MetricLike] = []
    for metric in metrics:
        if isinstance(metric, str):
            expressions += split_expressions([metric])
        else:
            expressions.append(metric)
    return expressions


def _applicable(metric: Metric, shared: Options) -> dict[str, object]:
    names = {parameter.name for parameter in metric.parameters}
    return {name: value for name, value in shared.items() if name in names}


def _expand(task: Task, expression: MetricLike) -> Iterable[tuple[str, Metric, dict[str, object]]]:
    """A name, a group (``ancast`` for ``ancast.…``) or a wild card (``smatch.*``), perhaps with options; an object."""
    if not isinstance(expression, str):
        declared = _declared(expression)
        return [(declared.name, task.metric(declared.name) or declared, {})]
    shape = _EXPRESSION.match(expression)
    if shape is None:
        raise UsageError(f"{expression!r} is not of the form name or name(option=value,…)")
    name, arguments = shape[1], _arguments(expression, shape[2] or "")
    metric = task.metric(name)
    if metric is not None:
        return [(expression, metric, arguments)]
    members = [m for m in task.metrics if m.name.startswith(f"{name}.") or fnmatchcase(m.name, name)]
    if not members:
        raise _unknown_metric(task, name)
    written = f"({shape[2]})" if shape[2] else ""
    return [(member.name + written, member, arguments) for member in members]


def _arguments(expression: str, text: str) -> dict[str, object]:
    """The options in parentheses. A part without ``=`` belongs to the list before it: ``only=ARG0,ARG1``."""
    arguments: dict[str, str] = {}
    for part in text.split(","):
        if not part.strip():
            continue
        name, equals, value = part.partition("=")
        if equals:
            arguments[name.strip()] = value.strip()
        elif arguments:
            last = next(reversed(arguments))
            arguments[last] += f",{part.strip()}"
        else:
            raise UsageError(f"{part.strip()!r} in {expression!r} is not of the form option=value")
    return dict(arguments)


def _unknown_metric(task: Task, name: str) -> UsageError:
    homes = [other.name for other in tasks().values() if other.metric(name)]
    if homes:
        return UsageError(
            f"{name!r} is a metric of the task {homes[0]}, not of {task.name}; to use it, pass --task {homes[0]}"
        )
    known = [metric.name for metric in task.metrics]
    return UsageError(
        f"the task {task.name} has no metric {name!r}{meant(name, known)}; it has {', '.join(known)}"
    )
