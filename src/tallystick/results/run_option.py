"""The declaration of an option of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError

if TYPE_CHECKING:
    from tallystick.results.settings import Settings

__all__ = ["RunOption"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOption:
    """An option of a run."""

    name: str
    """The keyword in Python; with dashes, the option and the key of the configuration."""
    type: type
    default: Any = None
    help: str
    owners: tuple[str, ...]
    """The commands, functions and classes that have it."""
    parts: tuple[str, ...] = ("settings",)
    """The part of a run that it belongs to: the request, the settings, the execution, the statistics of a
    comparison."""
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    metavar: str | None = None
    spellings: tuple[str, ...] = ()
    """The spelling on the command line, if it differs from the name."""
    flags: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The spelling and the help of each choice, if choices are separate options."""
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Attributes that differ for some owners."""
    single: bool = False
    """Whether the command line rejects repeated use; otherwise the last value counts."""
    refuse: Callable[[Any], str] | None = None
    """Why a value is invalid; empty if it is valid."""
    signed: Callable[[Settings], object | None] | None = None
    """The value in a signature, or None if it cannot change a score. Options without it are not in signatures."""
    signed_by_metric: bool = False
    """Whether a signature sets it with the metric that it names."""
    identity: bool = False
    """Whether a run can only be resumed with the same value, although it is not in signatures."""
    configurable: bool = True
    """Whether a configuration file may set it."""
    announced: bool = True
    """Whether a note reports that a configuration file sets it."""

    @property
    def key(self) -> str:
        """The name in signatures, configurations and on the command line."""
        return self.name.replace("_", "-")

    def of(self, owner: str) -> RunOption:
        """The option for one of its owners."""
        return replace(self, **self.variants[owner], variants={}) if owner in self.variants else self

    def check(self, value: Any) -> None:
        """Reject an invalid value."""
        if self.choices and value not in self.choices:
            raise UsageError(f"{self.name}={value!r} is not one of {', '.join(self.choices)}")
        if self.refuse is not None and value is not None and (reason := self.refuse(value)):
            raise UsageError(reason)

    def parse(self, text: str) -> object:
        """The value of an option from its text in a signature."""
        if self.type is bool:
            return text == "true"
        try:
            return self.type(text)
        except ValueError as error:
            raise UsageError(f"{self.key}:{text} in the signature is not a number") from error
