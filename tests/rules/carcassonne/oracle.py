"""A second opinion on a whole game, from its events alone, by walking over a grid of edges and half edges.

It shares nothing with the rules but the printed tiles, as the data files hold them: who occupies what, what is complete, what
it pays and to whom, which challenges are open and how they end, and what goes home, is worked out anew, in the plainest way.
"""

import json
from collections import Counter, defaultdict, deque
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from domain.carcassonne.messages import (
    BonusScored,
    ChallengeDeclared,
    ChallengeDrawn,
    ChallengeLapsed,
    ChallengeUnresolved,
    ChallengeWon,
    DeploySkipped,
    EscapeAwaited,
    FeatureScored,
    FinalScoringStarted,
    FollowerRecalled,
    GameStarted,
    GoodsAwarded,
    GoodsMajorityScored,
    PieceDeployed,
    PiecesReturned,
    RulingScored,
    SecondPartStarted,
    StackShuffled,
    TileDrawn,
    TilePlaced,
    TurnEnded,
)
from domain.table.lifecycle import GameFinished

SETS = ("base", "cult", "siege", "creativity", "inns-cathedrals", "traders-builders", "river-1", "river-2")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
WEIGHTS = {"follower": 1, "big": 2, "builder": 0, "pig": 0}
Cell = tuple[int, int]
# x, y and name of a segment.
Spot = tuple[int, int, str]
Feature = frozenset[Spot]
Pair = frozenset[Cell]
Tile = dict[str, Any]


@cache
def printed() -> dict[str, Tile]:
    """The printed tiles by id, as plain data."""
    tiles: dict[str, Tile] = {}
    for name in SETS:
        text = (resources.files("domain.carcassonne.data") / f"tiles-{name}.json").read_text(encoding="utf-8")
        tiles |= {tile["id"]: tile for tile in json.loads(text)["tiles"]}
    return tiles


class Lying(NamedTuple):
    """A tile on the table. `counts` is false for a joker that is worth nothing."""

    tile: Tile
    rot: int
    counts: bool


class Paid(NamedTuple):
    """What a feature pays, and to whom."""

    feature: Feature
    seats: tuple[int, ...]
    points: int


class Grid:
    """The features of a table full of tiles."""

    def __init__(self, tiles: dict[Cell, Lying]) -> None:
        self.tiles = tiles
        self.at_edge: dict[tuple[int, int, int], Spot] = {}
        self.at_half: dict[tuple[int, int, int], Spot] = {}
        self.spots: list[Spot] = []
        for (x, y), lying in tiles.items():
            self._read(x, y, lying)
        self.feature_of: dict[Spot, Feature] = {}
        beside = self._beside()
        for spot in self.spots:
            if spot not in self.feature_of:
                self._walk(spot, beside)

    def _read(self, x: int, y: int, lying: Lying) -> None:
        for kind, name in (("city", "cities"), ("road", "roads")):
            for index, segment in enumerate(lying.tile.get(name, ())):
                self.spots.append((x, y, f"{kind}:{index}"))
                for letter in segment["edges"]:
                    self.at_edge[x, y, ("NESW".index(letter) + lying.rot) % 4] = (x, y, f"{kind}:{index}")
        for index, farm in enumerate(lying.tile.get("farms", ())):
            self.spots.append((x, y, f"farm:{index}"))
            for half in farm["halves"]:
                self.at_half[x, y, (half + 2 * lying.rot) % 8] = (x, y, f"farm:{index}")
        if building_of(lying.tile):
            self.spots.append((x, y, "building"))

    def _beside(self) -> dict[Spot, list[Spot]]:
        beside: dict[Spot, list[Spot]] = defaultdict(list)
        for (x, y, edge), spot in self.at_edge.items():
            over = (x + STEPS[edge][0], y + STEPS[edge][1], (edge + 2) % 4)
            if over in self.at_edge:
                beside[spot].append(self.at_edge[over])
        for (x, y, half), spot in self.at_half.items():
            # The halves of two touching edges meet crosswise.
            dx, dy = STEPS[half // 2]
            over = (x + dx, y + dy, (half + (5 if half % 2 == 0 else 3)) % 8)
            if over in self.at_half:
                beside[spot].append(self.at_half[over])
        return beside

    def _walk(self, start: Spot, beside: dict[Spot, list[Spot]]) -> None:
        members, waiting = {start}, deque([start])
        while waiting:
            for other in beside[waiting.popleft()]:
                if other not in members:
                    members.add(other)
                    waiting.append(other)
        feature = frozenset(members)
        self.feature_of |= dict.fromkeys(members, feature)

    def segment(self, spot: Spot) -> Tile:
        """What is printed of a city, road or farm."""
        kind, _, index = spot[2].partition(":")
        name = {"city": "cities", "road": "roads", "farm": "farms"}[kind]
        segment: Tile = self.tiles[spot[:2]].tile[name][int(index)]
        return segment

    def around(self, cell: Cell) -> int:
        """How many of the eight cells all round hold tiles."""
        return len(neighbours(cell) & self.tiles.keys())

    def is_complete(self, feature: Feature) -> bool:
        kind = kind_of(feature)
        if kind == "building":
            return self.around(cell_of(feature)) == 8
        if kind == "farm":
            return False
        return all(
            (x + STEPS[edge][0], y + STEPS[edge][1]) in self.tiles
            for (x, y, edge), spot in self.at_edge.items()
            if spot in feature
        )

    def worth(self, feature: Feature) -> int:
        """The different tiles, and the shields, that count."""
        cells = {spot[:2] for spot in feature if self.tiles[spot[:2]].counts}
        shields = 0
        if kind_of(feature) == "city":
            shields = sum(self.segment(spot).get("shields", 0) for spot in feature if self.tiles[spot[:2]].counts)
        return len(cells) + shields

    def has(self, feature: Feature, mark: str) -> bool:
        return any(self.segment(spot).get(mark) for spot in feature)

    def goods(self, feature: Feature) -> Counter[str]:
        found = (self.segment(spot).get("goods") for spot in feature if self.tiles[spot[:2]].counts)
        return Counter(goods for goods in found if goods)

    def cities_of(self, farm: Feature) -> set[Feature]:
        return {
            self.feature_of[x, y, f"city:{city}"]
            for x, y, segment in farm
            for city in self.segment((x, y, segment))["cities"]
        }


def building_of(tile: Tile) -> str | None:
    return "abbey" if tile.get("abbey") else "shrine" if tile.get("shrine") else None


def kind_of(feature: Feature) -> str:
    return next(iter(feature))[2].partition(":")[0]


def cell_of(feature: Feature) -> Cell:
    return next(iter(feature))[:2]


def neighbours(cell: Cell) -> set[Cell]:
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {cell}


class Oracle:
    """Follows a game event by event, and raises AssertionError where it thinks otherwise."""

    def __init__(self, options: Tile, seats: int) -> None:
        self.options, self.seats = options, seats
        self.own = {f"OWN-{n}": tile for n, tile in enumerate(options.get("custom_tiles", ()), 1)}
        self.tiles: dict[Cell, Lying] = {}
        self.pieces: dict[Spot, tuple[int, str]] = {}
        self.challenges: set[Pair] = set()
        self.bonuses: dict[Spot, int] = {}
        self.scores = [0] * seats
        self.goods = [Counter[str]() for _ in range(seats)]
        self.complete_cities: set[Feature] = set()
        self.last: Cell | None = None
        self.part, self.turn_seat = 1, 0
        self.due = self.final = False
        self.happened: list[Any] = []
        self.builder_joined = False
        self.left = 0
        self.checked: Counter[str] = Counter()

    def follow(self, events: list[Any]) -> None:
        for event in events:
            self._happen(event)

    def _happen(self, event: Any) -> None:
        if self.due and isinstance(
            event, FeatureScored | ChallengeWon | GoodsAwarded | SecondPartStarted | EscapeAwaited | TurnEnded
        ):
            self._expect()
        match event:
            case StackShuffled():
                self.left += event.size
            case TileDrawn():
                self.left -= 1
            case GameStarted():
                self.tiles[event.x, event.y] = Lying(printed()[event.tile], event.rot, True)
            case TilePlaced():
                self._placed(event)
            case PieceDeployed():
                self._deployed(event)
            case DeploySkipped():
                self.due = True
            case FollowerRecalled():
                self.due = True
                self.happened = []
            case ChallengeDeclared():
                self.challenges.add(frozenset({(event.x, event.y), (event.other_x, event.other_y)}))
                assert event.seat != event.other_seat or self.options.get("self_challenge")
            case PiecesReturned():
                self._returned(event)
            case FeatureScored() | GoodsMajorityScored() | BonusScored() | RulingScored():
                self._scored(event)
            case GoodsAwarded():
                self.goods[event.seat] += Counter(wine=event.wine, grain=event.grain, cloth=event.cloth)
                self.happened.append(event)
            case ChallengeWon() | ChallengeDrawn() | ChallengeLapsed() | ChallengeUnresolved():
                self.challenges.remove(frozenset({(event.x, event.y), (event.other_x, event.other_y)}))
                self.happened.append(event)
            case SecondPartStarted():
                self._compare()
                self.checked["second part"] += 1
                assert self.part == 1, "a third part"
                assert self.builder_joined, "a second part that nothing has earned"
                self.part = 2
            case EscapeAwaited():
                self._compare()
            case TurnEnded():
                self._compare()
                assert self.part == 2 or not self.builder_joined or not self.left, "an earned second part is missing"
                self.part, self.turn_seat = 1, event.next_seat
                self.last = None
            case FinalScoringStarted():
                self._expect_final()
            case GameFinished():
                self._compare_final(event)

    def _placed(self, event: TilePlaced) -> None:
        shown = event.as_ or event.tile
        tile = self.own[shown] if shown in self.own else printed()[shown]
        counts = event.tile != "CR-1" or shown in self.own or self.options.get("blank_joker_scores", True)
        cell = self.last = (event.x, event.y)
        self._check_buildings(cell, tile)
        self.tiles[cell] = Lying(tile, event.rot, counts)
        grid = self.grid = Grid(self.tiles)
        effect = tile.get("effect", {"effect": "none"})
        if effect["effect"] == "bonus" and effect["on"] == "completed":
            self.bonuses[(*cell, effect["segment"])] = effect["points"]
        self.builder_joined = effect["effect"] == "extra_tile" or any(
            (*cell, segment) in grid.feature_of[spot]
            for spot, (seat, piece) in self.pieces.items()
            if seat == event.seat and piece == "builder"
            for segment in (f"{kind}:{n}" for kind in ("city", "road") for n in range(4))
        )
        self.happened, self.due = [], False

    def _check_buildings(self, cell: Cell, tile: Tile) -> None:
        kind = building_of(tile)
        if kind is None:
            return
        near = [other for other in neighbours(cell) & self.tiles.keys() if building_of(self.tiles[other].tile)]
        opposite = [other for other in near if building_of(self.tiles[other].tile) != kind]
        assert len(opposite) <= 1, "beside several buildings"
        if opposite and self.options.get("shrine_adjacency") == "strict":
            beyond = neighbours(opposite[0]) & self.tiles.keys()
            assert not any(building_of(self.tiles[other].tile) == kind for other in beyond), "strictly not beside it"

    def _deployed(self, event: PieceDeployed) -> None:
        spot = (event.x, event.y, event.segment)
        assert spot[:2] == self.last
        standing = [self.pieces[other] for other in self.grid.feature_of[spot] if other in self.pieces]
        if event.piece in ("builder", "pig"):
            assert any(seat == event.seat and WEIGHTS[piece] for seat, piece in standing)
        else:
            assert not standing, "deployed where somebody stands"
        self.pieces[spot] = (event.seat, event.piece)
        self.due = True

    def _returned(self, event: PiecesReturned) -> None:
        for piece in event.pieces:
            assert self.pieces.pop((piece.x, piece.y, piece.segment)) == (piece.seat, piece.piece)
        self.happened.append(event)

    def _scored(self, event: Any) -> None:
        for seat in event.seats:
            self.scores[seat] += event.points
        self.happened.append(event)

    # --- After a placement --------------------------------------------------------------------------------------------

    def _expect(self) -> None:
        """What the tile just laid does, worked out before the first of it happens."""
        assert self.last is not None
        self.due, self.happened = False, []
        grid = self.grid
        done = {
            feature
            for spot, feature in grid.feature_of.items()
            if (spot[:2] == self.last or (spot[2] == "building" and self.last in neighbours(spot[:2])))
            and grid.is_complete(feature)
        }
        held = {feature for feature in done if any(spot in self.pieces for spot in feature)}
        self.paid = {Paid(feature, self._owners(feature), self._complete_points(feature)) for feature in held}
        self.home = {spot for feature in held for spot in feature if spot in self.pieces}
        self.won, self.drawn, self.lapsed, self.lost = self._outcomes(
            {cell_of(f) for f in held if kind_of(f) == "building"}
        )
        self.got = Counter[str]()
        for feature in done:
            if kind_of(feature) == "city":
                self.complete_cities.add(feature)
                self.got += grid.goods(feature)
        self._check_challenges()

    def _check_challenges(self) -> None:
        """CSC-13: open are exactly those between opposite kinds, beside each other, held by different seats."""
        held = {spot[:2]: seat for spot, (seat, _) in self.pieces.items() if spot[2] == "building"}
        expected = {
            frozenset({one, other})
            for one, seat in held.items()
            for other in neighbours(one) & held.keys()
            if building_of(self.tiles[one].tile) != building_of(self.tiles[other].tile)
            and (seat != held[other] or self.options.get("self_challenge"))
        }
        assert self.challenges == expected, "other challenges are open"

    def _outcomes(self, done: set[Cell]) -> tuple[set[tuple[Cell, Cell]], set[Pair], set[frozenset[Cell]], set[Spot]]:
        won: set[tuple[Cell, Cell]] = set()
        drawn: set[Pair] = set()
        for pair in self.challenges:
            if pair <= done:
                drawn.add(pair)
            elif pair & done:
                (winner,), (loser,) = pair & done, pair - done
                won.add((winner, loser))
        beaten = {loser for _, loser in won}
        lapsed = {pair for pair in self.challenges if pair & beaten and not pair & done}
        return won, drawn, lapsed, {(*cell, "building") for cell in beaten}

    def _owners(self, feature: Feature) -> tuple[int, ...]:
        weights: Counter[int] = Counter()
        for spot in feature:
            if spot in self.pieces:
                seat, piece = self.pieces[spot]
                weights[seat] += WEIGHTS[piece]
        greatest = max(weights.values())
        return tuple(sorted(seat for seat, weight in weights.items() if weight == greatest))

    def _complete_points(self, feature: Feature) -> int:
        grid, kind = self.grid, kind_of(feature)
        bonus = sum(points for spot, points in self.bonuses.items() if spot in feature)
        if kind == "building":
            return 9 + bonus
        if kind == "road":
            return (2 if grid.has(feature, "inn") else 1) * grid.worth(feature) + bonus
        factor = 2 + grid.has(feature, "cathedral") - grid.has(feature, "besieged")
        small = self.options.get("small_city_points") == "two" and len({spot[:2] for spot in feature}) == 2
        if small and not grid.has(feature, "besieged") and not grid.has(feature, "cathedral"):
            factor = 1
        return factor * grid.worth(feature) + bonus

    def _compare(self) -> None:
        """What has happened since `_expect`, against what was expected."""
        if self.last is None or not hasattr(self, "paid"):
            return
        events = self.happened
        scored = {self._paid_by(event) for event in events if isinstance(event, FeatureScored)}
        assert scored == self.paid
        assert all(event.complete for event in events if isinstance(event, FeatureScored))
        for reason, spots in (("scored", self.home), ("challenge_lost", self.lost)):
            gone = [event for event in events if isinstance(event, PiecesReturned) and event.reason == reason]
            assert {(p.x, p.y, p.segment) for event in gone for p in event.pieces} == spots
        assert {((e.x, e.y), (e.other_x, e.other_y)) for e in events if isinstance(e, ChallengeWon)} == self.won
        assert _pairs(events, ChallengeDrawn) == self.drawn
        assert _pairs(events, ChallengeLapsed) == self.lapsed
        goods = [event for event in events if isinstance(event, GoodsAwarded)]
        assert all(event.seat == self.turn_seat for event in goods)
        assert sum((Counter(wine=e.wine, grain=e.grain, cloth=e.cloth) for e in goods), Counter()) == self.got
        self._check_challenges()
        self._check_companions()
        for name in ("paid", "won", "drawn", "lapsed", "got"):
            self.checked[name] += bool(getattr(self, name))
        del self.paid
        self.happened = []

    def _check_companions(self) -> None:
        for spot, (seat, piece) in self.pieces.items():
            if not WEIGHTS[piece]:
                beside = [self.pieces[other] for other in self.grid.feature_of[spot] if other in self.pieces]
                assert any(owner == seat and WEIGHTS[kind] for owner, kind in beside), "a companion without a follower"

    def _paid_by(self, event: FeatureScored) -> Paid:
        feature = self.grid.feature_of[event.x, event.y, event.segment]
        building = building_of(self.tiles[event.x, event.y].tile)
        shown = "shrine" if event.segment == "building" and building == "shrine" else kind_of(feature)
        assert event.kind == shown
        return Paid(feature, event.seats, event.points)

    # --- At the end ---------------------------------------------------------------------------------------------------

    def _expect_final(self) -> None:
        grid = self.grid = Grid(self.tiles)
        self.happened = []
        self.open_at_end = set(self.challenges)
        held = {grid.feature_of[spot] for spot in self.pieces}
        assert not any(grid.is_complete(feature) for feature in held)
        self.final_paid: Counter[Paid] = Counter()
        for feature in held:
            if kind_of(feature) == "farm":
                self._expect_farm(feature)
            else:
                self.final_paid[Paid(feature, self._owners(feature), self._unfinished_points(feature))] += 1
        awarded = sum(self.goods, Counter())
        printed_on_complete: Counter[str] = Counter()
        for feature in {f for f in grid.feature_of.values() if kind_of(f) == "city" and grid.is_complete(f)}:
            printed_on_complete += grid.goods(feature)
        assert awarded == printed_on_complete, "goods that no completed city holds"

    def _unfinished_points(self, feature: Feature) -> int:
        grid, kind = self.grid, kind_of(feature)
        if kind == "building":
            return 1 + grid.around(cell_of(feature))
        if kind == "road":
            return 0 if grid.has(feature, "inn") else grid.worth(feature)
        return 0 if grid.has(feature, "besieged") or grid.has(feature, "cathedral") else grid.worth(feature)

    def _expect_farm(self, farm: Feature) -> None:
        grid = self.grid
        herd = grid.has(farm, "pig_herd")
        by_points: dict[int, list[int]] = defaultdict(list)
        pigs = {self.pieces[spot][0] for spot in farm if self.pieces.get(spot, (0, ""))[1] == "pig"}
        for seat in self._owners(farm):
            each = 3 + (seat in pigs) + herd
            points = sum(
                each * (2 if grid.has(city, "besieged") else 1)
                for city in grid.cities_of(farm)
                if grid.is_complete(city)
            )
            by_points[seat in pigs, points].append(seat)  # type: ignore[index]
        for (_, points), seats in by_points.items():  # type: ignore[misc]
            self.final_paid[Paid(farm, tuple(sorted(seats)), points)] += 1

    def _compare_final(self, event: GameFinished) -> None:
        scored = Counter(self._paid_by(e) for e in self.happened if isinstance(e, FeatureScored))
        assert scored == self.final_paid
        assert _pairs(self.happened, ChallengeUnresolved) == self.open_at_end
        majorities = {}
        for name in ("wine", "grain", "cloth"):
            most = max(goods[name] for goods in self.goods)
            if most:
                majorities[name] = tuple(seat for seat in range(self.seats) if self.goods[seat][name] == most)
        found = {e.goods: e.seats for e in self.happened if isinstance(e, GoodsMajorityScored)}
        assert found == majorities
        assert all(e.points == 10 for e in self.happened if isinstance(e, GoodsMajorityScored))
        assert list(event.scores) == self.scores
        self.checked["unresolved"] += bool(self.open_at_end)


def _pairs(events: list[Any], kind: type) -> set[Pair]:
    return {frozenset({(e.x, e.y), (e.other_x, e.other_y)}) for e in events if isinstance(e, kind)}
