"""What the registry declares of metrics, in Markdown: the part of the documentation that nobody writes by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

from tallystick.registry import tasks
from tallystick.tasks.base import Metric, Parameter, Task

__all__ = ["FOLDER", "documented", "expand", "family", "overview"]

#: Where the pages of the metrics are.
FOLDER = Path(__file__).resolve().parent.parent / "metrics"
DIRECTIVE = re.compile(r"^:::\{metric\} (.+)$", re.MULTILINE)


def expand(patterns: Iterable[str]) -> dict[str, list[tuple[Task, Metric]]]:
    """The metrics that names and wild cards stand for, each with the tasks that have it."""
    found: dict[str, list[tuple[Task, Metric]]] = {}
    for pattern in patterns:
        matching = [
            (task, metric)
            for task in tasks().values()
            for metric in task.metrics
            if fnmatchcase(metric.name, pattern)
        ]
        if not matching:
            raise ValueError(f"no metric is called {pattern}")
        for task, metric in matching:
            found.setdefault(metric.name, []).append((task, metric))
    return found


def documented() -> dict[str, str]:
    """The page of each documented metric, by its name."""
    return {
        name: page.stem
        for page in sorted(FOLDER.glob("*.md"))
        for line in DIRECTIVE.findall(page.read_text("utf-8"))
        for name in expand(line.split())
    }


def cell(text: str) -> str:
    """A text inside of a table."""
    return text.replace("|", "\\|").replace("*", "\\*").replace("\n", " ")


def table(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(line)} |" for line in lines] + [""]


def describe_parameter(parameter: Parameter, owners: list[str], others: list[str]) -> list[str]:
    """The row of a parameter: its name, its values, what it is, and whose it is where not all metrics have it."""
    values = " ".join(f"`{choice}`" for choice in parameter.choices) or f"`{parameter.default}`"
    if parameter.load is not None:
        values = "a file"
    elif parameter.choices:
        values = values.replace(f"`{parameter.default}`", f"**`{parameter.default}`**")
    sense, names = ("of", owners) if len(owners) <= len(others) else ("not of", others)
    whose = f" ({sense} {', '.join(f'`{name}`' for name in names)})" if others else ""
    return [f"`{parameter.name}`", values, cell(parameter.help) + whose]


def family(patterns: Iterable[str]) -> list[str]:
    """What the registry declares of the metrics of a family, in Markdown."""
    found = expand(patterns)
    first = {name: metrics[0][1] for name, metrics in found.items()}
    lines = table(
        ["metric", "what it counts", "definition", "tasks"],
        (
            [
                f"`{name}`",
                cell(metric.summary),
                cell(metric.definition),
                " ".join(f"`{t.name}`" for t, _ in found[name]),
            ]
            for name, metric in first.items()
        ),
    )
    owners: dict[str, list[str]] = {}
    parameters: dict[str, Parameter] = {}
    for name, metric in first.items():
        for parameter in metric.parameters:
            owners.setdefault(parameter.name, []).append(name)
            parameters.setdefault(parameter.name, parameter)
    if parameters:
        lines += table(
            ["parameter", "values, the default in bold", "what it is"],
            (
                describe_parameter(parameters[name], names, [other for other in first if other not in names])
                for name, names in owners.items()
            ),
        )
    for reference in dict.fromkeys(metric.reference for metric in first.values() if metric.reference):
        lines += [f"Reference: {reference}.", ""]
    for reason in dict.fromkeys(metric.asymmetric for metric in first.values() if metric.asymmetric):
        whose = ", ".join(f"`{name}`" for name, metric in first.items() if metric.asymmetric == reason)
        lines += [
            f"Exchanging gold and pred does not simply exchange precision and recall in {whose}: {reason}.",
            "",
        ]
    return lines


def overview() -> list[str]:
    """Every task with its metrics and links to their pages, in Markdown."""
    pages = documented()
    rows = []
    for task in tasks().values():
        links = [
            f"[`{metric.name}`]({pages[metric.name]}.md)" for metric in task.metrics if metric.name in pages
        ]
        rows.append([f"`{task.name}`", cell(task.summary), " ".join(links)])
    return table(["task", "structures", "metrics"], rows)
