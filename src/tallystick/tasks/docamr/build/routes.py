"""The ways to a document graph: from MS-AMR annotations, from another document graph, from sentences and clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.msamr.document import MsAmr
from tallystick.formats.penman.graph import Graph
from tallystick.lazy import Lazy
from tallystick.tasks.docamr.build.base import metadata_of, of_sentences
from tallystick.tasks.docamr.build.chains import Linking, add_annotations, add_chains
from tallystick.tasks.docamr.build.clusters import Cluster, chains_of_clusters
from tallystick.tasks.docamr.build.documents import draft_of
from tallystick.tasks.docamr.build.pairwise import chains_of_pairs, pairwise_role
from tallystick.tasks.docamr.build.represent import represent
from tallystick.tasks.docamr.build.sentences import Sentences
from tallystick.tasks.docamr.build.tables import Tables
from tallystick.tasks.docamr.build.targets import check_preset, check_representation
from tallystick.tasks.docamr.build.write import as_graph

__all__ = ["Built", "from_annotations", "from_document", "from_sentences"]

#: The builders that reproduce docAMR 0.1.1; loaded on demand.
_RELEASED_BUILDERS: Lazy[Callable[..., Graph]] = Lazy(
    {
        "annotations": "tallystick.compat.docamr.routes:released_from_annotations",
        "pairs": "tallystick.compat.docamr.routes:released_from_pairs",
    }
)


@dataclass(frozen=True, slots=True)
class Built:
    """The graph of a document, and its problems."""

    graph: Graph
    problems: tuple[Problem, ...] = ()
    """Warnings and notes."""


def from_annotations(
    document: MsAmr,
    sentences: Sentences,
    representation: str = "docamr",
    *,
    tables: Tables | None = None,
    lenient: bool = False,
    preset: str | None = None,
) -> Built:
    """The graph of an annotated document.

    Raises an error with all problems: sentences without an AMR, mentions that name nothing. Under `lenient`
    such mentions are left out, with a warning each. `preset` is None or ``docamr-0.1.1``.
    """
    check_representation(representation)
    check_preset(preset, representation)
    graphs, problems = sentences.of_document(document)
    if any(problem.level == "error" for problem in problems):
        raise DataError(problems)
    linking = Linking(document, graphs, lenient, [*document.problems, *problems])
    ordered = [graphs[sentence.id] for sentence in document.ordered()]
    draft = of_sentences(ordered)
    add_annotations(draft, linking)
    errors = [problem for problem in linking.problems if problem.level == "error"]
    if errors:
        raise DataError(errors)
    if preset is not None:
        # The program orders sentences as the file does, and so do the numbers in its chains.
        as_listed = [graphs[sentence.id] for sentence in document.sentences]
        known = linking.known(document) if lenient else document
        graph = _RELEASED_BUILDERS["annotations"](known, as_listed, representation, tables or Tables())
    else:
        represent(draft, representation, tables or Tables())
        graph = as_graph(draft, metadata_of(document.id, ordered))
    return Built(graph, tuple(linking.problems))


def from_document(
    graph: Graph,
    representation: str = "docamr",
    *,
    pairs: str | None = None,
    tables: Tables | None = None,
    preset: str | None = None,
) -> Built:
    """A document graph in another representation; `pairs` is the role of edges between two mentions.

    >>> text = "(d / document :snt1 (c / come-01 :ARG1 (b / boy)) :snt2 (g / go-02 :ARG0 (h / he :same-as b)))"
    >>> from_document(Graph.of(text), pairs="same-as").graph.triples()[-2:]
    [('g', ':instance', 'go-02'), ('g', ':ARG0', 'b')]
    """
    check_representation(representation)
    check_preset(preset, representation)
    role = None if pairs is None else pairwise_role(pairs)
    if preset is not None:
        if role is None:
            raise UsageError(
                f"--preset {preset} works from annotations, or from graphs with edges between mentions: the program "
                "reads its own unmerged graphs differently from what it wrote"
            )
        return Built(_RELEASED_BUILDERS["pairs"](graph, role, representation, tables or Tables()))
    draft = draft_of(graph, () if role is None else (role,))
    if role is not None:
        chains_of_pairs(draft, role)
    represent(draft, representation, tables or Tables())
    return Built(as_graph(draft, graph.metadata))


def from_sentences(
    sentences: Sequence[Graph],
    clusters: Iterable[Cluster] = (),
    representation: str = "docamr",
    *,
    name: str = "",
    tables: Tables | None = None,
) -> Built:
    """The graph of sentences in their order, with clusters of text spans; without any, nothing corefers."""
    check_representation(representation)
    if not sentences:
        raise UsageError("a document has at least one sentence")
    chains, problems = chains_of_clusters(sentences, clusters, name)
    draft = of_sentences(sentences)
    add_chains(draft, chains)
    represent(draft, representation, tables or Tables())
    return Built(as_graph(draft, metadata_of(name, sentences)), tuple(problems))
