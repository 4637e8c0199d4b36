"""How conversion into DocAMR changes the mentions of a document's chains (Naseem et al. 2022, Table 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tallystick.formats.penman.graph import Graph
from tallystick.tasks.docamr.build.documents import draft_of, is_document
from tallystick.tasks.docamr.build.model import Draft
from tallystick.tasks.docamr.build.names import is_named
from tallystick.tasks.docamr.build.pronouns import INTERLOCUTOR, is_pronoun
from tallystick.tasks.docamr.build.represent import represent
from tallystick.tasks.docamr.build.tables import Tables

__all__ = ["MERGE_COUNTS", "merge_counts"]

#: The names of the counts, in the order of the table's rows.
MERGE_COUNTS = (
    "chain_nodes",
    "chain_nodes.pronouns",
    "chain_nodes.pronouns_to_pronoun",
    "chain_nodes.pronouns_to_interlocutor",
    "chain_nodes.pronouns_to_other_node",
    "chain_nodes.pronouns_to_entity",
    "chain_nodes.names",
    "chain_nodes.names_after_merging",
)


def merge_counts(graph: Graph) -> Mapping[str, int]:
    """The rows of Table 1 for one document graph. Only an unmerged graph still has all mentions to count.

    >>> chain = ":snt1 (b / boy :coref-of (e / coref-entity)) :snt2 (h / he :coref-of e)"
    >>> counts = merge_counts(Graph.of(f"(d / document {chain})"))
    >>> counts["chain_nodes"], counts["chain_nodes.pronouns"], counts["chain_nodes.pronouns_to_other_node"]
    (2, 1, 1)
    """
    counts: Counter[str] = Counter()
    if is_document(graph):
        draft, tables = draft_of(graph), Tables()
        mentions = dict.fromkeys(member for entity in draft.entities for member in draft.members(entity))
        pronouns = [mention for mention in mentions if is_pronoun(draft, mention, tables.pronouns)]
        names = [mention for mention in mentions if is_named(draft, mention)]
        represent(draft, "docamr", tables)
        counts["chain_nodes"] = len(mentions)
        counts["chain_nodes.pronouns"] = len(pronouns)
        counts.update(
            f"chain_nodes.pronouns_to_{_kind(draft, draft.resolve(pronoun), tables)}" for pronoun in pronouns
        )
        counts["chain_nodes.names"] = len(names)
        counts["chain_nodes.names_after_merging"] = len({draft.resolve(name) for name in names})
    return {name: counts[name] for name in MERGE_COUNTS}


def _kind(draft: Draft, node: str, tables: Tables) -> str:
    """The node that a pronoun was merged into; a pronoun that was not merged is still a pronoun."""
    if node in draft.entities:
        return "entity"
    if draft.concepts[node] == INTERLOCUTOR:
        return "interlocutor"
    return "pronoun" if is_pronoun(draft, node, tables.pronouns) else "other_node"
