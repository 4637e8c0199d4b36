"""Documents as text with their chains."""

from collections import Counter

import tallystick as ts

GOLD = """#begin document (d)
d	0	0	The	(1
d	0	1	mayor	-
d	0	2	of	-
d	0	3	Rome	(2)|1)
d	0	4	spoke	-

d	0	0	He	(1)
d	0	1	left	-
#end document
"""


def told(gold, pred, metric="b3"):
    return ts.score(gold, pred, metric, task="coref")[metric].items[0].alignment


def test_nested_mentions():
    gold, pred = told(GOLD, GOLD).sides
    assert gold == pred == "[The mayor of [Rome]2]1 spoke\n[He]1 left"


def test_what_the_other_side_lacks_has_a_sign():
    pred = GOLD.replace("(2)|1)", "1)").replace("left\t-", "left\t(9)")
    alignment = told(GOLD, pred)
    gold, other = alignment.sides
    assert gold == "[The mayor of [-Rome]2]1 spoke\n[He]1 left"
    assert other == "[The mayor of Rome]1 spoke\n[He]1 [+left]3"
    assert +Counter(alignment.errors) == {"missing entity": 1, "spurious entity": 1}


def test_entities_keep_their_number_under_any_name():
    pred = GOLD.replace("(2)", "(77)").replace("(1", "(5").replace("1)", "5)")
    gold, other = told(GOLD, pred).sides
    assert gold == other
    assert told(GOLD, pred).summary == ""


def test_a_split_entity_is_counted():
    pred = GOLD.replace("He\t(1)", "He\t(3)")
    assert +Counter(told(GOLD, pred).errors) == {"split entity": 1}
    assert +Counter(told(pred, GOLD).errors) == {"merged entity": 1}


def test_long_documents_are_cut_short():
    rows = "".join(f"d\t0\t0\tw\t({number % 7})\n\n" for number in range(1500))
    text = f"#begin document (d)\n{rows}#end document\n"
    lines = told(text, text).sides[0].splitlines()
    assert lines[-1] == "… 1440 more lines"  # of 1500 sentences
    assert len(lines) == 61


def test_without_words_there_is_no_text():
    clusters = [[(0, 0), (2, 2)], [(4, 5)]]
    assert ts.score([clusters], [clusters], "b3", task="coref")["b3"].items[0].alignment.sides is None


def test_sentences_stand_in_lines_where_the_format_has_them():
    words = [("Ann", "(e1-person-1-)"), ("met", ""), ("Leo", "(e2-person-1-)")]
    rows = "".join(
        f"{n}\t{w}\t_\t_\t_\t_\t0\troot\t_\t{'Entity=' + e if e else '_'}\n"
        for n, (w, e) in enumerate(words, 1)
    )
    text = f"# newdoc id = d\n# global.Entity = eid-etype-head-other\n# sent_id = 1\n{rows}\n# sent_id = 2\n{rows}\n"
    assert told(text, text).sides[0] == "[Ann]1 met [Leo]2\n[Ann]1 met [Leo]2"
