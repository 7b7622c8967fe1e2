"""What a rulebook must be before anything is played by it: each fault in a sentence for whoever writes it.

Nothing of this is about its rules: `souls demo` plays, and so finds what is wrong with those.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from domain.table.catalogue import Catalogue
from domain.table.clauses import Edition, Law, load_law
from domain.table.consent import CONSENT
from domain.table.messages import MAX_SEATS, Command, Event, GameEvent
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from domain.table.refusals import Refusal
from domain.table.rulebook import Options, Rulebook
from infra.bounds import unbounded

GAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
LONGEST_TAG = 16
_BOUNDS = "Annotated[…, Meta(ge=…, le=…)], or max_length=… for a text or a list"

_ATTRIBUTES = {
    "game": str, "title": str, "seats": range, "seat_names": tuple, "editions": tuple, "commands": tuple, "events": tuple,
}  # fmt: skip


def check_rulebook(rulebook: Rulebook) -> list[str]:
    """What is wrong with a rulebook, a sentence each; nothing where it is sound. It takes milliseconds."""
    faults: list[str] = []
    # Each group relies on those before it.
    for group in (_attributes, _said, _types, _played):
        try:
            faults.extend(group(rulebook))
        except _FaultError as fault:
            faults.append(str(fault))
        if faults:
            break
    return faults


class _FaultError(Exception):
    """Where the rulebook's own code fails, so that nothing more can be asked of it."""


@contextmanager
def _failing(what: str) -> Iterator[None]:
    """Say so where the rulebook's own code fails; it may in any way."""
    try:
        yield
    except Refusal:
        raise
    except Exception as error:
        raise _FaultError(f"{what}: {str(error) or type(error).__name__}.") from error


def _attributes(book: Rulebook) -> Iterator[str]:
    for name, kind in _ATTRIBUTES.items():
        value = getattr(book, name, None)
        if not isinstance(value, kind):
            yield (
                f"It has no `{name}`."
                if value is None
                else f"Its `{name}` must be a {kind.__name__}, not {value!r:.60}."
            )
        elif not value:
            yield f"Its `{name}` is empty."
        elif name == "game" and not GAME.fullmatch(book.game):
            yield f"'{value}' cannot be the name of a game: letters, digits, '.', '_', '-'."
        elif name == "seats" and not (value[0] >= 1 and value[-1] <= MAX_SEATS):
            yield f"Its `seats` must be within 1 and {MAX_SEATS}, not {value}."
        else:
            yield from _foreign(name, value)


def _foreign(name: str, values: Iterable[object]) -> Iterator[str]:
    """What does not belong into one of the tuples."""
    bases: dict[str, type] = {"commands": Command, "events": GameEvent}
    of: dict[str, type] = {"seat_names": str, "editions": Edition}
    for one in values:
        if name in bases and not (isinstance(one, type) and issubclass(one, bases[name])):
            yield f"Its `{name}` have {one!r:.60}, which is no subclass of {bases[name].__name__}."
        if name in of and not isinstance(one, of[name]):
            yield f"Its `{name}` have {one!r:.60}, which is no {of[name].__name__}."


def _said(book: Rulebook) -> Iterator[str]:
    """The law, the sentences and the open points can be had."""
    for name, kind in (("law", Law), ("catalogue", Catalogue), ("register", tuple)):
        if name != "register" and not book.data and _is_default(book, name):
            yield f"It has neither a `{name}` of its own nor `data`, the package of its data files."
            continue
        with _failing(f"Its {name} cannot be read"):
            value = getattr(book, name)
        if not isinstance(value, kind):
            yield f"Its `{name}` must be a {kind.__name__}, not {value!r:.60}."


def _is_default(book: Rulebook, name: str) -> bool:
    return name not in vars(book) and getattr(type(book), name) is getattr(Rulebook, name)


def _types(book: Rulebook) -> Iterator[str]:
    """Names, tags, clauses and bounds of what can be asked and can happen, and kinds of orders."""
    names = Counter(command.__name__ for command in (*TABLE_COMMANDS, *book.commands))
    yield from (f"Two commands are called {name}; the table's own count too." for name, n in names.items() if n > 1)
    events = (*book.events, *book.upcasters)
    tags = Counter(_tag(event) for event in (*TABLE_EVENTS, *events))
    yield from (f"Two events have the tag '{tag}'; the table's own count too." for tag, n in tags.items() if n > 1)
    for event in events:
        yield from _tag_faults(event)
    kernel = load_law("domain.table.data")
    for kind in (*book.commands, *book.events):
        clause = getattr(kind, "clause", None)
        if clause is None:
            yield f"{kind.__name__} names no `clause`."
        elif clause not in book.law and clause not in kernel:
            yield f"{kind.__name__} names the clause '{clause}', which its law does not have."
    with _failing("The fields of its commands and events cannot be read"):
        fields = unbounded(book.commands, book.events)
    yield from (f"{field} has no bounds: write {_BOUNDS}." for field in fields)
    if CONSENT in book.orders:
        yield f"Its `orders` have '{CONSENT}', which is the table's own: consent to an undo (T-27)."


def _tag(event: type[Event]) -> object:
    return event.__struct_config__.tag


def _tag_faults(event: type[Event]) -> Iterator[str]:
    tag = _tag(event)
    if tag == event.__name__:
        yield f'{tag} has no tag of its own: write tag="…", which is stored and never changes.'
    elif not isinstance(tag, str) or not 1 <= len(tag) <= LONGEST_TAG:
        yield f"The tag of {event.__name__} must be a text of at most {LONGEST_TAG} characters, not {tag!r}."


def _played(book: Rulebook) -> Iterator[str]:
    """A table of the fewest seats, and one of the most, can be opened with the default options, where these fit."""
    with _failing("Its `options` need a default for every field"):
        options = book.options()
    for seats in sorted({book.seats[0], book.seats[-1]}):
        with suppress(Refusal), _failing(f"No game of {seats} seats can be started"):
            book.check_options(options, seats)
            yield from list(_begun(book, options, seats))


def _begun(book: Rulebook, options: Options, seats: int) -> Iterator[str]:
    names = book.names(options, seats)
    if len(names) != seats or len(set(names)) != seats:
        yield f"{seats} seats need as many names, each another, not {', '.join(map(str, names)) or 'none'}."
    state = book.start(options, seats, book.editions[-1])
    missing = [name for name in ("prompts", "edition") if not hasattr(state, name)]
    if missing:
        yield f"Its state has no `{missing[0]}`."
        return
    if len(book.scores(state)) != seats:
        yield f"It has {len(book.scores(state))} scores for {seats} seats."
    kernel = load_law("domain.table.data")
    for prompt in state.prompts:
        if prompt.kind == CONSENT:
            yield f"A prompt of kind '{CONSENT}' is the table's own: consent to an undo (T-27)."
        if prompt.clause not in book.law and prompt.clause not in kernel:
            yield f"The prompt '{prompt.kind}' names the clause '{prompt.clause}', which its law does not have."
        yield from (
            f"The prompt '{prompt.kind}' names {name}, which is no command of the game."
            for name in prompt.commands
            if name not in book.command_types
        )
