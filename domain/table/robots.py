"""Which persons are bots, by their ids; and what a bot answers when people ask it something."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.table.disputes.messages import AnswerSettlement, VoteOnRuling
from domain.table.lifecycle import GiveConsent
from domain.table.messages import Command

if TYPE_CHECKING:
    from domain.table.table import Table

KINDS = ("random", "greedy")


def bot_of(person: str | None) -> str | None:
    """The kind of bot that a person id stands for, if it stands for one."""
    kind, dash, _ = (person or "").partition("-bot-")
    return kind if dash and kind in KINDS else None


def answers_of_bots(table: "Table") -> Iterator[tuple[int, Command]]:
    """From which seats bots answer what to what is asked of them: they agree to everything, and have no opinion in a vote."""
    bots = [seat for seat, held in enumerate(table.seats) if bot_of(held.person) is not None]
    request = table.request
    if request is not None:
        yield from ((seat, GiveConsent()) for seat in bots if seat in request.asked - request.agreed)
    for contest in table.disputes.open():
        number, settlement, ballot = contest.number, contest.settlement, contest.ballot
        if settlement is not None:
            asked = settlement.asked - settlement.agreed
            yield from ((seat, AnswerSettlement(number, True)) for seat in bots if seat in asked)
        if ballot is not None:
            yield from ((seat, VoteOnRuling(number, "abstain")) for seat in bots if seat in ballot.missing)
