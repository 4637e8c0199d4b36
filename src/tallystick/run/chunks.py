"""Pairs on their way to workers and outcomes on their way back: a few at a time, in order, under any executor."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from tallystick.formats.base import Block
from tallystick.run.pairing import BlockPair
from tallystick.run.plan import Outcome, Plan, Scoring

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["ScoreChunk", "chunks", "in_workers", "score_chunk"]

#: The most pairs, and characters, that travel to a worker together. A chunk ends with the pair that exceeds one.
MOST_PAIRS = 128
MOST_TEXT = 1 << 16

ScoreChunk = Callable[[bytes, Sequence[BlockPair]], list[Outcome]]


@lru_cache(maxsize=4)
def _scoring(pickled: bytes) -> Scoring:
    """The plan at work in this process, built once."""
    return Scoring(pickle.loads(pickled))


def score_chunk(pickled: bytes, pairs: Sequence[BlockPair]) -> list[Outcome]:
    """Score a few pairs: the function that runs in workers, under any executor."""
    return _scoring(pickled).pairs(pairs)


def chunks(pairs: Iterator[BlockPair], ahead: int) -> Iterator[list[BlockPair]]:
    """Cut a stream into chunks, small ones first.

    With `ahead` chunks under way, a quarter of what went before is the most that may be: the last chunks of a
    short run are small enough to keep all workers busy, those of a long one large enough to cost little.
    """
    chunk: list[BlockPair] = []
    text, done = 0, 0
    for pair in pairs:
        chunk.append(pair)
        text += sum(len(side.text) for side in (pair.gold, pair.pred) if isinstance(side, Block))
        if text >= MOST_TEXT or len(chunk) >= min(MOST_PAIRS, 1 + done // (4 * ahead)):
            yield chunk
            done += len(chunk)
            chunk, text = [], 0
    if chunk:
        yield chunk


def in_workers(
    plan: Plan, pairs: Iterator[BlockPair], executor: Executor, ahead: int, score: ScoreChunk = score_chunk
) -> Iterator[Outcome]:
    """The outcome of every pair, in order, with never more than `ahead` chunks under way."""
    pickled = pickle.dumps(plan)
    waiting: deque[Future[list[Outcome]]] = deque()
    try:
        for chunk in chunks(pairs, ahead):
            waiting.append(executor.submit(score, pickled, chunk))
            while len(waiting) >= ahead:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
