"""Making a message of a row of the outbox, as the table stands when it is sent; nothing where it is needed no more."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from domain.table.kernel import can_act_for
from domain.table.lifecycle import Phase
from domain.table.messages import ARBITER, HOST, TableEvent
from domain.table.seeing import seen_record
from domain.table.table import Table
from infra.ledger import Ledger, TableNotFoundError
from infra.notify.awaiting import Decision, decisions_of, seat_of, taken_at
from infra.notify.changes import details_of
from infra.notify.channels import is_for_programs
from infra.notify.confirming import confirmation
from infra.notify.mail import reply_address
from infra.notify.message import (
    Link,
    Message,
    Section,
    decision_sections,
    headline,
    indented,
    recap_sections,
    table_links,
    with_sentences,
)
from infra.notify.recap import MOST_CHANGES, MOST_IN_A_CHAT, Recap, recap_of
from infra.notify.replies import Reply, ReplyTokens
from infra.notify.rows import Row
from infra.notify.sayings import Sayings
from infra.people.addresses import mailbox_of
from infra.people.naming import named
from infra.people.profile import Profile
from infra.pictures import PictureError, board_png
from infra.posts import Poster
from infra.service_settings import ServiceSettings

MOST_PICTURES = 10
MANY_WAYS = 1_000

_ANSWER = "Answer this message with one of these in the first line, or look at the table."
_HELP = (
    "'help' is answered with how everything is typed, 'help WORD' with how one is, 'show' with the table as you see it."
)
_TYPE = "Type one of these at the table; a message here is not read."
_GONE = {
    "undone": "What led to this decision was taken back, or others have settled it. You need do nothing.",
    "made": "The decision is made.",
    "over": "The table rests or has ended. You need do nothing.",
}


class Composer:
    """Composes what one person is told."""

    def __init__(
        self,
        ledger: Ledger,
        settings: ServiceSettings,
        tokens: ReplyTokens,
        sayings: Sayings,
        name: Callable[[str], str],
    ) -> None:
        """`name` says what a person or a bot is called."""
        self._ledger = ledger
        self._settings = settings
        self._tokens = tokens
        self._sayings = sayings
        self._name = name

    def compose(self, row: Row, profile: Profile) -> Message | None:
        """The message for a row, None where it is needed no more, or where there is nothing to say."""
        if row.kind == "confirm":
            return confirmation(row, profile, self._tokens, self._can_reply())
        try:
            table = self._ledger.current(row.table)
        except TableNotFoundError:
            return None
        message = self._composed(table, row, profile)
        return None if message is None else self._named(message)

    def asking(self, table: Table, decision: Decision, profile: Profile, name: str) -> Message:
        """The message that a decision is awaited, to be looked at: nobody can answer it."""
        return self._named(self._asking(table, decision, profile, name))

    def _composed(self, table: Table, row: Row, profile: Profile) -> Message | None:
        match row.kind:
            case "decision":
                return self._decision(table, row, profile, "")
            case "reminder":
                return self._decision(table, row, profile, "Reminder: ")
            case "news":
                return self._news(table, row, profile)
            case "withdrawn":
                return self._withdrawn(table, row)
            case "answer":
                return self._answer(table, row, profile)
            case "confirm":
                return None  # it is of no table

    def _named(self, message: Message) -> Message:
        """With names of people in place of their ids."""
        return with_sentences(message, lambda sentence: named(sentence, self._name))

    def _asking(
        self, table: Table, decision: Decision, profile: Profile, name: str, before: str = "", address: str = ""
    ) -> Message:
        most = _most_changes(profile, address)
        recap = recap_of(table, decision.person, decision.viewer, speaks=decision.speaks, most=most)
        token = self._token(table, profile, address, decision.speaks)
        return Message(
            name, table.id, "reminder" if before else "decision",
            before + headline(recap, decision),
            (*decision_sections(recap, decision, profile), *_how(table, recap, decision.speaks, token)),
            self._pictures(table, decision.viewer, profile),
            self._links(table),
            {"seat": decision.seat, "about": decision.kind, "table_version": table.version, "withdrawn": False},
            token,
        )  # fmt: skip

    def _decision(self, table: Table, row: Row, profile: Profile, before: str) -> Message | None:
        for decision in decisions_of(table):
            if decision.identity == row.identity:
                return self._asking(table, decision, profile, row.letter, before, row.address)
        return None

    def _news(self, table: Table, row: Row, profile: Profile) -> Message | None:
        record = table.records[row.version - 1]
        if not isinstance(record.event, TableEvent) and row.version not in table.history.line():
            return None
        viewer = seat_of(table, row.person)
        seen = seen_record(table, record, viewer)
        speaks = _own(table, row.person, viewer)
        if seen is None or speaks is None:
            return None  # who has no part in the table any more is told nothing of it
        recap = recap_of(table, row.person, viewer, speaks=speaks, most=_most_changes(profile, row.address))
        token = self._token(table, profile, row.address, speaks)
        sentence = table.catalogue.event(seen.event).rstrip(".")
        return Message(
            row.letter, table.id, row.about,
            f"{recap.title} {table.id}: {sentence}",
            (
                Section("", (f"{sentence}. [{seen.law}]", *indented(details_of(table, row.version, viewer)))),
                *recap_sections(recap, profile), *_how(table, recap, speaks, token),
            ),
            self._pictures(table, viewer, profile),
            self._links(table),
            {"seat": row.seat, "about": row.about, "table_version": row.version, "withdrawn": False},
            token,
        )  # fmt: skip

    def _withdrawn(self, table: Table, row: Row) -> Message:
        title = f"{table.rulebook.title} {table.id}"
        return Message(
            row.letter, table.id, "withdrawn",
            f"{title}: nothing is awaited of you any more",
            (Section("", (_GONE.get(row.about, _GONE["made"]),)),),
            links=self._links(table),
            data={
                "seat": row.seat, "about": row.about, "table_version": table.version, "withdrawn": True,
                "of": replace(row, key=row.key.removesuffix("/withdrawn")).letter,
            },
        )  # fmt: skip

    def _answer(self, table: Table, row: Row, profile: Profile) -> Message | None:
        """What came of a post; None where that cannot be read any more. Who has no part in the table any more is told that
        alone, and nothing of the table."""
        viewer, speaks = _goes_on(table, row)
        saying = self._sayings.opened(row.key, row.said)
        if saying is None:
            return None
        told = tuple(line for line in saying.lines if line.strip())
        sections: tuple[Section, ...] = (Section("", told, drawn=saying.drawn),)
        pictures: tuple[bytes, ...] = ()
        token = ""
        if speaks is not None:
            # Who goes on with their own turn is told nothing else of it for a while: so this says all that is needed for it.
            recap = recap_of(table, row.person, viewer, speaks=speaks)
            token = self._token(table, profile, row.address, speaks)
            sections += (*recap_sections(recap, profile), *_how(table, recap, speaks, token))
            pictures = self._pictures(table, viewer, profile) if recap.forms else ()
        return Message(
            row.letter, table.id, "answer",
            f"{table.rulebook.title} {table.id}: {saying.subject}",
            sections,
            pictures,
            links=self._links(table),
            token=token,
            answers=saying.answers,
        )  # fmt: skip

    def can_answer(self, profile: Profile, address_id: str) -> bool:
        """Whether a message to an address can be answered: only who reads a mailbox, and a program, can; in a chat others read
        along."""
        address = profile.address(address_id)
        if address is None:
            return False
        return is_for_programs(address.url) or (mailbox_of(address.url) is not None and self._can_reply())

    def _can_reply(self) -> bool:
        mail = self._settings.mail
        return mail is not None and mail.reply_to is not None

    def _links(self, table: Table) -> tuple[Link, ...]:
        return table_links(table, self._settings.public_url)

    def _pictures(self, table: Table, viewer: int | None, profile: Profile) -> tuple[bytes, ...]:
        if not profile.notices_at(table.id).picture or table.phase in (Phase.OPEN, Phase.SEATED):
            return ()
        try:
            picture = board_png(table, viewer)
        except PictureError:
            return ()  # the words say everything; a picture that cannot be drawn holds up no message
        return () if picture is None else (picture,)

    def _token(self, table: Table, profile: Profile, address_id: str, speaks: Poster) -> str:
        """The token by which somebody answers as who speaks so; empty where no answer is read."""
        if not self.can_answer(profile, address_id):
            return ""
        since = taken_at(table, speaks.by)
        return self._tokens.token(Reply(profile.person, table.id, speaks.by, speaks.seat, address_id, since))


def _most_changes(profile: Profile, address_id: str) -> int:
    """How many changes are told: fewer where a message is bounded in its length, as in chats."""
    address = profile.address(address_id)
    is_long = address is None or mailbox_of(address.url) is not None or is_for_programs(address.url)
    return MOST_CHANGES if is_long else MOST_IN_A_CHAT


def _own(table: Table, person: str, viewer: int | None) -> Poster | None:
    """As whom a person speaks at a table: by their seat, or by their office; None where they have no part in it."""
    if viewer is not None:
        return Poster(viewer)
    by = next((by for by in (HOST, ARBITER) if table.person_of(by) == person), None)
    return None if by is None else Poster(by)


def _how(table: Table, recap: Recap, speaks: Poster, token: str) -> Sequence[Section]:
    if not recap.forms:
        return ()
    as_whom = f" It is said as {_voice(table, speaks)}." if token and _has_several_voices(table, speaks) else ""
    more = (f"… and {_ways(recap.more_ways)}.",) if recap.more_ways else ()
    help_ = (_HELP,) if token else ()
    return (Section("", (*more, (_ANSWER if token else _TYPE) + as_whom, *help_)),)


def _ways(number: int) -> str:
    return "many more ways" if number >= MANY_WAYS else f"{number} more way{'s' * (number > 1)}"


def _has_several_voices(table: Table, speaks: Poster) -> bool:
    """Whether who speaks so does so by an office too, or for another seat."""
    person = table.person_of(speaks.by)
    return sum(table.person_of(by) == person for by in (HOST, ARBITER, *range(len(table.seats)))) > 1


def _voice(table: Table, speaks: Poster) -> str:
    seat = table.catalogue.seat
    return seat(speaks.by) if speaks.seat in (None, speaks.by) else f"{seat(speaks.by)} for {seat(speaks.reads_as)}"


def _goes_on(table: Table, row: Row) -> tuple[int | None, Poster | None]:
    """Whose eyes the writer of a post has, and as whom they go on: as who spoke in it, if that may be so still; but by their
    seat, where something is awaited of that, and of the office that they spoke by nothing."""
    viewer, speaks = _spoke(table, row)
    own = [one for one in decisions_of(table) if one.person == row.person]
    if speaks is None or speaks.by >= 0 or any(speaks in (one.speaks, Poster(one.seat)) for one in own):
        return viewer, speaks
    seat = next((one.seat for one in own if one.seat >= 0 and one.acting is None), None)
    return (viewer, speaks) if seat is None else (seat, Poster(seat))


def _spoke(table: Table, row: Row) -> tuple[int | None, Poster | None]:
    person, seat = row.person, row.seat
    if table.person_of(seat) == person:
        return (seat if seat >= 0 else None), Poster(seat)
    if can_act_for(table, HOST, seat) and table.person_of(HOST) == person:
        return None, Poster(HOST, seat)
    viewer = seat_of(table, person)
    return viewer, _own(table, person, viewer)


def digest_of(messages: Sequence[Message], name: str, reply_to: str | None) -> Message:
    """Several messages to one address as one, under a name; each says where to answer it."""
    tables = len({message.table for message in messages})
    sections = tuple(
        section
        for message in messages
        for section in (Section(message.subject), *message.sections, *_answered_at(message, reply_to))
    )
    return Message(
        name, "digest", "digest",
        f"{len(messages)} messages of {tables} table{'s' * (tables > 1)}",
        sections,
        tuple(picture for message in messages for picture in message.pictures)[:MOST_PICTURES],
        tuple(dict.fromkeys(link for message in messages for link in message.links)),
        {"withdrawn": False, "messages": len(messages)},
    )  # fmt: skip


def _answered_at(message: Message, reply_to: str | None) -> tuple[Section, ...]:
    if reply_to is None or not message.token:
        return ()
    return (Section("", (f"Answer this to {reply_address(reply_to, message.token)}",)),)
