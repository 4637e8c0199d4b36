"""How Smatch++ 1.8.0 reads a graph in which a slash is not surrounded by blanks.

Its tokens end at blanks and brackets only, so that ``(h2/ health)`` has no lone slash. What should be a node is then a
constant, and the words after it take the last role that was seen at the same depth; where none was, reading ends there
without an error, and the rest of the graph is lost.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tallystick.formats.penman.reader import Graph

__all__ = ["as_smatchpp_reads"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"[^\s()]*|[()]|[^\s()"]+')
_COMMENT = re.compile(r"^\s*#.*$", re.MULTILINE)
_GLUED = re.compile(r"\(\s*[^\s()\"]*[^\s()\"/]/|\(\s*[^\s()\"/]+\s+/[^\s()]")


def as_smatchpp_reads(graph: Graph) -> Graph:
    """The graph, or what Smatch++ makes of it if a slash is glued to its neighbours."""
    written = graph.written
    # Most texts have blanks around every slash, which is quickly known.
    if written.count("/") == written.count(" / ") or not _GLUED.search(written):
        return graph
    return _read(_TOKEN.findall(_COMMENT.sub("", graph.written)), graph)


def _read(tokens: list[str], graph: Graph) -> Graph:
    variables: list[str] = []
    concepts: list[str] = []
    branches: list[tuple[str, str, str]] = []
    node_at: dict[int, str] = {}
    role_at: dict[int, str] = {}
    depth = cursor = 0
    while cursor < len(tokens):
        token = tokens[cursor]
        cursor += 1
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        elif token.startswith(":"):
            role_at[depth] = token[1:]
        elif tokens[cursor : cursor + 1] == ["/"] and cursor + 1 < len(tokens):
            variables.append(token)
            concepts.append(tokens[cursor + 1])
            cursor += 2
            if depth > 1:
                if depth - 1 not in node_at or depth - 1 not in role_at:
                    break
                branches.append((node_at[depth - 1], role_at[depth - 1], token))
            node_at[depth] = token
        else:
            # A value of the node above it: of the last one at this depth, if the bracket opened no node.
            level = depth - 1 if tokens[cursor - 2] == "(" else depth
            if level not in node_at or level not in role_at:
                break
            branches.append((node_at[level], role_at[level], token))
    index = {name: number for number, name in enumerate(variables)}
    return replace(
        graph,
        variables=tuple(variables),
        concepts=tuple(concepts),
        sources=tuple(index[source] for source, _, _ in branches),
        roles=tuple(role for _, role, _ in branches),
        targets=tuple(index.get(target, -1) for _, _, target in branches),
        constants=tuple(None if target in index else target for _, _, target in branches),
    )
