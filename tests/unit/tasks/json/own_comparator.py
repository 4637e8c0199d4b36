"""Comparators of a user's own, for tests."""


def first_letters(pairs):
    """Half the credit for the same first letter."""
    return [0.5 if gold[:1] == pred[:1] else 0 for gold, pred in pairs]


def too_much(pairs):
    """A credit that is none."""
    return [2 for _ in pairs]
