"""Signatures as input: from the text of a signature back to the metric and the settings of its run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.registry import find_task, from_signature, tasks
from tallystick.results.options import OPTIONS
from tallystick.results.report import Report
from tallystick.tasks.base import Metric
from tallystick.version import VERSION

__all__ = ["SIGNED", "Signed", "read_signatures"]

#: The options of a run that have their own field in signatures.
SIGNED = {option.key: option for option in OPTIONS if option.signed is not None}


@dataclass(slots=True)
class Signed:
    """The request in signatures."""

    metrics: list[str] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    fingerprints: dict[str, str] = field(default_factory=dict)
    """The required content of files, by the parameter that names the file."""
    versions: set[str] = field(default_factory=set)

    def options(self) -> dict[str, object]:
        """The options of the run that signatures have, as values."""
        return {SIGNED[key].name: SIGNED[key].parse(text) for key, text in self.settings.items()}

    def notes(self) -> list[str]:
        """Warnings about possible differences although all options are the same."""
        others = sorted(self.versions - {VERSION})
        return [f"the signature is from version {other}, this is version {VERSION}" for other in others]

    def check_files(self, report: Report) -> None:
        """A signature names the content of a file; another file makes another metric."""
        for name, wanted in self.fingerprints.items():
            for metric in report.metrics.values():
                if f"|{name}:" in metric.signature and f"|{name}:{wanted}|" not in metric.signature:
                    raise UsageError(
                        f"the signature was made with a different --{name} (fingerprint {wanted})"
                    )


def read_signatures(texts: Sequence[str], task: str | None = None) -> Signed:
    """Return the metrics and settings of signatures: exactly the options they contain."""
    among = [find_task(task)] if task else tasks().values()
    signed = Signed()
    for text in texts:
        name, options = from_signature(text)
        metric = next((metric for home in among if (metric := home.metric(name))), None)
        own = []
        for key, value in options.items():
            if key == "v":
                signed.versions.add(value)
            elif key in SIGNED:
                _agree(signed.settings, key, value)
            elif _is_file(metric, key, value):
                _agree(signed.fingerprints, key, value)
            elif not _is_default(metric, key, value):
                own.append(f"{key}={value}")
        signed.metrics.append(f"{name}({','.join(own)})" if own else name)
    return signed


def _agree(known: dict[str, str], key: str, value: str) -> None:
    if known.setdefault(key, value) != value:
        raise UsageError(f"the signatures disagree about {key}")


def _is_file(metric: Metric | None, key: str, value: str) -> bool:
    """Whether a parameter names files whose content the signature identifies."""
    parameters = metric.parameters if metric is not None else ()
    own = next((parameter for parameter in parameters if parameter.name == key), None)
    return own is not None and (own.load is not None or (bool(own.joins) and value not in own.choices))


def _is_default(metric: Metric | None, key: str, value: str) -> bool:
    """A default is left out of the expression, so that the metric has the same key as in the earlier run."""
    parameters = metric.parameters if metric is not None else ()
    return any(p.name == key and p.fingerprint(p.default) == value for p in parameters)
