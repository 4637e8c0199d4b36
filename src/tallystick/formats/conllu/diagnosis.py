"""Problems in the rows of a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tallystick.formats.columns.rows import RowNotes
from tallystick.formats.conllu.passage import without_spaces
from tallystick.formats.conllu.recognise import WIDTH
from tallystick.formats.json.value_names import describe_value

__all__ = ["diagnose"]

_WORD = re.compile(r"[1-9][0-9]{0,8}")
_RANGE = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})")
_EMPTY = re.compile(r"(0|[1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")
_HEAD = re.compile(r"0|[1-9][0-9]{0,8}")

#: A row by its number within the block, with its text.
NumberedRow = tuple[int, str]


def diagnose(rows: Sequence[NumberedRow], first: NumberedRow, notes: RowNotes) -> None:
    """Add every error in the rows of a sentence to the notes; `first` is its first line, which may be a comment."""
    _Diagnosis(notes).run(rows, first)


class _Diagnosis:
    """Checks the rows of one sentence."""

    def __init__(self, notes: RowNotes) -> None:
        self.notes = notes
        self.words = 0
        self.empty = 0
        """How many empty nodes follow the last word."""
        self.range: tuple[int, str] = (0, "")
        """The last word and the ID of the last multiword token."""
        self.range_row: NumberedRow = (0, "")

    def run(self, rows: Sequence[NumberedRow], first: NumberedRow) -> None:
        """Find every error."""
        before = len(self.notes.problems)
        heads = []
        for row, text in rows:
            columns = text.split("\t")
            if len(columns) != WIDTH:
                self._width(columns, row, text)
                continue
            if "-" in columns[0] and _RANGE.fullmatch(columns[0]):
                self._multiword(columns, row, text)
            elif "." in columns[0] and _EMPTY.fullmatch(columns[0]):
                self._empty_node(columns[0], row, text)
            else:
                heads.append(self._word(columns, row, text))
        if not self.words and len(self.notes.problems) == before:
            self.notes.add("the sentence has no words", first[0], 1, "conllu-words", text=first[1])
        last, number = self.range
        if last > self.words:
            row, text = self.range_row
            message = f"the multiword token {number} ends after the sentence, which has {self._count()}"
            self.notes.add(message, row, 1, "conllu-multiword", text=text)
        for head, row, column, text in heads:
            if head > self.words:
                message = f"HEAD {head} is not a word of the sentence, which has {self._count()}"
                self.notes.add(message, row, column, "conllu-head", text=text)

    def _count(self) -> str:
        return f"{self.words} word{'s' * (self.words != 1)}"

    def _width(self, columns: list[str], row: int, text: str) -> None:
        message = f"expected {WIDTH} tab-separated columns, not {len(columns)}"
        spaced = len(columns) == 1 and len(text.split()) > 1
        hint = "the columns are separated by spaces here" if spaced else None
        self.notes.add(message, row, 1, "conllu-columns", text=text, hint=hint)

    def _word(self, columns: list[str], row: int, text: str) -> tuple[int, int, int, str]:
        """Check the row of a word; return its HEAD (-1 if unreadable) and where that is."""
        number, expected = columns[0], self.words + 1
        if not _WORD.fullmatch(number):
            self._id(f"expected the number {expected} as ID, not {describe_value(number)}", row, text)
        elif int(number) < expected:
            self._id(f"ID {number} is repeated or out of order; expected {expected}", row, text)
        elif int(number) > expected:
            self._id(f"ID {number} does not follow the previous ID; expected {expected}", row, text)
        self.words += 1
        self.empty = 0
        if self.words > self.range[0]:
            self._form(columns, row, text)
        column = sum(map(len, columns[:6])) + 7
        head = -1
        if _HEAD.fullmatch(columns[6]):
            head = int(columns[6])
        else:
            message = f"expected the number of a word, or 0, as HEAD, not {describe_value(columns[6])}"
            self.notes.add(message, row, column, "conllu-head", text=text)
        if not columns[7]:
            message = "expected a relation as DEPREL, not an empty string"
            after = column + len(columns[6]) + 1
            self.notes.add(message, row, after, "conllu-relation", text=text)
        return head, row, column, text

    def _id(self, message: str, row: int, text: str) -> None:
        self.notes.add(message, row, 1, "conllu-id", text=text)

    def _form(self, columns: list[str], row: int, text: str) -> None:
        if not without_spaces(columns[1:2])[0]:
            what = "has only spaces" if columns[1] else "is empty"
            column = len(columns[0]) + 2
            self.notes.add(f"the FORM {what}", row, column, "conllu-form", text=text)

    def _multiword(self, columns: list[str], row: int, text: str) -> None:
        number = columns[0]
        first, last = map(int, number.split("-"))
        message = None
        if last < first:
            message = f"the multiword token {number} ends before it begins"
        elif first <= self.range[0]:
            message = f"the multiword token {number} overlaps {self.range[1]}"
        elif first != self.words + 1:
            message = (
                f"the multiword token {number} must precede its first word; the next word is {self.words + 1}"
            )
        if message:
            self.notes.add(message, row, 1, "conllu-multiword", text=text)
            return
        self.range, self.range_row = (last, number), (row, text)
        self._form(columns, row, text)

    def _empty_node(self, number: str, row: int, text: str) -> None:
        word, _, rank = number.partition(".")
        if int(word) != self.words or int(rank) != self.empty + 1:
            self._id(
                f"the empty node {number} is out of order; expected {self.words}.{self.empty + 1}", row, text
            )
        self.empty += 1
