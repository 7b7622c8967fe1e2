"""Posting: a post's commands are tried, and appended in one step."""

import re
from collections.abc import Sequence

from domain.table.canonical import encode
from domain.table.kernel import Accepted
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.ledger import Ledger
from infra.notation import Notation, NotationError, notation_of
from infra.opened import RefusedAt
from infra.posts.answering import helped, with_next, with_seat
from infra.posts.lines import MOST_COMMANDS, POST_ID, PostError, check_number, command_lines
from infra.posts.outcome import LineOutcome, PostOutcome
from infra.posts.trying import Poster, Tried, sentences, tried

# How often a post is tried again where others were faster.
ATTEMPTS = 5
_STALE = "STALE_VERSION"
_NOT_YOURS = "NOT_YOUR_SEAT"


def submit_post(
    ledger: Ledger,
    table_id: str,
    by: int,
    text: str,
    *,
    seat: int | None = None,
    post_id: str,
    expected: int | None = None,
    dry_run: bool = False,
) -> PostOutcome:
    """Let all commands of a post happen, once, one behind the other and in one step; or none of them.

    `by` speaks (a seat, `HOST` or `ARBITER`), the host also for a `seat` that it may act for (T-2, T-72). The commands have the
    ids `POSTID.1`, `POSTID.2` and so on. `expected` is the version that the post was written for; without it the present one
    is. A dry run changes nothing, and tells what each command would do as far as that may be told before (`trying`).

    `TableNotFoundError`, and the store's errors as for `Ledger.submit_all`: then post it again under the same id.
    """
    poster = Poster(by, seat)
    outcome = _posted(ledger, table_id, poster, text, post_id, expected, dry_run=dry_run)
    table = ledger.current(table_id)
    return with_next(table, poster, with_seat(table, poster, outcome))


def _posted(
    ledger: Ledger, table_id: str, poster: Poster, text: str, post_id: str, expected: int | None, *, dry_run: bool
) -> PostOutcome:
    for _ in range(ATTEMPTS):
        trial = ledger.trial(table_id)
        table = trial.table
        notation = notation_of(table.rulebook)
        version = table.version
        try:
            lines = _lines(notation, text, post_id)
            known = _done_before(ledger, table, notation, poster, lines, post_id)
        except PostError as error:
            return PostOutcome(table_id, version, False, dry_run, code=error.code, sentence=error.sentence)
        if known is not None:
            return known
        if not poster.may_speak(table):
            # What its words could mean would tell what the seat holds.
            sentence = table.catalogue.refusal(Refusal(_NOT_YOURS, "T-2", seat=poster.reads_as))
            return PostOutcome(table_id, version, False, dry_run, code=_NOT_YOURS, sentence=sentence)
        asked = helped(table, notation, poster, lines, dry_run=dry_run)
        if asked is not None:
            return asked
        if expected is not None and expected != version:
            return _stale(table, poster, lines, expected, dry_run)
        found = tried(trial, notation, poster, lines)
        if dry_run:
            return PostOutcome(table_id, version, not found.code, True, False, found.lines, found.code, found.sentence)
        outcome = _submit(ledger, table_id, version, poster, found, post_id)
        if outcome is not None:
            return outcome
    present = ledger.current(table_id).version
    sentence = "Others at this table were faster each time this post was tried: post it again."
    return PostOutcome(table_id, present, False, code=_STALE, sentence=sentence)


def _lines(notation: Notation, text: str, post_id: str) -> list[str]:
    if not re.fullmatch(POST_ID, post_id):
        raise PostError("BAD_POST_ID", "The id of a post is 1 to 56 letters, digits, points, dashes and underscores.")
    lines = [part for line in command_lines(text) for part in notation.parts(line)]
    check_number(lines)
    return lines


def _submissions(poster: Poster, version: int, found: Tried, post_id: str) -> list[Submission]:
    return [
        Submission(f"{post_id}.{n}", poster.by, version, command, poster.seat_for(command))
        for n, command in enumerate(found.commands, 1)
    ]


def _submit(
    ledger: Ledger, table_id: str, version: int, poster: Poster, found: Tried, post_id: str
) -> PostOutcome | None:
    """Append what was tried; None where the table has moved on meanwhile.

    A refused command that is the only one of its post is submitted all the same: so its refusal is kept beside the table, and
    can be contested.
    """
    submissions = _submissions(poster, version, found, post_id)
    if found.code and not (len(found.lines) == 1 and submissions):
        return PostOutcome(table_id, version, False, lines=found.lines, code=found.code, sentence=found.sentence)
    done = ledger.submit_all(table_id, submissions)
    if isinstance(done, RefusedAt):
        if done.refusal.code == _STALE or (done.refusal.code != found.code and not found.code):
            return None
        return PostOutcome(table_id, version, False, lines=found.lines, code=found.code, sentence=found.sentence)
    table = ledger.current(table_id)
    return PostOutcome(table_id, done[-1].last, True, lines=_done(table, poster, found.lines, done))


def _done(
    table: Table, poster: Poster, lines: Sequence[LineOutcome], done: Sequence[Accepted]
) -> tuple[LineOutcome, ...]:
    """What the commands did, as their poster may see it."""
    return tuple(
        LineOutcome(
            line.text,
            "done",
            line.command,
            tuple(one.sentence for one in sentences(table, range(one.first, one.last + 1), poster.viewer)),
            line.open,
            first=one.first,
            last=one.last,
        )
        for line, one in zip(lines, done, strict=True)
    )


def _stale(table: Table, poster: Poster, lines: Sequence[str], expected: int, dry_run: bool) -> PostOutcome:
    since = sentences(table, range(max(expected, 0) + 1, table.version + 1), poster.viewer)
    sentence = f"This was written for version {expected} of the table, which is at version {table.version} now."
    untried = tuple(LineOutcome(line, "untried") for line in lines)
    return PostOutcome(
        table.id, table.version, False, dry_run, lines=untried, code=_STALE, sentence=sentence, since=since
    )


def _done_before(
    ledger: Ledger, table: Table, notation: Notation, poster: Poster, lines: Sequence[str], post_id: str
) -> PostOutcome | None:
    """What a post did that has happened before, None for a new one; PostError where its id was another post's.

    Its lines are read again where they were read then, and must mean what happened.
    """
    known = [table.commands.get(f"{post_id}.{n}") for n in range(1, MOST_COMMANDS + 1)]
    if not any(known):
        return None
    reused = PostError("POST_ID_REUSED", "A post with this id has happened, and said something else.")
    versions = [version for version in known if version is not None]
    if known[: len(lines)] != versions or len(versions) != len(lines):
        raise reused
    spans = [table.command_span(version) for version in versions]
    then = ledger.table(table.id, spans[0][0] - 1)
    told: list[LineOutcome] = []
    for line, (first, last) in zip(lines, spans, strict=True):
        record = table.records[first - 1]
        try:
            command = notation.read(then, poster.reads_as, line)
        except NotationError:
            raise reused from None
        assert record.cause is not None
        if (record.by, record.cause.seat, bytes(record.cause.command)) != (
            poster.by,
            max(poster.by if poster.seat_for(command) is None else poster.reads_as, -1),
            encode(command),
        ):
            raise reused
        written = notation.write(then, poster.reads_as, command)
        did = tuple(one.sentence for one in sentences(table, range(first, last + 1), poster.viewer))
        told.append(LineOutcome(line, "done", written, did, first=first, last=last))
        for one in table.records[then.version : last]:
            then.apply(one)
    return PostOutcome(table.id, table.version, True, repeated=True, lines=tuple(told))
