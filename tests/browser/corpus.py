"""A corpus of our own making: sentences of a small grammar with their graphs, and predictions with slips in them.

The same seed gives the same corpus. Nothing here is taken from any treebank.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

PEOPLE = ["girl", "boy", "pilot", "baker", "sailor", "teacher", "gardener", "captain", "nurse", "painter"]
THINGS = ["boat", "bridge", "letter", "garden", "lamp", "clock", "kite", "harbour", "map", "violin"]
QUALITIES = ["old", "red", "broken", "small", "heavy", "new", "lost"]
#: By concept: as it stands after "to", and in the past.
ACTS = {
    "see-01": ("see", "saw"),
    "mend-01": ("mend", "mended"),
    "paint-02": ("paint", "painted"),
    "carry-01": ("carry", "carried"),
    "sell-01": ("sell", "sold"),
}
WISHES = {"want-01": "wanted", "try-01": "tried", "promise-01": "promised", "hope-01": "hoped"}
PLACES = ["village", "island", "market", "station"]
WRONG_ROLES = {"ARG0": "ARG1", "ARG1": "ARG2", "location": "time", "mod": "manner", "quant": "mod"}


@dataclass
class Node:
    """A node of a graph that is being made."""

    name: str
    concept: str
    branches: list[tuple[str, Node | str]] = field(default_factory=list)


class Maker:
    """Makes sentences with their graphs."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def sentence(self) -> tuple[str, Node]:
        pick, count = self.random.choice, 0

        def node(concept: str) -> Node:
            nonlocal count
            count += 1
            return Node(f"x{count}", concept)

        def thing(concept: str) -> tuple[str, Node]:
            made, words = node(concept), [concept]
            if self.random.random() < 0.6:
                quality = pick(QUALITIES)
                made.branches.append(("mod", node(quality)))
                words.insert(0, quality)
            if self.random.random() < 0.25:
                number = self.random.randint(2, 9)
                made.branches.append(("quant", str(number)))
                return f"{number} {' '.join(words)}s", made
            return f"the {' '.join(words)}", made

        def act(doer: Node, past: bool) -> tuple[str, Node]:
            verb = pick(list(ACTS))
            words, patient = thing(pick(THINGS))
            made = node(verb)
            made.branches += [("ARG0", doer), ("ARG1", patient)]
            if self.random.random() < 0.5:
                place = pick(PLACES)
                made.branches.append(("location", node(place)))
                words += f" in the {place}"
            return f"{ACTS[verb][past]} {words}", made

        words, doer = thing(pick(PEOPLE))
        if self.random.random() < 0.55:
            wish = pick(list(WISHES))
            top = node(wish)
            top.branches.append(("ARG0", doer))
            deed, inner = act(doer, past=False)
            top.branches.append(("ARG1", inner))
            text = f"{words} {WISHES[wish]} to {deed}"
        else:
            deed, top = act(doer, past=True)
            text = f"{words} {deed}"
        if self.random.random() < 0.3:
            top.branches.append(("polarity", "-"))
            text = f"it is not true that {text}"
        if self.random.random() < 0.35:
            joined = node("and")
            more, other = act(doer, past=True)
            joined.branches += [("op1", top), ("op2", other)]
            return f"{text[0].upper()}{text[1:]} and {more} .", joined
        return f"{text[0].upper()}{text[1:]} .", top

    def slipped(self, top: Node, rate: float) -> Node:
        """The same graph with slips: other roles, other concepts, parts left out and parts made up."""
        copies: dict[int, Node] = {}

        def copy(one: Node) -> Node:
            if id(one) in copies:
                return copies[id(one)]
            made = copies[id(one)] = Node(one.name, one.concept)
            if self.random.random() < rate / 2:
                made.concept = self.random.choice(THINGS + QUALITIES)
            for role, target in one.branches:
                chance = self.random.random()
                if chance < rate / 2 and one is not top:
                    continue
                if chance < rate:
                    role = WRONG_ROLES.get(role, role)
                made.branches.append((role, copy(target) if isinstance(target, Node) else target))
            if self.random.random() < rate / 3:
                made.branches.append(("degree", Node(f"{one.name}d", "very")))
            return made

        return copy(top)


def penman(top: Node) -> str:
    """A graph as text."""
    known: set[str] = set()

    def write(one: Node, depth: int) -> str:
        if one.name in known:
            return one.name
        known.add(one.name)
        inner = [
            f"\n{'    ' * depth}:{role} {write(target, depth + 1) if isinstance(target, Node) else target}"
            for role, target in one.branches
        ]
        return f"({one.name} / {one.concept}{''.join(inner)})"

    return write(top, 1)


def corpus(items: int, *rates: float, seed: int = 7) -> list[str]:
    """A gold file and a prediction for each rate of slips, as text."""
    maker = Maker(seed)
    texts: list[list[str]] = [[] for _ in range(1 + len(rates))]
    for number in range(1, items + 1):
        sentence, top = maker.sentence()
        graphs = [top, *(maker.slipped(top, rate * maker.random.choice([0, 0.5, 1, 2])) for rate in rates)]
        for text, graph in zip(texts, graphs, strict=True):
            text.append(f"# ::id tale-{number:04}\n# ::snt {sentence}\n{penman(graph)}\n")
    return ["\n".join(text) for text in texts]
