"""Reading a contest for a viewer: its records redacted, its texts from beside the log, sealed votes left sealed."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import msgspec

from domain.table.disputes.contesting import known_contest, law_of
from domain.table.disputes.messages import RefusalContested, Remedy
from domain.table.disputes.state import Ballot, Contest, Settlement
from domain.table.refusals import Refusal, as_given
from domain.table.seeing import seen_record, seen_remedy
from domain.table.table import Table
from domain.table.timing import deadline
from domain.table.wire import read_events
from projections.disputes.contested import (
    Cited,
    Contested,
    ContestTold,
    Evident,
    Judgement,
    Proposed,
    Remedied,
    Text,
    Voting,
)
from projections.disputes.next_steps import next_steps

HIDDEN = "What is not shown to you"

TextOf: TypeAlias = Callable[[str], Text]
"""Finds the text that a hash means, or why it is not there."""


class Contests:
    """The contests of a table as a seat, or a spectator (None), may see them."""

    def __init__(self, table: Table, viewer: int | None, text_of: TextOf) -> None:
        self._table, self._viewer, self._text_of = table, viewer, text_of

    def all(self, after: int = 0) -> Iterator[ContestTold]:
        """The contests with higher numbers than that, in their order."""
        return map(self.contest, range(after + 1, len(self._table.disputes.contests) + 1))

    def contest(self, number: int) -> ContestTold:
        """The contest of that number; NO_SUCH_CONTEST (T-51)."""
        contest = known_contest(self._table, number)
        return ContestTold(
            number=number,
            status=contest.status,
            by=contest.by,
            at=contest.at,
            version=contest.opened,
            contested=self._contested(contest),
            cited=self._cited(contest),
            argument=self._text(contest.argument),
            evidence=tuple(
                Evident(one.version, one.by, self._text(one.text), one.versions) for one in contest.evidence
            ),
            accepted=tuple(sorted(contest.accepted)),
            settlement=self._proposed(contest.settlement) if contest.settlement else None,
            vote=self._voting(contest.ballot) if contest.ballot else None,
            settled=self._remedied(contest.settled.remedy) if contest.settled else None,
            rulings=tuple(self._judgements(contest)),
            appealed=contest.appeal is not None,
            appeal=self._text(contest.appeal.argument if contest.appeal else None),
            next=next_steps(self._table, contest),
        )

    def _contested(self, contest: Contest) -> Contested:
        record = self._seen(contest.opened if contest.refused else contest.disputed)
        if contest.refused is None:
            counts = contest.disputed in self._table.history.line()
            catalogue = self._table.catalogue if counts else self._table.plain_catalogue
            sentence = HIDDEN if record is None else catalogue.event(record.event)
            clause = "" if record is None else record.law
            return Contested(contest.disputed, False, contest.respondent, sentence, clause, None)
        event = record.event
        assert isinstance(event, RefusalContested)
        sentence = refusal_said(self._table, event)
        return Contested(contest.disputed, True, event.seat, sentence, event.of, event.refused or None)

    def _seen(self, version: int) -> Any:
        return seen_record(self._table, self._table.records[version - 1], self._viewer)

    def _cited(self, contest: Contest) -> Cited:
        cited = contest.cited
        law = law_of(self._table, cited.clause)
        clause = law[cited.clause] if law is not None else None
        title = clause.title if clause else ""
        return Cited(cited.clause, title, cited.edition, cited.hash, clause is None or clause.hash != cited.hash)

    def _text(self, text_hash: str | None) -> Text | None:
        return None if text_hash is None else self._text_of(text_hash)

    def _remedied(self, remedy: Remedy) -> Remedied:
        seen = seen_remedy(self._table.rulebook, remedy, self._viewer)
        catalogue = self._table.catalogue
        events = tuple(map(catalogue.event, read_events(self._table.rulebook, seen.events)))
        return Remedied(catalogue.part(remedy), remedy.rewind, remedy.reapply, remedy.points, events)

    def _proposed(self, settlement: Settlement) -> Proposed:
        asked, agreed = tuple(sorted(settlement.asked)), tuple(sorted(settlement.agreed))
        until = deadline(self._table, settlement.since)
        return Proposed(settlement.by, self._remedied(settlement.remedy), asked, agreed, until)

    def _voting(self, ballot: Ballot) -> Voting:
        opened, sealed = ballot.opened, self._table.disputes.arranged.sealed
        votes = {seat: None if sealed and seat != self._viewer else choice for seat, choice in ballot.votes}
        until = deadline(self._table, ballot.since)
        remedy, reasons = self._remedied(opened.remedy), self._text(opened.reasons)
        return Voting(ballot.by, opened.outcome, remedy, reasons, opened.voters, votes, until)

    def _judgements(self, contest: Contest) -> list[Judgement]:
        return [
            Judgement(
                ruling.version,
                ruling.at,
                ruling.by,
                ruling.event.judge,
                ruling.event.outcome,
                self._remedied(ruling.event.remedy),
                self._text(ruling.event.reasons),
                ruling.event.final,
            )
            for ruling in contest.rulings
        ]


def refusal_said(table: Table, event: RefusalContested) -> str:
    """A contested refusal in words; where the command is hidden, what was wrong with it is as well."""
    if not event.refused:
        return HIDDEN
    arguments = msgspec.json.decode(event.arguments)
    return table.catalogue.refusal(Refusal(event.code, event.of, **as_given(arguments)))
