"""Tables 2 and 3 of the AnCast++ paper, row by row as it prints them; spellings; components of triples."""

import pytest

from tallystick.formats.umr.labels import LABELS, SPELLINGS, component_of, spelled
from tallystick.tasks.umr.tc2.relations import COMPOSITION, FLAGGED, KINDS, converted

# Table 2: relationship and representation. "a" is the parent, "b" the child.
TABLE_2 = """
a :depends-on b   | (a → b, d)
a :after b        | (b → a, r)
a :before b       | (a → b, r)
a :overlaps b     | (a ↔ b, o)
a :contained b    | (a → b, dn) / (b → a, up)
a :same-entity b  | (a → b, sn) / (b → a, sn)
a :same-event b   | (a → b, sv) / (b → a, sv)
a :subset-of b    | (a → b, up) / (b → a, dn)
"""
# Table 3, with its row and column "ref" for the beginning of a chain, which composes to what follows.
TABLE_3 = """
o    ref  o    d    r    up   dn   sn   sv
ref  -    o    d    r    up   dn   sn   sv
o    -    -    -    -    -    -    -    -
d    -    -    -    -    -    -    -    -
r    -    -    -    r    -    r    -    -
up   -    -    -    r    up   -    up   up
dn   -    -    -    -    -    dn   dn   dn
sn   -    -    -    -    up   dn   sn   sn*
sv   -    -    -    -    up   dn   sv*  sv
"""


def represented(component, label):
    """What a relation between a and b stands for, in the notation of Table 2."""
    kind, turned = converted(component, label)
    ends = ("b", "a") if turned else ("a", "b")
    said = {(*ends, kind)}
    if converted(component, label).symmetric:
        said.add((*reversed(ends), kind))
    if kind == "dn":
        said.add((*reversed(ends), "up"))
    return said


@pytest.mark.parametrize("line", TABLE_2.strip().splitlines())
@pytest.mark.parametrize("component", ["temporal", "coref"])
def test_table_2(component, line):
    relation, representation = line.split("|")
    label = relation.split()[1].removeprefix(":")
    expected = set()
    for part in representation.split("/"):
        ends, kind = part.strip(" ()").split(", ")
        source, arrow, target = ends.split()
        expected.add((source, target, kind))
        if arrow == "↔":
            expected.add((target, source, kind))
    if label == "overlaps" and component == "coref":
        # The variant in the plural is a spelling of the temporal label only.
        label = "overlap"
    assert represented(component, label) == expected


def test_table_3():
    heads, *rows = [line.split() for line in TABLE_3.strip().splitlines()]
    seconds = heads[1:]
    assert tuple(seconds[1:]) == KINDS
    for first, *entries in rows:
        for second, entry in zip(seconds, entries, strict=True):
            if first == "ref":
                assert entry == second or second == "ref"
            elif second == "ref":
                assert entry == "-"
            else:
                assert COMPOSITION.get((first, second), "-") == entry.removesuffix("*")
                assert ((first, second) in FLAGGED) == entry.endswith("*")


def test_table_3_reads_the_same_backwards():
    # a → b → c read from c: up and dn change places, and so do the two links. The starred entries excepted, which
    # take the kind of their first link, and r, which has no way back.
    back = {"up": "dn", "dn": "up", "sn": "sn", "sv": "sv"}
    for (first, second), result in COMPOSITION.items():
        if "r" not in (first, second) and (first, second) not in FLAGGED:
            assert COMPOSITION[back[second], back[first]] == back[result]


@pytest.mark.parametrize("component", ["temporal", "coref"])
def test_containment_has_a_converse_and_another_name(component):
    assert represented(component, "contains") == {("b", "a", "dn"), ("a", "b", "up")}
    assert represented(component, "includes") == represented(component, "contained")


def test_a_label_outside_of_the_table_is_a_kind_of_its_own():
    # Also where the label is the name of a kind.
    for label in ("part-of", "r", "dn", "sn"):
        kind, turned = converted("coref", label)
        assert (kind, turned) == (f":{label}", False)
        assert not any(kind in pair for pair in COMPOSITION)


# Variants that occur in the released files of UMR 3.0.
@pytest.mark.parametrize(
    ("component", "label", "expected"),
    [
        ("modal", "AFF", "full-affirmative"),
        ("modal", "NEG", "full-negative"),
        ("modal", "UNSP", "unspecified"),
        ("modal", "FULLfull-affirmative", "full-affirmative"),
        ("modal", "Strong-partial-affirmative", "partial-affirmative"),
        ("modal", "Full-Affirmative", "full-affirmative"),
        ("modal", "State", "state"),
        ("modal", "overlaps", "overlaps"),
        ("temporal", "verlap", "overlap"),
        ("temporal", "overlaps", "overlap"),
        ("temporal", "aff", "aff"),
        ("coref", "subset", "subset-of"),
        ("coref", "Same-Entity", "same-entity"),
    ],
)
def test_spellings(component, label, expected):
    assert spelled(component, label) == expected
    assert spelled(component, expected) == expected


def test_spellings_lead_to_known_labels():
    for component in LABELS:
        assert set(SPELLINGS[component].values()) <= LABELS[component]
        assert not set(SPELLINGS[component]) & LABELS[component]


@pytest.mark.parametrize(
    ("group", "label", "expected"),
    [
        ("temporal", "before", "temporal"),
        ("temporal", "full-affirmative", "temporal"),
        ("Modal", "anything", "modal"),
        ("coref", "contains", "coref"),
        ("", "full-affirmative", "modal"),
        ("", "UNSP", "modal"),
        ("", "contains", "temporal"),
        ("", "subset", "coref"),
        ("coreference", "same-event", "coref"),
        ("", "related-to", None),
        ("topic", "about", None),
    ],
)
def test_component_of_a_triple(group, label, expected):
    assert component_of(group, label) == expected
