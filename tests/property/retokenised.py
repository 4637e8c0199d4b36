"""Another tokenisation of any CoNLL-U file: the same characters, cut into other sentences, tokens and words."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

__all__ = ["retokenised"]


@dataclass(eq=False)
class Word:
    """A word; its heads are words, or None for the root. Enhanced edges from empty nodes are left out."""

    columns: list[str]
    head: Word | None = None
    edges: list[tuple[Word | None, str]] = field(default_factory=list)


@dataclass
class Token:
    form: str
    words: list[Word]
    multiword: bool = False


Sentence = list[Token]


def retokenised(text: str, random: Random, changes: int = 12, ids: str = "r") -> str:
    """Return a file of the same text after some random changes; `ids` begins its sentence ids, if any."""
    sentences = [_read(block) for block in text.split("\n\n") if block.strip()]
    for _ in range(changes):
        change = random.choice([_join, _divide, _split, _merge, _expand, _relabel])
        change(sentences, random)
    return "".join(_written(sentence, number, ids) for number, sentence in enumerate(sentences, 1))


def _read(block: str) -> Sentence:
    rows = [line.split("\t") for line in block.split("\n") if line and not line.startswith("#")]
    words = {row[0]: Word(row) for row in rows if row[0].isdigit()}
    for word in words.values():
        word.head = words.get(word.columns[6])
        edges = [edge.partition(":") for edge in word.columns[8].split("|") if ":" in edge]
        word.edges = [(words.get(head), label) for head, _, label in edges if "." not in head]
    tokens: Sentence = []
    inside = 0
    for row in rows:
        first, _, last = row[0].partition("-")
        if last:
            inner = [words[str(number)] for number in range(int(first), int(last) + 1)]
            tokens.append(Token(row[1], inner, multiword=True))
            inside = int(last)
        elif row[0].isdigit() and int(row[0]) > inside:
            tokens.append(Token(row[1], [words[row[0]]]))
    return tokens


def _written(sentence: Sentence, number: int, ids: str) -> str:
    words = [word for token in sentence for word in token.words]
    number_of = {id(word): str(index) for index, word in enumerate(words, 1)}
    rows = [f"# sent_id = {ids}{number}"] if ids else []
    for token in sentence:
        numbers = [number_of[id(word)] for word in token.words]
        if token.multiword:
            rows.append("\t".join([f"{numbers[0]}-{numbers[-1]}", token.form, *"_" * 8]))
        for word, own in zip(token.words, numbers, strict=True):
            # A head that another sentence or no token has any more is replaced by the root.
            head = number_of.get(id(word.head), "0")
            edges = [f"{number_of.get(id(governor), '0')}:{label}" for governor, label in word.edges]
            form = word.columns[1] if token.multiword else token.form
            columns = [own, form, *word.columns[2:6], head, word.columns[7], "|".join(edges) or "_", "_"]
            rows.append("\t".join(columns))
    return "\n".join([*rows, "", ""])


# -- changes ------------------------------------------------------------------------------------------------------


def _join(sentences: list[Sentence], random: Random) -> None:
    """Join two neighbouring sentences."""
    if len(sentences) > 1:
        index = random.randrange(len(sentences) - 1)
        sentences[index : index + 2] = [sentences[index] + sentences[index + 1]]


def _divide(sentences: list[Sentence], random: Random) -> None:
    """Divide a sentence between two tokens."""
    index = random.randrange(len(sentences))
    sentence = sentences[index]
    if len(sentence) > 1:
        cut = random.randrange(1, len(sentence))
        sentences[index : index + 1] = [sentence[:cut], sentence[cut:]]


def _split(sentences: list[Sentence], random: Random) -> None:
    """Split a token of one word into two tokens."""
    sentence = random.choice(sentences)
    index = random.randrange(len(sentence))
    token = sentence[index]
    if not token.multiword and len(token.form) > 1 and " " not in token.form:
        cut = random.randrange(1, len(token.form))
        word = token.words[0]
        other = Word([*word.columns], word, [(word, "dep")])
        sentence[index : index + 1] = [Token(token.form[:cut], [word]), Token(token.form[cut:], [other])]


def _merge(sentences: list[Sentence], random: Random) -> None:
    """Merge two tokens: into one word, or into a multiword token of all their words."""
    sentence = random.choice(sentences)
    if len(sentence) > 1:
        index = random.randrange(len(sentence) - 1)
        first, second = sentence[index : index + 2]
        multiword = random.random() < 0.5
        for token in (first, second):
            if not token.multiword:
                token.words[0].columns[1] = token.form
        words = first.words + second.words if multiword else first.words[:1]
        sentence[index : index + 2] = [Token(first.form + second.form, words, multiword)]


def _expand(sentences: list[Sentence], random: Random) -> None:
    """Make a multiword token of a token, with a second word that is not in the text."""
    token = random.choice(random.choice(sentences))
    if not token.multiword:
        word = token.words[0]
        word.columns[1] = token.form
        added = Word([*word.columns], word)
        added.columns[1] = f"{token.form}{random.randrange(100)}"
        token.words, token.multiword = [word, added], True


def _relabel(sentences: list[Sentence], random: Random) -> None:
    """Give a word another head, relation and tag."""
    sentence = random.choice(sentences)
    words = [word for token in sentence for word in token.words]
    word = random.choice(words)
    word.head = random.choice([None, *words])
    word.columns[3] = random.choice(["NOUN", "VERB"])
    word.columns[7] = random.choice(["nsubj", "obl:arg", "case", "punct"])
