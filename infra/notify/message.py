"""A message: what one person is told of one table, as text, as a page, and as a picture; the same for all channels."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from domain.table.table import Table
from infra.notation import ShortForm
from infra.notify.awaiting import Decision
from infra.notify.changes import Change
from infra.notify.policy import told_time
from infra.notify.recap import Recap, ScoreNow
from infra.people.profile import Profile

LONGEST_SUBJECT = 150


class Link(msgspec.Struct, frozen=True):
    """Where to look, and what is there."""

    url: str
    label: str


class Message(msgspec.Struct, frozen=True):
    """What is sent to one address: `id` stays the same when it is sent again; `table` makes the thread; `kind` and `data` are
    for programs. `pictures` are PNGs; `token` makes the address for replies, empty where nobody can answer. `answers` is the id
    of a mail that this one answers."""

    id: str
    table: str
    kind: str
    subject: str
    sections: tuple["Section", ...]
    pictures: tuple[bytes, ...] = ()
    links: tuple[Link, ...] = ()
    data: dict[str, str | int | bool] = {}
    token: str = ""
    answers: str = ""


class Section(msgspec.Struct, frozen=True):
    """A part of a message: a title (or none), lines, what can be typed, and what is drawn in characters of one width."""

    title: str
    lines: tuple[str, ...] = ()
    forms: tuple[ShortForm, ...] = ()
    drawn: tuple[str, ...] = ()


def message_id(*keys: str) -> str:
    """A name that is the same for the same keys, and tells nothing of them."""
    return sha256("\n".join(keys).encode()).hexdigest()[:40]


def with_sentences(message: Message, how: Callable[[str], str]) -> Message:
    """The same message with other sentences, such as with names in them; what can be typed stays."""
    sections = (
        replace(
            section,
            lines=tuple(map(how, section.lines)),
            forms=tuple(replace(form, sentence=how(form.sentence)) for form in section.forms),
        )
        for section in message.sections
    )
    return replace(message, subject=how(message.subject), sections=tuple(sections))


def headline(recap: Recap, decision: Decision) -> str:
    """The subject of a message that a decision is awaited."""
    return f"{recap.title} {recap.table}: {decision.sentence}"


def decision_sections(recap: Recap, decision: Decision, profile: Profile) -> tuple[Section, ...]:
    """What a message says that asks for a decision: what to do, what changed, the scores and why, and what can be typed."""
    todo = tuple(todo_lines(decision, profile))
    return (Section("What you must do", todo), *recap_sections(recap, profile, decision))


def recap_sections(recap: Recap, profile: Profile, but: Decision | None = None) -> tuple[Section, ...]:
    """The recap of a table; `but` is a decision that is told already."""
    others = tuple(line for one in recap.decisions if one != but for line in todo_lines(one, profile))
    parts = [
        Section("Also awaited of you" if but is not None else "Awaited of you", others),
        Section("Since your last turn", tuple(_changes(recap))),
        Section("Scores", tuple(line for score in recap.scores for line in _score(score))),
        Section("What you can answer", (), recap.forms),
    ]
    return tuple(part for part in parts if part.lines or part.forms)


def todo_lines(decision: Decision, profile: Profile) -> Iterator[str]:
    """A decision: what, by which clause, and until when; and what it is about."""
    until = "" if decision.until is None else f" Until {told_time(decision.until, profile.zone)}."
    yield f"{decision.sentence} [{decision.clause}]{until}"
    yield from indented(decision.details)


def change_lines(change: Change) -> Iterator[str]:
    """Something that happened, with its clause; and what there is to say of it."""
    yield f"{change.sentence} [{change.clause}]"
    yield from indented(change.details)


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Lines that belong to the one above."""
    return (f"  {line}" for line in lines)


def _changes(recap: Recap) -> list[str]:
    more = [f"… and {recap.more} more before these."] if recap.more else []
    return more + [line for change in recap.changes for line in change_lines(change)]


def _score(score: ScoreNow) -> list[str]:
    first = f"{score.name}: {score.points}" if score.aim is None else f"{score.name}: plays for {score.aim}"
    return [first, *(f"  {line}" for line in score.gained)]


def table_links(table: Table, public_url: str | None) -> tuple[Link, ...]:
    """Where a table can be looked at."""
    if public_url is None:
        return ()
    return (Link(f"{public_url.rstrip('/')}/tables/{table.id}", f"Table {table.id}"),)


def as_text(message: Message) -> str:
    """A message as plain text."""
    lines: list[str] = []
    for section in message.sections:
        lines += [section.title, *(f"  {line}" for line in section.lines)] if section.title else [*section.lines]
        lines += [f"    {form.text}    {form.sentence}".rstrip() for form in section.forms]
        lines += section.drawn
        lines.append("")
    lines += [f"{link.label}: {link.url}" for link in message.links]
    return "\n".join(lines).rstrip() + "\n"


def subject_of(text: str) -> str:
    """A subject in one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SUBJECT else f"{line[: LONGEST_SUBJECT - 1]}…"
