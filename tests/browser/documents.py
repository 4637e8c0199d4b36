"""UMR documents of any length, with errors in some sentences."""

WORDS = ("ferry", "captain", "rock", "harbour", "sailor")


def umr_document(sentences, wrong=0, word=""):
    """A document in which each sentence is after the one before it; every `wrong` sentences one has an error."""
    parts = []
    for number in range(1, sentences + 1):
        thing = WORDS[number % len(WORDS)]
        verb = "see-01" if wrong and number % wrong == 0 else "leave-11"
        before = (
            f"(s{number - 1}l :after s{number}l)" if number > 1 else "(document-creation-time :before s1l)"
        )
        if wrong and number % (2 * wrong) == 0:
            before = before.replace(":after", ":before")
        name = f'\n        :name "{word}"' if word else ""
        parts.append(
            f"# :: snt{number}\nIndex: 1 2 3\nWords: The {thing} {word or 'left'}\n\n# sentence level graph:\n"
            f"(s{number}l / {verb}\n    :ARG0 (s{number}f / {thing}\n        :refer-number singular{name})\n"
            f"    :aspect performance)\n\n# alignment:\ns{number}l: 3-3\ns{number}f: 2-2\n\n"
            f"# document level annotation:\n(s{number}s0 / sentence\n    :temporal ({before})\n"
            f"    :modal ((author :full-affirmative s{number}l)))\n"
        )
    return f"\n{'#' * 80}\n".join(["", *parts])
