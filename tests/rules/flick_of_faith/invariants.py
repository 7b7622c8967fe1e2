"""What always holds in a game of Flick of Faith, whatever is played."""

from collections.abc import Mapping
from typing import Any

from domain.flick_of_faith.events import (
    FirstFlickSealed,
    FirstFlicksRevealed,
    LawEnacted,
    LawVoteSealed,
    LawVotesRevealed,
    TemplesBuilt,
    WorshipScored,
)
from domain.flick_of_faith.invariants import discs, overlapping, places, stacks
from domain.flick_of_faith.real_board_events import (
    PositionCorrected,
    TableFlickAccepted,
    TableReportVoteSealed,
    TableReportVotesRevealed,
)
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.shapes import touches_circle, touches_polygon
from domain.flick_of_faith.state import KING_APE, Game, Piece
from domain.table.clauses import load_law
from domain.table.messages import Event, ScoringEvent

LAW = {clause.id for law in (rulebook.law, load_law("domain.table.data")) for clause in law}


class Invariants:
    """A watch over one game: it applies each event, and looks whether all still holds."""

    def __init__(self) -> None:
        self.sealed = 0

    def __call__(self, game: Game, event: Event) -> None:
        before = game.copy()
        rulebook.evolve(game, event)
        assert event.clause in LAW
        check_discs(game)
        check_temples(before, game, event)
        check_scores(before, game, event)
        self.check_seals(game, event)

    def check_seals(self, game: Game, event: Event) -> None:
        """FF-3.2, S-4, M-4: what is sealed is in nobody else's view or events before it is revealed."""
        if isinstance(event, LawVoteSealed | FirstFlickSealed | TableReportVoteSealed):
            self.sealed += 1
            others = [None, *(seat for seat in range(game.seats) if seat != event.seat)]
            hidden = {"thumb": None, "shot": None, "scatter": (), "choice": None}
            for viewer in others:
                seen = rulebook.redact(event, viewer)
                assert all(getattr(seen, name) == hidden[name] for name in event.secrets)
        # A view takes most of the time of all checks, and without votes there is nothing in it to be hidden.
        for viewer in (None, *range(game.seats)) if game.votes or isinstance(event, LawEnacted) else ():
            view = rulebook.view(game, viewer)
            assert view.vote == (None if viewer is None else game.votes.get(viewer))
            assert view.voted == tuple(sorted(game.votes))
        if isinstance(event, LawVotesRevealed | FirstFlicksRevealed | TableReportVotesRevealed):
            assert rulebook.redact(event, None) == event


class WholeGame(Invariants):
    """A watch over a game that was played from its beginning, where nothing at all is wrong at any time."""

    def __call__(self, game: Game, event: Event) -> None:
        super().__call__(game, event)
        assert [*rulebook.invariants(game)] == []


# --- Discs ------------------------------------------------------------------------------------------------------------


def check_discs(game: Game) -> None:
    """S-2: discs are where they can be, in their canonical order."""
    found = [refusal for check in (discs, stacks, places, overlapping) for refusal in check(game)]
    assert found == []
    assert list(game.discs) == sorted(game.discs)


def check_temples(before: Game, game: Game, event: Event) -> None:
    """FF-6.4, FF-4.4: nothing moves a Temple but its being built again, by option a bump, or a correction."""
    built = {one.temple for one in event.builds} if isinstance(event, TemplesBuilt) else set()
    if isinstance(event, TableFlickAccepted | PositionCorrected):
        spots = event.report.moved if isinstance(event, TableFlickAccepted) else event.spots
        built |= {spot.disc for spot in spots} | set(getattr(event, "returned", ()))
        assert isinstance(event, PositionCorrected) or game.options.temple_bump == "keep" or not _temples(game, built)
    for disc, at in game.discs.items():
        if at.kind == "temple" and disc not in built:
            assert _place(at) == _place(before.discs[disc]), disc


def _temples(game: Game, discs: set[str]) -> bool:
    return any(game.discs[disc].kind == "temple" for disc in discs)


def _place(at: Piece) -> tuple[Any, ...]:
    return at.zone, at.x, at.y, at.spot


# --- Scores -----------------------------------------------------------------------------------------------------------


def check_scores(before: Game, game: Game, event: Event) -> None:
    """FF-5.1, FF-6.1, FF-6.2: only scoring events change scores, by terms that add up, each with its clause."""
    change = [after - was for after, was in zip(game.scores, before.scores, strict=True)]
    if not isinstance(event, ScoringEvent):
        assert not any(change)
        return
    assert event.points == sum(term.count * term.factor for term in event.terms) >= 0
    assert change == [event.points if seat in event.seats else 0 for seat in range(game.seats)]
    assert all(term.clause in LAW and term.count for term in event.terms)
    if isinstance(event, WorshipScored):
        check_worship(before, event)


def check_worship(game: Game, event: WorshipScored) -> None:
    """FF-6.1 to FF-6.3, counted once more from the discs on the map."""
    (seat,) = event.seats
    weight = 2 if "shrines" in game.laws else 1
    ape = islands_of(game, KING_APE) if "king-ape" in game.laws and game.discs[KING_APE].on_map else set()
    for island in (one.id for one in game.map.islands):
        pieces, weighed = [0] * game.seats, [0] * game.seats
        for disc, owner in counting(game).items():
            if island in islands_of(game, disc):
                pieces[owner] += 1
                weighed[owner] += weight if game.discs[disc].kind == "temple" else 1
        best = all(weighed[seat] > other for n, other in enumerate(weighed) if n != seat)
        assert (island in event.present) == (island not in ape and pieces[seat] > 0)
        assert (island in event.dominated) == (island not in ape and best)
        assert rulebook.view(game, None).presence[island] == tuple(pieces)


def counting(game: Game) -> Mapping[str, int]:
    """FF-6.2, deity-freyja: whom each Prophet and Temple on the map counts for."""
    freyja = game.deities.index("freyja") if "freyja" in game.deities else None
    return {
        disc: freyja if disc in game.heart and freyja is not None else at.owner
        for disc, at in game.discs.items()
        if at.on_map and at.kind != "king_ape"
    }


def islands_of(game: Game, disc: str) -> set[str]:
    """FF-2.1, FF-2.2: the Islands where a disc on the map is present."""
    at = game.discs[disc]
    while at.on is not None:
        disc, at = at.on, game.discs[at.on]
    if at.spot is not None:
        return set(at.spot.islands)
    radius = game.radius(disc)
    return {island.id for island in game.map.islands if touches_polygon(at.x, at.y, radius, island.polygon)}


def on_navel(game: Game, disc: str) -> bool:
    """FF-2.1, FF-2.2: whether a disc on the map is present on the Navel."""
    at = game.discs[disc]
    while at.on is not None:
        disc, at = at.on, game.discs[at.on]
    if at.spot is not None:
        return at.spot.navel
    return touches_circle(at.x, at.y, game.radius(disc), game.map.navel.circle)
