"""Relations that count and relations that do not, in sentence graphs and on the document level."""

from __future__ import annotations

from collections.abc import Callable

from tallystick.dataclass import dataclass
from tallystick.tasks.base import Options
from tallystick.tasks.graphs.inversion import turned
from tallystick.tasks.graphs.roles import Roles, role_filter, roles_of

__all__ = ["EVERYTHING", "Selection", "role_of"]


def role_of(role: str) -> str:
    """The name under which a role of a sentence graph counts, whichever way round it is written.

    >>> role_of("ARG0-of"), role_of("domain"), role_of("aspect")
    ('arg0', 'mod', 'aspect')
    """
    base, _ = turned(role.lower())
    return "mod" if base == "domain" else base


@dataclass(frozen=True, slots=True)
class Selection:
    """Some of the relations, by name.

    >>> selection = Selection(without=Roles("wiki,before"))
    >>> selection.counts("before"), selection.counts("after"), selection.role_filter()("ARG0-of")
    (False, True, True)
    """

    only: Roles = Roles()
    """All others do not count; where it is empty, all do."""
    without: Roles = Roles()

    @classmethod
    def of(cls, options: Options) -> Selection:
        """The selection of the parameters `only` and `except`."""
        return cls(roles_of(options, "only"), roles_of(options, "except"))

    def narrowed(self, relation: str) -> Selection:
        """One of the relations that count here; none if it does not."""
        counts = self.role_filter()
        if self.counts(relation) and (counts is None or counts(relation)):
            return Selection(Roles([relation]))
        return Selection(Roles([relation]), Roles([relation]))

    def counts(self, label: str) -> bool:
        """Whether a relation of the document level counts."""
        return (not self.only or label in self.only) and label not in self.without

    def role_filter(self) -> Callable[[str], bool] | None:
        """Whether a role of a sentence graph counts, whichever way round it is written; None if all do."""
        return role_filter({"only": self.only, "except": self.without})


#: All relations count.
EVERYTHING = Selection()
