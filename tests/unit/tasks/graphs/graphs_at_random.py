"""Random graphs, well formed and small, as PENMAN text."""

from random import Random

from tallystick.formats.penman.reader import Graph, dumps

CONCEPTS = ("want-01", "want-02", "boy", "girl", "Go-02", "be-located-at-91", "own-01", "name", "and")
ROLES = ("ARG0", "ARG1", "ARG0-of", "ARG1-of", "ARG2", "arg0", "mod", "domain", "mod-of", "domain-of", "op1",
         "consist-of", "location", "poss-of", "name")  # fmt: skip
CONSTANTS = ("-", "1", "2", "imperative", '"Obama"', "Obama", '"New York"', '"New Jersey"')


def graph_at_random(random: Random, nodes: int = 5, *, extra: int = 3, loops: bool = True) -> str:
    """A tree of nodes, with some constants and re-entrancies, used before or after they are declared."""
    names = [f"{random.choice('abcxyz')}{number}" for number in range(1, 1 + random.randint(1, nodes))]
    below: dict[str, list[str]] = {name: [] for name in names}
    for place, name in enumerate(names[1:], 1):
        below[random.choice(names[:place])].append(name)
    branches: dict[str, list[tuple[str, str]]] = {
        name: [(random.choice(ROLES), child) for child in children] for name, children in below.items()
    }
    references: list[tuple[str, str, str]] = []
    for _ in range(random.randint(0, extra)):
        source, target = random.choice(names), random.choice([*names, *CONSTANTS])
        if loops or source != target:
            references.append((source, random.choice(ROLES), target))

    def written(name: str) -> str:
        parts = [f":{role} {written(child)}" for role, child in branches[name]]
        for source, role, target in references:
            if source == name:
                parts.insert(random.randint(0, len(parts)), f":{role} {target}")
        return " ".join([f"({name} / {random.choice(CONCEPTS)}", *parts]) + ")"

    return written(names[0])


def rewritten(text: str | Graph, random: Random) -> str:
    """The same graph with other variables, its branches in another order."""
    graph = Graph.of(text)
    order = list(range(1, len(graph)))
    random.shuffle(order)
    names = [f"v{number}" for number in range(len(graph))]
    random.shuffle(names)
    place = {old: new for new, old in enumerate([0, *order])}
    branches = list(zip(graph.sources, graph.roles, graph.targets, graph.constants, strict=True))
    random.shuffle(branches)
    return dumps(
        Graph(
            tuple(names),
            tuple(graph.concepts[old] for old in [0, *order]),
            tuple(place[source] for source, *_ in branches),
            tuple(role for _, role, _, _ in branches),
            tuple(place.get(target, -1) for _, _, target, _ in branches),
            tuple(constant for *_, constant in branches),
        )
    )
