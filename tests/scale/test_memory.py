"""Memory over a long stream: it does not grow with the number of pairs."""

from pathlib import Path

import pytest
from bench.stream import AIM, measure, write_stream

FEW, MANY = 20_000, 100_000
#: To find an id that stands there twice, each is remembered by its hash: an int, and two places of a set that may
#: have just doubled. Anything else that is kept for each pair would be several hundred bytes at least.
BYTES_PER_PAIR = 200

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/smaps_rollup").exists(), reason="the memory of processes cannot be read here"
)


@pytest.mark.parametrize("more", [[], ["--jobs", "2", "--resume", "journal"]], ids=["one", "two"])
def test_memory_does_not_grow_with_the_stream(tmp_path, monkeypatch, more):
    monkeypatch.chdir(tmp_path)
    peaks = []
    for pairs in (FEW, MANY):
        files = map(str, write_stream(tmp_path, pairs))
        found = measure(["score", *files, "-m", "span", "-f", "json", *more], pairs)
        assert f'"items": {pairs}' in found.output
        peaks.append(found.megabytes)
    few, many = peaks
    assert many < AIM
    assert (many - few) * 2**20 / (MANY - FEW) < BYTES_PER_PAIR
