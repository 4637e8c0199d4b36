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
