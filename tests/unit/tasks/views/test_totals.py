"""What a page counts over many items."""

from hypothesis import given
from hypothesis import strategies as st

from tallystick.tasks.views.totals import MOST_EXAMPLES, ErrorKinds, ItemErrors


def errors(item: int, count: int, spelled: list[str]) -> ItemErrors:
    def show(part: object) -> str:
        spelled.append(str(part))
        return str(part)

    return ItemErrors.of([("kind", f"{item}.{number}", None) for number in range(count)], (show, show))


@given(st.lists(st.integers(1, 5), min_size=1, max_size=8), st.integers(0, 8))
def test_examples_are_of_different_items_if_there_are_enough(counts: list[int], cut: int) -> None:
    """However items are divided among processes; and few more are spelled than are shown."""
    spelled: list[str] = []
    whole = ErrorKinds()
    for first, some in ((0, counts[:cut]), (cut, counts[cut:])):
        part, before = ErrorKinds(), len(spelled)
        for item, count in enumerate(some):
            part.add(item, errors(first + item, count, spelled))
        assert len(spelled) - before < 2 * MOST_EXAMPLES
        whole.merge(part, range(first, len(counts)))
    firsts = [f"{item}.0" for item in range(len(counts))]
    further = [f"{item}.{number}" for item, count in enumerate(counts) for number in range(1, count)]
    expected = (firsts[:MOST_EXAMPLES] + further)[:MOST_EXAMPLES]
    assert whole.first_examples("kind") == [(int(text[0]), text, "") for text in expected]
    assert (whole.counts["kind"], whole.items["kind"]) == (sum(counts), len(counts))
