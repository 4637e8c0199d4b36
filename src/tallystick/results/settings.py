"""Settings of a run: bad items, undefined numbers, averages and intervals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from functools import lru_cache
from typing import Any

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.results.options import AUTO, GROUP_AVERAGES, OPTIONS, chosen
from tallystick.stats.resamples import RESAMPLES, check_resampling
from tallystick.tally import Reading, Tally

__all__ = ["Settings", "bytes_of", "check_engine"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run, checked before any work is done. They are declared in `options.py`."""

    average: str = AUTO
    """``auto`` becomes micro, or the average of the preset."""
    undefined: str = "null"
    on_error: str = "fail"
    on_missing: str = "error"
    """How to count files and items that only one side has."""
    match_by: str = "auto"
    time_limit: float | None = None
    on_timeout: str = "best"
    """How to count an item that is not proved optimal in time: by the best solution, by the bound, or as an error."""
    memory_limit: int | str | None = None
    """The most memory for one item, in bytes or as ``"4GB"``; None for a share of the available memory."""
    confidence: float | None = None
    resamples: int = RESAMPLES
    seed: int = 12345
    by: str | None = None
    repair: str = "none"
    """How far model output is repaired before it is read."""
    pred_at: str = ""
    """The JSON Pointer to a prediction within its line."""
    strict_text: bool = False
    """Whether texts that differ between the two sides are errors instead of warnings."""
    average_is_default: bool = False
    """Whether no average was requested, so that a preset may set its own."""
    _signed: Mapping[str, object] | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Settings:
        """Select the settings from the options of a run; other options, such as the task, are ignored."""
        given = chosen("settings", options)
        if given.get("average", AUTO) is None:
            given["average"] = AUTO
        try:
            return _settings(tuple(given), *given.values())
        except TypeError:  # unhashable values are rejected by the check
            return cls(**given)

    def __post_init__(self) -> None:
        if self.average == AUTO:
            object.__setattr__(self, "average", "micro")
            object.__setattr__(self, "average_is_default", True)
        for option in OPTIONS:
            if "settings" in option.parts:
                option.check(getattr(self, option.name))
        if self.memory_limit is not None:
            object.__setattr__(self, "memory_limit", bytes_of(self.memory_limit))
        if self.confidence is not None:
            check_resampling(self.confidence, self.resamples)
        if self.over_groups and self.by is None:
            raise UsageError(f"--average {self.average} needs groups: add --by type, --by dataset, …")

    @property
    def over_groups(self) -> bool:
        """Whether the average is one over the groups of a division."""
        return self.average in GROUP_AVERAGES

    @property
    def weight(self) -> str | None:
        """The weight of the mean over items; None if it is not weighted."""
        return self.average if self.average in ("sentences", "tokens") else None

    def signed(self) -> Mapping[str, object]:
        """The settings that can change a score, as a signature has them."""
        if self._signed is None:
            object.__setattr__(self, "_signed", self._computed())
        assert self._signed is not None
        return self._signed

    def _computed(self) -> Mapping[str, object]:
        values = {option.key: option.signed(self) for option in OPTIONS if option.signed is not None}
        return {key: value for key, value in values.items() if value is not None}

    def reading(self, reading: Reading) -> Reading:
        """A reading that replaces undefined numbers."""
        if self.undefined == "null":
            return reading

        def read(tally: Tally) -> tuple[float | None, ...]:
            return tuple(0.0 if value is None else value for value in reading.read(tally))

        return replace(reading, read=read)


@lru_cache(maxsize=64, typed=True)
def _settings(names: tuple[str, ...], *values: Any) -> Settings:
    """Settings that were requested before: in a training loop, the same a million times."""
    return Settings(**dict(zip(names, values, strict=True)))


#: Units of bytes.
_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "K": 10**3, "M": 10**6, "G": 10**9}


def bytes_of(size: int | str) -> int:
    """Return a positive number of bytes.

    >>> bytes_of("500MB"), bytes_of("1.5G"), bytes_of(4096)
    (500000000, 1500000000, 4096)
    """
    number, unit = re.fullmatch(r"\s*([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([a-zA-Z]*)\s*", str(size)), ""
    if number is not None:
        unit = number[2].upper()
    if number is None or unit not in _UNITS or int(float(number[1]) * _UNITS[unit]) < 1:
        raise UsageError(f"the memory limit {str(size)[:40]!r} is not a size such as 500MB or 4GB")
    return int(float(number[1]) * _UNITS[unit])


def check_engine(name: str, jobs: int = 1) -> None:
    """Reject what is not an engine: ``local``, ``dask`` (a cluster on this machine), or ``dask://host:port``."""
    if name in ("local", "dask"):
        return
    kind, _, address = name.partition("://")
    host, _, port = address.rpartition(":")
    if kind != "dask" or not host or not port.isdigit():
        raise UsageError(f"--engine {name!r} is not one of local, dask, dask://host:port")
    if jobs > 1:
        raise UsageError(f"the cluster at {address} has its own workers; do not pass --jobs")
