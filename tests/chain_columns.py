"""Chains that a page has in columns, completed as web/src/chaincolumns.ts does it in the browser."""

from itertools import accumulate


def with_tokens(side):
    """A side with its words one by one."""
    if "words" not in side:
        return side
    return {
        **{name: value for name, value in side.items() if name != "words"},
        "tokens": side["words"].split(" "),
    }


def with_chains(system, tokens=()):
    """The details of a system with all parts and alignments; texts are written with the words, if they are given."""
    golds, preds = (_numbered(table) for table in system["parts"])
    alignments = list(system["alignments"])
    for index, column in enumerate(system.get("columns", [])):
        if isinstance(column, dict):
            alignments[index] = _alignment(column, golds[column["chains"]], preds[column["chains"]])
    parts = [_with_texts(_inserted(table), tokens) for table in system["parts"]]
    return {**system, "alignments": alignments, "parts": parts}


def _numbered(table):
    """Lists with the numbers of their first parts, after those that are in no list."""
    part, numbered = len(table["shown"]), []
    for chains in table.get("chains", []):
        numbered.append({**chains, "part": part})
        part += len(chains["starts"]) + len(chains["entities"])
    return numbered


def _entities(chains):
    before, found = 0, []
    for steps in chains["entities"]:
        own = list(accumulate(steps, initial=before))[1:]
        before = own[0] if own else before
        found.append(own)
    return found


def _inserted(table):
    shown, at = list(table["shown"]), list(table["at"])
    for chains in _numbered(table):
        first = chains["part"]
        starts = accumulate(chains["starts"])
        lengths = zip(starts, chains["more_words"], strict=True)
        mentions = [["mention", [start, start + more]] for start, more in lengths]
        texts = [""] * len(mentions)
        for mention, text, place in chains.get("unusual", []):
            texts[mention], mentions[mention] = text, list(place)
        members = [[first + mention for mention in own] for own in _entities(chains)]
        entities = [["entity", *own] for own in members]
        entity_texts = [""] * len(entities)
        for entity, text, elements in chains.get("sets", []):
            entity_texts[entity] = text
            entities[entity] = ["set", members[entity], [first + mention for mention in elements]]
        shown += texts + entity_texts
        at += mentions + entities
    return {**table, "shown": shown, "at": at}


def _with_texts(table, tokens):
    def text(part):
        place = table["at"][part]
        if table["shown"][part] or not tokens or place is None:
            return table["shown"][part]
        if place[0] == "entity":
            return f"{{{', '.join(map(text, place[1:]))}}}"
        words = [" ".join(tokens[first : last + 1]) for first, last in place[1:]]
        return f"{' … '.join(words)} [{', '.join(str(end) for ends in place[1:] for end in ends)}]"

    return {**table, "shown": [text(part) for part in range(len(table["at"]))]}


def _alignment(column, golds, preds):
    compared = preds["compared"][column["compared"]]
    entities = _entities(golds), _entities(preds)
    chosen = [
        compared.get(f"{side}_entities", range(len(own)))
        for side, own in zip(("gold", "pred"), entities, strict=True)
    ]
    owners = [
        {mention: entity for entity in some for mention in own[entity]}
        for some, own in zip(chosen, entities, strict=True)
    ]
    partner, before = {}, -1
    for mention, step in enumerate(compared["partners"]):
        if step:
            before += step
            partner[mention] = before
    meets = {pred: gold for gold, pred in partner.items()}

    def mentions(own, others):
        matched = [(m, partner[m]) for m in sorted(own) if partner.get(m) in set(others)]
        return [
            [[golds["part"] + m, preds["part"] + other] for m, other in matched],
            [golds["part"] + m for m in sorted(own) if partner.get(m) not in set(others)],
            [preds["part"] + m for m in sorted(others) if meets.get(m) not in set(own)],
        ]

    if "credits" not in column:
        return mentions(*owners)
    pairs = [
        (chosen[0][i], chosen[1][j])
        for i, j in zip(accumulate(compared["golds"]), accumulate(compared["preds"]), strict=True)
    ]
    first = golds["part"] + len(golds["starts"]), preds["part"] + len(preds["starts"])
    matched = []
    for index, credit in enumerate(column["credits"]):
        if credit:
            i, j = pairs[index]
            own, others = entities[0][i], entities[1][j]
            counts = (
                (sum(m not in partner for m in own), "{} missing", 0),
                (sum(m not in meets for m in others), "{} spurious", 0),
                (len({owners[1][partner[m]] for m in own if m in partner}), "split into {}", 1),
                (len({owners[0][meets[m]] for m in others if m in meets}), "merged from {}", 1),
                (index in compared.get("differing_sets", ()), "another set", 0),
            )
            note = ", ".join(words.format(count) for count, words, least in counts if count > least)
            matched.append([first[0] + i, first[1] + j, credit, note, [["", mentions(own, others)]]])
    met = {pair[0] for pair in matched}, {pair[1] for pair in matched}
    return [
        matched,
        *(
            [first[side] + entity for entity in chosen[side] if first[side] + entity not in met[side]]
            for side in (0, 1)
        ),
    ]
