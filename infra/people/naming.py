"""Names for people and bots in sentences: the log has random ids, and who reads it wants to know who they are.

A name goes into a sentence as its bearer writes it: whoever makes a page or a mail's head of one escapes it there.
"""

import re
from collections.abc import Callable, Iterable

# As people's and bots' ids are made, and as a sentence begins with them too.
_ID = re.compile(r"\b(?:[Pp]erson|[Rr]andom-bot|[Gg]reedy-bot)-[0-9a-f]{8,16}\b")


def people_in(sentences: Iterable[str]) -> set[str]:
    """The ids of people and bots that stand in sentences."""
    return {_id(found) for sentence in sentences for found in _ID.finditer(sentence)}


def named(sentence: str, name: Callable[[str], str]) -> str:
    """A sentence with names in place of ids."""

    def said(found: re.Match[str]) -> str:
        person = _id(found)
        called = name(person)
        # A bot has no name but our word for it, which begins like the sentence.
        ours = not person.startswith("person") and found[0][0].isupper()
        return called[:1].upper() + called[1:] if ours else called

    return _ID.sub(said, sentence)


def _id(found: re.Match[str]) -> str:
    return found[0][:1].lower() + found[0][1:]
