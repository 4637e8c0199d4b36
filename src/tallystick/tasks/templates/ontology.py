"""The ontology of template values: a hierarchy of values, premodifiers, key slots."""

from __future__ import annotations

from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem
from tallystick.tasks.records.files import fingerprint_of, read_as
from tallystick.tasks.records.hierarchy import is_below

__all__ = ["Ontology"]

_HINT = (
    "an ontology is a JSON object with `parent` (value → more general value), `premodifiers` and `key_slots`"
)


@dataclass(frozen=True, slots=True)
class Ontology:
    """The ontology of template values."""

    parent: dict[str, str] = field(default_factory=dict)
    """The more general value of a value of a set fill."""
    premodifiers: tuple[str, ...] = ()
    """Words that do not identify anything."""
    key_slots: tuple[str, ...] = ()
    """Two templates are aligned only if one of these slots matches in part (`muc4-original`)."""
    generic_type: str = "attack"
    """The template type that earns half where a more specific one is right (`muc4-original`)."""

    @classmethod
    def read(cls, path: str) -> Ontology:
        """Read an ontology from a JSON file."""
        ontology = read_as(cls, path, _HINT)
        assert isinstance(ontology, cls)
        if (value := ontology._above_itself()) is not None:
            raise DataError(Problem(f"parent: {value!r} is more general than itself", path, hint=_HINT))
        return ontology

    def _above_itself(self) -> str | None:
        """A value that is its own ancestor, if there is one; each value is passed once."""
        done: set[str] = set()
        for start in self.parent:
            way: dict[str, None] = {}
            value = start
            while value in self.parent and value not in done:
                if value in way:
                    return value
                way[value] = None
                value = self.parent[value]
            done.update(way)
        return None

    def fingerprint(self) -> str:
        """A short name for exactly this content."""
        return fingerprint_of(self)

    def is_below(self, value: str, other: str) -> bool:
        """Whether a value is a descendant of another."""
        return is_below(value, other, self.parent)
