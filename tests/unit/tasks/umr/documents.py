"""Small documents for tests, written as in a file."""

from tallystick.formats.umr.reader import UmrDocument, loads


def document(*sentences: str, first: int = 1, numbers: tuple[int, ...] = ()) -> UmrDocument:
    """A document of sentences: each the graph, a line with ``---``, then the triples of the document level by group."""
    blocks = []
    for place, sentence in enumerate(sentences):
        number = numbers[place] if numbers else first + place
        graph, _, term = sentence.partition("---")
        blocks.append(
            f"# :: snt{number}\n\n# sentence level graph:\n{graph.strip()}\n\n# alignment:\n\n"
            f"# document level annotation:\n(s{number}s0 / sentence\n{term.strip()})\n"
        )
    return loads("\n\n".join(blocks))
