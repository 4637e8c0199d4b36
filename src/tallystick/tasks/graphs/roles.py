"""Which roles count: ``--only ARG0,ARG1`` and ``--except wiki``.

A graph is narrowed before it is read as triples: the branches with other roles are taken out, the nodes stay, and so
does what marks the root. Inverse roles are normalised first, so that ``ARG0`` means ``ARG0-of`` too, and ``mod``
means ``domain`` the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.base import Options, Parameter
from tallystick.tasks.graphs.inversion import turned

__all__ = ["EXCEPT", "ONLY", "ROLE_OPTIONS", "Roles", "narrow", "role_filter", "roles_of"]


class Roles(tuple[str, ...]):
    """A list of roles as a user gives it: without colons, in lower case, in order, each once.

    >>> Roles(":ARG1, ARG0,arg1"), str(Roles(["wiki", "name"])), str(Roles(""))
    (('arg0', 'arg1'), 'name,wiki', '')
    """

    __slots__ = ()

    def __new__(cls, names: str | Iterable[str] = ()) -> Roles:
        """Roles from a text with commas, or one by one."""
        names = names.split(",") if isinstance(names, str) else names
        return super().__new__(cls, sorted({name.strip().removeprefix(":").lower() for name in names} - {""}))

    def __str__(self) -> str:
        return ",".join(self)


ONLY = Parameter(
    "only", Roles(), "score only these relations, separated by commas; leave the others out of both sides",
    kind=Roles, fingerprint=lambda roles: str(roles) or "all",
)  # fmt: skip
EXCEPT = Parameter(
    "except", Roles(), "leave these relations out of both sides, separated by commas",
    kind=Roles, fingerprint=lambda roles: str(roles) or "none",
)  # fmt: skip
ROLE_OPTIONS = (ONLY, EXCEPT)


def role_filter(options: Options) -> Callable[[str], bool] | None:
    """Whether a role, as it is written, counts under some options; None if all do.

    >>> counts = role_filter({"only": Roles("mod,ARG0"), "except": Roles()})
    >>> [role for role in ("ARG0-of", "domain", "ARG1", "mod") if counts(role)]
    ['ARG0-of', 'domain', 'mod']
    """
    only, without = ({turned(role)[0] for role in roles_of(options, name)} for name in ("only", "except"))
    if not only and not without:
        return None

    def counts(role: str) -> bool:
        base = turned(role.lower())[0]
        return (not only or base in only) and base not in without

    return counts


def roles_of(options: Options, name: str) -> Roles:
    """The roles that an option names; none if it is not given."""
    return Roles(str(options.get(name, "")))


def narrow(graph: Graph, counts: Callable[[str], bool]) -> Graph:
    """The graph without the branches whose role does not count.

    >>> graph = Graph.of("(a / b :c (d / e :wiki -) :f 1)")
    >>> narrow(graph, lambda role: role != "wiki").triples()[2:]
    [('a', ':f', '1'), ('d', ':instance', 'e')]
    """
    kept = [branch for branch, role in enumerate(graph.roles) if counts(role)]
    if len(kept) == len(graph.roles):
        return graph
    index_of = {branch: number for number, branch in enumerate(kept)}
    marks = {
        (kind, index_of[at] if kind in ("role", "target") else at): mark
        for (kind, at), mark in graph.marks.items()
        if kind not in ("role", "target") or at in index_of
    }
    return replace(
        graph,
        sources=tuple([graph.sources[branch] for branch in kept]),
        roles=tuple([graph.roles[branch] for branch in kept]),
        targets=tuple([graph.targets[branch] for branch in kept]),
        constants=tuple([graph.constants[branch] for branch in kept]),
        marks=marks,
        written="",
    )
