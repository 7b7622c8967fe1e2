"""What is offered and what is seen: offers, copies, views."""

from typing import Any

import msgspec
import pytest

from domain.carcassonne.messages import Deploy, PlaceTile, ProposeRuling, SkipDeploy, TilePlaced
from domain.carcassonne.rulebook import rulebook
from domain.carcassonne.view import GameView
from domain.table.chance import Dictated
from domain.table.lifecycle import Undo
from domain.table.messages import ARBITER
from domain.table.offers import Between, Choice, EachOf, Offer, OneOf, SomeOf
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record, view_of
from tests.rules.carcassonne.playing import Play, fingerprint
from tests.rules.carcassonne.tables import Match, code


def offered(match: Match, seat: int) -> list[Any]:
    return [command for offer in rulebook.legal(match.game, seat) for command in offer.all()]


@pytest.mark.clause("B-4")
def test_who_is_to_lay_a_tile_is_offered_cells_and_turns_and_nobody_else_anything() -> None:
    match = Match(tiles="C U")
    assert offered(match, 0) == [PlaceTile("BA-C", 0, -1, rot) for rot in range(4)]
    assert offered(match, 1) == []


@pytest.mark.clause("B-6")
def test_who_has_laid_a_tile_is_offered_its_free_segments_and_to_put_nothing() -> None:
    match = Match("W0 D0*", "1 road:0 @-1,0", "L U")
    match.place("L 1,0 0")
    assert offered(match, 0) == [
        SkipDeploy(),
        *(Deploy("follower", s) for s in ("city:0", "road:0", "road:1", "farm:0", "farm:1", "farm:2")),
    ]
    assert offered(match, 1) == []


def test_an_offer_contains_no_command_of_another_type_or_with_other_values() -> None:
    match = Match(tiles="C U")
    (offer,) = rulebook.legal(match.game, 0)
    assert offer.contains(PlaceTile("BA-C", 0, -1, 3))
    assert not offer.contains(PlaceTile("BA-C", 0, -1, 4))
    assert not offer.contains(PlaceTile("BA-E", 0, -1, 2))
    assert not offer.contains(SkipDeploy())


@pytest.mark.parametrize(
    "choice",
    [
        OneOf(()), OneOf((1, 2)), Between(-3, 3), SomeOf((), 0, 0), SomeOf((1, 2, 3), 0, 3), SomeOf((1, 2, 3, 4, 5), 2, 3),
        SomeOf((1, 2), 0, 5), SomeOf((1,), 2, 3), EachOf(()), EachOf((Between(-1, 1), OneOf((2, 4)), SomeOf((1, 2), 0, 1))),
    ],
    ids=str,
)  # fmt: skip
def test_a_choice_says_how_many_values_it_has(choice: Choice) -> None:
    listed = list(choice.all())
    assert choice.size == len(listed)
    assert all(value in choice for value in listed)


def test_an_offer_says_how_many_commands_it_has() -> None:
    few = {"points": OneOf(((0, 0), (1, 1))), "pieces": SomeOf((), 0, 0)}
    assert Offer(ProposeRuling, free=few).size == 2
    assert Offer(SkipDeploy).size == 1
    assert Offer(Deploy, ("piece", "segment"), []).size == 0


def test_a_copy_of_a_game_shares_nothing_that_changes() -> None:
    play = Play(5, 3)
    for _ in range(30):
        play.do(*play.choose())
    before, version = fingerprint(play.table), play.table.version
    twin = play.table.copy()
    assert fingerprint(twin) == before
    original, play.table = play.table, twin
    play.to_the_end()
    assert fingerprint(twin) != before
    assert (fingerprint(original), original.version) == (before, version)


def test_an_original_that_goes_on_leaves_its_copy_alone() -> None:
    play = Play(6, 2)
    for _ in range(30):
        play.do(*play.choose())
    twin = play.table.copy()
    before = fingerprint(twin)
    play.to_the_end()
    assert fingerprint(twin) == before


@pytest.mark.parametrize("seed", range(4))
def test_all_seats_and_spectators_see_the_same_and_it_survives_json(seed: int) -> None:
    play = Play(seed, 2 + seed)
    seen = 0

    def look(play: Play, done: object) -> None:
        nonlocal seen
        views = [view_of(play.table, viewer) for viewer in (None, *range(play.game.seats))]
        assert all(view == views[0] for view in views)
        assert msgspec.json.decode(msgspec.json.encode(views[0]), type=GameView) == views[0]
        hash(views[0].tiles)
        seen += 1

    play.to_the_end(look)
    assert seen > 70


@pytest.mark.clause("B-2", "B-3")
def test_the_order_of_the_stack_changes_nothing_that_anybody_sees_before_it_is_drawn() -> None:
    turns = "U -1,0 0 road:0\nE 0,-1 2"
    here, there = Match(tiles="U E V"), Match(tiles="U E V")
    rest = list(here.source._wanted["stack"])
    there.source = Dictated({"stack": [*rest[:3], *reversed(rest[3:])]})
    for match in (here, there):
        match.turns(turns)
    for viewer in (None, 0, 1):
        one, other = ([seen_record(m.table, r, viewer) for r in m.table.records] for m in (here, there))
        assert one == other
        assert msgspec.json.encode(view_of(here.table, viewer)) == msgspec.json.encode(view_of(there.table, viewer))


@pytest.mark.clause("B-3")
def test_the_view_counts_what_has_not_been_seen_by_kind() -> None:
    match = Match(tiles="U E")
    view = view_of(match.table, 1)
    assert view.drawn == "BA-U"
    assert sum(view.unseen.values()) == 70
    assert view.unseen["BA-U"] == 7
    assert list(view.unseen) == sorted(view.unseen)


def test_the_view_shows_where_the_followers_stand_and_as_what() -> None:
    match = Match("W0 D0*", "1 farm:1 @-1,0", "U E")
    match.turn("U 1,0 0 road:0")
    pieces = {(p.seat, p.piece, p.role, p.x, p.y, p.segment) for p in view_of(match.table, None).pieces}
    assert pieces == {(1, "follower", "farmer", -1, 0, "farm:1"), (0, "follower", "thief", 1, 0, "road:0")}


@pytest.mark.parametrize("seed", range(3))
def test_an_estimate_is_an_integer_for_every_seat_at_every_point(seed: int) -> None:
    play = Play(seed, 3)

    def look(play: Play, done: object) -> None:
        before = fingerprint(play.table)
        worth = [rulebook.estimate(play.game, seat) for seat in range(3)]
        assert all(type(value) is int for value in worth)
        # A lead is over the best other seat, so at most one seat has one.
        assert sum(value > 0 for value in worth) <= 1
        assert fingerprint(play.table) == before

    play.to_the_end(look)


@pytest.mark.clause("B-3", "B-4")
def test_a_placement_that_draws_nothing_can_be_taken_back_freely_and_laid_otherwise() -> None:
    match = Match(tiles="U E")
    version, before = match.table.version, fingerprint(match.table)
    match.place("U -1,0 0")
    assert code(match.give(Undo(version), by=0)) == "accepted"
    assert fingerprint(match.table) == before
    assert match.place("U 1,0 2") == [TilePlaced(0, "BA-U", 1, 0, 2)]


@pytest.mark.clause("B-3", "B-6")
def test_what_has_drawn_a_tile_is_taken_back_only_with_the_others_consent() -> None:
    match = Match(tiles="U E", seats=3)
    match.place("U -1,0 0")
    version = match.table.version
    match.give_deploy("road:0")
    refusal = match.give(Undo(version), by=0)
    assert code(refusal) == "UNDO_NOT_FREE"
    assert isinstance(refusal, Refusal)
    assert refusal.arguments["asked"] == (1, 2)


@pytest.mark.clause("B-3")
def test_after_an_undo_the_same_tile_is_drawn_again() -> None:
    play = Play(8, 2)
    seat, command = play.choose()
    play.do(seat, command)
    version = play.table.version
    play.do(seat, SkipDeploy())
    drawn = play.game.drawn
    play.do(ARBITER, Undo(version))
    assert play.game.drawn is None
    play.do(seat, Deploy("follower", rulebook.legal(play.game, seat)[1].rows[0][1]))
    assert play.game.drawn == drawn
