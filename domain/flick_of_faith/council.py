"""The Council: two Laws are drawn, and a sealed vote brings one into play (FF-3)."""

from collections.abc import Iterator

from domain.flick_of_faith.cards import LAWS
from domain.flick_of_faith.commands import CastLawVote, DecideLawTie
from domain.flick_of_faith.discs import free_to_the_east
from domain.flick_of_faith.events import (
    DecisionRequested,
    DiscPlaced,
    HazardPlaced,
    LawEnacted,
    LawsDrawn,
    LawVoteSealed,
    LawVotesRevealed,
    PieceGained,
    PieceSwapped,
)
from domain.flick_of_faith.state import KING_APE, Game
from domain.flick_of_faith.where import lying, lying_disc
from domain.table.chance import Chance
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

DECK = "laws"


def hold_council(game: Game, chance: Chance) -> Iterator[Happening]:
    """FF-3.1, FF-3.2: the upper card is drawn first; then all vote at once. A last card alone is enacted without a vote."""
    if game.council is None:
        first = chance.pick(DECK, game.deck)
        left = [law for law in game.deck if law != first]
        yield LawsDrawn(first, chance.pick(DECK, left) if left else None)
    assert game.council is not None
    upper, lower = game.council
    if lower is None:
        yield from enact(game, upper, None, "last_card", chance)
    elif len(game.votes) == game.seats:
        yield LawVotesRevealed(tuple(game.votes[seat] for seat in range(game.seats)))
    else:
        for seat in range(game.seats):
            yield Under("FF-3.2", DecisionRequested(seat, "vote"))


def legal_votes(game: Game, seat: int) -> list[Offer]:
    return [Offer(CastLawVote, ("thumb",), [("up",), ("down",)])]


def cast_vote(game: Game, seat: int, command: CastLawVote, chance: Chance) -> Iterator[Happening]:
    """FF-3.2: thumb up or thumb down; nobody sees it before all have voted (R-20)."""
    yield LawVoteSealed(seat, command.thumb)


def count_votes(game: Game, chance: Chance) -> Iterator[Happening]:
    """FF-3.3: more thumbs up for the upper card, more down for the lower; equal: chance, or deity-themis decides."""
    assert game.council is not None
    upper, lower = game.council
    assert lower is not None
    ups = sum(thumb == "up" for thumb in game.votes.values())
    downs = len(game.votes) - ups
    themis = next((seat for seat in range(game.seats) if game.power(seat, "law_tie_decider")), None)
    if ups != downs:
        chosen, other = (upper, lower) if ups > downs else (lower, upper)
        yield from enact(game, chosen, other, "majority", chance)
    elif themis is not None:
        yield Under("deity-themis", DecisionRequested(themis, "law_tie"))
    else:
        chosen = (upper, lower)[chance.below("tie", 2)]
        yield from enact(game, chosen, lower if chosen == upper else upper, "chance", chance)


def legal_ties(game: Game, seat: int) -> list[Offer]:
    return [Offer(DecideLawTie, ("law",), [(law,) for law in game.council or () if law is not None])]


def decide_tie(game: Game, seat: int, command: DecideLawTie, chance: Chance) -> Iterator[Happening]:
    """deity-themis: she chooses which of the two Laws enters play."""
    assert game.council is not None
    if command.law not in game.council:
        raise Refusal("LAW_NOT_DRAWN", "deity-themis", law=command.law, laws=tuple(law for law in game.council if law))
    upper, lower = game.council
    other = lower if command.law == upper else upper
    yield from enact(game, command.law, other, "themis", chance)


def enact(game: Game, law: str, other: str | None, by: str, chance: Chance) -> Iterator[Happening]:
    """FF-3.3: the Law is in force, and does at once what it does at once; the other card is discarded."""
    yield LawEnacted(law, other, by)  # type: ignore[arg-type]
    match LAWS[law].kind:
        case "neutral_disc":
            yield from place_ape(game)
        case "hazard_circle":
            yield HazardPlaced(chance.pick("city", [city.id for city in game.map.cities]))
        case "swap_disc":
            yield from swap_discs(game)
        case "extra_prophets":
            yield from gain_prophets(game)


def place_ape(game: Game) -> Iterator[Happening]:
    """law-king-ape: on the Navel's centre, or the nearest free point to the east; again each Generation when it has left."""
    x, y, _ = game.map.navel.circle
    if game.discs[KING_APE].on_map:
        return
    there = free_to_the_east(lying_disc(game, KING_APE, x, y), lying(game).values(), game.map.mat.width)
    if there is not None:
        yield DiscPlaced(KING_APE, *there)


def swap_discs(game: Game) -> Iterator[Happening]:
    """law-templars: each player swaps a ready Prophet for a Templar from the box, where it has both."""
    for seat in range(game.seats):
        ready = [disc for disc in game.owned(seat, "ready") if game.discs[disc].kind == "prophet"]
        boxed = in_box(game, seat, "templar")
        if ready and boxed:
            yield Under("law-templars", PieceSwapped(seat, ready[-1], boxed[0]))


def gain_prophets(game: Game) -> Iterator[Happening]:
    """law-new-disciple: each player has a Prophet from the box ready, if one is left."""
    for seat in range(game.seats):
        boxed = in_box(game, seat, "prophet")
        if boxed:
            yield PieceGained(seat, boxed[0])


def in_box(game: Game, seat: int, kind: str) -> list[str]:
    """A seat's discs of a kind in the box; law-kraken: what it has taken is out of the game."""
    return [disc for disc in game.owned(seat, "box") if game.discs[disc].kind == kind and disc not in game.drowned]
