"""A shared task of our own: many systems over many data sets of coreference in CorefUD's notation.

    python -m bench.shared_task FOLDER [systems] [datasets]   # writes FOLDER/gold and FOLDER/systems
    python -m bench.shared_task --time [systems] [datasets]   # ranks them in one command, and prints the seconds

Some systems are zip files, one lacks a file, and one has a file that cannot be read.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

DOCUMENTS, SENTENCES, WORDS, ENTITIES = 12, 12, 15, 14

#: Of each document, the mentions: sentence, first word, last word, entity.
Mentions = list[tuple[int, int, int, int]]


def draw_documents(random: Random) -> list[Mentions]:
    """The mentions of the gold of a data set: none crosses another."""
    documents = []
    for _ in range(DOCUMENTS):
        mentions = []
        for sentence in range(SENTENCES):
            word = 1
            while word < WORDS:
                word += random.randint(1, 4)
                last = min(WORDS, word + random.choice((0, 0, 0, 1, 2)))
                if word <= WORDS:
                    mentions.append((sentence, word, last, random.randrange(ENTITIES)))
                word = last + 1
        documents.append(mentions)
    return documents


def predict(documents: list[Mentions], quality: float, random: Random) -> list[Mentions]:
    """The output of a system: it misses mentions, and takes some for others."""
    return [
        [
            (*span, entity if random.random() < quality else random.randrange(ENTITIES))
            for *span, entity in mentions
            if random.random() < 0.5 + quality / 2
        ]
        for mentions in documents
    ]


def conllu(documents: list[Mentions], name: str) -> str:
    """Documents in CorefUD's notation."""
    lines = []
    for number, mentions in enumerate(documents):
        lines.append(f"# newdoc id = {name}-{number}")
        if number == 0:
            lines.append("# global.Entity = eid-etype-head-other")
        for sentence in range(SENTENCES):
            lines.append(f"# sent_id = {name}-{number}-{sentence}")
            lines.append("# text = " + " ".join(f"w{word}" for word in range(1, WORDS + 1)))
            for word in range(1, WORDS + 1):
                marks = ""
                for at, first, last, entity in mentions:
                    if at == sentence and first == word:
                        marks += f"(e{entity}--1" + (")" if last == word else "")
                    elif at == sentence and last == word:
                        marks += f"e{entity})"
                misc = f"Entity={marks}" if marks else "_"
                head, relation = (0, "root") if word == 1 else (1, "dep")
                lines.append(f"{word}\tw{word}\tw{word}\tX\t_\t_\t{head}\t{relation}\t_\t{misc}")
            lines.append("")
    return "\n".join(lines) + "\n"


def write_shared_task(folder: Path, systems: int = 12, datasets: int = 17) -> None:
    """Write the gold and the systems; every third one as a zip file."""
    random = Random(1)
    (folder / "gold").mkdir(parents=True)
    names = [f"l{number:02}_set" for number in range(datasets)]
    gold = {name: draw_documents(random) for name in names}
    for name, documents in gold.items():
        (folder / "gold" / f"{name}-corefud-test.conllu").write_text(conllu(documents, name), "utf-8")
    for number in range(systems):
        own = folder / "systems" / f"team{number:02}"
        own.mkdir(parents=True)
        for name, documents in gold.items():
            output = predict(documents, 0.9 - 0.03 * (number // 2), random)
            (own / f"{name}-corefud-test.conllu").write_text(conllu(output, name), "utf-8")
    (folder / "systems" / "team01" / f"{names[0]}-corefud-test.conllu").unlink()
    with (folder / "systems" / "team02" / f"{names[-1]}-corefud-test.conllu").open(
        "a", encoding="utf-8"
    ) as file:
        file.write("1\tbroken\n\n")
    for number in range(0, systems, 3):
        own = folder / "systems" / f"team{number:02}"
        shutil.make_archive(str(own), "zip", root_dir=own.parent, base_dir=own.name)
        shutil.rmtree(own)


def main(arguments: list[str]) -> None:
    if not arguments or set(arguments) & {"-h", "--help"}:
        print(__doc__)
        return
    sizes = [int(argument) for argument in arguments if argument.isdigit()]
    if "--time" not in arguments:
        write_shared_task(Path(arguments[0]), *sizes)
        return
    with tempfile.TemporaryDirectory() as folder:
        write_shared_task(Path(folder), *sizes)
        command = [sys.executable, "-m", "tallystick", "rank", f"{folder}/gold", f"{folder}/systems"]
        start = time.perf_counter()
        subprocess.run([*command, "-m", "conll", "--on-missing", "zero"], check=True)
        print(f"{time.perf_counter() - start:.1f} seconds")


if __name__ == "__main__":
    main(sys.argv[1:])
