"""Hidden information: sealed thumbs, first flicks and votes on reports (FF-3.2, S-4, M-4).

Two tables go on side by side that differ only in what one seat seals. Everybody else gets the same bytes from both, until it
is revealed: views, records and their times, prompts, offers, and refusals.
"""

from typing import Any

import msgspec
import pytest

from domain.flick_of_faith.cards import LAWS
from domain.flick_of_faith.commands import (
    CastLawVote,
    ContestReport,
    FirstFlick,
    ReportFirstPlayer,
    ReportFlick,
    VoteOnReport,
)
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.rulebook import rulebook
from domain.table.canonical import encode
from domain.table.messages import Command
from domain.table.seeing import seen_record, view_of
from tests.rules.flick_of_faith.positions import report, shot, zones
from tests.rules.flick_of_faith.tables import begun
from tests.table.play import ENCODE, Play, command_types

SEATS = 3
COMMAND = msgspec.msgpack.Decoder(command_types(type(rulebook)))
PLAIN: dict[str, Any] = {"deity_powers": False, "scatter": "hand"}


def voting() -> Play:
    return begun(GameOptions(**PLAIN, first_player="random"), SEATS)


def flicking() -> Play:
    return begun(GameOptions(**PLAIN, laws=False), SEATS)


def contested() -> Play:
    play = begun(GameOptions(**PLAIN, laws=False, mode="table"), SEATS)
    play.do(0, ReportFirstPlayer(0))
    play.do(0, ReportFlick(report("0-p01", zones("0-p01", "south"))))
    play.do(1, ContestReport(report("0-p01", zones("0-p01"))))
    return play


def first(seat: int, speed: int) -> FirstFlick:
    start, way = {0: ((50, 50), (1, 1)), 1: ((50, 430), (1, -1)), 2: ((430, 430), (-1, -1))}[seat]
    return FirstFlick(shot(f"{seat}-p01", start, way, speed))


def thumbs(seat: int) -> tuple[Command, Command]:
    return CastLawVote("up"), CastLawVote("down")


def first_flicks(seat: int) -> tuple[Command, Command]:
    return first(seat, 700), first(seat, 1000)


def votes_on_report(seat: int) -> tuple[Command, Command]:
    return VoteOnReport(0), VoteOnReport(1)


CASES = [
    pytest.param(voting, thumbs, marks=pytest.mark.clause("FF-3.2"), id="thumbs"),
    pytest.param(flicking, first_flicks, marks=pytest.mark.clause("S-4"), id="first flicks"),
    pytest.param(contested, votes_on_report, marks=pytest.mark.clause("M-4"), id="votes on a report"),
]


def seen(play: Play, viewer: int | None) -> bytes:
    """All that a viewer gets of a table."""
    table = play.table
    records = [seen_record(table, record, viewer, _command(record)) for record in table.records]
    offers = (
        []
        if viewer is None
        else [(o.command.__name__, o.fields, list(o.rows)) for o in rulebook.legal(table.game, viewer)]
    )
    return ENCODE((view_of(table, viewer), records, table.prompts, offers, table.version))


def _command(record: Any) -> Command | None:
    return None if record.cause is None else COMMAND.decode(record.cause.command)


@pytest.mark.parametrize(("start", "choices"), CASES)
@pytest.mark.parametrize("secretive", range(SEATS))
def test_what_one_seals_changes_nothing_for_anybody_else_until_the_last_has_sealed(
    start: Any, choices: Any, secretive: int
) -> None:
    pair = [start(), start()]
    others = [seat for seat in range(SEATS) if seat != secretive]
    for order in (secretive, others[0]):
        for play, command in zip(pair, choices(order), strict=True):
            # Only one of them differs.
            play.do(order, command if order == secretive else choices(order)[0])
        for viewer in (None, *others):
            assert seen(pair[0], viewer) == seen(pair[1], viewer)
        assert seen(pair[0], secretive) != seen(pair[1], secretive)

    again = [play.refused(secretive, choices(secretive)[0]) for play in pair]
    assert again[0] == again[1]
    for play in pair:
        play.do(others[1], choices(others[1])[0])
    assert seen(pair[0], None) != seen(pair[1], None)


@pytest.mark.parametrize(("start", "choices"), CASES)
def test_a_sealed_command_is_nobody_elses_to_see_not_even_afterwards(start: Any, choices: Any) -> None:
    play = start()
    for seat in range(SEATS):
        command = choices(seat)[0]
        assert rulebook.redact_command(command, seat, seat) == command
        assert all(
            rulebook.redact_command(command, viewer, seat) is None for viewer in (None, 0, 1, 2) if viewer != seat
        )
        play.do(seat, command)


@pytest.mark.clause("FF-3.2")
def test_open_commands_are_everybodys_to_see() -> None:
    command = ReportFlick(report("0-p01", off=["0-p01"]))
    assert rulebook.redact_command(command, None, 0) == command


@pytest.mark.clause("P-1", "FF-3.1")
def test_the_order_of_the_laws_that_are_left_is_in_nobodys_view() -> None:
    view = rulebook.view(voting().table.game, 0)
    assert view.laws_left == 18
    # The names of some Laws are names of discs too, on the map and in its supply.
    said = encode(msgspec.structs.replace(view, map=None, discs=()))
    assert [law for law in LAWS if law.encode() in said] == sorted(view.council, key=list(LAWS).index)
