# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The columns of chains as JSON: see `Chains` and `ComparedChains` in tasks/views/schema.py.

Numbers in order are written as their differences, which are short and compress well.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled and not TYPE_CHECKING:
    from cython.cimports.tallystick.tasks.views.json_writer import JsonWriter
else:
    from tallystick.tasks.views.json_writer import JsonWriter


def write_steps(writer: JsonWriter, numbers: array[int]) -> None:
    """Write numbers, each counted from the one before.

    >>> from tallystick.tasks.views.json_writer import JsonWriter
    >>> writer = JsonWriter()
    >>> write_steps(writer, array("i", [3, 4, 4, 2]))
    >>> writer.value()
    b'[3,1,0,-2]'
    """
    k: cython.Py_ssize_t
    before: cython.int = 0
    number: cython.int[::1] = numbers
    writer.text(b"[")
    for k in range(len(numbers)):
        if k:
            writer.text(b",")
        writer.integer(number[k] - before)
        before = number[k]
    writer.text(b"]")


def write_partners(writer: JsonWriter, partners: array[int]) -> None:
    """Write the partner of each gold mention, counted from the partner before; 0 for none.

    >>> from tallystick.tasks.views.json_writer import JsonWriter
    >>> writer = JsonWriter()
    >>> write_partners(writer, array("i", [0, -1, 2]))
    >>> writer.value()
    b'[1,0,2]'
    """
    k: cython.Py_ssize_t
    before: cython.int = -1
    partner: cython.int[::1] = partners
    writer.text(b"[")
    for k in range(len(partners)):
        if k:
            writer.text(b",")
        if partner[k] < 0:
            writer.text(b"0")
            continue
        writer.integer(partner[k] - before)
        before = partner[k]
    writer.text(b"]")


def write_mentions(
    writer: JsonWriter, first: array[int], last: array[int], mentions: array[int], shift: int
) -> None:
    """Write the first word of each mention and how many follow it.

    >>> from tallystick.tasks.views.json_writer import JsonWriter
    >>> writer = JsonWriter()
    >>> write_mentions(writer, array("q", [2, 6]), array("q", [4, 6]), array("i", [0, 1]), 1)
    >>> writer.value()
    b'"starts":[0,2],"more_words":[1,0]'
    """
    k: cython.Py_ssize_t
    bits: cython.int = shift
    # Shifted, the position of a word is its number plus 1.
    before: cython.longlong = 1
    start: cython.longlong[::1] = first
    end: cython.longlong[::1] = last
    mention: cython.int[::1] = mentions
    writer.text(b'"starts":[')
    for k in range(len(mentions)):
        if k:
            writer.text(b",")
        writer.integer((start[mention[k]] >> bits) - before)
        before = start[mention[k]] >> bits
    writer.text(b'],"more_words":[')
    for k in range(len(mentions)):
        if k:
            writer.text(b",")
        writer.integer((end[mention[k]] >> bits) - (start[mention[k]] >> bits))
    writer.text(b"]")


def write_entities(writer: JsonWriter, members: array[int], begins: array[int]) -> None:
    """Write the mentions of each entity: the first counted from that of the entity before, others from each other.

    >>> from tallystick.tasks.views.json_writer import JsonWriter
    >>> writer = JsonWriter()
    >>> write_entities(writer, array("i", [0, 4, 5, 1, 3, 7]), array("i", [0, 3, 4, 4, 6]))
    >>> writer.value()
    b'[[0,4,1],[1],[],[2,4]]'
    """
    entity: cython.Py_ssize_t
    k: cython.Py_ssize_t
    first: cython.int = 0
    before: cython.int
    member: cython.int[::1] = members
    begin: cython.int[::1] = begins
    writer.text(b"[")
    for entity in range(len(begins) - 1):
        writer.text(b",[" if entity else b"[")
        before = first
        for k in range(begin[entity], begin[entity + 1]):
            if k > begin[entity]:
                writer.text(b",")
            else:
                first = member[k]
            writer.integer(member[k] - before)
            before = member[k]
        writer.text(b"]")
    writer.text(b"]")


def write_credits(writer: JsonWriter, credits: array[float], order: array[int]) -> None:
    """Write what pairs of entities earned; `order` has the place of each pair among the credits.

    >>> from tallystick.tasks.views.json_writer import JsonWriter
    >>> writer = JsonWriter()
    >>> write_credits(writer, array("d", [0.5, 1]), array("i", [1, 0]))
    >>> writer.value()
    b'[1,0.5]'
    """
    k: cython.Py_ssize_t
    credit: cython.double[::1] = credits
    place: cython.int[::1] = order
    writer.text(b"[")
    for k in range(len(order)):
        if k:
            writer.text(b",")
        writer.number(credit[place[k]])
    writer.text(b"]")
