"""The details of items, in packs that a page opens on demand."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from tallystick.report.page.pack import packed_json
from tallystick.report.page.schema import ItemLocation
from tallystick.tasks.views.item import PageItem, json_bytes
from tallystick.tasks.views.schema import Kind

__all__ = ["Details"]

#: Items in one pack.
_PACK = 50


class Details:
    """The details of items, packed as they come."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.where: list[ItemLocation | None] = []
        self._kinds: set[Kind] = set()
        self._open: list[bytes] = []
        self._threads = ThreadPoolExecutor()
        self._packing: list[Future[str]] = []

    @property
    def kind(self) -> Kind:
        """How the items are shown."""
        return next(iter(self._kinds)) if len(self._kinds) == 1 else "records"

    def add(self, items: Sequence[PageItem | None], *, shown: bool) -> None:
        """Add one item under all systems, and its details if these are shown."""
        present = [item for item in items if item is not None]
        self._kinds.update([item.kind for item in present])
        self.texts.append(next((item.text for item in present if item.text), ""))
        if not shown:
            self.where.append(None)
            return
        self.where.append(ItemLocation(len(self._packing), len(self._open)))
        self._open.append(_detail(items))
        if len(self._open) == _PACK:
            self._close()

    def _close(self) -> None:
        """Pack the items that are not packed yet."""
        if self._open:
            # Other threads compress, as that does not need the interpreter's lock.
            self._packing.append(self._threads.submit(packed_json, b"[%b]" % b",".join(self._open)))
            self._open = []

    def packs(self) -> tuple[str, ...]:
        """Return all packs."""
        self._close()
        self._threads.shutdown()
        return tuple([pack.result() for pack in self._packing])


def _detail(items: Sequence[PageItem | None]) -> bytes:
    """An :class:`~tallystick.report.page.schema.ItemDetail` as JSON: the gold once for all systems."""
    gold = next((json_bytes(item.gold) for item in items if item is not None), b"{}")
    systems = [b"null" if item is None else json_bytes(item.system) for item in items]
    return b'{"gold":%b,"systems":[%b]}' % (gold, b",".join(systems))
