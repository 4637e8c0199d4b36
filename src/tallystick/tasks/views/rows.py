"""Alignments by index: a page shows many thousands of parts, and needs an object for few of them.

The metrics of a family index the same parts of a side. The view counts and writes them as numbers.
"""

from __future__ import annotations

from tallystick.tally import Alignment

__all__ = ["ErrorRow", "Row", "WrittenRows"]

#: A row, several rows that are one part together, or none.
Row = int | tuple[int, ...] | None
#: The kind of an error, its gold row and its pred row.
ErrorRow = tuple[str, Row, Row]


class WrittenRows:
    """The alignment of one metric by rows that its view counts and writes (`View.count`, `View.write`)."""

    def alignment(self) -> Alignment:
        """Return the alignment with its parts as objects, for items where other metrics have no rows.

        Views that set `mixes_rows` do not need it.
        """
        raise NotImplementedError
