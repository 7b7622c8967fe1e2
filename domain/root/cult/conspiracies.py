"""Conspiracies: what acolytes are spent on (10.4.3)."""

from collections.abc import Callable, Iterator

from domain.root.battle.declaring import check_battle, enemies_in, legal_battles, start_battle
from domain.root.checks import check_clearing, check_may_place, check_other
from domain.root.cult.commands import Convert, CrusadeBattle, CrusadeFollowUp, CrusadeMove, Sanctify
from domain.root.cult.events import AcolytesSpent, ConspiracyPerformed, CrusadeEnded
from domain.root.events import DecisionRequested, Loss, PieceReplaced
from domain.root.factions import CONSPIRACY_COST, GARDENS, HATED_DISCOUNT
from domain.root.moving import can_move, check_move, legal_moves, move
from domain.root.removal import wounded_by
from domain.root.rule import may_place
from domain.root.scoring import score
from domain.root.state import Cult, Game
from domain.table.chance import Chance
from domain.table.messages import Command, Term
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under


def cost_of(conspiracy: str, hated: bool) -> int:
    """10.4.3: the acolytes that a conspiracy costs: one less while the Outcast is Hated."""
    return CONSPIRACY_COST[conspiracy] - HATED_DISCOUNT * hated


def _cult(game: Game) -> Cult:
    assert game.cult is not None
    return game.cult


def outcast_clearings(game: Game) -> tuple[int, ...]:
    """10.4.3: the clearings of the Outcast suit."""
    return game.paths.by_suit[_cult(game).outcast or ""]


def can_afford(game: Game, conspiracy: str) -> bool:
    """10.4.3: whether there are acolytes enough."""
    cult = _cult(game)
    return cult.acolytes >= cost_of(conspiracy, cult.hated)


def can_conspire(game: Game) -> bool:
    """10.4.3: whether any conspiracy is affordable and legal, all of which everybody sees."""
    seat = _cult(game).seat
    offers = (legal_crusade_battles, legal_crusade_moves, legal_conversions, legal_sanctifications)
    return any(offer(game, seat) for offer in offers)


def _check(game: Game, conspiracy: str, clearing: int, clause: str) -> None:
    cult = _cult(game)
    check_clearing(game, clearing)
    if clearing not in outcast_clearings(game):
        raise Refusal("NOT_OUTCAST_CLEARING", "10.4.3", clearing=clearing, outcast=cult.outcast or "")
    if not can_afford(game, conspiracy):
        cost = cost_of(conspiracy, cult.hated)
        raise Refusal("NOT_ENOUGH_ACOLYTES", clause, cost=cost, acolytes=cult.acolytes)


def _conspire(game: Game, conspiracy: str, clearing: int, clause: str) -> Iterator[Happening]:
    """10.4.3: the acolytes go to the supply before the effect is resolved."""
    cult = _cult(game)
    cost = cost_of(conspiracy, cult.hated)
    yield Under(clause, AcolytesSpent(cult.seat, cost, cult.acolytes - cost, conspiracy))
    yield Under(clause, ConspiracyPerformed(cult.seat, conspiracy, clearing, cost, cult.hated))


# --- 10.4.3-I Crusade -------------------------------------------------------------------------------------------------

CRUSADE = "10.4.3-I"


def legal_crusade_battles(game: Game, seat: int) -> list[Offer]:
    rows = legal_battles(game, seat, outcast_clearings(game)) if can_afford(game, "crusade") else []
    return [Offer(CrusadeBattle, ("clearing", "defender"), rows)] if rows else []


def crusade_battle(game: Game, seat: int, command: CrusadeBattle, chance: Chance) -> Iterator[Happening]:
    """10.4.3-I: battle in an Outcast clearing. The Cult attacks, so its losses are no acolytes."""
    _check(game, "crusade", command.clearing, CRUSADE)
    check_battle(game, seat, command.clearing, command.defender)
    yield from _conspire(game, "crusade", command.clearing, CRUSADE)
    yield from start_battle(seat, command.clearing, command.defender)


def legal_crusade_moves(game: Game, seat: int) -> list[Offer]:
    if not can_afford(game, "crusade") or not can_move(game, seat, outcast_clearings(game)):
        return []
    return legal_moves(game, seat, CrusadeMove, outcast_clearings(game))


def crusade_move(game: Game, seat: int, command: CrusadeMove, chance: Chance) -> Iterator[Happening]:
    """10.4.3-I: move out of an Outcast clearing, then perhaps battle where the warriors arrive, whatever its suit."""
    _check(game, "crusade", command.origin, CRUSADE)
    check_move(game, seat, command.origin, command.destination, command.warriors)
    yield from _conspire(game, "crusade", command.origin, CRUSADE)
    yield from move(seat, command.origin, command.destination, command.warriors, CRUSADE)
    if enemies_in(game, seat, command.destination):
        yield Under(CRUSADE, DecisionRequested(seat, "follow_up"))


def legal_follow_ups(game: Game, seat: int) -> list[Offer]:
    enemies = [(enemy,) for enemy in enemies_in(game, seat, game.moved_to)]
    return [Offer(CrusadeFollowUp, ("defender",), [(None,), *enemies])]


def crusade_follow_up(game: Game, seat: int, command: CrusadeFollowUp, chance: Chance) -> Iterator[Happening]:
    """10.4.3-I: the battle after the move is optional, and there is no other order."""
    if command.defender is None:
        yield CrusadeEnded(seat)
        return
    check_battle(game, seat, game.moved_to, command.defender)
    yield from start_battle(seat, game.moved_to, command.defender)


# --- 10.4.3-II Convert ------------------------------------------------------------------------------------------------

CONVERT = "10.4.3-II"


def legal_conversions(game: Game, seat: int) -> list[Offer]:
    if not can_afford(game, "convert"):
        return []
    rows = [
        (clearing, owner)
        for clearing in outcast_clearings(game)
        if may_place(game, seat, clearing)
        for owner in range(game.seats)
        if owner != seat and game.warriors[owner][clearing]
    ]
    return [Offer(Convert, ("clearing", "owner"), rows)] if rows else []


def convert(game: Game, seat: int, command: Convert, chance: Chance) -> Iterator[Happening]:
    """10.4.3-II: an enemy warrior is replaced by one of the Cult's, from the supply after the cost is paid."""
    _check(game, "convert", command.clearing, CONVERT)
    check_other(game, seat, command.owner)
    if not game.warriors[command.owner][command.clearing]:
        raise Refusal("NOT_A_WARRIOR", CONVERT, clearing=command.clearing, owner=command.owner)
    check_may_place(game, seat, command.clearing)
    yield from _conspire(game, "convert", command.clearing, CONVERT)
    wounded = sum(count for _, count in wounded_by(game, [Loss(command.owner, command.clearing, 1)]))
    yield Under(CONVERT, PieceReplaced(seat, command.owner, command.clearing, "warrior", "warrior", wounded))


# --- 10.4.3-III Sanctify ----------------------------------------------------------------------------------------------

SANCTIFY = "10.4.3-III"


def legal_sanctifications(game: Game, seat: int) -> list[Offer]:
    if not can_afford(game, "sanctify") or not _gardens_left(game, seat):
        return []
    rows = [
        (clearing, owner, kind)
        for clearing in outcast_clearings(game)
        if may_place(game, seat, clearing)
        for owner, kind in dict.fromkeys(game.buildings[clearing])
        if owner != seat
    ]
    return [Offer(Sanctify, ("clearing", "owner", "building"), rows)] if rows else []


def _gardens_left(game: Game, seat: int) -> int:
    return game.stock[seat][GARDENS[_cult(game).outcast or ""]]


def sanctify(game: Game, seat: int, command: Sanctify, chance: Chance) -> Iterator[Happening]:
    """10.4.3-III: an enemy building is replaced by a garden of the clearing's suit, for a point."""
    _check(game, "sanctify", command.clearing, SANCTIFY)
    check_other(game, seat, command.owner)
    if (command.owner, command.building) not in game.buildings[command.clearing]:
        raise Refusal(
            "NOT_A_BUILDING", SANCTIFY, piece=command.building, clearing=command.clearing, owner=command.owner
        )
    check_may_place(game, seat, command.clearing)
    garden = GARDENS[game.paths.suits[command.clearing]]
    if not game.stock[seat][garden]:
        raise Refusal("NO_GARDEN_OF_SUIT", SANCTIFY, suit=game.paths.suits[command.clearing])
    yield from _conspire(game, "sanctify", command.clearing, SANCTIFY)
    yield Under(SANCTIFY, PieceReplaced(seat, command.owner, command.clearing, command.building, garden))
    yield from score(game, seat, SANCTIFY, Term("building_removed", 1, 1, SANCTIFY))


DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    CrusadeBattle: crusade_battle,
    CrusadeMove: crusade_move,
    CrusadeFollowUp: crusade_follow_up,
    Convert: convert,
    Sanctify: sanctify,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    CrusadeBattle: legal_crusade_battles,
    CrusadeMove: legal_crusade_moves,
    CrusadeFollowUp: legal_follow_ups,
    Convert: legal_conversions,
    Sanctify: legal_sanctifications,
}
