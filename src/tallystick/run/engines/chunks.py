"""Chunks of pairs for workers and of outcomes from workers, in order, under any executor."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tallystick.errors import UsageError
from tallystick.formats.base import Block
from tallystick.run.engines.wire import decode_all, encode_all
from tallystick.run.inputs.memory import ItemMemory
from tallystick.run.inputs.pairing import BlockPair, Side
from tallystick.run.pair_scoring import Scoring
from tallystick.run.plan import Outcome, Plan

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["Packed", "chunks", "in_workers", "prepare", "score_chunk"]

#: The most pairs and characters in a chunk. A chunk ends with the pair that exceeds either.
MOST_PAIRS = 128
MOST_TEXT = 1 << 16

#: A pair and an outcome as plain values: they are pickled in a third of the time.
Packed = tuple[Any, ...]


@lru_cache(maxsize=4)
def _scoring(plan: bytes) -> Scoring:
    """Return the scoring of a plan, built once per process."""
    loaded: Plan = pickle.loads(plan)
    # A page shows several systems, whose pairs have the same gold.
    return Scoring(loaded, golds=ItemMemory() if loaded.page else None)


def pickled(plan: Plan) -> bytes:
    """Return a pickled plan; raise an error if it contains objects that cannot be pickled."""
    try:
        return pickle.dumps(plan)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise UsageError(
            f"a task or metric given as an object cannot be sent to other processes ({error}); name it as module:NAME, "
            "or leave jobs, engine and executor out"
        ) from error


def prepare(plan: Plan) -> None:
    """Build what the plan needs in this process, for workers that are forked from it."""
    _scoring(pickled(plan))


def score_chunk(plan: bytes, pairs: Sequence[Packed]) -> list[list[object]]:
    """Score a few pairs: the function that runs in workers, under any executor."""
    scoring = _scoring(plan)
    unpacked = [_unpacked(pair) for pair in pairs]
    scoring.prepare(unpacked)
    page = scoring.page_items
    totals = page.begin() if page is not None else None
    outcomes = encode_all(map(scoring.pair, unpacked))
    if totals is not None:
        totals.spell()
    return outcomes


def _packed(pair: BlockPair) -> Packed:
    gold, pred = _packed_side(pair.gold), _packed_side(pair.pred)
    return pair.number, gold, pred, pair.problems, pair.file, pair.formats, pair.companions


def _packed_side(side: Side | None) -> Packed | Side | None:
    if not isinstance(side, Block):
        return side
    return side.text, side.path, side.line, side.id, side.problems, side.end, side.document


def _unpacked(packed: Packed) -> BlockPair:
    number, gold, pred, *more = packed
    return BlockPair(number, _unpacked_side(gold), _unpacked_side(pred), *more)


def _unpacked_side(side: Packed | Side | None) -> Side | None:
    return Block(*side) if isinstance(side, tuple) else side


def chunks(pairs: Iterator[BlockPair], in_flight: int, size: int = 0) -> Iterator[list[BlockPair]]:
    """Cut a stream into chunks, small ones first, or into chunks of a known size.

    With `in_flight` chunks under way, a chunk has at most a quarter of the pairs so far: the last chunks of a
    short run are small enough to keep all workers busy, those of a long one large enough to cost little.
    """
    chunk: list[BlockPair] = []
    text, done = 0, 0
    for pair in pairs:
        chunk.append(pair)
        text += sum(len(side.text) for side in (pair.gold, pair.pred) if isinstance(side, Block))
        most = size or min(MOST_PAIRS, 1 + done // (4 * in_flight))
        if len(chunk) >= most or (text >= MOST_TEXT and not size):
            yield chunk
            done += len(chunk)
            chunk, text = [], 0
    if chunk:
        yield chunk


def in_workers(
    plan: Plan,
    pairs: Iterator[BlockPair],
    executor: Executor,
    in_flight: int,
    *,
    cancel: bool = True,
    chunk: int = 0,
    submitted: Callable[[], None] | None = None,
) -> Iterator[Outcome]:
    """Yield the outcome of every pair, in order, with at most `in_flight` chunks submitted at a time.

    If the run ends early, queued chunks are cancelled unless `cancel` is false. `chunk` is the number of pairs in a
    chunk, where it is known. `submitted` is called when the last chunk has been submitted.
    """
    packed_plan = pickled(plan)
    waiting: deque[Future[list[list[object]]]] = deque()
    try:
        for some in chunks(pairs, in_flight, chunk):
            waiting.append(executor.submit(score_chunk, packed_plan, [_packed(pair) for pair in some]))
            while len(waiting) >= in_flight:
                yield from decode_all(waiting.popleft().result())
        if submitted is not None:
            submitted()
        while waiting:
            yield from decode_all(waiting.popleft().result())
    finally:
        for future in waiting if cancel else ():
            future.cancel()
