"""What a post is answered beside what came of its commands: help, the table as its writer sees it, what can be typed next, and
why nothing is awaited."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from domain.table.lifecycle import Phase
from domain.table.table import Table
from infra.notation import Notation, NotationError, ShortForm, notation_of
from infra.notation.offered import counted
from infra.notation.scope import Scope
from infra.notation.table_answers import answers, standing
from infra.notation.typed import plain
from infra.posts.outcome import LineOutcome, PostOutcome
from infra.posts.showing import drawn_for
from infra.posts.trying import Poster

HELP = "HELP"
MOST_FORMS = 8
SHOW = "show"
_HELP = re.compile(r"help(?: (.*))?", re.IGNORECASE)
_SHOWN = "show: what you see of the table, drawn in characters"
# What is turned down so may be meant as a seat's, and not as the host's.
_FOR_A_SEAT = ("SEAT_NEEDED", "NOT_UNDERSTOOD")
# Its sentence says whose turn it is.
_SAYS_SO = "NOT_YOUR_TURN"


def helped(
    table: Table, notation: Notation, poster: Poster, lines: Sequence[str], *, dry_run: bool
) -> PostOutcome | None:
    """The answer to a post that asks for help, or to be shown the table, in any of its lines: then nothing of it is done. None
    for another."""
    told = tuple(_told(table, notation, poster, line) for line in lines)
    answered = [line.status == "told" for line in told]
    if not any(answered):
        return None
    if all(answered):
        return PostOutcome(table.id, table.version, True, dry_run, lines=told)
    what = "A look at the table" if any(line.drawn for line in told) else "Help"
    sentence = f"{what} was asked for: so nothing of this post was done."
    return PostOutcome(table.id, table.version, False, dry_run, lines=told, code=HELP, sentence=sentence)


def _told(table: Table, notation: Notation, poster: Poster, line: str) -> LineOutcome:
    """What a line is answered that asks for help, or to be shown the table; untried for another."""
    if _asks_to_see(notation, line):
        drawn = drawn_for(table, poster.viewer)
        return LineOutcome(line, "told", did=() if drawn else (standing(table),), drawn=drawn)
    about = _asked(line)
    if about is None:
        return LineOutcome(line, "untried")
    told = (_SHOWN,) if _asks_to_see(notation, about) else notation.helped(table, poster.reads_as, about)
    return LineOutcome(line, "told", did=told)


def _asks_to_see(notation: Notation, line: str) -> bool:
    """Whether a line asks to be shown the table; it does not where the game has a command of that word."""
    try:
        is_asked = plain(line).lower() == SHOW
    except NotationError:
        return False
    return is_asked and not any(SHOW in form.heads for form in notation.forms)


def with_next(table: Table, poster: Poster, outcome: PostOutcome) -> PostOutcome:
    """With what can be typed next, for whom the table waits, or who asked for help; else, where something was turned down, how
    the table stands."""
    speaker = poster.reads_as
    if not poster.may_speak(table):
        return outcome
    prompts = [one for one in table.prompts if one.seat == speaker and not one.optional and table.phase is Phase.BEGUN]
    asks = any(line.status == "told" for line in outcome.lines)
    if asks or prompts or any(next(answers(table, by), None) is not None for by in (poster.by, speaker)):
        awaited = tuple(f"{table.catalogue.prompt(one)} [{one.clause}]" for one in prompts)
        return replace(outcome, awaited=awaited, forms=tuple(forms_for(table, poster)))
    turned_down = any(line.status in ("refused", "unread") for line in outcome.lines)
    how = standing(table)
    if not turned_down or outcome.code == _SAYS_SO or how in outcome.sentence:
        return outcome
    return replace(outcome, sentence=f"{outcome.sentence} {how}")


def with_seat(table: Table, poster: Poster, outcome: PostOutcome) -> PostOutcome:
    """With how to say it, where somebody who holds a seat has said by an office what is for the seat, or not understood."""
    person = table.person_of(poster.by)
    held = [number for number, seat in enumerate(table.seats) if not seat.vacant and seat.person == person]
    if outcome.code not in _FOR_A_SEAT or poster.by >= 0 or poster.seat is not None or not held:
        return outcome
    office, seats = table.catalogue.seat(poster.by), " or ".join(map(table.catalogue.seat, held))
    return replace(
        outcome, sentence=f"{outcome.sentence} This was said as {office}: what is for {seats} is said as {seats}."
    )


def forms_for(table: Table, poster: Poster, most: int = MOST_FORMS) -> list[ShortForm]:
    """Some of what a poster can type now to answer what is asked of them, by the table itself first; the host who acts for a
    seat is told what that seat may do."""
    notation = notation_of(table.rulebook)
    asked = notation.answers(table, poster.by)
    seat = poster.reads_as
    return list(dict.fromkeys((*asked, *(notation.short_forms(table, seat, most) if seat >= 0 else ()))))[:most]


def ways_for(table: Table, poster: Poster) -> int:
    """How many ways there are to answer what a poster is asked by the table and by the game; where they are many, roughly."""
    asked = {*answers(table, poster.by), *answers(table, poster.reads_as)}
    return len(asked) + counted(Scope(table, poster.reads_as).offers)


def _asked(line: str) -> str | None:
    """What a line asks help about, nothing for help as such; None where it does not ask."""
    try:
        found = _HELP.fullmatch(plain(line))
    except NotationError:
        return None
    return None if found is None else found[1] or ""
