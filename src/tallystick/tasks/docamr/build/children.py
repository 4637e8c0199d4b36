"""Equal children of merged mentions are one child.

Two mentions of a president bring two equal ``have-org-role-91``; the merged node needs one. Two children are
equal if the parts of the graph below them are isomorphic, with every edge to the rest of the graph: then
nothing distinguishes them, and one can be removed without loss. Ages of 55 and 60, or being tall and not tall, are
different and both stay. So do two equal children of one mention: the sentence says them twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.tasks.docamr.build.colours import colours_of
from tallystick.tasks.docamr.build.merging import Merged
from tallystick.tasks.docamr.build.model import Draft, natural

__all__ = ["fuse_children"]

#: Which part of the graph corresponds to which: node by node.
Correspondence = dict[str, str]
#: Nodes of one part that have to correspond to nodes of the other, in some order.
_Duty = tuple[tuple[str, ...], tuple[str, ...]]


def fuse_children(draft: Draft, merged: Sequence[Merged]) -> bool:
    """Make equal children of different mentions one; says whether there were any."""
    if not _candidates(draft, merged):
        return False
    colours = colours_of(draft)
    changed = False
    for group in merged:
        changed |= _fuse(draft, group, colours)
    return changed


def _candidates(draft: Draft, merged: Sequence[Merged]) -> bool:
    """Whether any two children of different mentions have one role and one concept."""
    for group in merged:
        seen: dict[tuple[bool, str, str], str] = {}
        for children in _children(draft, group):
            for (leaving, role), nodes in children.items():
                for node in nodes:
                    if seen.setdefault((leaving, role, draft.concepts[node]), node) != node:
                        return True
    return False


def _children(draft: Draft, group: Merged) -> Iterator[dict[tuple[bool, str], list[str]]]:
    """The remaining neighbours of each mention, by role."""
    home = draft.resolve(group.node)
    for brought in group.brought:
        children: defaultdict[tuple[bool, str], dict[str, None]] = defaultdict(dict)
        for leaving, role, node in brought:
            now = draft.resolve(node)
            if now in draft.concepts and now != home:
                children[leaving, role][now] = None
        yield {key: sorted(nodes, key=natural) for key, nodes in children.items()}


def _fuse(draft: Draft, group: Merged, colours: dict[str, int]) -> bool:
    changed = False
    kept: defaultdict[tuple[bool, str, int], dict[str, None]] = defaultdict(dict)
    for children in _children(draft, group):
        for (leaving, role), nodes in children.items():
            # One child of a mention answers to one of another, so that as many stay as one mention has.
            taken = set(nodes)
            for node in nodes:
                known = kept[leaving, role, colours[node]]
                if node not in draft.concepts or node in known:
                    continue
                for earlier in known:
                    if earlier in taken or earlier not in draft.concepts:
                        continue
                    same = _CorrespondenceSearch(draft, colours).correspondence(earlier, node)
                    if same is not None:
                        _remove_copy(draft, same)
                        taken.update(same)
                        changed = True
                        break
            for node in nodes:
                if node in draft.concepts:
                    kept[leaving, role, colours[node]][node] = None
    return changed


def _remove_copy(draft: Draft, same: Correspondence) -> None:
    """Take the second part away: all its edges to the rest are there at the first part."""
    original = {copy: node for node, copy in same.items()}
    for node, copy in same.items():
        draft.tokens[node] |= draft.tokens[copy]
        for (role, constant), tokens in draft.values[copy].items():
            draft.add_value(node, role, constant, tokens)
        for (role, target), tokens in draft.outgoing[copy].items():
            draft.add_edge(node, role, original.get(target, target), tokens)
        for role, source in list(draft.incoming[copy]):
            draft.add_edge(original.get(source, source), role, node, draft.outgoing[source][role, copy])
    for node, copy in same.items():
        draft.remove_node(copy)
        draft.into[copy] = node


@dataclass(slots=True)
class _State:
    """A correspondence that is being made: it can be copied where there is a choice."""

    there: Correspondence
    back: Correspondence
    fixed: set[str]
    duties: list[_Duty]

    def copy(self) -> _State:
        return _State(dict(self.there), dict(self.back), set(self.fixed), list(self.duties))


@dataclass(slots=True)
class _CorrespondenceSearch:
    """Looks for two parts of the graph that can change places while all the rest stays."""

    draft: Draft
    colours: dict[str, int]
    _waiting: list[_State] = field(default_factory=list)

    def correspondence(self, first: str, second: str) -> Correspondence | None:
        """The part around `first` node by node with that around `second`, None if they are not equal."""
        self._waiting = [_State({}, {}, set(), [((first,), (second,))])]
        while self._waiting:
            state = self._waiting.pop()
            if self._completed(state):
                return state.there
        return None

    def _completed(self, state: _State) -> bool:
        while state.duties:
            lefts, rights = state.duties.pop()
            # Nodes that already correspond are a duty done.
            rights_open = [node for node in rights if node not in state.back]
            lefts_open = [node for node in lefts if node not in state.there]
            done = {state.there[node] for node in lefts if node in state.there}
            if done != {node for node in rights if node in state.back} or len(lefts_open) != len(rights_open):
                return False
            if not lefts_open:
                continue
            left = lefts_open[0]
            for right in rights_open[1:]:
                other = state.copy()
                other.duties.append((lefts, rights))
                if self._paired(other, left, right):
                    self._waiting.append(other)
            state.duties.append((lefts, rights))
            if not self._paired(state, left, rights_open[0]):
                return False
        return True

    def _paired(self, state: _State, left: str, right: str) -> bool:
        """Let two nodes correspond, with all that follows for their neighbours; False if they cannot."""
        apart = {left, right}
        if left == right or self.colours[left] != self.colours[right]:
            return False
        if left in state.back or right in state.there or not apart.isdisjoint(state.fixed):
            return False
        state.there[left], state.back[right] = right, left
        right_edges = self._edges(right)
        left_edges = self._edges(left)
        if left_edges.keys() != right_edges.keys():
            return False
        for key, nodes in left_edges.items():
            others = right_edges[key]
            # Neighbours that both are connected to in the same way are part of the rest, and do not change.
            common = nodes & others
            if any(node in state.there or node in state.back for node in common):
                return False
            state.fixed |= common
            lefts, rights = nodes - common, others - common
            if len(lefts) != len(rights) or not state.fixed.isdisjoint(lefts | rights):
                return False
            if right in lefts or left in rights:
                return False
            state.duties += self._by_colour(lefts, rights)
        return True

    def _edges(self, node: str) -> dict[tuple[bool, str], set[str]]:
        edges: defaultdict[tuple[bool, str], set[str]] = defaultdict(set)
        for leaving, role, end in self.draft.neighbours(node):
            edges[leaving, role].add(end)
        return edges

    def _by_colour(self, lefts: set[str], rights: set[str]) -> Iterator[_Duty]:
        groups: defaultdict[int, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        for side, nodes in enumerate((lefts, rights)):
            for node in sorted(nodes, key=natural):
                groups[self.colours[node]][side].append(node)
        for lefts_of_colour, rights_of_colour in groups.values():
            yield tuple(lefts_of_colour), tuple(rights_of_colour)
