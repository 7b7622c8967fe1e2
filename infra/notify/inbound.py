"""Taking in what people answer, by mail or by a hook: whose it is, what it says, what it did, and what they are told of it.

Who writes is known by the token in the address that they write to, and by nothing else.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Literal, Protocol

import msgspec
from eventsourcing.persistence import IntegrityError
from msgspec.structs import replace

from domain.table.table import Table
from infra.clock import Clock
from infra.keyring import ForgottenError
from infra.ledger import Ledger, TableNotFoundError
from infra.notation import ShortForm
from infra.notify.awaiting import taken_at
from infra.notify.confirming import Confirmations
from infra.notify.letters import LONGEST_TEXT, Letter, UnreadableLetterError, read_letter
from infra.notify.outbox import Outbox, put
from infra.notify.replies import Reply, ReplyTokens
from infra.notify.rows import Row
from infra.notify.sayings import Saying, Sayings
from infra.people.addresses import mailbox_of
from infra.people.naming import named
from infra.people.profile import Address, Profile
from infra.posts import PostOutcome, submit_post
from infra.service_settings import ServiceSettings

MOST_AN_HOUR = 120
"""Posts with one token that are read in an hour: no two machines can talk to each other here for long."""

_TOKEN = re.compile(r"\+([a-z2-7]{24})@", re.IGNORECASE)

Status = Literal["done", "refused", "repeated", "dropped", "told"]
_OUT_OF_DATE = (
    "The address that you wrote to is out of date, so nothing was done. Answer the newest message of this table."
)
_SUBJECTS: dict[Status, str] = {"refused": "not done", "told": "help"}


class Taken(msgspec.Struct, frozen=True):
    """What became of something that came in (`told`: it asked for help, or to be shown the table). `lines` tell it for people;
    they are empty where a stranger or a machine wrote, who is told nothing, and `why` is for the operator alone. `awaited` and
    `forms` as in `PostOutcome`: what the writer is asked next, and can type. `drawn` is the table as the writer sees it, where
    they asked for that, in lines of characters of one width."""

    status: Status
    why: str = ""
    person: str = ""
    table: str = ""
    version: int = 0
    lines: tuple[str, ...] = ()
    awaited: tuple[str, ...] = ()
    forms: tuple[ShortForm, ...] = ()
    drawn: tuple[str, ...] = ()


class Known(Protocol):
    """What is known of people."""

    def profile(self, person: str) -> Profile | None: ...

    def name(self, person: str) -> str: ...


class Inbound:
    """Feeds what people write into their tables. Usable from many threads."""

    def __init__(
        self,
        ledger: Ledger,
        people: Known,
        settings: ServiceSettings,
        tokens: ReplyTokens,
        confirmations: Confirmations,
        sayings: Sayings,
        outbox_of: Callable[[str], Outbox],
        clock: Clock,
    ) -> None:
        self._ledger = ledger
        self._people = people
        self._settings = settings
        self._tokens = tokens
        self._confirmations = confirmations
        self._sayings = sayings
        self._outbox_of = outbox_of
        self._clock = clock

    def take_in(self, raw: bytes, recipients: tuple[str, ...] = ()) -> Taken:
        """Take a mail in, with the mailboxes of its envelope where they are known. A mail that comes twice does its work once.

        Nothing in a mail makes this raise; `PersistenceError` where the store cannot be reached, and `KeyringError` where
        people's keys are away: then it may come again.
        """
        try:
            letter = read_letter(raw)
        except UnreadableLetterError as error:
            return Taken("dropped", str(error))
        if letter.automatic or self._is_own(letter):
            return Taken("dropped", letter.automatic or "It is a mail of ours.")
        tokens = [found[1].lower() for one in (*recipients, *letter.recipients) if (found := _TOKEN.search(one))]
        for token in dict.fromkeys(tokens):
            reply = self._tokens.find(token)
            if reply is not None:
                post = _post_id(token, letter.id.encode() or raw)
                return self._taken(token, reply, letter.text, post, letter)
        was = next(((token, reply) for token in tokens if (reply := self._tokens.whose(token)) is not None), None)
        if was is not None:
            return self._out_of_date(*was, letter, raw)
        return Taken("dropped", "No mailbox that it went to is one for replies.")

    def take_in_text(self, token: str, text: str, post: str) -> Taken:
        """Take in what somebody wrote elsewhere, such as in a chat, under the id that it has there. Asked again, what it did
        is told again, and done once."""
        reply = self._tokens.find(token)
        if reply is None:
            return Taken("dropped", "There is no such token.")
        return self._taken(token, reply, text[:LONGEST_TEXT], _post_id(token, post.encode()), None)

    def _is_own(self, letter: Letter) -> bool:
        mail = self._settings.mail
        own = () if mail is None else (mail.sender, mail.reply_to or mail.sender)
        return any(letter.sender and letter.sender.lower() in one.lower() for one in own)

    def _taken(self, token: str, reply: Reply, text: str, post: str, letter: Letter | None) -> Taken:
        profile = self._people.profile(reply.person)
        if profile is None:
            return Taken("dropped", "Nothing is known of its writer any more.")
        if self._tokens.count(token, self._clock()) > MOST_AN_HOUR:
            return Taken("dropped", "Too many came in one hour.", reply.person, reply.table)
        if letter is not None and self._tokens.is_taken(post):
            return Taken("repeated", "It was taken in before.", reply.person, reply.table)
        taken = self._done(reply, text, post) if reply.table else self._confirmed(reply, text)
        if letter is not None:
            if reply.table:
                self._answer(reply, profile, taken, post, letter)
            self._tokens.taken(post)
        return replace(taken, lines=tuple(named(line, self._people.name) for line in taken.lines))

    def _out_of_date(self, token: str, reply: Reply, letter: Letter, raw: bytes) -> Taken:
        """Nothing is done for a token that is good no more. Whose it was is told so, once an hour for each of them, where the
        mail says that it is from a mailbox of theirs: to that one, and never to another."""
        profile = self._people.profile(reply.person)
        post = _post_id(token, letter.id.encode() or raw)
        is_theirs = profile is not None and any(
            _is_at(one, letter.sender) for one in profile.addresses if one.is_usable
        )
        if profile is not None and is_theirs and reply.table and not self._tokens.is_taken(post):
            if self._tokens.count(token, self._clock()) == 1:
                self._answer(reply, profile, Taken("refused", lines=(_OUT_OF_DATE,)), post, letter)
            self._tokens.taken(post)
        return Taken("dropped", "The address for replies that it went to is out of date.")

    def _confirmed(self, reply: Reply, text: str) -> Taken:
        if self._confirmations.answered(reply.person, reply.address, text):
            return Taken("done", "", reply.person, lines=("The mailbox is confirmed.",))
        return Taken("refused", "", reply.person, lines=("To confirm the mailbox, answer with the word yes.",))

    def _done(self, reply: Reply, text: str, post: str) -> Taken:
        def told(status: Status, version: int, *lines: str) -> Taken:
            return Taken(status, "", reply.person, reply.table, version, lines)

        try:
            table = self._ledger.current(reply.table)
        except TableNotFoundError:
            return told("refused", 0, "There is no such table any more.")
        if not _speaks(table, reply):
            return told("refused", table.version, "You do not hold this seat any more.")
        if not text.strip():
            return told("refused", table.version, "Your message says nothing that can be done.")
        outcome = submit_post(self._ledger, reply.table, reply.by, text, seat=reply.seat, post_id=post)
        taken = told(_status(outcome), outcome.version, *_told(outcome))
        drawn = tuple(line for one in outcome.lines for line in one.drawn)
        return replace(taken, awaited=outcome.awaited, forms=outcome.forms, drawn=drawn)

    def _answer(self, reply: Reply, profile: Profile, taken: Taken, post: str, letter: Letter) -> None:
        """Put an answer into the outbox: to an address that the person has given, never to one that the mail names."""
        own = [one.id for one in profile.addresses if one.is_usable and mailbox_of(one.url) is not None]
        same = [one.id for one in profile.addresses if one.id in own and _is_at(one, letter.sender)]
        if not own:
            return
        now = self._clock()
        key = f"{reply.table}/answer/{post}"
        saying = Saying(_SUBJECTS.get(taken.status, "done"), taken.lines, letter.id, taken.drawn)
        try:
            said = self._sayings.sealed(reply.person, key, saying)
        except ForgottenError:
            return
        row = Row(
            key, "answer", reply.table, reply.person, (same or own)[0],
            reply.by if reply.seat is None else reply.seat, taken.status, taken.version, now, now,
            said=said,
        )  # fmt: skip
        with suppress(IntegrityError):  # it is there already
            self._outbox_of(reply.table).write([put(row)])


def _is_at(address: Address, mailbox: str) -> bool:
    return (mailbox_of(address.url) or "").lower() == mailbox.lower() != ""


def _speaks(table: Table, reply: Reply) -> bool:
    """Whether the person still speaks so at the table: holds the seat, and has not left it since."""
    is_theirs = table.person_of(reply.by) == reply.person
    return is_theirs and (reply.by < 0 or taken_at(table, reply.by) == reply.since)


def _status(outcome: PostOutcome) -> Status:
    if any(line.status == "told" for line in outcome.lines):
        return "told"
    return "repeated" if outcome.repeated else "done" if outcome.accepted else "refused"


def _told(outcome: PostOutcome) -> Iterator[str]:
    """What a post did, line by line; or that nothing of it was done, and why."""
    for line in outcome.lines:
        if line.status == "told":
            yield from line.did
        elif outcome.accepted:
            yield f"{line.text}: {'; '.join(line.did) or 'done'}"
    if outcome.accepted:
        return
    yield f"Nothing was done. {outcome.sentence}"
    if len(outcome.lines) > 1:
        yield from (f"not done: {line.text}" for line in outcome.lines if line.status != "told")


def _post_id(token: str, name: bytes) -> str:
    return sha256(token.encode() + b"\n" + name).hexdigest()[:32]
