"""Documentation, messages, docstrings and comments use plain technical English.

Each habit below has a suggestion. Whole words are compared, whatever their case. Code blocks and inline code of
Markdown are not read.
"""

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

#: A pattern, and what to write instead.
HABITS = {
    r"\b(?:is|are|was|were|be|being) told\b|\btold (?:by|in|where|with|apart|from)\b": "say who reports it",
    r"\btell(?:s|ing)? (?:\S+ ){0,4}?apart\b": "distinguish",
    r"\bstands?\b(?! for\b| out\b)|\bstanding\b(?! for\b)|\bstood\b": "is, is listed, is printed",
    r"(?<!out )\bof which\b": "start a new sentence",
    r"\bsuch (?:a )?ones?\b": "name the thing",
    r"\b(?:goes|going|go|went) (?:on|nowhere)\b": "continue",
    r"(?<!there )(?<!where )(?<!it )\b(?:is|are|was|were) no "
    r"(?!longer|more\b|less\b|fewer|lower|higher|farther|other|different|better|worse)\w": "is not a",
    r"\b(?:becomes?|became) of\b|\bc[ao]mes? about\b": "say what happens",
    r"\bin vain\b": "say what is missing",
    r"\b(?:is|are|was|were) asked for\b": "requested",
    r"\bmoves? (?:a|the) score\b": "change a score",
    r"\b(?:one|a \)) too many\b": "an extra",
    r"\btell whether\b": "return whether",
    r"\b(?:one|each) \w+ a (?:line|item|row|pair|document)\b|\bseconds a\b": "per line, per item",
    r"\b(?:with|by|in) (?:its|their) places?\b": "location, position",
    r"\band the like\b": "and similar",
    r"\btaken for\b": "confused with, treated as",
    r"\b(?:what|everything|all) there is\b(?! to)": "all data, all fields",
    r"\bwhat is (?:said|meant)\b": "say it directly",
    r"\ball that (?:is|are)\b": "all, everything",
    r"\bfault of the (?:program|machine)\b": "internal error, system error",
    r"\b(?:no|any|every)body\b(?!`)": "say who, or use the passive",
    r"\bturn(?:ed|s)? round\b": "invert, normalise",
    r"\bknows? (?:no|neither)\b": "has no, does not support",
    r"\bhangs? on\b": "depend on, be connected to",
    r"\b(?:is|are) to (?:hold|have|name)\b": "must, should",
    r"\bmeans? nothing for\b": "does not apply to",
    r"\bwhich (?:one |of the \w+ )?is meant\b": "ambiguous; choose one",
    r"\bonce only\b": "only once",
    r"\bin step\b": "in parallel",
    r"\bgives? away\b": "say what it contains",
    r"\bvariable of the shell\b": "shell variable",
    r"\b(?:file|folder|directory|document|side|item|line|both|all)s? (?:must )?holds? (?!for\b|true\b)\w": "contain",
    r"\bis of none of\b|\bare none of the\b": "state it positively, or say what it is not",
    r"\bone another\b": "each other",
    r"\bwhoever\b": "say who",
    r"\b(?:options|everything) settled\b": "with fixed options, with all options resolved",
    r"\bcannot be \w+ so\b": "in this way",
    r"(?<!what )\b(?:is|are|was|were) expected\b": "expected X, not Y",
    r"\bthere is no (?:such (?:file|directory)|command|column|member|metric|module|task|type)\b": "unknown X",
    r"\b(?:annotators|names|outputs|systems) are needed\b": "pass at least two; expected so many",
    r"\bwith (?:blanks|commas|spaces|tabs) between them\b": "separated by",
    r"\bcut off\b": "truncated, disconnected",
    r"\b(?:None|empty) where\b": "None if, empty if",
}
PATTERNS = {re.compile(pattern, re.IGNORECASE): advice for pattern, advice in HABITS.items()}

#: Uses that are right, with the reason.
ALLOWED = {
    "src/tallystick/tasks/docamr/build/tables.py": {"nobody"},  # a pronoun of the data
    "web/src/errors.ts": {"taken for"},  # read aloud between a gold and a predicted label
}


def prose(text):
    """The text of a Markdown page without code and directives, line by line."""
    text = re.sub(
        r"^```.*?^```$", lambda block: "\n" * block[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE
    )
    return re.sub(r"`[^`\n]*`", "`…`", text)


def words_of_python(text):
    """The comments and strings of a module, with their first lines."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING) or token.type == getattr(
            tokenize, "FSTRING_MIDDLE", -1
        ):
            yield token.start[0], token.string


def habits_in(path, passages):
    name = path.relative_to(ROOT).as_posix()
    allowed = ALLOWED.get(name, set())
    for line, passage in passages:
        for pattern, advice in PATTERNS.items():
            for match in pattern.finditer(re.sub(r"\s+", " ", passage)):
                if match[0].lower() not in allowed:
                    yield f"{name}:{line}: “{match[0]}”: {advice}"


@pytest.mark.parametrize(
    "path", [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda path: path.name
)
def test_pages(path):
    paragraphs = re.split(r"(\n\s*\n)", prose(path.read_text("utf-8")))
    line, passages = 1, []
    for paragraph in paragraphs:
        passages.append((line, paragraph))
        line += paragraph.count("\n")
    assert list(habits_in(path, passages)) == []


def test_modules():
    paths = sorted((ROOT / "src").rglob("*.py"))
    assert [
        each for path in paths for each in habits_in(path, words_of_python(path.read_text("utf-8")))
    ] == []


def test_report_page():
    paths = [path for path in sorted((ROOT / "web" / "src").iterdir()) if path.suffix in (".ts", ".css")]
    passages = {path: enumerate(path.read_text("utf-8").splitlines(), 1) for path in paths}
    assert [each for path, lines in passages.items() for each in habits_in(path, lines)] == []
