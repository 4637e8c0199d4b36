"""Writing MS-AMR annotations, so that reading them gives the same annotations again."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.formats.msamr.document import Bridging, IdentityChain, Mention, MsAmr

__all__ = ["dumps"]


def dumps(document: MsAmr) -> str:
    """The annotations of a document as XML.

    >>> from tallystick.formats.msamr.document import SentenceReference
    >>> print(dumps(MsAmr("d", (SentenceReference("d.1", 1),))))
    <?xml version="1.0" encoding="UTF-8"?>
    <document>
      <sentences docid="d">
        <amr id="d.1" order="1"/>
      </sentences>
      <relations>
        <identity>
        </identity>
        <singletons>
        </singletons>
        <bridging>
        </bridging>
      </relations>
    </document>
    """
    return "\n".join(_lines(document))


def _lines(document: MsAmr) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield "<document>"
    yield f"  <sentences{_given(docid=document.id)}>"
    for sentence in document.sentences:
        order = {} if sentence.order is None else {"order": str(sentence.order)}
        yield f"    <amr{_given(id=sentence.id, **order)}/>"
    yield "  </sentences>"
    yield "  <relations>"
    for section, singleton in (("identity", False), ("singletons", True)):
        yield f"    <{section}>"
        for chain in document.chains:
            if chain.singleton == singleton:
                yield from _chain(chain)
        yield f"    </{section}>"
    yield "    <bridging>"
    for relation in document.bridging:
        yield from _bridging(relation)
    yield "    </bridging>"
    yield "  </relations>"
    yield "</document>"


def _chain(chain: IdentityChain) -> Iterator[str]:
    yield f"      <identchain{_given(relationid=chain.id)}>"
    for member in chain.members:
        if isinstance(member, Mention):
            yield (
                "        <mention"
                + _given(concept=member.concept, id=member.sentence, variable=member.variable)
                + "/>"
            )
        else:
            yield "        <implicitrole" + _given(
                argument=member.role, id=member.sentence, parentconcept=member.concept,
                parentvariable=member.parent,
            ) + "/>"  # fmt: skip
    yield "      </identchain>"


def _bridging(relation: Bridging) -> Iterator[str]:
    tag, whole, part = (
        ("setmember", "superset", "member") if relation.role == "subset" else ("partwhole", "whole", "part")
    )
    yield f"      <{tag}{_given(relationid=relation.id)}>"
    yield f"        <{whole}{_given(id=relation.whole.chain)}/>"
    for link in relation.parts:
        yield f"        <{part}{_given(id=link.chain)}/>"
    yield f"      </{tag}>"


def _given(**attributes: str | None) -> str:
    return "".join(f' {name}="{_quoted(value)}"' for name, value in attributes.items() if value is not None)


def _quoted(text: str) -> str:
    """A value as written between quotation marks: line breaks and tabs would be read as blanks."""
    for sign, written in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, written)
    return "".join(f"&#{ord(sign)};" if sign in "\t\n\r" else sign for sign in text)
