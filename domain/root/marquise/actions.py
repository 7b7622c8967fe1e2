"""The Marquise's Daylight: three actions, and one for each bird card spent (6.5)."""

from collections import Counter
from collections.abc import Callable, Iterator

from domain.root.battle.declaring import check_battle, legal_battles, start_battle
from domain.root.cards import BIRD, SUIT_OF, matches
from domain.root.checks import check_clearing, check_in_hand, check_matches, check_open_slot, check_rules, check_sorted
from domain.root.events import PiecesPlaced, Placed
from domain.root.factions import BUILD_COST, BUILD_POINTS, WORKS
from domain.root.marquise.commands import Battle, Build, EndMarch, March, Overwork, Recruit, SpendBird
from domain.root.marquise.events import ActionGained, ActionTaken, MarchEnded, WoodSpent
from domain.root.marquise.wood import connected_wood, legal_wood
from domain.root.moving import can_move, check_move, legal_moves, move
from domain.root.piles import pile
from domain.root.rule import open_slots, ruled_by
from domain.root.scoring import score
from domain.root.state import Game, Marquise
from domain.root.steps import ask
from domain.table.chance import Chance
from domain.table.messages import Command, Term
from domain.table.offers import Offer, SomeOf
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under


def _marquise(game: Game) -> Marquise:
    assert game.marquise is not None
    return game.marquise


def _clearings(game: Game) -> range:
    return range(1, len(game.buildings))


def _check_action(game: Game) -> None:
    if not _marquise(game).actions_left:
        raise Refusal("NO_ACTION_LEFT", "6.5")


def _action(seat: int, action: str, clause: str) -> Under:
    return Under(clause, ActionTaken(seat, action))  # type: ignore[arg-type]


# --- 6.5 Extra actions ------------------------------------------------------------------------------------------------


def legal_birds(game: Game, seat: int) -> list[Offer]:
    rows = [(card,) for card in game.hands[seat] if SUIT_OF[card] == BIRD]
    return [Offer(SpendBird, ("card",), rows)] if rows else []


def spend_bird(game: Game, seat: int, command: SpendBird, chance: Chance) -> Iterator[Happening]:
    """6.5: a bird card is spent for one more action, also after the third."""
    check_in_hand(game, seat, command.card)
    if SUIT_OF[command.card] != BIRD:
        raise Refusal("BIRD_REQUIRED", "6.5", card=command.card)
    yield from pile(game, seat, command.card, "spent", "6.5")
    yield ActionGained(seat)


# --- 6.5.1 Battle -----------------------------------------------------------------------------------------------------


def legal_attacks(game: Game, seat: int) -> list[Offer]:
    rows = legal_battles(game, seat, _clearings(game)) if _marquise(game).actions_left else []
    return [Offer(Battle, ("clearing", "defender"), rows)] if rows else []


def battle(game: Game, seat: int, command: Battle, chance: Chance) -> Iterator[Happening]:
    """6.5.1: one battle."""
    _check_action(game)
    check_battle(game, seat, command.clearing, command.defender)
    yield _action(seat, "battle", "6.5.1")
    yield from start_battle(seat, command.clearing, command.defender)


# --- 6.5.2 March ------------------------------------------------------------------------------------------------------


def legal_marches(game: Game, seat: int) -> list[Offer]:
    if not _marquise(game).actions_left and not _marquise(game).marching:
        return []
    return legal_moves(game, seat, March, _clearings(game))


def march(game: Game, seat: int, command: March, chance: Chance) -> Iterator[Happening]:
    """6.5.2: up to two moves for one action."""
    second = _marquise(game).marching
    if not second:
        _check_action(game)
    check_move(game, seat, command.origin, command.destination, command.warriors)
    if not second:
        yield _action(seat, "march", "6.5.2")
    yield from move(seat, command.origin, command.destination, command.warriors, "6.5.2")
    if not second and can_move(game, seat, _clearings(game)):
        yield ask(seat, "march")
    else:
        yield MarchEnded(seat)


def end_march(game: Game, seat: int, command: EndMarch, chance: Chance) -> Iterator[Happening]:
    """6.5.2: the second move is optional."""
    yield MarchEnded(seat)


# --- 6.5.3 Recruit ----------------------------------------------------------------------------------------------------


def recruiters(game: Game, seat: int) -> list[int]:
    """6.5.3: the clearings of the recruiters, one entry each."""
    return [n for n in _clearings(game) for _ in range(game.building_count(n, seat, "recruiter"))]


def legal_recruiting(game: Game, seat: int) -> list[Offer]:
    marquise, places = _marquise(game), recruiters(game, seat)
    if not marquise.actions_left or marquise.recruited or not places or not game.supply[seat]:
        return []
    short = game.supply[seat]
    if short >= len(places):
        return [Offer(Recruit)]
    return [Offer(Recruit, free={"clearings": SomeOf(tuple(places), short, short)})]


def recruit(game: Game, seat: int, command: Recruit, chance: Chance) -> Iterator[Happening]:
    """6.5.3: one warrior at each recruiter, once a turn; with fewer warriors, as many as possible where she chooses."""
    _check_action(game)
    if _marquise(game).recruited:
        raise Refusal("ALREADY_USED_THIS_TURN", "6.5.3")
    places, warriors = recruiters(game, seat), game.supply[seat]
    if not places:
        raise Refusal("NO_RECRUITER", "6.5.3")
    if not warriors:
        raise Refusal("NO_WARRIOR_IN_SUPPLY", "6.5.3")
    if warriors < len(places):
        check_sorted(command.clearings)
        chosen = Counter(command.clearings)
        if len(command.clearings) != warriors or chosen - Counter(places):
            raise Refusal("ILLEGAL_CHOICE", "6.5.3", count=warriors, pieces=tuple(map(str, places)))
        places = list(command.clearings)
    elif command.clearings:
        raise Refusal("ILLEGAL_CHOICE", "6.5.3", count=0, pieces=())
    yield _action(seat, "recruit", "6.5.3")
    placed = tuple(Placed("warrior", n, count) for n, count in sorted(Counter(places).items()))
    yield Under("6.5.3", PiecesPlaced(seat, placed))


# --- 6.5.4 Build ------------------------------------------------------------------------------------------------------


def build_cost(game: Game, seat: int, kind: str) -> int:
    """6.5.4: the wood that the next building of a kind costs, by the column that it leaves."""
    return BUILD_COST[game.on_map(seat, kind)]


def legal_buildings(game: Game, seat: int) -> list[Offer]:
    if not _marquise(game).actions_left:
        return []
    ruled = ruled_by(game, seat)
    kinds = [kind for kind in WORKS if game.stock[seat][kind]]
    offers = []
    for clearing in ruled:
        if open_slots(game, clearing) > 0:
            wood = connected_wood(game, seat, clearing, ruled)
            for kind in kinds:
                cost = build_cost(game, seat, kind)
                if cost <= len(wood):
                    choice = SomeOf(tuple(wood), cost, cost)
                    offers.append(Offer(Build, ("building", "clearing"), [(kind, clearing)], {"wood": choice}))
    return offers


def build(game: Game, seat: int, command: Build, chance: Chance) -> Iterator[Happening]:
    """6.5.4: in a clearing she rules, for wood that is connected to it, scoring the printed points."""
    _check_action(game)
    check_clearing(game, command.clearing)
    check_rules(game, seat, command.clearing)
    check_open_slot(game, command.clearing)
    if not game.stock[seat][command.building]:
        raise Refusal("NO_PIECE_IN_SUPPLY", "6.5.4", piece=command.building)
    _check_wood(game, seat, command)
    points = BUILD_POINTS[command.building][game.on_map(seat, command.building)]
    yield _action(seat, "build", "6.5.4")
    if command.wood:
        yield WoodSpent(seat, command.wood)
    yield Under("6.5.4", PiecesPlaced(seat, (Placed(command.building, command.clearing, 1),)))
    yield from score(game, seat, "6.5.4", Term(command.building, 1, points, "6.5.4"))


def _check_wood(game: Game, seat: int, command: Build) -> None:
    cost = build_cost(game, seat, command.building)
    for clearing in command.wood:
        check_clearing(game, clearing)
    check_sorted(command.wood)
    if len(command.wood) != cost:
        raise Refusal("NOT_ENOUGH_WOOD", "6.5.4", cost=cost, given=len(command.wood))
    connected = Counter(connected_wood(game, seat, command.clearing, ruled_by(game, seat)))
    if Counter(command.wood) - connected:
        raise Refusal("WOOD_NOT_CONNECTED", "6.5.4", clearing=command.clearing)


# --- 6.5.5 Overwork ---------------------------------------------------------------------------------------------------


def legal_overwork(game: Game, seat: int) -> list[Offer]:
    if not _marquise(game).actions_left or not game.stock[seat]["wood"]:
        return []
    rows = [
        (clearing, card)
        for clearing in dict.fromkeys(legal_wood(game, seat))
        for card in game.hands[seat]
        if matches(card, game.paths.suits[clearing])
    ]
    return [Offer(Overwork, ("clearing", "card"), rows)] if rows else []


def overwork(game: Game, seat: int, command: Overwork, chance: Chance) -> Iterator[Happening]:
    """6.5.5: a card that matches a sawmill's clearing is spent for one wood there."""
    _check_action(game)
    check_clearing(game, command.clearing)
    if not game.building_count(command.clearing, seat, "sawmill"):
        raise Refusal("NO_SAWMILL_HERE", "6.5.5", clearing=command.clearing)
    check_in_hand(game, seat, command.card)
    check_matches(command.card, game.paths.suits[command.clearing])
    if not game.stock[seat]["wood"]:
        raise Refusal("NO_WOOD_IN_SUPPLY", "6.5.5")
    yield _action(seat, "overwork", "6.5.5")
    yield from pile(game, seat, command.card, "spent", "6.5.5")
    yield Under("6.5.5", PiecesPlaced(seat, (Placed("wood", command.clearing, 1),)))


DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    SpendBird: spend_bird,
    Battle: battle,
    March: march,
    EndMarch: end_march,
    Recruit: recruit,
    Build: build,
    Overwork: overwork,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    SpendBird: legal_birds,
    Battle: legal_attacks,
    March: legal_marches,
    EndMarch: lambda game, seat: [Offer(EndMarch)],
    Recruit: legal_recruiting,
    Build: legal_buildings,
    Overwork: legal_overwork,
}
