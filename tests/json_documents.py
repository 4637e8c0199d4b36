"""Comparing JSON documents in tests: values with exact numbers."""

from fractions import Fraction

from tallystick.tasks.json.fields import Scheme
from tallystick.tasks.json.match import FULL, Matcher
from tallystick.tasks.json.outermost import count_items
from tallystick.tasks.json.rows import count_fields
from tallystick.tasks.json.shape import Shape
from tallystick.tasks.json.tree import tree_of


class Compared:
    """Two documents and what comparing them gives, as fractions of weights."""

    def __init__(self, gold, pred, shape=None, mode=FULL, **options):
        self.scheme = Scheme(shape or Shape(), **options)
        self.gold = tree_of(self.scheme, gold, gold=True)
        self.pred = tree_of(self.scheme, pred, gold=False)
        self.matcher = Matcher(mode)

    @property
    def counts(self):
        """What matched, the predicted leaves, the gold leaves."""
        value = self.matcher.value(self.gold, self.pred)
        pred = self.pred.size if self.pred else 0
        return tuple(Fraction(count) / self.scheme.scale for count in (value, pred, self.gold_size))

    @property
    def gold_size(self):
        return self.matcher.gold_size(self.gold, self.pred)

    @property
    def f1(self):
        matched, pred, gold = self.counts
        return 2 * matched / (pred + gold) if pred + gold else None

    @property
    def ratios(self):
        """Precision, recall and F1."""
        matched, pred, gold = self.counts
        return matched / pred, matched / gold, self.f1

    @property
    def rows(self):
        return count_fields(self.matcher, self.gold, self.pred)

    def items(self, least=Fraction(1)):
        return count_items(self.matcher, self.gold, self.pred, least)
