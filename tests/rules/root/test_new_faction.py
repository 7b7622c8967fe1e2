"""A further faction is a sibling of the others: it needs what the guide names, and nothing else ("Adding a faction")."""

from collections import Counter
from itertools import permutations

import pytest

from domain.root import changes, commands, dominance, effects, events, stages
from domain.root.battle import changes as battle_changes
from domain.root.battle import steps as battle
from domain.root.cards import CARDS
from domain.root.commands import Craft
from domain.root.crafting import ready_pieces
from domain.root.drawing import boards, written_boards
from domain.root.drawing.figures import FIGURES
from domain.root.drawing.names import LETTERS, MARKS
from domain.root.drawing.palette import INKS, STYLES
from domain.root.drawing.symbols import BUILDINGS, TOKENS
from domain.root.events import CardCrafted, Loss, PiecesRemoved, WarriorsMoved
from domain.root.factions import CRAFTING_CLAUSE, CRAFTING_PIECE, NAMES, STOCK, is_building
from domain.root.marquise.commands import DeclineFieldHospitals, March
from domain.root.options import FACTIONS, GameOptions
from domain.root.roster import ROSTER
from domain.root.rule import open_slots, ruler
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.root.woodland import paths
from domain.table.messages import Event
from domain.table.rulebook import Under
from tests.rules.root import games
from tests.rules.root.hedgehogs import NAME, PayToll, Settle, TollPaid, join
from tests.rules.root.invariants import Invariants
from tests.rules.root.positions import asked, dictated, done, go_on, happen, kinds, of, position, refused, scored

FOUR = ("cult", "marquise", "eyrie", NAME)
SEATINGS = tuple(permutations(FOUR))
HEDGEHOG = 3
FOXES, MICE = (paths("autumn").by_suit[suit] for suit in ("fox", "mouse"))


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> None:
    join(monkeypatch)


# --- The lists that a faction is in -----------------------------------------------------------------------------------


def test_the_roster_and_the_boards_have_the_factions_that_may_be_chosen_in_their_order() -> None:
    assert tuple(ROSTER) == FACTIONS
    assert set(NAMES) == set(FACTIONS)


def test_no_two_factions_share_a_letter_a_kind_of_piece_a_command_or_an_event() -> None:
    assert len({faction.letter for faction in ROSTER.values()}) == len(ROSTER)
    owned = Counter(kind for stock in STOCK.values() for kind in stock)
    own = Counter(kind for faction in ROSTER.values() for kind in (*faction.commands, *faction.events))
    assert set(owned.values()) == {1}
    assert set(own.values()) == {1}
    assert own.keys().isdisjoint((*commands.COMMANDS, *events.EVENTS))


def test_every_faction_answers_for_its_commands_and_for_none_that_are_answered_for_already() -> None:
    shared = {*stages.DECIDE, *battle.DECIDE, *effects.DECIDE, *dominance.DECIDE, commands.ChooseStart, commands.Craft}
    for faction in ROSTER.values():
        assert set(faction.commands) <= faction.decide.keys() == faction.offers.keys()
        assert faction.decide.keys().isdisjoint(shared)
        assert (
            set(faction.events) <= faction.evolve.keys() <= {*faction.events, *changes.EVOLVE, *battle_changes.EVOLVE}
        )


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_faction_is_drawn_with_a_board_colours_a_figure_and_all_its_pieces(faction: str) -> None:
    assert all(faction in drawn for drawn in (boards.OWN, written_boards.OWN, FIGURES, LETTERS, INKS))
    assert {f"{part}-{faction}" for part in ("of", "tile", "rule", "hem", "board", "band")} <= STYLES.keys()
    for kind in STOCK[faction]:
        assert kind in (BUILDINGS.keys() & MARKS.keys() if is_building(kind) else TOKENS)


def test_factions_and_buildings_have_letters_of_their_own() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS)
    assert len(set(MARKS.values())) == len(MARKS)


@pytest.mark.clause("core-10")
@pytest.mark.parametrize("faction", FACTIONS)
def test_every_board_names_a_crafting_piece_that_the_faction_owns_and_a_clause_that_there_is(faction: str) -> None:
    assert any(kind.partition("-")[0] == CRAFTING_PIECE[faction] for kind in STOCK[faction])
    assert CRAFTING_CLAUSE[faction] in {clause.id for clause in rulebook.law}


def test_a_table_has_three_seats_where_nobody_says_however_many_factions_there_are() -> None:
    assert rulebook.usual_seats == 3
    assert GameOptions().factions_of(3) == FACTIONS[:3]


# --- A fourth faction at the table ------------------------------------------------------------------------------------


def _view_and_judge(game: Game) -> None:
    for viewer in (None, *range(game.seats)):
        view = rulebook.view(game, viewer)
        assert [seat.faction for seat in view.seats] == list(game.factions)
        rulebook.scene(view)
    for seat in range(game.seats):
        rulebook.estimate(game, seat)


@pytest.mark.slow
@pytest.mark.usefixtures("joined")
@pytest.mark.parametrize("number", range(6))
def test_whole_games_of_four_keep_all_invariants(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    seating = SEATINGS[number * 5 % len(SEATINGS)]
    monkeypatch.setattr(games, "options_for", lambda _: GameOptions(seating))
    holds, seen = Invariants(), Counter[str]()

    def watch(game: Game, event: Event) -> None:
        holds(game, event)
        seen[type(event).__name__] += 1
        if sum(seen.values()) % 400 == 0:
            _view_and_judge(game)

    game = games.play_out(number, watch)

    assert game.over
    assert game.set_up == ["marquise", "eyrie", NAME, "cult"]
    assert seen["TollPaid"]


@pytest.mark.usefixtures("joined")
def test_it_plays_with_any_of_the_others_at_two_and_three_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, others in enumerate(
        (("cult",), ("marquise",), ("eyrie",), ("marquise", "cult"), ("eyrie", "marquise"))
    ):
        monkeypatch.setattr(games, "options_for", lambda _, seats=(NAME, *others): GameOptions(seats))
        assert games.play_out(number, Invariants()).over


@pytest.mark.usefixtures("joined")
def test_a_building_of_its_own_takes_a_slot_and_counts_for_rule() -> None:
    game = position("settling", f"{NAME} 5 warrior\nmarquise 5 warrior", active=HEDGEHOG, factions=FOUR)
    slots = open_slots(game, 5)
    assert ruler(game, 5) is None
    assert refused(game, HEDGEHOG, Settle("burrow", 5)) == "NO_RULE"

    game = position("settling", f"{NAME} 5 warrior burrow bramble\nmarquise 5 warrior", active=HEDGEHOG, factions=FOUR)

    assert (is_building("burrow"), is_building("bramble")) == (True, False)
    assert open_slots(game, 5) == slots - 1
    assert ruler(game, 5) == HEDGEHOG


@pytest.mark.usefixtures("joined")
@pytest.mark.clause("core-10")
def test_it_crafts_with_a_token_each_once_a_turn_under_the_clause_of_its_board() -> None:
    one, other = "anvil#1", "codebreakers#1"
    game = position(
        "settling",
        f"{NAME} {FOXES[0]} bramble\n{NAME} {MICE[0]} bramble",
        hands={HEDGEHOG: [one, other]},
        factions=FOUR,
    )
    assert ready_pieces(game, HEDGEHOG) == sorted((FOXES[0], MICE[0]))

    first = next(rulebook.decide(game.copy(), HEDGEHOG, Craft(one, (FOXES[0],)), dictated({})))

    assert isinstance(first, Under)
    assert (first.clause, type(first.event)) == ("core-10", CardCrafted)
    assert refused(game, HEDGEHOG, Craft(one, (FOXES[1],))) == "COST_NOT_PAID"
    assert scored(done(game, HEDGEHOG, Craft(one, (FOXES[0],))), HEDGEHOG) == 2
    assert refused(game, HEDGEHOG, Craft(other, (FOXES[0],))) == "CRAFTING_PIECE_USED"
    done(game, HEDGEHOG, Craft(other, (MICE[0],)))
    assert ready_pieces(game, HEDGEHOG) == []


@pytest.mark.usefixtures("joined")
@pytest.mark.clause("core-9.2", "core-9.3")
def test_its_pieces_score_for_whoever_removes_them() -> None:
    favor = next(card for card in CARDS if card.startswith("favor-of-the-foxes"))
    pieces = f"""
        {NAME} {FOXES[0]} warrior burrow bramble
        marquise {FOXES[1]} workshop
        marquise {FOXES[2]} workshop
        marquise {FOXES[3]} workshop
    """
    game = position("actions", pieces, hands={1: [favor]}, factions=FOUR)

    happened = done(game, 1, Craft(favor, FOXES[1:]))

    (removed,) = of(happened, PiecesRemoved)
    assert {kind for loss in removed.losses for kind in loss.pieces} == {"warrior", "burrow", "bramble"}
    assert scored(happened, 1) == 2
    assert game.stock[HEDGEHOG] == STOCK[NAME]


# --- What is due to a faction by what others do -----------------------------------------------------------------------


@pytest.mark.usefixtures("joined")
def test_what_is_due_to_it_is_decided_before_anything_else_goes_on() -> None:
    held = ["anvil#1", "armorers#1"]
    game = position("actions", f"marquise 1 warrior*3\n{NAME} 5 bramble", hands={1: held}, factions=FOUR)

    done(game, 1, March(1, 5, 2))
    # The second move of the march is asked for first: it belongs to the same command.
    assert asked(game) == [(1, "march")]
    done(game, 1, March(1, 9, 1))

    assert asked(game) == [(1, "toll")]
    happened = done(game, 1, PayToll("anvil#1"))
    assert of(happened, TollPaid) == [TollPaid(1, HEDGEHOG, "anvil#1")]
    assert game.hands[HEDGEHOG] == game.known[HEDGEHOG] == ["anvil#1"]
    assert asked(game) == [(1, "actions")]


@pytest.mark.usefixtures("joined")
def test_what_is_due_to_several_comes_in_the_order_of_the_roster() -> None:
    pieces = f"""
        cult      9 garden-mouse
        marquise  1 keep
        marquise  9 warrior
        marquise  5 warrior
        eyrie     1 warrior
        {NAME}    5 bramble
    """
    game = position("actions", pieces, hands={1: ["anvil#1"]}, factions=FOUR)
    lost = (Loss(0, 9, 0, ("garden-mouse",)), Loss(1, 9, 1))
    happen(game, WarriorsMoved(2, 1, 5, 1), PiecesRemoved(2, lost, "favor", ((9, 1),), ("garden-mouse",)))

    happened = go_on(game)

    assert kinds(happened) == ["FaithfulFeared", "DecisionRequested"]
    assert asked(game) == [(1, "hospitals")]
    # The Eyrie has no card to give.
    assert kinds(done(game, 1, DeclineFieldHospitals())) == ["FieldHospitalsDeclined", "TollPaid", "CardsDrawn"]
