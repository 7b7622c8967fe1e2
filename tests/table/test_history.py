"""The history after undo and redo, compared with a model that keeps every state there ever was."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.table.clauses import Edition
from domain.table.history import History
from domain.table.kernel import Accepted
from domain.table.lifecycle import (
    GiveConsent,
    PauseTable,
    ProposeEdition,
    Redo,
    RefuseConsent,
    RequestUndo,
    Resign,
    ResumeTable,
    TakeSeat,
    Undo,
    Undone,
    WithdrawRequest,
)
from domain.table.messages import ARBITER, HOST, GameEvent
from domain.table.table import Table, fold
from tests.table.play import Play, begun, digest, game_digest, stored
from tests.table.toy import DrawCard, Nudge, RollDie, Toy, ToyOptions, Trumps

# --- The history by itself --------------------------------------------------------------------------------------------

PLAY, PASS = "play", "pass"
HISTORIES = [
    ("nothing has happened", [], []),
    ("what is played counts", [PLAY, PLAY, PLAY], [1, 2, 3]),
    ("table records leave it as it is", [PLAY, PASS, PLAY, PASS], [1, 3]),
    ("an undo takes back what came after", [PLAY, PLAY, PLAY, 1], [1]),
    ("after 1 2 3, Undone(1), Undone(3) it is 1 2 3", [PLAY, PLAY, PLAY, 1, 3], [1, 2, 3]),
    ("play goes on from where an undo led", [PLAY, PLAY, PLAY, 1, PLAY], [1, 5]),
    ("an undo to an undo is to where that led", [PLAY, PLAY, PLAY, 1, PLAY, 4], [1]),
    ("a branch that was left can be entered again", [PLAY, PLAY, 1, PLAY, 2, PLAY], [1, 2, 6]),
    ("an undo to an undo of an undo", [PLAY, PLAY, 1, 2, 3, 4], [1, 2]),
    ("all can be undone", [PLAY, PLAY, 0], []),
]


@pytest.mark.clause("T-20", "T-22")
@pytest.mark.parametrize(("sentence", "steps", "line"), HISTORIES, ids=[row[0] for row in HISTORIES])
def test_the_records_that_count(sentence: str, steps: list[Any], line: list[int]):
    assert history_of(steps).line() == line


@given(st.lists(st.one_of(st.just(PLAY), st.just(PASS), st.integers(0, 30)), max_size=30))
def test_a_history_is_what_a_list_of_all_states_says(steps: list[Any]):
    steps = [step if isinstance(step, str) else step % (n + 1) for n, step in enumerate(steps)]
    history, model = history_of(steps), model_of(steps)
    assert history.version == len(steps)
    assert [history.line(version) for version in range(len(model))] == model
    now = model[-1]
    for version, then in enumerate(model):
        assert history.is_behind(version) == (len(then) < len(now) and now[: len(then)] == then)
        assert history.is_ahead(version) == (len(then) > len(now) and then[: len(now)] == now)
    latest = next((then for then in reversed(model) if len(then) > len(now) and then[: len(now)] == now), now)
    assert history.undone_lately() == latest[len(now) :]
    twin = history.copy()
    twin.played()
    assert history.line() == now


def history_of(steps: list[Any]) -> History:
    history = History()
    for step in steps:
        if step == PLAY:
            history.played()
        elif step == PASS:
            history.passed()
        else:
            history.jumped(step)
    return history


def model_of(steps: list[Any]) -> list[list[int]]:
    model: list[list[int]] = [[]]
    for version, step in enumerate(steps, 1):
        model.append([*model[-1], version] if step == PLAY else model[-1] if step == PASS else model[step])
    return model


# --- A whole table ----------------------------------------------------------------------------------------------------

WEIGHTED = [
    "play", "play", "play", "play", "play", "undo", "undo", "redo", "redo", "request", "request", "consent", "consent",
    "consent", "refuse", "withdraw", "pause", "resign", "sit", "propose",
]  # fmt: skip


class Model:
    """The naive history: what the game was at every version there ever was."""

    def __init__(self, table: Table) -> None:
        self.states = {table.version: game_digest(table)}
        self.lines = {table.version: table.history.line()}
        self.tables = {table.version: digest(table)}

    def follow(self, result: Accepted, table: Table) -> None:
        version = result.first - 1
        line = self.lines[version]
        state = self.states[version]
        for record in result.records:
            version += 1
            if isinstance(record.event, Undone):
                line = self.lines[record.event.to_version]
                state = self.states[record.event.to_version]
            elif isinstance(record.event, GameEvent):
                line = [*line, version]
                state = ""
            self.lines[version] = line
        self.states[version] = state or game_digest(table)
        self.tables[version] = digest(table)


def step(play: Play, kind: str, number: int) -> Accepted | None:
    """One random thing that somebody asks; None where it is refused."""
    table = play.table
    seat = number % len(table.seats)
    if kind == "play":
        if not table.prompts:
            return None
        prompt = table.prompts[number % len(table.prompts)]
        offers = table.rulebook.legal(table.game, prompt.seat)
        commands = list(offers[number % len(offers)].all())
        by = HOST if table.seats[prompt.seat].vacant else prompt.seat
        return play.do(by, commands[number // 7 % len(commands)], seat=prompt.seat)
    by, command = {
        "undo": (ARBITER if number % 3 else seat, Undo(number % (table.version + 1))),
        "redo": (ARBITER if number % 3 else seat, Redo()),
        "request": (HOST if number % 5 == 0 else seat, RequestUndo(number % (table.version + 1))),
        "consent": (seat, GiveConsent()),
        "refuse": (seat, RefuseConsent()),
        "withdraw": (seat, WithdrawRequest()),
        "pause": (HOST, ResumeTable() if table.paused else PauseTable()),
        "resign": (seat, Resign()),
        "sit": (HOST, TakeSeat(seat, f"later{number}")),
        "propose": (HOST, ProposeEdition("2" if number % 2 else "1")),
    }[kind]
    before = digest(table)
    result = play.ask(by, command)
    if isinstance(result, Accepted):
        return result
    assert digest(table) == before
    return None


@pytest.mark.clause("T-16", "T-20", "T-21", "T-22", "T-23", "T-24")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seats=st.integers(1, 3),
    steps=st.lists(st.tuples(st.sampled_from(WEIGHTED), st.integers(0, 10_000)), min_size=5, max_size=45),
)
def test_a_table_goes_back_and_forth_between_states_that_it_was_in(seats: int, steps: list[tuple[str, int]]):
    play = begun(seats, options='{"rounds":6}')
    model = Model(play.table)
    for kind, number in steps:
        result = step(play, kind, number)
        if result is None:
            continue
        model.follow(result, play.table)
        assert play.table.history.line() == model.lines[play.version]
        assert game_digest(play.table) == model.states[play.version]
    check_folds(play.table, model.tables)


def check_folds(table: Table, known: dict[int, str]) -> None:
    """However much of the log is folded, the table is what it was then."""
    growing = Table(table.id, table.rulebook)
    for version, record in enumerate(table.records, 1):
        growing.apply(record)
        if version in known or version % 7 == 0:
            folded = digest(fold(table.id, table.rulebook, table.records[:version]))
            assert folded == digest(growing) == known.get(version, folded)


def test_every_beginning_of_a_log_folds_to_the_table_of_then():
    play = begun(2, options='{"rounds":2}')
    for kind, number in [("play", 4), ("play", 1), ("undo", 10), ("play", 3), ("redo", 1), ("propose", 1), ("consent", 0),
                         ("consent", 1), ("play", 2), ("resign", 1), ("play", 0), ("pause", 0)]:  # fmt: skip
        step(play, kind, number)
    growing = Table(play.table.id, play.table.rulebook)
    for version, record in enumerate(play.table.records, 1):
        growing.apply(record)
        folded = fold(play.table.id, play.table.rulebook, play.table.records[:version])
        assert digest(folded) == digest(growing)
        assert stored(folded) == stored(growing)


@pytest.mark.clause("T-20", "T-22")
@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=12), st.integers(0, 10_000))
def test_undo_then_redo_is_as_if_nothing_had_been(numbers: list[int], back: int):
    play = begun(2, options='{"rounds":20}')
    ends = [play.version]
    for number in numbers:
        step(play, "play", number)
        ends.append(play.version)
    before = game_digest(play.table)
    to = back % (len(ends) - 1)
    play.do(ARBITER, Undo(ends[to]))
    for _ in range(len(ends) - 1 - to):
        assert game_digest(play.table) != before
        play.do(ARBITER, Redo())
    assert game_digest(play.table) == before
    assert play.refused(ARBITER, Redo()) == "NOTHING_TO_REDO"


class LongerDeck(Toy):
    """A game that starts otherwise in its second edition."""

    def start(self, options: ToyOptions, seats: int, edition: Edition) -> Trumps:
        game = super().start(options, seats, edition)
        game.deck += [98, 99] if edition.has("double-sixes") else []
        return game


@pytest.mark.clause("T-24")
def test_a_table_that_adopts_an_edition_has_still_started_in_the_one_it_was_opened_in():
    play = begun(1, rulebook=LongerDeck())
    start = play.version
    play.do(0, Nudge(1))
    play.do(HOST, ProposeEdition("2"))
    play.do(0, GiveConsent())
    deck = play.table.game.deck.copy()
    assert 99 not in deck
    assert digest(fold(play.table.id, play.table.rulebook, play.table.records)) == digest(play.table)
    play.do(ARBITER, Undo(start))
    assert (play.table.game.deck, play.table.game.edition.name) == (deck, "2")
    assert play.do(0, RollDie()).records[1].event.terms[0].factor in (1, 2)


# --- Chance after an undo ---------------------------------------------------------------------------------------------


@pytest.mark.clause("T-30", "T-33")
def test_undoing_never_rolls_again_and_other_labels_do_not_shift():
    play = begun(2)
    start = play.version
    rolled = play.do(0, RollDie()).records[0]
    drawn = play.do(1, DrawCard()).records[0]
    play.do(ARBITER, Undo(start))
    # The same seat draws first now and the other one rolls: each label gives what it gave.
    drawn_first = play.do(0, DrawCard()).records[0]
    rolled_then = play.do(1, RollDie()).records[0]
    assert rolled_then.event.pips == rolled.event.pips
    assert rolled_then.draws == rolled.draws
    assert drawn_first.event.cards == drawn.event.cards
    assert drawn_first.draws == drawn.draws


@pytest.mark.clause("T-30")
def test_draws_are_counted_in_the_history_and_not_in_the_log():
    play = begun(2)
    play.do(0, Nudge(1))
    start = play.version
    for _ in range(4):
        assert play.do(0, RollDie()).records[0].draws[0].number == 0
        play.do(ARBITER, Undo(start))
    assert "die" not in play.table.draws
