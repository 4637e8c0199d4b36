# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""JSON written piece by piece: kernels write the items of a page without making lists and dictionaries first.

Signs are written by their numbers: 34 is the quotation mark, 44 the comma, 45 the minus, 46 the full stop, 48 the zero,
91 and 93 the brackets, 92 the backslash.
"""

from __future__ import annotations

from collections.abc import Iterable
from json.encoder import encode_basestring_ascii

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["JsonWriter"]

#: The bytes that a writer begins with.
ROOM = 1 << 12
#: Numbers up to this one are written in millionths.
MOST_IN_MILLIONTHS = 1e12
#: Beyond this, it takes all digits of a number to round it.
NEARLY_HALF = 0.4999


@cython.final
@cython.cclass
class JsonWriter:
    """ASCII text of JSON, and how much of it there is.

    The caller writes brackets, names and commas with `text`, which does not check them.

    >>> writer = JsonWriter()
    >>> writer.text(b'{"name":')
    >>> writer.string("é")
    >>> writer.text(b',"numbers":')
    >>> writer.integers([1, -20])
    >>> writer.text(b',"words":')
    >>> writer.strings(["a", "b"])
    >>> writer.text(b',"credit":')
    >>> writer.number(2 / 3)
    >>> writer.text(b"}")
    >>> writer.value()
    b'{"name":"\\\\u00e9","numbers":[1,-20],"words":["a","b"],"credit":0.666667}'
    """

    store: bytearray
    buffer: cython.uchar[::1]  # the bytes of the store
    size: cython.Py_ssize_t
    room: cython.Py_ssize_t

    def __init__(self) -> None:
        self.room = ROOM
        self.store = bytearray(self.room)
        self.buffer = self.store
        self.size = 0

    def value(self) -> bytes:
        """Return what was written, and begin again."""
        written = bytes(self.store[: self.size])
        self.size = 0
        return written

    @cython.cfunc
    @cython.exceptval(-1)
    def reserve(self, more: cython.Py_ssize_t) -> cython.int:
        """Make room for so many more bytes."""
        if self.size + more > self.room:
            written = self.store
            self.room = 2 * (self.size + more)
            self.store = bytearray(self.room)
            self.store[: self.size] = written[: self.size]
            self.buffer = self.store
        return 0

    @cython.ccall
    def text(self, signs: bytes) -> cython.void:
        """Write ASCII text as it is."""
        k: cython.Py_ssize_t
        count: cython.Py_ssize_t = len(signs)
        self.reserve(count)
        for k in range(count):
            self.buffer[self.size + k] = signs[k]
        self.size += count

    @cython.ccall
    def string(self, text: str) -> cython.void:
        """Write a string in quotation marks."""
        sign: cython.Py_UCS4
        end: cython.Py_ssize_t = self.size + 1
        self.reserve(len(text) + 2)
        self.buffer[self.size] = 34
        for sign in text:
            if sign < " " or sign > "~" or sign == '"' or sign == "\\":
                self.text(encode_basestring_ascii(text).encode("ascii"))
                return
            self.buffer[end] = ord(sign)
            end += 1
        self.buffer[end] = 34
        self.size = end + 1

    @cython.ccall
    def integer(self, number: cython.longlong) -> cython.void:
        """Write a whole number."""
        k: cython.Py_ssize_t
        rest: cython.longlong = number
        digits: cython.int = 1
        self.reserve(24)
        if number < 0:
            self.buffer[self.size] = 45
            self.size += 1
            number = rest = -number
        while rest >= 10:
            rest = rest // 10
            digits += 1
        for k in range(digits - 1, -1, -1):
            self.buffer[self.size + k] = 48 + number % 10
            number = number // 10
        self.size += digits

    @cython.ccall
    def number(self, value: cython.double) -> cython.void:
        """Write a number with six digits after the point, more than a page displays."""
        millionths: cython.longlong
        fraction: cython.longlong
        half: cython.double
        if not 0 <= value <= MOST_IN_MILLIONTHS:
            self.text(repr(round(value, 6)).encode("ascii"))
            return
        millionths = int(value * 1e6 + 0.5)
        half = millionths - value * 1e6
        if half > NEARLY_HALF or half < -NEARLY_HALF:  # Python knows on which side of one half the number is.
            millionths = round(round(value, 6) * 1e6)
        self.integer(millionths // 1000000)
        fraction = millionths % 1000000
        if fraction == 0:
            return
        # A digit before the zeros of the fraction, which the point replaces.
        self.integer(1000000 + fraction)
        self.buffer[self.size - 7] = 46
        while self.buffer[self.size - 1] == 48:
            self.size -= 1

    def integers(self, numbers: list[int]) -> None:
        """Write a list of whole numbers."""
        number: cython.longlong
        first: cython.bint = True
        self.text(b"[")
        for number in numbers:
            if not first:
                self.text(b",")
            first = False
            self.integer(number)
        self.text(b"]")

    def strings(self, texts: Iterable[str]) -> None:
        """Write a list of strings."""
        text: str
        first: cython.bint = True
        self.text(b"[")
        for text in texts:
            if not first:
                self.text(b",")
            first = False
            self.string(text)
        self.text(b"]")

    @cython.cfunc
    def ints(self, numbers: cython.int[::1], count: cython.Py_ssize_t) -> cython.void:
        """Write the first numbers of a list in C, so many."""
        self.ints_from(numbers, count, 0)

    @cython.cfunc
    def ints_from(
        self, numbers: cython.int[::1], count: cython.Py_ssize_t, offset: cython.int
    ) -> cython.void:
        """Write the first numbers of a list in C, so many, with an offset added to each."""
        k: cython.Py_ssize_t
        number: cython.longlong
        # A sign, ten digits and a comma each.
        self.reserve(12 * count + 2)
        self.buffer[self.size] = 91
        self.size += 1
        for k in range(count):
            if k:
                self.buffer[self.size] = 44
                self.size += 1
            number = cython.cast(cython.longlong, numbers[k]) + offset
            if 0 <= number < 10:
                self.buffer[self.size] = 48 + number
                self.size += 1
            elif 0 <= number < 100:
                self.buffer[self.size] = 48 + number // 10
                self.buffer[self.size + 1] = 48 + number % 10
                self.size += 2
            else:
                self.integer(number)
        self.reserve(1)
        self.buffer[self.size] = 93
        self.size += 1

    @cython.cfunc
    def doubles(self, numbers: cython.double[::1], count: cython.Py_ssize_t) -> cython.void:
        """Write the first numbers of a list in C, so many, with six digits after the point."""
        k: cython.Py_ssize_t
        self.text(b"[")
        for k in range(count):
            if k:
                self.text(b",")
            self.number(numbers[k])
        self.text(b"]")
