"""The sentences that all parts of a case file are told in: who, when, records, quotations, changes."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from domain.table.catalogue import KERNEL_CATALOGUE
from domain.table.phrases import joined
from projections.disputes.difference import said
from projections.disputes.pages import Block, Line, Quote, Row, Rows
from projections.disputes.parts import CaseFile, Changes, Quoted, Told

MISSING = {
    "not here": "The text is not here.",
    "forgotten": "The text was forgotten with its writer.",
    "unreadable": "The text cannot be opened: its writer's key is not here, or it was changed.",
}


class Voice:
    """How those who take part in a case are called."""

    def __init__(self, case: CaseFile) -> None:
        self._catalogue = KERNEL_CATALOGUE.named(case.names)

    def who(self, by: int | None) -> str:
        """Who speaks or looks: a seat, the host, the arbiter, the server, or a spectator."""
        return "a spectator" if by is None else self._catalogue.seat(by)

    def all_of(self, seats: Sequence[int]) -> str:
        """Several seats."""
        return joined(map(self._catalogue.seat, seats)) or "nobody"


def when(at: int) -> str:
    """A time of the log for people, in UTC."""
    return datetime.fromtimestamp(at // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def sentence(text: str) -> str:
    """Words as a sentence, with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?", "…")) else ".")


def quotation(quoted: Quoted | None) -> Iterator[Block]:
    """What somebody wrote, or why it is not there."""
    if quoted is not None:
        yield Line(MISSING.get(quoted.missing, quoted.missing), "quiet") if quoted.text is None else Quote(quoted.text)


def record_rows(voice: Voice, records: Sequence[Told]) -> Rows:
    """Records, one a row."""
    return Rows(tuple(_record_row(voice, one) for one in records))


def _record_row(voice: Voice, told: Told) -> Row:
    undone = "" if told.counts else " (undone)"
    contested = " ← contested" if told.contested else ""
    text = f"{told.sentence}{undone}{contested}"
    return Row(f"record {told.version}", text, told.clause, told.contested, not told.counts)


def changed(voice: Voice, changes: Sequence[Changes]) -> Iterator[Block]:
    """What changed for everybody, and what besides for seats."""
    for one in changes:
        if one.viewer is not None and one.changes:
            yield Line(f"Besides, for {voice.who(one.viewer)}:")
        if one.changes:
            yield Rows(tuple(Row("", said(change)) for change in one.changes))
        elif one.viewer is None:
            yield Line("Nothing that everybody sees.", "quiet")
