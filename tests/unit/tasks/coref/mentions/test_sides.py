"""What the metrics see."""

from tallystick.tasks.coref.mentions.sides import BridgingSide, MentionSide, Overlap


def test_a_side_has_no_sets_or_zeros_unless_it_is_told() -> None:
    side = MentionSide(entities=((0, 2), (1,)))
    assert side.size == 3
    assert (side.components, side.uncounted, side.zeros) == ((), (), frozenset())


def test_sides_are_equal_by_what_they_say() -> None:
    assert MentionSide(((0,),), numbers=(0,)) == MentionSide(((0,),), numbers=(-1, 0))
    assert MentionSide(((0,),)) != MentionSide(((1,),))
    assert Overlap(1, 2, 3) == Overlap(1, 2, 3)
    assert BridgingSide(((1, 0),)).entity_of == {}
