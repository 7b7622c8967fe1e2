"""Lost Souls: the pile that everybody may look through, each card with where it came from, and the pile's whole past."""

import random
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from domain.root.cards import CARDS, SUIT_OF
from domain.root.cult.events import LostSoulsEmptied, OutcastAdjusted, OutcastChosen
from domain.root.cult.outcast import next_designation
from domain.root.events import CardPiled, CardsDrawn, DeckReshuffled, DominanceTaken, TurnStarted
from domain.root.piles import open_cards
from domain.root.state import Game
from domain.table.lifecycle import Redo, Undo
from domain.table.messages import ARBITER
from domain.table.refusals import Refusal
from domain.table.rulebook import Under
from domain.table.seeing import seen_record
from domain.table.table import Table, fold
from projections import PILES, concerns, piles_of, rows_of
from projections.lost_souls import LostSouls, LostSoulsSheet, read_lost_souls, sheet_of
from projections.lost_souls.sheet import Counts, PiledCard, Verdict
from projections.lost_souls.words import past_told, told
from tests.projections.root_tables import CULT, EYRIE, MARQUISE, at_every_version, let_happen, move, played, rooted
from tests.table.play import Play, begun

WITHOUT_CULT = ("marquise", "eyrie")

# By cause, the clauses that cards go to a pile by, and the zone they leave.
ORIGINS = {
    ("spent", "6.2.3"): "hand",
    ("spent", "6.5"): "hand",
    ("spent", "6.5.5"): "hand",
    ("spent", "10.5.3"): "revealed",
    ("spent", "core-11"): "hand",
    ("played", "core-8.1"): "battle",
    ("crafted", "core-10"): "hand",
    ("hand_limit", "core-5.7"): "hand",
    ("random", "10.2.5"): "hand",
    ("used_up", "card-armorers"): "play",
    ("used_up", "card-sappers"): "play",
    ("used_up", "card-royal-claim"): "play",
    ("purged", "7.7.2"): "decree",
}


def ids(cards: Sequence[PiledCard]) -> list[str]:
    return [one.card for one in cards]


def fits(sheet: LostSoulsSheet, table: Table) -> None:
    """The sheet is what lies on the table."""
    game: Game = table.game
    assert ids(sheet.cards) == game.lost_souls
    assert ids(sheet.discard) == game.discard
    assert ids(sheet.available) == game.available
    assert (sheet.version, sheet.turn) == (table.version, game.turn)
    assert sheet.counts.total == len(game.lost_souls)
    if game.cult is not None and game.cult.outcast is not None:
        assert (sheet.outcast, sheet.hated) == (game.cult.outcast, game.cult.hated)
        assert sheet.next == Verdict(*next_designation(game))
    else:
        assert (sheet.outcast, sheet.hated, sheet.next) == (None, False, None)


def zone_in(game: Game, seat: int, card: str) -> str:
    """Where a card lies in front of its seat."""
    if card in game.hands[seat]:
        return "hand"
    if card in game.play[seat]:
        return "play"
    if game.battle and (seat, card) in game.battle.cards:
        return "battle"
    return "revealed" if game.cult and card in [one for one, _ in game.cult.revealed] else "decree"


def fell(card: str, seat: int, to: str = "lost_souls", cause: str = "spent", why: str = "core-11") -> Under:
    return Under("10.2.6", CardPiled(seat, card, cause, to, why))  # type: ignore[arg-type]


def dealt(**hands: Sequence[str]) -> Play:
    """A table with an Outcast of mouse, where further cards are in hand, in the first turn of the Marquise."""
    play = rooted()
    # Whoever holds one of these by chance gives way: the cards are wanted in another hand.
    game: Game = play.table.game
    for seat, name in enumerate(("cult", "marquise", "eyrie")):
        wanted = [card for card in hands.get(name, ()) if card not in game.hands[seat]]
        assert set(wanted) <= set(game.deck), "these seeds deal a card that the test wants"
        let_happen(play, CardsDrawn(seat, len(wanted), tuple(wanted)))
    let_happen(play, OutcastChosen(CULT, "mouse"), TurnStarted(MARQUISE, 1))
    return play


# --- The piles now ----------------------------------------------------------------------------------------------------


def test_the_pile_in_its_order_with_where_each_card_came_from_is_for_everybody_to_see() -> None:
    play = dealt(cult=["anvil#1"], eyrie=["armorers#1"])
    let_happen(play, fell("armorers#1", EYRIE, cause="hand_limit", why="core-5.7"))
    let_happen(play, TurnStarted(CULT, 2), fell("anvil#1", CULT, why="10.2.5", cause="random"))
    sheet = sheet_of(play.table)
    version, at = play.version, play.now
    assert sheet.cards == (
        PiledCard(
            "armorers#1", "Armorers", "bird", "persistent", EYRIE, "hand", "hand_limit", "core-5.7",
            version - 2, at - 2_000_000, 1, MARQUISE, version - 2,
        ),
        PiledCard(
            "anvil#1", "Anvil", "fox", "item", CULT, "hand", "random", "10.2.5", version, at, 2, CULT, version,
        ),
    )  # fmt: skip
    assert (sheet.seen_by, sheet.law, sheet.cult) == ("everybody", "10.2.6", CULT)
    assert sheet.counts == Counts(fox=1, rabbit=0, mouse=0, bird=1)
    assert (sheet.outcast, sheet.hated, sheet.next) == ("mouse", False, Verdict("fox", "fox", False))
    assert (sheet.turn, sheet.active) == (2, CULT)


def test_before_the_game_begins_and_while_it_is_set_up_the_piles_are_empty() -> None:
    first = next(at_every_version(rooted().table))
    for table in (first, rooted().table):
        sheet = sheet_of(table)
        assert (sheet.cards, sheet.discard, sheet.available, sheet.emptyings) == ((), (), (), ())
        assert (sheet.cult, sheet.turn, sheet.active, sheet.outcast, sheet.next) == (CULT, 0, None, None, None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_piles_are_those_of_the_game_at_every_version(seed: int) -> None:
    for table in at_every_version(played(seed).table):
        if table.game is not None:
            fits(sheet_of(table), table)


def test_every_cause_with_its_clause_and_the_zone_that_the_card_lay_in() -> None:
    origins: Counter[tuple[str, str]] = Counter()
    seed = 0
    while set(origins) != set(ORIGINS) and seed < 200:
        table = played(seed).table
        cards = {(c.version, c.card): c for e in sheet_of(table).emptyings for c in e.cards}
        before = fold(table.id, table.rulebook, table.records[: table.setup_end])
        for record in table.records[table.setup_end :]:
            event = record.event
            if isinstance(event, CardPiled) and (before.version + 1, event.card) in cards:
                card = cards[before.version + 1, event.card]
                origin = (card.cause, card.clause)
                assert card.zone == ORIGINS[origin] == zone_in(before.game, event.seat, event.card)
                assert card.clause in table.rulebook.law
                assert (card.seat, card.at, card.turn) == (event.seat, record.at, before.game.turn)
                assert card.active == before.game.active
                assert (card.suit, card.name) == (SUIT_OF[card.card], CARDS[card.card].name)
                origins[origin] += 1
            before.apply(record)
        seed += 1
    assert set(origins) == set(ORIGINS), f"not seen in {seed} games: {set(ORIGINS) - set(origins)}"


@pytest.mark.parametrize("previous", [True, False])
def test_what_would_follow_now_knows_whether_the_choice_at_set_up_counts(previous: bool) -> None:
    """D4: the first time, the suit that was chosen may win without being Hated."""
    play = rooted(setup_is_previous=previous)
    let_happen(play, CardsDrawn(CULT, 1, ("anvil#1",)), OutcastChosen(CULT, "fox"), fell("anvil#1", CULT))
    fits(sheet_of(play.table), play.table)
    assert sheet_of(play.table).next == Verdict("fox", "fox", previous)


# --- The past ---------------------------------------------------------------------------------------------------------


def test_an_emptying_tells_what_lay_there_what_it_decided_and_where_each_card_went() -> None:
    play = dealt(cult=["anvil#1", "dominance-fox#1"])
    let_happen(play, fell("anvil#1", CULT), fell("dominance-fox#1", CULT), TurnStarted(CULT, 2))
    cards = sheet_of(play.table).cards
    let_happen(play, OutcastAdjusted(CULT, 2, 0, 0, 0, "fox", "mouse", "fox", False, False))
    half = sheet_of(play.table)
    assert (half.cards, half.emptyings, half.outcast) == (cards, (), "fox"), "adjusted, and not emptied yet"
    let_happen(play, LostSoulsEmptied(CULT, ("anvil#1",), ("dominance-fox#1",)))
    sheet = sheet_of(play.table)
    (emptying,) = sheet.emptyings
    assert (emptying.version, emptying.adjusted, emptying.at) == (play.version, play.version - 1, play.now)
    assert (emptying.turn, emptying.cards, emptying.counts) == (2, cards, Counts(2, 0, 0, 0))
    assert (emptying.winner, emptying.outcast_before, emptying.outcast_after) == ("fox", "mouse", "fox")
    assert (emptying.hated_before, emptying.hated_after) == (False, False)
    assert (emptying.to_discard, emptying.to_available) == (("anvil#1",), ("dominance-fox#1",))
    assert (sheet.cards, sheet.counts, sheet.next) == ((), Counts(0, 0, 0, 0), Verdict(None, "fox", True))
    assert sheet.discard == (msgspec.structs.replace(cards[0], since=play.version),)
    assert sheet.available == (msgspec.structs.replace(cards[1], since=play.version),)


def test_the_discard_pile_is_gone_once_it_is_the_deck_and_an_available_card_once_it_is_taken() -> None:
    play = dealt(cult=["anvil#1", "dominance-fox#1"])
    let_happen(play, fell("anvil#1", CULT, "discard"), fell("dominance-fox#1", CULT, "available"))
    let_happen(play, DeckReshuffled(1), DominanceTaken(EYRIE, "dominance-fox#1"))
    sheet = sheet_of(play.table)
    assert (sheet.discard, sheet.available) == ((), ())
    [reshuffle] = sheet.reshuffles
    assert (reshuffle.version, reshuffle.size, reshuffle.turn) == (play.version - 1, 1, 1)


@pytest.mark.parametrize("seed", range(8))
def test_the_timeline_adds_up(seed: int) -> None:
    """Each card that came lies in the pile, or was in one emptying, and went where it says; outcasts follow each other."""
    table = played(seed).table
    sheet = sheet_of(table)
    assert sheet.emptyings
    arrivals = [(e.version, e.card) for e in (c for each in sheet.emptyings for c in each.cards)]
    arrivals += [(c.version, c.card) for c in sheet.cards]
    piled = [
        (version, event.card)
        for version, event in ((v, table.records[v - 1].event) for v in table.history.line())
        if isinstance(event, CardPiled)
    ]
    assert arrivals == piled
    outcast, hated, until = None, False, 0
    for emptying in sheet.emptyings:
        assert isinstance(table.records[emptying.version - 1].event, LostSoulsEmptied)
        assert isinstance(table.records[emptying.adjusted - 1].event, OutcastAdjusted)
        suits = Counter(SUIT_OF[card] for card in ids(emptying.cards))
        assert msgspec.structs.asdict(emptying.counts) == {
            suit: suits[suit] for suit in ("fox", "rabbit", "mouse", "bird")
        }
        assert sorted(emptying.to_discard + emptying.to_available) == sorted(ids(emptying.cards))
        assert all(CARDS[card].kind == "dominance" for card in emptying.to_available)
        assert all(until < card.version < emptying.version for card in emptying.cards)
        assert outcast in (None, emptying.outcast_before)
        assert hated == emptying.hated_before
        outcast, hated, until = emptying.outcast_after, emptying.hated_after, emptying.version
    assert (sheet.outcast, sheet.hated) == (outcast, hated)
    moved = Counter(card for e in sheet.emptyings for card in (*e.to_discard, *e.to_available))
    kept = Counter(ids((*sheet.discard, *sheet.available)))
    assert not kept - moved, "only emptyings fill the other piles while the Cult plays"


# --- Undo, rebuild, secrets -------------------------------------------------------------------------------------------


def since_then(sheet: LostSoulsSheet, version: int) -> LostSoulsSheet:
    return msgspec.structs.replace(sheet, version=version)


@pytest.mark.parametrize("seed", range(4))
def test_the_piles_follow_undo_and_redo_to_what_they_were(seed: int) -> None:
    play, rng = rooted(seed), random.Random(seed)
    jumps = 0
    for _ in range(150):
        if not play.table.prompts:
            break
        move(play, rng)
        if rng.random() < 0.2:
            to = rng.randrange(play.table.setup_end, play.version + 1)
            before = sheet_of(play.table)
            if isinstance(play.ask(ARBITER, Undo(to)), Refusal):
                continue
            then = fold(play.table.id, play.table.rulebook, play.table.records[:to])
            assert sheet_of(play.table) == since_then(sheet_of(then), play.version)
            if rng.random() < 0.5 and not isinstance(play.ask(ARBITER, Redo()), Refusal):
                assert sheet_of(play.table).version == play.version
                jumps += 1
            fits(sheet_of(play.table), play.table)
            assert before.version < play.version
    assert jumps


def test_a_redo_brings_back_the_same_past() -> None:
    play, rng = rooted(5), random.Random(5)
    for _ in range(120):
        move(play, rng)
    before, to = sheet_of(play.table), play.table.starts[-1] - 1
    assert before.emptyings
    play.do(ARBITER, Undo(to))
    play.do(ARBITER, Redo())
    assert sheet_of(play.table) == since_then(before, play.version)


@pytest.mark.parametrize("seed", range(4))
def test_made_anew_it_is_byte_for_byte_what_it_was_followed_live(seed: int) -> None:
    play, rng = rooted(seed), random.Random(seed)
    for step in range(200):
        if not play.table.prompts:
            break
        move(play, rng)
        if step % 20 == 0:
            play.ask(ARBITER, Undo(rng.randrange(play.table.setup_end, play.version + 1)))
        again = fold(play.table.id, play.table.rulebook, play.table.records)
        assert list(LostSouls().rows(play.table)) == list(LostSouls().rows(again))


@pytest.mark.parametrize("seed", range(4))
def test_it_is_made_of_nothing_but_what_a_spectator_sees(seed: int) -> None:
    """Without the game's state, and with all that is hidden from spectators blanked out, it is the same."""
    table = played(seed).table
    blind = table.copy()
    blind.game = None
    blind.records = [seen for record in table.records if (seen := seen_record(table, record, None))]
    assert len(blind.records) == len(table.records)
    assert blind.records != table.records
    assert sheet_of(blind) == sheet_of(table)


@pytest.mark.slow
def test_it_never_names_a_card_that_was_not_open_to_all() -> None:
    shown: set[str] = set()
    for table in at_every_version(played(1).table):
        if table.game is None:
            continue
        shown |= open_cards(table.game)
        sheet = sheet_of(table)
        assert {*ids(sheet.cards), *ids(sheet.discard), *ids(sheet.available)} <= shown


# --- Without the Cult, and other games --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_without_the_cult_there_are_the_other_piles_and_no_lost_souls(seed: int) -> None:
    table = played(seed, WITHOUT_CULT).table
    for then in at_every_version(table):
        sheet = sheet_of(then)
        assert (sheet.cult, sheet.cards, sheet.emptyings, sheet.outcast, sheet.next) == (None, (), (), None, None)
        assert (sheet.seen_by, sheet.law) == ("everybody", "core-1.4")
        assert sheet.law in table.rulebook.law
        if then.game is not None:
            assert ids(sheet.discard) == then.game.discard
            assert ids(sheet.available) == then.game.available
    assert any(card.since == card.version for card in sheet.discard) or sheet.reshuffles


def test_a_row_says_all_that_the_sheet_says() -> None:
    table = played(0).table
    [(field, row)] = LostSouls().rows(table)
    assert field == table.id
    assert read_lost_souls(row) == sheet_of(table)


def test_only_tables_of_its_game_have_a_row_and_they_always_have_it() -> None:
    assert "lost_souls" not in rows_of(begun().table)
    for table in at_every_version(rooted().table):
        assert list(rows_of(table)["lost_souls"]) == [table.id]


def test_a_projection_says_which_games_it_is_of() -> None:
    assert [concerns(piles, game) for piles in PILES for game in ("root", "carcassonne", "trumps")] == [
        True,
        False,
        False,
    ]
    assert piles_of("root") is PILES[0]
    assert piles_of("carcassonne") is None


# --- In words ---------------------------------------------------------------------------------------------------------


def test_the_piles_in_words() -> None:
    play = dealt(cult=["anvil#1", "dominance-fox#1"], eyrie=["armorers#1"])
    lines = list(told(play.table, sheet_of(play.table)))
    assert lines == [
        "Lost Souls, which everybody may look through at any time [10.2.6]: no card",
        "By suit: fox 0, rabbit 0, mouse 0; birds 0, not counted.",
        "The Outcast is mouse. Adjusted now, it would be mouse, Hated: no card counts. [10.4.1]",
        "Dominance cards that can be taken [core-11]: no card",
        "Discard pile: no card",
    ]
    let_happen(play, fell("armorers#1", EYRIE, cause="hand_limit", why="core-5.7"), fell("anvil#1", CULT))
    assert list(told(play.table, sheet_of(play.table)))[:5] == [
        "Lost Souls, which everybody may look through at any time [10.2.6]: 2 cards",
        "  1  Armorers (bird)  Eyrie Dynasties  over the hand limit, from the hand  Hands [core-5.7]     "
        f"turn 1, version {play.version - 1}",
        "  2  Anvil (fox)      Lizard Cult      spent, from the hand                Dominance [core-11]  "
        f"turn 1, version {play.version}",
        "By suit: fox 1, rabbit 0, mouse 0; birds 1, not counted.",
        "The Outcast is mouse. Adjusted now, it would be fox: fox has most. [10.4.1]",
    ]


def test_the_past_in_words() -> None:
    play = dealt(cult=["anvil#1", "dominance-fox#1"])
    let_happen(play, fell("dominance-fox#1", CULT), TurnStarted(CULT, 2))
    let_happen(play, OutcastAdjusted(CULT, 1, 0, 0, 0, "fox", "mouse", "fox", True, False))
    let_happen(play, LostSoulsEmptied(CULT, (), ("dominance-fox#1",)), fell("anvil#1", CULT))
    emptied = play.version - 1
    lines = list(past_told(play.table, sheet_of(play.table)))
    assert [line for line in lines if not line.startswith("  1  ")] == [
        "Until turn 2 came 1 card",
        f"  Turn 2, version {emptied - 1}: fox 1, rabbit 0, mouse 0; birds 0, not counted: fox has most. "
        "Outcast before: mouse, Hated; after: fox. [10.4.1]",
        f"  Version {emptied}: no card to the discard pile; Dominance (fox) can be taken. [10.4.2]",
        "Since then came 1 card",
    ]
