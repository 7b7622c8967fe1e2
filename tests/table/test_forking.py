"""Forks: what a sandbox has of its origin, whom it shows what, how it goes on, and that the origin never notices."""

import hmac
import random
import struct

import msgspec
import pytest

from domain.table.chance import Derived, chance_key, commitment_to
from domain.table.disputes.messages import ContestRecord
from domain.table.lifecycle import (
    CloseTable,
    EditionAdopted,
    ForkTable,
    GameBegun,
    GiveConsent,
    PauseTable,
    Phase,
    ProposeEdition,
    Redealt,
    RequestUndo,
    SetOrder,
    TableForked,
    TableOpened,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST, ORIGIN, WHOLE
from domain.table.records import Record
from domain.table.seeded import Seeded
from domain.table.seeing import is_withheld, seen_record, view_of
from domain.table.table import Table, fold
from tests.table.forked import FORK_SEED, Forgetful, abandoned, ask_fork, finished, fork, half_voted, unforked
from tests.table.play import ENCODE, Play, begun, dealt, digest, game_digest, play_one, stored, views_of
from tests.table.toy import CallVote, CardsDrawn, DrawCard, Nudge, Plan, RollDie, Toy, Vote

pytestmark = pytest.mark.clause("T-64")


def played(seats: int = 3, moves: int = 12, seed: int = 1, **more: object) -> Play:
    """A table in the midst of its game."""
    play, rng = begun(seats, options='{"cards":30,"hand":3,"rounds":9}', **more), random.Random(seed)
    for _ in range(moves):
        play_one(play, rng)
    return play


def ends(table: Table) -> list[int]:
    """The ends of the commands from the set-up on."""
    return [version for version in range(table.setup_end, table.version + 1) if table.is_boundary(version)]


def copied(table: Table) -> list[Record]:
    return [record for record in table.records if record.by == ORIGIN]


# --- What is copied ---------------------------------------------------------------------------------------------------


def test_a_whole_fork_is_the_game_as_it_stood_there():
    origin = abandoned(played()).table
    for version in ends(origin)[:-1]:
        then, sandbox = fold(origin.id, origin.rulebook, origin.records[:version]), fork(origin, WHOLE, version).table
        assert views_of(sandbox) == [ENCODE((view_of(then, viewer), then.game.prompts)) for viewer in (None, 0, 1, 2)]
        assert sandbox.draws == then.draws
        assert sandbox.prompts == then.game.prompts


def test_what_is_copied_keeps_its_clause_and_its_chance_and_stands_under_the_origin_at_one_time():
    origin = abandoned(played()).table
    sandbox = fork(origin).table
    there = [origin.records[version - 1] for version in origin.history.line()]
    assert [(r.event, r.draws, r.clause) for r in copied(sandbox)] == [(r.event, r.draws, r.clause) for r in there]
    assert any(record.draws for record in there)
    assert any(record.clause for record in there)
    assert {record.at for record in sandbox.records} == {9_000_000_000}
    assert [record.cause is None for record in sandbox.records] == [False] + [True] * (sandbox.version - 1)
    assert sandbox.starts == [1]


def test_what_was_undone_at_the_origin_is_not_copied_and_what_was_there_before_an_undo_can_be_forked():
    play = dealt(1, 2, 3, 4, 5, 6, die=(0, 1, 2))
    play.do(0, Nudge(1))
    branch = play.version
    play.do(ARBITER, Undo(branch - 1))
    play.do(0, Nudge(3))
    abandoned(play)
    assert [fork(play.table, WHOLE, version).table.game.markers[0] for version in (branch, branch + 2)] == [1, 3]
    assert len(copied(fork(play.table).table)) == len(play.table.history.line())


def test_moves_that_were_made_again_are_copied_as_moves():
    play = begun(2, options='{"rounds":9}')
    play.do(0, Nudge(1))
    target = play.version - 1
    play.do(0, CallVote())
    play.do(1, RequestUndo(target, reapply=True))
    while play.table.request is not None:
        play.do(min(play.table.request.asked - play.table.request.agreed), GiveConsent())
    kinds = {type(play.table.records[version - 1].event).__name__ for version in play.table.history.line()}
    assert "Reapplied" in kinds
    sandbox = fork(abandoned(play).table).table
    assert len(copied(sandbox)) == len(play.table.history.line()) - 1
    assert game_of(sandbox) == game_of(play.table)


def game_of(table: Table) -> object:
    game = table.rulebook.copy(table.game)
    game.edition = None
    return game


def test_a_sandbox_has_its_own_host_and_commitment_no_arbiter_and_nobody_at_its_seats():
    origin = abandoned(played()).table
    sandbox = fork(origin).table
    opened = sandbox.records[0].event
    assert isinstance(opened, TableOpened)
    assert (opened.host, opened.arbiter, opened.chance) == ("fred", None, "provable")
    assert opened.commitment == commitment_to(FORK_SEED) != origin.opened.commitment
    assert (opened.options, opened.seats) == (origin.opened.options, 3)
    assert all(seat.vacant for seat in sandbox.seats)
    assert sandbox.phase is Phase.BEGUN
    assert sandbox.is_sandbox
    assert not origin.is_sandbox


def test_what_was_ordered_paused_or_asked_at_the_origin_is_not_copied():
    play = played()
    play.do(0, SetOrder("vote", '{"order":"Hunch"}'))
    play.do(HOST, PauseTable())
    sandbox = fork(play.table, 0).table
    assert not sandbox.has_orders()
    assert sandbox.phase is Phase.BEGUN


def test_a_sandbox_plays_by_the_edition_that_is_in_force_at_the_origin():
    play = played()
    before = play.version
    play.do(HOST, ProposeEdition("2"))
    for seat in range(3):
        play.do(seat, GiveConsent())
    for version in (before, play.version):
        sandbox = fork(play.table, None, version).table
        assert [type(record.event) for record in sandbox.records[:4]] == [
            TableOpened, TableForked, EditionAdopted, GameBegun,
        ]  # fmt: skip
        assert (sandbox.edition.name, sandbox.game.edition.name) == ("2", "2")
        assert sandbox.records[0].event.edition == "1"


# --- How it goes on ---------------------------------------------------------------------------------------------------


def play_on(play: Play, rng: random.Random) -> None:
    """The host plays whoever is awaited."""
    seat = rng.choice(play.table.prompts).seat
    offers = [offer for offer in play.table.rulebook.legal(play.table.game, seat) if offer.rows]
    play.do(HOST, rng.choice(offers).sample(rng), seat=seat)


def test_the_host_plays_the_vacant_seats_and_whoever_takes_one_plays_it():
    sandbox = fork(played(2).table, 0)
    seat = sandbox.table.prompts[0].seat
    assert sandbox.refused(seat, RollDie()) == "SEAT_VACANT"
    sandbox.do(HOST, RollDie(), seat=seat)
    other = sandbox.table.prompts[0].seat
    sandbox.do(other, TakeSeat(other, "ada"))
    assert sandbox.refused(HOST, RollDie(), seat=other) == "NOT_YOUR_SEAT"
    sandbox.do(other, RollDie())


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_sandbox_is_played_to_its_end_and_folds_to_what_was_played(viewer: int | None):
    sandbox, rng = fork(played().table, viewer), random.Random(3)
    while sandbox.table.prompts:
        play_on(sandbox, rng)
    assert sandbox.table.finished is not None
    assert digest(fold(sandbox.table.id, sandbox.table.rulebook, sandbox.table.records)) == digest(sandbox.table)


def test_undo_in_a_sandbox_deals_the_same_again_and_never_goes_behind_the_fork():
    sandbox, rng = fork(played().table, 0), random.Random(4)
    start, before = sandbox.version, game_digest(sandbox.table)
    assert sandbox.refused(HOST, Undo(start - 1)) == "NOTHING_TO_UNDO"
    for _ in range(5):
        play_on(sandbox, rng)
    for version in range(start):
        assert sandbox.refused(HOST, Undo(version)) == "NO_SUCH_POINT"
    sandbox.do(HOST, Undo(start))
    assert game_digest(sandbox.table) == before


def test_a_sandbox_can_be_folded_up_to_any_of_its_records():
    sandbox, rng = fork(played().table, 1), random.Random(5)
    for _ in range(5):
        play_on(sandbox, rng)
    table = sandbox.table
    live = Table(table.id, table.rulebook)
    for version, record in enumerate(table.records, 1):
        live.apply(record)
        assert digest(fold(table.id, table.rulebook, table.records[:version])) == digest(live)
        assert live.is_copying == (2 <= version < table.forked.last)


def test_chance_goes_on_from_the_forks_own_seed_and_by_the_count_of_the_history():
    play = dealt(1, 2, 3, 4, 5, 6, die=(0, 1, 2))
    play.do(0, RollDie())
    sandbox = fork(play.table, 1)
    draw = sandbox.do(HOST, RollDie(), seat=1).records[0].draws[0]
    assert (draw.label, draw.number) == ("die", 1)
    assert draw.value == Derived(chance_key(FORK_SEED, ()), sandbox.table.id, 0).value("die", 1, 6)


def test_the_origin_is_read_and_never_written():
    origin = played().table
    before, log = digest(origin), stored(origin)
    sandbox, rng = fork(origin, 0), random.Random(6)
    for _ in range(10):
        play_on(sandbox, rng)
    sandbox.do(HOST, Undo(sandbox.table.setup_end))
    assert (digest(origin), stored(origin)) == (before, log)


# --- What is dealt anew -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_the_viewer_keeps_what_it_knows_and_the_rest_is_dealt_anew_by_the_seed(viewer: int | None):
    origin = played().table
    deals = []
    for deal in ("00" * 32, "00" * 32, "01" * 32, "02" * 32):
        game = fork(origin, viewer, deal=deal).table.game
        assert origin.rulebook.view(game, viewer) == view_of(origin, viewer)
        assert sorted(sum(game.hands, game.deck)) == sorted(sum(origin.game.hands, origin.game.deck))
        deals.append([hand for seat, hand in enumerate(game.hands) if seat != viewer])
    assert deals[0] == deals[1]
    assert len({str(deal) for deal in deals}) == 3


def test_a_fork_with_everything_deals_nothing_anew_and_another_says_who_knows_what():
    origin = abandoned(played()).table
    assert not any(isinstance(record.event, Redealt) for record in fork(origin).table.records)
    sandbox = fork(origin, 1).table
    assert sandbox.records[-1].event == Redealt(1, "5e" * 32)
    assert sandbox.records[-1].by == HOST
    assert sandbox.forked == TableForked(origin.id, origin.version, 1, 1, sandbox.version)


def test_what_rules_forget_is_nothing_to_play_on_from():
    table = half_voted(Forgetful())
    assert unforked(table, 0).code == "CANNOT_DEAL_ANEW"
    assert fork(half_voted(Toy()), 1).table.prompts == table.prompts


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_secret_votes_are_guessed(viewer: int | None):
    origin = half_voted(Toy())
    votes = {fork(origin, viewer, deal=f"{n:064x}").table.game.votes[0] for n in range(12)}
    assert votes == ({True} if viewer == 0 else {True, False})


# --- Who sees what of it ----------------------------------------------------------------------------------------------


def secret_game() -> Play:
    """Every kind of secret: hands, drawn cards, a plan, what chance picked from, a vote that is not over."""
    play = dealt(*range(1, 13), seats=3, die=(2,), options='{"cards":12,"hand":3}')
    play.do(0, Plan(1))
    play.do(0, DrawCard())
    play.do(1, RollDie())
    play.do(2, CallVote())
    play.do(2, Vote(True))
    return play


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_what_is_copied_is_shown_as_the_forks_viewer_saw_it_and_to_others_as_to_a_spectator(reader: int | None):
    origin = secret_game().table
    sandbox = fork(origin, reader).table
    there = [origin.records[version - 1] for version in origin.history.line()]
    for viewer in (None, 0, 1, 2):
        asks = viewer if viewer == reader else None
        for here, record in zip(copied(sandbox), there, strict=True):
            expected = seen_record(origin, record, asks)
            seen = seen_record(sandbox, here, viewer)
            assert (seen is None) == (expected is None)
            assert seen is None or (seen.event, seen.draws, seen.cause) == (expected.event, (), None)


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_as_long_as_it_copies_a_fork_shows_hands_to_its_viewer_alone(reader: int | None):
    sandbox = fork(secret_game().table, reader).table
    for version in range(4, sandbox.version):
        then = fold(sandbox.id, sandbox.rulebook, sandbox.records[:version])
        for viewer in (None, 0, 1, 2):
            asks = viewer if viewer == reader else None
            assert view_of(then, viewer) == then.rulebook.view(then.game, asks)
    assert view_of(sandbox, 1).own == tuple(sandbox.game.hands[1])


def test_of_a_finished_table_everybody_sees_what_its_seat_saw_and_nothing_is_withheld():
    origin = abandoned(secret_game()).table
    sandbox = fork(origin).table
    for here in copied(sandbox):
        assert not is_withheld(sandbox, here)
    drawn = next(record for record in copied(sandbox) if isinstance(record.event, CardsDrawn))
    assert [seen_record(sandbox, drawn, viewer).event.cards for viewer in (None, 0, 1)] == [(), (1,), ()]


def test_what_is_copied_for_somebody_stays_withheld_when_the_sandbox_is_over_and_its_seed_is_published():
    sandbox, rng = fork(secret_game().table, 1), random.Random(7)
    while sandbox.table.prompts:
        play_on(sandbox, rng)
    sandbox.do(HOST, CloseTable(FORK_SEED.hex()))
    table = sandbox.table
    drawn = [record for record in table.records if record.draws]
    assert any(record.by == ORIGIN for record in drawn)
    for record in drawn:
        own = record.by != ORIGIN
        assert is_withheld(table, record) == (not own)
        seen = seen_record(table, record, None)
        assert own or seen is None or seen.draws == ()


# --- Forks of forks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "reader"),
    [(1, WHOLE, 1), (1, 1, 1), (1, 2, None), (1, None, None), (None, WHOLE, None), (None, 1, None)],
)
def test_a_fork_of_a_fork_shows_nobody_more_of_the_first_origin_than_the_fork_does(
    first: int | None, second: int | None, reader: int | None
):
    sandbox, rng = fork(secret_game().table, first), random.Random(8)
    for _ in range(3):
        play_on(sandbox, rng)
    again = fork(sandbox.table, second, fork_id="forkoffork23", deal="77" * 32).table
    assert (again.forked.viewer, again.forked.reader) == (second, reader)
    assert again.prompts == sandbox.table.prompts
    if second == WHOLE:
        assert game_of(again) == game_of(sandbox.table)
    for version in range(4, again.version):
        then = fold(again.id, again.rulebook, again.records[:version])
        for viewer in (None, 0, 1, 2):
            assert view_of(then, viewer) == then.rulebook.view(then.game, viewer if viewer == reader else None)


def test_a_fork_of_a_finished_tables_fork_may_have_everything_and_shows_it():
    sandbox = fork(abandoned(secret_game()).table)
    assert fork(sandbox.table, fork_id="forkoffork23").table.forked.reader == WHOLE
    assert fork(sandbox.table, 2, fork_id="forkoffork23").table.forked.reader == 2


def test_a_sandbox_at_which_somebody_sits_is_no_more_to_be_forked_whole_than_any_other_table():
    sandbox = fork(secret_game().table, 1)
    sandbox.do(HOST, TakeSeat(0, "ada"))
    assert unforked(sandbox.table, fork_id="forkoffork23").code == "SECRETS_IN_PLAY"


# --- Disputes in a sandbox ---------------------------------------------------------------------------------------------


def test_what_was_played_in_a_sandbox_can_be_contested_there_and_what_came_with_the_fork_cannot():
    sandbox = fork(played(2).table, 0)
    seat = sandbox.table.prompts[0].seat
    sandbox.do(HOST, RollDie(), seat=seat)
    for version in (1, 2, 4, sandbox.table.forked.last):
        assert sandbox.refused(HOST, ContestRecord(version, "TOY-4")) == "CAME_WITH_THE_FORK"
    sandbox.do(HOST, ContestRecord(sandbox.table.forked.last + 1, "TOY-4"))
    assert len(sandbox.table.disputes.contests) == 1


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [0, 1, 8, 10, 999, 2**40])
def test_a_fork_begins_where_a_command_ends_in_the_game(version: int):
    play = dealt(1, 2, 3, 4, die=(3,))
    play.do(0, RollDie())
    assert (play.table.setup_end, play.version) == (9, 12)
    refusal = unforked(play.table, 0, version)
    assert (refusal.code, refusal.clause) == ("NO_SUCH_POINT", "T-64")
    assert refusal.arguments == {"version": version, "first": 9, "last": 12}


def test_nobody_forks_for_a_seat_that_is_not_there_or_by_rules_that_do_not_know_the_edition():
    assert unforked(begun().table, 2).code == "NO_SUCH_SEAT"
    play = played()
    play.table.apply(Record(play.now, HOST, EditionAdopted("9")))
    assert unforked(play.table, 0).code == "UNKNOWN_EDITION"


def test_a_finished_game_can_be_forked_up_to_the_command_that_ended_it():
    origin = finished().table
    last = unforked(origin).arguments["last"]
    sandbox, rng = fork(origin, WHOLE, last), random.Random(9)
    while sandbox.table.prompts:
        play_on(sandbox, rng)
    assert len(copied(sandbox.table)) == len([v for v in origin.history.line() if v <= last])
    assert sandbox.table.finished


def test_a_fork_is_asked_for_once_like_any_command():
    origin = begun().table
    play, first = ask_fork(origin, 0)
    cause = play.table.records[0].cause
    assert cause.seat == -1
    again = play.ask(HOST, msgspec.msgpack.decode(cause.command, type=ForkTable), id="fork")
    assert again.repeated
    assert again.records == first.records


# --- Integers from a seed ---------------------------------------------------------------------------------------------


def test_integers_from_a_seed_are_the_same_on_every_machine():
    """The n-th integer is HMAC-SHA256 of "souls deal" and n in eight bytes, under the seed; what is not below the largest
    multiple of the bound counts as drawn."""
    seed = bytes(range(32))
    drawn = [
        int.from_bytes(hmac.new(seed, b"souls deal" + struct.pack(">Q", n), "sha256").digest(), "big")
        for n in range(40)
    ]
    rng = Seeded(seed)
    assert [rng.randrange(bound) for bound in (1, 6, 2**32)] == [0, drawn[1] % 6, drawn[2] % 2**32]
    most = 2**255 + 1
    assert [rng.randrange(most) for _ in range(12)] == [value for value in drawn[3:] if value < most][:12]
    assert any(value >= most for value in drawn[3:15])
    assert drawn[0] % 2**32 == 1_518_182_453


def test_integers_from_a_seed_are_about_equally_often_each_and_never_out_of_bounds():
    rng = Seeded(b"")
    counts = [0] * 6
    for _ in range(6_000):
        counts[rng.randrange(6)] += 1
    assert min(counts) > 850
    for stop in (0, -1, 2**256 + 1):
        with pytest.raises(ValueError, match="an integer below"):
            rng.randrange(stop)
