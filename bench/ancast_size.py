"""AnCast on single pairs of large graphs of several shapes: time, memory, and how both grow.

Run `python -m bench.ancast_size [nodes …]`. Every pair is scored in a process of its own, so that its peak memory is
its own.
"""

import json
import math
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator

from bench.line import Line
from tallystick.formats.penman.reader import Graph
from tallystick.report.columns import aligned
from tallystick.tasks.graphs.ancast.aligner import align_alone
from tallystick.tasks.graphs.ancast.counts import counts

SIZES = (1000, 2000, 4000)
ROLES = ("ARG0", "ARG1", "ARG2", "mod", "time", "location")
#: Head, role and tail.
Edge = tuple[int, str, int]
Pair = tuple[Graph, Graph]


def _graph(concepts: Iterable[str], edges: Iterable[Edge]) -> Graph:
    triples = [(f"v{node}", ":instance", concept) for node, concept in enumerate(concepts)]
    return Graph.of([*triples, *((f"v{head}", f":{role}", f"v{tail}") for head, role, tail in edges)])


def _with_errors(generator: random.Random, concepts: list[str], edges: list[Edge]) -> Pair:
    """A graph, and the same with a tenth of its concepts and roles replaced."""
    changed = [generator.choice(concepts) if generator.random() < 0.1 else concept for concept in concepts]
    relabelled = [
        (head, generator.choice(ROLES) if generator.random() < 0.1 else role, tail)
        for head, role, tail in edges
    ]
    return _graph(concepts, edges), _graph(changed, relabelled)


def random_graph(size: int) -> Pair:
    """A tree with reentrancies; every word occurs about twice."""
    generator = random.Random(1)
    concepts = [f"word{generator.randrange(size // 2)}" for _ in range(size)]
    edges = [
        (
            generator.randrange(node) if generator.random() < 0.3 else max(0, node - generator.randint(1, 8)),
            generator.choice(ROLES),
            node,
        )
        for node in range(1, size)
    ]
    for _ in range(size // 8):
        first, second = sorted(generator.sample(range(size), 2))
        edges.append((first, generator.choice(ROLES), second))
    return _with_errors(generator, concepts, list(dict.fromkeys(edges)))


def equal_chain(size: int) -> Pair:
    """A chain of equal nodes."""
    graph = _graph(["node"] * size, [(node, "ARG1", node + 1) for node in range(size - 1)])
    return graph, graph


def hub(size: int) -> Pair:
    """A node between two fifths of the others, which point to it, and the rest, to which it points."""
    spokes = 2 * size // 5
    concepts = ["top", "hub"] + ["spoke"] * spokes + ["leaf"] * (size - 2 - spokes)
    edges = [(0, "ARG0", 1)]
    edges += [(0, "ARG2", 2 + spoke) for spoke in range(spokes)]
    edges += [(2 + spoke, "ARG1", 1) for spoke in range(spokes)]
    edges += [(1, "ARG3", node) for node in range(2 + spokes, size)]
    return _graph(concepts, edges), _graph(concepts, edges[::-1])


def star_of_stars(size: int) -> Pair:
    """Hubs below a root, each with leaves of a few words."""
    generator = random.Random(9)
    hubs = math.isqrt(size)
    words = ["go-01", "see-01", "boy", "girl", "want-01", "big"]
    concepts = ["root"] + [f"hub{number}" for number in range(hubs)]
    concepts += [generator.choice(words) for _ in range(size - 1 - hubs)]
    edges = [(0, "ARG1", node) for node in range(1, hubs + 1)]
    edges += [(1 + node % hubs, generator.choice(ROLES), node) for node in range(hubs + 1, size)]
    return _with_errors(generator, concepts, edges)


def bushy_tree(size: int) -> Pair:
    """A tree of twelve levels or so, in which every word occurs a few times."""
    generator = random.Random(4)
    concepts = [f"word{generator.randrange(size // 4)}" for _ in range(size)]
    edges = [((node - 1) // 3, generator.choice(ROLES), node) for node in range(1, size)]
    return _with_errors(generator, concepts, edges)


SHAPES: dict[str, Callable[[int], Pair]] = {
    "random": random_graph,
    "chain of equal nodes": equal_chain,
    "hub": hub,
    "star of stars": star_of_stars,
    "bushy tree": bushy_tree,
}


def _score(shape: str, size: int) -> None:
    """Score one pair, and print CPU seconds and what it added to the peak memory, in MB."""
    gold, pred = SHAPES[shape](size)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    tally = counts(align_alone(gold, pred))["relation"]
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([seconds, (peak - before) / 1024, peak / 1024, tally.matched_pred / tally.pred_total]))


def lines() -> Iterator[Line]:
    """The lines of the table that concern AnCast at size."""
    for shape in SHAPES:
        for size, most in ((2000, 0.5), (4000, None)):
            seconds, _, peak, precision = _measured(shape, size)
            yield Line(f"AnCast, {shape} of {size:,} nodes", "", None, seconds, our_value=precision, most=most,
                       megabytes=peak)  # fmt: skip


def _measured(shape: str, size: int) -> tuple[float, float, float, float]:
    """Seconds, memory for the pair, peak memory and precision, from a process of its own."""
    command = [sys.executable, "-m", "bench.ancast_size", "--pair", shape, str(size)]
    seconds, added, peak, precision = json.loads(
        subprocess.run(command, capture_output=True, text=True, check=True).stdout
    )
    return seconds, added, peak, precision


def measured(sizes: Iterable[int] = SIZES) -> Iterator[list[str]]:
    """A row for each shape and size; the exponent is that of the time since the size before."""
    for shape in SHAPES:
        last: tuple[int, float] | None = None
        for size in sizes:
            seconds, added, peak, precision = _measured(shape, size)
            exponent = "" if last is None else f"{math.log(seconds / last[1]) / math.log(size / last[0]):.1f}"
            last = size, seconds
            yield [
                shape,
                f"{size:,}",
                f"{seconds:.2f} s",
                exponent,
                f"{added:.0f} MB",
                f"{peak:.0f} MB",
                f"{precision:.3f}",
            ]


def main() -> None:
    if sys.argv[1:2] == ["--pair"]:
        _score(sys.argv[2], int(sys.argv[3]))
        return
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    header = ["shape", "nodes", "time", "exponent", "memory for the pair", "peak memory", "precision"]
    print(aligned(header, list(measured(sizes)), left=1))


if __name__ == "__main__":
    main()
