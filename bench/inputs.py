"""The inputs, made from seeds, so that both sides see the same ones."""

import random


def clusters(mentions: int, entities: int, seed: int) -> list[list[int]]:
    """Mentions spread over entities; about half of them where a first annotator put them."""
    shared, own = random.Random(0), random.Random(seed)
    groups: dict[int, list[int]] = {}
    for mention in range(mentions):
        usual = shared.randrange(entities)
        groups.setdefault(usual if own.random() < 0.5 else own.randrange(entities), []).append(mention)
    return list(groups.values())


def records(size: int, seed: int) -> list[list[int]]:
    """Records of three fields, of which some are equal on both sides."""
    own = random.Random(seed)
    return [[own.randrange(30), own.randrange(30), own.randrange(2)] for _ in range(size)]


def triples(nodes: int, seed: int) -> list[list[str]]:
    """A connected graph in the manner of AMR; variables begin with ``$``."""
    shared, own = random.Random(0), random.Random(seed)
    found = []
    for node in range(nodes):
        concept, parent, role = (
            shared.randrange(nodes // 2),
            shared.randrange(max(1, node)),
            shared.randrange(5),
        )
        if own.random() < 0.3:
            concept = own.randrange(nodes // 2)
        if own.random() < 0.3:
            parent, role = own.randrange(max(1, node)), own.randrange(5)
        found.append([f"${node}", "instance", f"concept-{concept}"])
        if node:
            found.append([f"${parent}", f"ARG{role}", f"${node}"])
    return found


def numbers(size: int, seed: int) -> list[int]:
    """Numbers that are near each other on both sides, in an order of their own."""
    shared, own = random.Random(0), random.Random(seed)
    values = [shared.randrange(10 * size) + own.randrange(-3, 4) for _ in range(size)]
    own.shuffle(values)
    return values


def typed_numbers(size: int, seed: int) -> list[list[object]]:
    """Numbers with one of eight types."""
    own = random.Random(seed)
    return [[value, own.choice("abcdefgh")] for value in numbers(size, seed)]


def words(size: int, seed: int) -> list[str]:
    """A text over a small vocabulary; a fifth of its words differ between the two sides."""
    shared, own = random.Random(0), random.Random(seed)
    texts = [(shared.randrange(26), own.randrange(26)) for _ in range(size)]
    return [f"word-{usual if own.random() < 0.8 else other}" for usual, other in texts]


def tree(nodes: int, seed: int) -> list[list]:
    """Labels and the parent of each node but the first."""
    own = random.Random(seed)
    return [[own.choice("abcdefgh") for _ in range(nodes)], [own.randrange(node) for node in range(1, nodes)]]


def graded_graph(nodes: int, seed: int) -> list[list]:
    """Concepts as points, near each other on both sides, and relations between nodes, most of them the same."""
    shared, own = random.Random(0), random.Random(seed)
    names = own.sample(range(nodes), nodes)
    concepts, relations = [], []
    for node in range(nodes):
        point = [shared.gauss(0, 1) + own.gauss(0, 0.3) for _ in range(4)]
        concepts.append([f"${names[node]}", point])
        usual = shared.randrange(max(0, node - 8), max(1, node)), f"ARG{shared.randrange(5)}"
        parent, role = usual if own.random() < 0.8 else (own.randrange(max(1, node)), "mod")
        if node:
            relations.append([f"${names[parent]}", role, f"${names[node]}"])
    return [concepts, relations]
