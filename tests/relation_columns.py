"""Parts of UMR documents that a page has in columns, completed as web/src/relationcolumns.ts does it in the browser."""

from itertools import accumulate

COMPONENTS = "sentence", "modal", "temporal", "coref"


def with_relations(system, gold):
    """The details of a system with the parts and alignments of UMR documents."""
    rows = [table.get("relations", []) for table in system["parts"]]
    if not rows[0]:
        return system
    sides = [
        [_locations(own, side) for own in lists]
        for lists, side in zip(rows, (gold, system["pred"]), strict=True)
    ]
    alignments, columns = list(system["alignments"]), list(system["columns"])
    for index, column in enumerate(columns):
        if not isinstance(column, dict) or "components" not in column:
            continue
        for list_index, (golds, preds) in enumerate(zip(*rows, strict=True)):
            if (golds["part"], preds["part"]) == (column["gold"], column["pred"]):
                own = sides[0][list_index], sides[1][list_index]
                alignments[index] = _alignment(column["components"], (golds, preds), own)
                columns[index] = None
    # The derivation of a matched link is the note of its pair.
    for matched, _, _ in alignments:
        for table_rows, own, position in zip(rows, sides, (0, 1), strict=True):
            for side_rows, locations in zip(table_rows, own, strict=True):
                for part in (pair[position] - side_rows["part"] for pair in matched):
                    if 0 <= part < len(locations):
                        locations[part][4] = []
    parts = [_inserted(table, own) for table, own in zip(system["parts"], sides, strict=True)]
    return {**system, "alignments": alignments, "columns": columns, "parts": parts}


def graph_of(sentence):
    """The nodes and the branches of a sentence."""
    if "graph" in sentence:
        return sentence["graph"]
    columns = sentence["columns"]
    variables = columns["variables"].split("\n") if columns["variables"] else []
    nodes = list(zip(variables, columns["concepts"].split("\n"), strict=False))
    constants = iter(columns.get("constants", "").split("\n"))
    triples = zip(columns["sources"], columns["roles"].split("\n"), columns["targets"], strict=False)
    branches = [
        [source, role, target] if target >= 0 else [source, role, -1, next(constants)]
        for source, role, target in triples
    ]
    return [list(map(list, nodes)), branches]


def _locations(rows, side):
    graphs = [graph_of(sentence) for sentence in side["sentences"]]
    numbers = [sentence["number"] for sentence in side["sentences"]]
    nodes = ["/".join(node) for graph in graphs for node in graph[0]]
    others = {row: list(location) for row, location in rows["others"]}
    found = []

    def take_others():
        while len(found) in others:
            found.append(others[len(found)])

    for index, *codes in rows["graphs"]:
        for code in codes:
            found.append(_relation(numbers[index], graphs[index], code) if code >= 0 else others[len(found)])
    take_others()

    def end(number):
        return rows["words"][-1 - number] if number < 0 else nodes[number]

    def words(source, role, target):
        return [end(source), rows["words"][role], end(target)]

    for component, columns in zip(COMPONENTS[1:], rows["columns"], strict=True):
        annotated = [words(*relation) for relation in zip(*columns.get("annotated", []), strict=True)]
        for row, sentence in enumerate(columns["sentences"]):
            found.append(
                [
                    component,
                    None if sentence < 0 else numbers[sentence],
                    columns["clusters"][row] if "clusters" in columns else None,
                    words(columns["sources"][row], columns["roles"][row], columns["targets"][row]),
                    [annotated[step] for step in columns["origins"][row]] if "origins" in columns else [],
                    None,
                ]
            )
        take_others()
    assert len(found) == sum(rows["sizes"])
    return found


def _relation(number, graph, code):
    nodes, branches = graph
    source, role, target, *constant = branches[code >> 1]
    start = "/".join(nodes[source])
    end = constant[0].strip('"').lower() if constant else "/".join(nodes[target])
    role = role.lower()
    words = [end, role.removesuffix("-of"), start] if code & 1 else [start, role, end]
    return ["sentence", number, None, words, [], f"{'t' if code & 1 else 'b'}{code >> 1}"]


def _alignment(components, rows, sides):
    alignment = [[], [], []]
    golds, preds = (list(accumulate(own["sizes"], initial=0)) for own in rows)
    offsets = rows[0]["part"], rows[1]["part"]
    for component in components:
        compared = rows[1]["compared"][component]
        credits = dict(zip(_sums(compared.get("credited", []), -1), compared.get("credits", []), strict=True))
        own = _sums(compared["golds"], golds[component] - 1)
        other = _sums(compared["preds"], preds[component] - 1)
        for pair, (row, partner) in enumerate(zip(own, other, strict=True)):
            note = _note(sides[0][row], sides[1][partner])
            alignment[0].append([offsets[0] + row, offsets[1] + partner, credits.get(pair, 1), note])
        for left, starts, taken, offset in zip(
            alignment[1:], (golds, preds), (own, other), offsets, strict=True
        ):
            rows_of = range(starts[component], starts[component + 1])
            left += [offset + row for row in rows_of if row not in taken]
    return alignment


def _sums(steps, start):
    return list(accumulate(steps, initial=start))[1:]


def _chain(origin):
    return ", ".join(f"({source} :{role} {target})" for source, role, target in origin)


def _note(gold, pred):
    chains = _chain(gold[4]), _chain(pred[4])
    if chains[0] and chains[0] == chains[1]:
        return f"inferred from {chains[0]}"
    return "; ".join(
        f"inferred in {name} from {own}" for name, own in zip(("gold", "pred"), chains, strict=True) if own
    )


def _inserted(table, sides):
    shown, at = [], []
    own = iter(zip(table["shown"], table["at"], strict=True))

    def take(until):
        while len(shown) < until and (part := next(own, None)) is not None:
            shown.append(part[0])
            at.append(part[1])

    for rows, locations in zip(table["relations"], sides, strict=True):
        take(rows["part"])
        shown += map(_text, locations)
        at += locations
    take(float("inf"))
    return {**table, "shown": shown, "at": at}


def _text(location):
    component, sentence, cluster, words, origin, _ = location
    places = [f"snt{sentence}"] * (sentence is not None) + [f"cluster {cluster}"] * (cluster is not None)
    text = _chain([words]) if len(words) == 3 else words[0]
    inferred = f"  inferred from {_chain(origin)}" if origin else ""
    return f"{component} {', '.join(places)}{': ' if places else ''}{text}{inferred}"
