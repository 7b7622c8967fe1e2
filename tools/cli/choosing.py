"""What a seat may do, as it is listed in a terminal and as it is typed: by number, by words, or spelled with its fields."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby, islice

import msgspec

from domain.table.catalogue import Catalogue
from domain.table.messages import Command
from domain.table.offers import Offer
from infra.codec import Codec
from tools.cli.common import printable, say

LISTED = 12
# Of each kind of command, where there are many kinds.
LEAST_LISTED = 3
# Offers can hold more combinations than anybody would read.
MOST_CHOICES = 20_000
# More are told by their number, and listed with words that narrow them.
MOST_LISTED = 400
# A command's name, and its fields as JSON.
SPELLED = re.compile(r"\s*[A-Za-z]+\s*\{")
_WORD = re.compile(r"[^\W_]+")
# Shorter beginnings of words say nothing.
_SHORTEST = 3


class Choice(msgspec.Struct, frozen=True):
    """A command that can be chosen, with its number in the list, and its words if the game has some for it."""

    number: int
    command: Command
    phrase: str | None

    @property
    def kind(self) -> str:
        return type(self.command).__name__

    @property
    def fields(self) -> list[str]:
        """The fields that say something in this command."""
        return [name for name in self.command.__struct_fields__ if getattr(self.command, name) is not None]

    @property
    def values(self) -> list[str]:
        return [_value(getattr(self.command, name)) for name in self.fields]


class Choices:
    """All that a seat may do now. Commands that read alike are one choice."""

    def __init__(
        self, catalogue: Catalogue, offers: list[Offer], usage: Callable[[str], str | None] = lambda command: None
    ) -> None:
        """`usage` gives an example of how a command of a name is typed, where no list can hold all of its kind."""
        self._usage = usage
        offers = [offer for offer in offers if offer.rows]
        small = [offer for offer in offers if offer.size <= MOST_CHOICES]
        self._large = [offer for offer in offers if offer.size > MOST_CHOICES]
        self._spelled = {offer.command.__name__.lower(): offer.command.__name__ for offer in offers}
        self._all = list(_numbered(catalogue, islice((one for offer in small for one in offer.all()), MOST_CHOICES)))

    def show(self) -> None:
        """Show what there is: of many some of each kind."""
        kinds = [list(group) for _, group in groupby(self._all, lambda choice: choice.kind)]
        room = len(self._all) if len(self._all) <= LISTED else max(LEAST_LISTED, LISTED // max(len(kinds), 1))
        for group in kinds:
            # One line that stands for one choice is no shorter than it.
            shown = group if len(group) == room + 1 and len(kinds) > 1 else group[:room]
            _list(shown)
            if len(group) > len(shown):
                words = "list" if len(kinds) == 1 else f"list {group[0].kind}"
                say(f"       … and {len(group) - len(shown)} more: '{words}' shows them", "dim")
        for offer in self._large:
            say(f"       {self._usage(offer.command.__name__) or _written(offer)}", "dim")

    def show_with(self, words: list[str]) -> None:
        """List the choices that have all these words, each with its number."""
        wanted = Counter(word.lower() for word in words)
        found = [choice for choice in self._all if wanted <= _said(choice)]
        _list(found[:MOST_LISTED])
        if len(found) > MOST_LISTED:
            say(f"  … and {len(found) - MOST_LISTED} more: 'list' and words that they have, such as 'list -1 0'", "dim")
        if not found:
            say("No choice has these words.", "yellow")

    def has_number(self, line: str) -> bool:
        """Whether a line is the number of a choice."""
        return line.strip() in map(str, range(1, len(self._all) + 1))

    def can_mean(self, line: str) -> bool:
        """Whether there is a choice that the line can mean."""
        return bool(chosen(self._all, line.split()))

    def meant(self, line: str, codec: Codec) -> Command | None:
        """The command that somebody means with a line; where it is none, a sentence says so."""
        if SPELLED.match(line):
            return self._read(line, codec)
        words = line.split()
        if self.has_number(line):
            return self._all[int(line) - 1].command
        found = chosen(self._all, words)
        if len(found) == 1:
            return found[0].command
        if found:
            say(f"That can mean {len(found)} things: say more.", "yellow")
            _list(found[:LISTED])
            return None
        what = printable(" ".join(words))
        if not self._all:
            say(f"'{what}' is not understood, and there is no list to choose from: {self._forms()}.", "yellow")
            return None
        say(f"'{what}' is none of the {len(self._all)} choices; 'list' shows them, 'help' explains.", "yellow")
        return None

    def _forms(self) -> str:
        forms = [self._usage(offer.command.__name__) or _written(offer) for offer in self._large]
        return "; ".join(forms) or "nothing can be done now"

    def _read(self, line: str, codec: Codec) -> Command | None:
        """A command that is typed with its name and its fields as JSON. Where it is one of the game that is not awaited, the
        law says so, and what it says can be contested."""
        name, _, fields = line.strip().partition("{")
        known_to_game = {one.lower(): one for one in codec.rulebook.command_types}
        kind = {**known_to_game, **self._spelled}.get(name.strip().lower())
        if kind is None:
            known = ", ".join(self._spelled.values())
            say(f"'{printable(name)}' is no command that is awaited now; there is {known}.", "yellow")
            return None
        comma = "" if fields.strip() == "}" else ", "
        try:
            return codec.read_command(f'{{"command": "{kind}"{comma}{fields}')
        except msgspec.MsgspecError as error:
            say(f"This cannot be read: {printable(str(error))}.", "yellow")
            return None


def chosen(choices: list[Choice], words: list[str]) -> list[Choice]:
    """The choices that the words can mean.

    A choice without a phrase is meant by the last of its values, or by its name and those. One with a phrase is meant by
    the whole of it; else by some of its words in their order, or their beginnings, rather if no name and no number of it is
    left out; the command's name may come first.
    """
    typed = _words(" ".join(words))
    found = [choice for choice in choices if choice.phrase is None and _ends(choice, words)]
    found += [choice for choice in choices if choice.phrase is not None and typed and _words(choice.phrase) == typed]
    if not found:
        found = [choice for choice in choices if _has_in_order(choice, typed)]
        found = [choice for choice in found if _names(choice) <= set(typed)] or found
    if not found:
        named = [choice for choice in choices if _is_name(choice, words[0])]
        found = [choice for choice in named if choice.phrase is None and _ends(choice, words[1:])]
        found += [choice for choice in named if choice.phrase is not None and _in_order(typed[1:], choice.phrase)]
    return found


def _numbered(catalogue: Catalogue, commands: Iterator[Command]) -> Iterator[Choice]:
    number, seen = 0, set()
    for command in commands:
        phrase = catalogue.command(command)
        if phrase is not None and phrase in seen:
            continue
        seen.add(phrase)
        number += 1
        yield Choice(number, command, phrase)


def _list(choices: list[Choice]) -> None:
    shown = ""
    for choice in choices:
        if choice.phrase is not None:
            say(f"  {choice.number:>3}  {choice.phrase}")
            continue
        if choice.kind != shown:
            shown = choice.kind
            say(f"       {shown:<12} {' '.join(name.rstrip('_') for name in choice.fields)}", "dim")
        say(f"  {choice.number:>3}  {choice.kind:<12} {' '.join(choice.values)}")


def _written(offer: Offer) -> str:
    """How a command is typed that can have too many forms to list them."""
    spelled = {field.name: field.encode_name for field in msgspec.structs.fields(offer.command)}
    named = (*offer.fields, *offer.free) or tuple(spelled)
    fields = ", ".join(f'"{spelled[name]}": …' for name in named)
    return f"{offer.command.__name__} {{{fields}}}"


def _value(value: object) -> str:
    return ",".join(map(_value, value)) if isinstance(value, tuple) else str(value)


def _said(choice: Choice) -> Counter[str]:
    """All words that a choice is found by."""
    return Counter(word.lower() for word in (choice.kind, *choice.values, *set(_words(choice.phrase or ""))))


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _names(choice: Choice) -> set[str]:
    """The names and numbers in a choice's phrase."""
    return {word.lower() for word in _WORD.findall(choice.phrase or "") if not word.islower()}


def _is_name(choice: Choice, word: str) -> bool:
    return len(word) >= _SHORTEST and choice.kind.lower().startswith(word.lower())


def _ends(choice: Choice, words: list[str]) -> bool:
    return not words or [word.lower() for word in choice.values[-len(words) :]] == [word.lower() for word in words]


def _has_in_order(choice: Choice, typed: list[str]) -> bool:
    return choice.phrase is not None and bool(typed) and _in_order(typed, choice.phrase)


def _in_order(typed: list[str], phrase: str) -> bool:
    left = iter(_words(phrase))
    return all(any(_begins(word, one) for one in left) for word in typed)


def _begins(typed: str, word: str) -> bool:
    return typed == word or (len(typed) >= _SHORTEST and not typed.isdecimal() and word.startswith(typed))
