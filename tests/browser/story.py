"""A little story with its chains, on both sides: gold, and a prediction with mistakes of every kind."""

import re

GOLD = """
[1 Mara] found [2 an old boat] on [3 the beach below [4 the village]] . [2 It] had lain [3 there] for years , and
nobody knew who had built [2 it] . [1 She] asked [5 [1 her] grandfather] , and [5 the old man] laughed . [5 He] had been
[6 a fisherman] once , like [7 [5 his] two brothers] . [7 They] had sold [2 the boat] to [8 a stranger from
[9 the island]] , [5 he] told [1 her] , and [8 the stranger] had never come for [2 it] . So [1 the girl] mended
[2 the boat] , and [10 [1 Mara] and [5 [1 her] grandfather]] rowed [2 it] to [9 the island] , where [8 he] still lived .
"""

#: The beach is missed once, the brothers' pronoun too; the stranger is split, and his last pronoun is given to the
#: grandfather; a chain of years is made up.
PRED = """
[1 Mara] found [2 an old boat] on the beach below [4 the village] . [2 It] had lain there for [11 years] , and
nobody knew who had built [2 it] . [1 She] asked [5 [1 her] grandfather] , and [5 the old man] laughed . [5 He] had been
a fisherman [11 once] , like [7 [5 his] two brothers] . They had sold [2 the boat] to [8 a stranger from
[9 the island]] , [5 he] told [1 her] , and [12 the stranger] had never come for [2 it] . So [1 the girl] mended
[2 the boat] , and [1 Mara] and [5 [1 her] grandfather] rowed [2 it] to [9 the island] , where [5 he] still lived .
"""


def document(marked: str, name: str = "boat") -> dict[str, object]:
    """Text with numbered brackets as a line of JSON: tokens, and clusters of spans."""
    tokens: list[str] = []
    clusters: dict[str, list[list[int]]] = {}
    open_at: list[tuple[str, int]] = []
    for opening, closing, word in re.findall(r"\[(\d+)|(\])|([^\s\[\]]+)", marked):
        if opening:
            open_at.append((opening, len(tokens)))
        elif closing:
            entity, first = open_at.pop()
            clusters.setdefault(entity, []).append([first, len(tokens) - 1])
        else:
            tokens.append(word)
    return {"id": name, "tokens": tokens, "clusters": [sorted(spans) for spans in clusters.values()]}
