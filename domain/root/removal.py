"""Removing pieces, and what follows from it (core-9)."""

from collections.abc import Iterator, Sequence

from domain.root.cult.events import AcolytesGained, FaithfulFeared
from domain.root.events import Loss, PiecesRemoved
from domain.root.factions import is_garden
from domain.root.piles import pile
from domain.root.scoring import score
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Term
from domain.table.rulebook import Happening, Under


def remove(game: Game, by: int, losses: Sequence[Loss], cause: str, clause: str) -> Iterator[Happening]:
    """core-2, core-9.2: all pieces come off together, before anything that follows; core-9.4: nobody loses points by it.

    10.2.3: a defending Cult's warriors become acolytes instead.
    """
    losses = tuple(loss for loss in losses if loss.warriors or loss.buildings or loss.tokens)
    if not losses:
        return
    gardens = sum(is_garden(kind) for loss in losses for kind in loss.buildings)
    feared = min(gardens, 1) if game.options.fear == "each_batch" else gardens
    yield Under(clause, PiecesRemoved(by, losses, cause, wounded_by(game, losses), feared))
    acolytes = sum(loss.warriors for loss in losses if loss.to_acolytes)
    if acolytes:
        assert game.cult is not None
        yield Under("10.2.3", AcolytesGained(game.cult.seat, acolytes, "revenge"))


def wounded_by(game: Game, losses: Sequence[Loss]) -> tuple[tuple[int, int], ...]:
    """6.2.3: the Marquise's warriors that she may bring back: a keep that is removed along with them is gone before."""
    marquise = game.marquise
    if marquise is None or marquise.keep is None or not game.hands[marquise.seat]:
        return ()
    own = [loss for loss in losses if loss.seat == marquise.seat]
    if any("keep" in loss.tokens for loss in own):
        return ()
    return tuple((loss.clearing, loss.warriors) for loss in own if loss.warriors)


def removal_terms(losses: Sequence[Loss], victim: int) -> tuple[Term, ...]:
    """core-9.2: a point for each building and token that the victim loses."""
    own = [loss for loss in losses if loss.seat == victim]
    buildings, tokens = sum(len(loss.buildings) for loss in own), sum(len(loss.tokens) for loss in own)
    terms = (Term("building_removed", buildings, 1, "core-8.6"), Term("token_removed", tokens, 1, "core-8.6"))
    return tuple(term for term in terms if term.count)


def remove_all_enemies(game: Game, seat: int, suit: str) -> Iterator[Happening]:
    """core-9.3, card-favor: every enemy piece leaves every clearing of the suit. It is no battle, so there is no revenge."""
    losses = [
        enemy_pieces(game, enemy, clearing)
        for clearing in game.paths.by_suit[suit]
        for enemy in range(game.seats)
        if enemy != seat
    ]
    yield from remove(game, seat, losses, "favor", "core-9.3")
    terms = [term for enemy in range(game.seats) for term in removal_terms(losses, enemy)]
    yield from score(game, seat, "core-9.3", *terms)


def enemy_pieces(game: Game, enemy: int, clearing: int) -> Loss:
    """All that a seat has in a clearing."""
    return Loss(
        enemy,
        clearing,
        game.warriors[enemy][clearing],
        tuple(sorted(kind for seat, kind in game.buildings[clearing] if seat == enemy)),
        tuple(sorted(kind for seat, kind in game.tokens[clearing] if seat == enemy)),
    )


def fear(game: Game, chance: Chance) -> Iterator[Happening]:
    """10.2.5: for a garden that was removed, a random card of those in hand is discarded; an empty hand loses nothing."""
    assert game.cult is not None
    seat = game.cult.seat
    hand = game.hands[seat]
    card = chance.pick("fear", hand) if hand else None
    yield FaithfulFeared(seat, card)
    if card is not None:
        yield from pile(game, seat, card, "random", "10.2.5")
