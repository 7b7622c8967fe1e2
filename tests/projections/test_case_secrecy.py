"""Case files tell each reader what that reader may see, and nothing else (T-16)."""

import random
from typing import Any

import msgspec
import pytest

from domain.root.events import CardsDrawn
from domain.table.disputes.messages import AddEvidence, ArrangeDisputes, ContestRecord, PutToVote, VoteOnRuling
from domain.table.lifecycle import BeginGame, OpenTable, Phase, TakeSeat
from domain.table.messages import ARBITER, HOST
from domain.table.records import Draw, Record
from domain.table.table import Table, fold
from projections.disputes import NEUTRAL, Reader, ReaderError, case_file, may_read_whole, readers
from projections.disputes.case import case_json, case_scenes
from projections.disputes.case_html import case_html
from projections.disputes.case_text import case_text
from projections.disputes.difference import said
from tests.projections.case_tables import ROLLED, SECRETIVE, TEXTS, case_of, contested_roll, secrets, version_of
from tests.projections.root_tables import move, rooted
from tests.table.forked import fork
from tests.table.play import Play, begun, in_phase, seated
from tests.table.toy import RollDie


def test_where_a_refused_command_is_hidden_nothing_is_said_of_what_was_wrong() -> None:
    play = secrets(3, 8, 9, True)
    own, other = (case_of(play, 1, reader) for reader in (SECRETIVE, 0))
    assert own.decision.refusal is not None
    assert own.decision.refusal.sentence == "Your hand does not hold 3."
    assert other.decision.refusal is not None
    assert other.decision.refusal.sentence is None
    assert (other.decision.command, other.decision.missing) == (None, "hidden")
    assert "What was wrong with it is not for this reader to know." in " ".join(case_text(other).split())


def test_a_seat_is_told_what_it_saw_besides_and_nobody_elses_hand() -> None:
    play = contested_roll()
    hands = play.table.game.hands
    public, own = case_of(play, reader=1).sights
    assert (public.viewer, own.viewer) == (None, 1)
    assert public.view["own"] == []
    assert own.view["own"] == hands[1]
    assert [said(change) for change in own.beyond] == [f"own: added {hands[1][0]}, {hands[1][1]}"]
    whole = case_of(play, reader=NEUTRAL).sights
    assert [sight.viewer for sight in whole] == [None, 0, 1, 2]
    assert [sight.view["own"] for sight in whole[1:]] == hands


def test_offers_are_for_the_seat_and_the_arbiter_and_what_was_awaited_for_everybody() -> None:
    play = contested_roll()
    own, other, whole = (case_of(play, reader=reader).legal for reader in (0, 1, NEUTRAL))
    assert other.offers is None
    assert own == whole
    assert own.awaited == other.awaited
    assert other.awaited[0].sentence == "North takes a turn"
    assert own.offers is not None
    by_name = {offer.command: offer for offer in own.offers}
    assert by_name["Nudge"].listed == ("Nudge: steps 1", "Nudge: steps 2", "Nudge: steps 3")
    assert by_name["PlayCards"].count == 3


def test_values_are_withheld_where_they_could_tell_what_is_hidden() -> None:
    play = secrets(3, 8, 9, True)
    chance = case_of(play, 2).chance
    assert (chance.withheld, chance.draws) == (True, ())
    assert "Values of chance are shown once the seed is published" in case_text(case_of(play, 2))


def test_sealed_votes_stay_sealed() -> None:
    play = seated(3)
    play.do(HOST, ArrangeDisputes(judge="vote", sealed=True, hours=2))
    play.do(HOST, BeginGame())
    play.do(0, RollDie())
    play.do(1, ContestRecord(version_of(play.table, "DieRolled"), ROLLED))
    play.do(1, PutToVote(1, "upheld"))
    play.do(2, VoteOnRuling(1, "abstain"))
    other, own = (case_of(play, reader=reader) for reader in (0, 2))
    assert other.course[-1].record.fields["choice"] is None
    assert own.course[-1].record.fields["choice"] == "abstain"
    assert (
        other.standing.voting_until == play.table.records[version_of(play.table, "VoteOpened") - 1].at + 7_200_000_000
    )


# --- Readers ----------------------------------------------------------------------------------------------------------


def test_everything_is_read_by_a_neutral_arbiter_or_when_the_game_is_over() -> None:
    assert may_read_whole(begun().table)
    party = Play()
    party.do(HOST, OpenTable("trumps", "1", 2, "hanna", "0" * 64, "{}", "provable", "person1"))
    assert may_read_whole(party.table)
    party.do(0, TakeSeat(0, "person0"))
    party.do(1, TakeSeat(1, "person1"))
    assert not may_read_whole(party.table)
    assert readers(party.table) == (None, 0, 1)
    alone = Play()
    alone.do(HOST, OpenTable("trumps", "1", 1, "hanna", "0" * 64))
    assert not may_read_whole(alone.table)
    assert all(may_read_whole(in_phase(phase).table) for phase in (Phase.FINISHED, Phase.ABANDONED, Phase.CLOSED))


def test_nobody_is_given_a_case_file_who_may_not_have_it() -> None:
    play = Play()
    play.do(HOST, OpenTable("trumps", "1", 1, "hanna", "0" * 64, '{"hand":0}'))
    play.do(0, TakeSeat(0, "person0"))
    play.do(HOST, BeginGame())
    play.do(0, RollDie())
    play.do(HOST, ContestRecord(version_of(play.table, "DieRolled"), ROLLED))
    for reader in (NEUTRAL, 1, ARBITER):
        with pytest.raises(ReaderError, match="not for"):
            case_of(play, reader=reader)  # type: ignore[arg-type]
    assert case_of(play, reader=0).reader == 0


# --- Non-interference -------------------------------------------------------------------------------------------------


def shown(table: Table, number: int, reader: Reader) -> list[str]:
    """All that a reader is given of a case."""
    case = case_file(table, number, reader, TEXTS, ())
    drawn = msgspec.json.encode(case_scenes(table, number, reader)).decode()
    return [case_json(case).decode(), case_text(case), case_html(case, (None, None)), drawn]


@pytest.mark.clause("T-16")
@pytest.mark.parametrize("number", range(1, 6))
def test_what_is_hidden_changes_nothing_of_what_other_readers_are_given(number: int) -> None:
    one, other = secrets(3, 8, 9, True).table, secrets(9, 3, 8, False).table
    assert one.version == other.version
    for reader in (None, 0, 2):
        assert shown(one, number, reader) == shown(other, number, reader)
    for reader in (SECRETIVE, NEUTRAL):
        assert shown(one, number, reader) != shown(other, number, reader)


def with_another_card(table: Table) -> tuple[Table, int]:
    """The same table of Root but for one card in a hand that nobody else has ever seen, and whose hand it is."""
    said = [str(record.event) for record in table.records]
    for seat, hand in enumerate(table.game.hands):
        for card in hand:
            drawn = [at for at, words in enumerate(said) if repr(card) in words]
            if len(drawn) == 1 and isinstance(table.records[drawn[0]].event, CardsDrawn):
                never = next(one for one in table.game.deck if not any(repr(one) in words for words in said))
                return _swapped(table, drawn[0], card, never), seat
    raise AssertionError("every card has been shown")


def _swapped(table: Table, index: int, card: str, never: str) -> Table:
    records: list[Record[Any]] = list(table.records)
    record = records[index]
    cards = tuple(never if one == card else one for one in record.event.cards)
    draws = tuple(Draw(draw.label, draw.number, draw.bound, draw.bound - 1 - draw.value) for draw in record.draws)
    records[index] = msgspec.structs.replace(
        record, event=msgspec.structs.replace(record.event, cards=cards), draws=draws
    )
    return fold(table.id, table.rulebook, records)


def contested_root(seed: int) -> Play:
    """A table of Root some way into the game, at which records of many kinds are contested."""
    play, rng = rooted(seed), random.Random(seed)
    for _ in range(60):
        move(play, rng)
    kinds = {type(record.event).__name__: at for at, record in enumerate(play.table.records, 1)}
    for at in sorted(kinds.values())[-4:]:
        play.do(1, ContestRecord(at, "10.6.1"))
    return play


@pytest.mark.clause("T-16")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hidden_card_of_root_changes_nothing_of_what_other_readers_are_given(seed: int) -> None:
    table = contested_root(seed).table
    twin, seat = with_another_card(table)
    differ = 0
    for contest in table.disputes.contests:
        for reader in (None, *range(3)):
            same = shown(table, contest.number, reader) == shown(twin, contest.number, reader)
            assert same or reader == seat
            differ += not same
    assert differ, "the card is seen by nobody: the test shows nothing"


def tried_out(origin: Table) -> Table:
    """A sandbox of the table, as seat 0 knows it, that was played to its end and is contested; all it copied is evidence."""
    rng, sandbox = random.Random(4), fork(origin, 0)
    while sandbox.table.prompts:
        seat = sandbox.table.prompts[0].seat
        offers = [offer for offer in sandbox.table.rulebook.legal(sandbox.table.game, seat) if offer.rows]
        sandbox.do(HOST, rng.choice(offers).sample(rng), seat=seat)
    last = sandbox.table.forked.last
    sandbox.do(HOST, ContestRecord(last + 1, "TOY-4"))
    sandbox.do(HOST, AddEvidence(1, versions=tuple(range(4, last + 1))))
    return sandbox.table


@pytest.mark.clause("T-64")
def test_the_case_of_a_finished_sandbox_tells_nobody_what_its_origin_may_still_hide() -> None:
    one, other = (tried_out(secrets(*hidden).table) for hidden in ((3, 8, 9, True), (9, 3, 8, False)))
    assert [record.event for record in one.records] != [record.event for record in other.records]
    assert NEUTRAL in readers(one)
    for reader in readers(one):
        assert case_json(case_file(one, 1, reader, {}, ())) == case_json(case_file(other, 1, reader, {}, ()))
