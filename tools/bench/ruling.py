"""The rules by themselves, in memory: whole games, what is legal, one command, one event. By processor time."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from statistics import fmean
from typing import Any, NamedTuple

from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.rulebook import Rulebook, event_of
from infra.bots import best_command
from tools.bench import tiles
from tools.bench.effort import Effort
from tools.bench.figures import Figure, at_most, duration, rate
from tools.bench.games import DirectGame, played, replayed, scripted, seed_of, source_of
from tools.bench.measure import alternate, computed, prepared, repeat
from tools.bench.titles import CARCASSONNE, TITLES, Setting, Title

# Microseconds a command, of a program that is in use today.
MOVE = {"a JavaScript game server": 165.0}
EVENT = 3
# How many kinds of decision are told apart, those whose offers take longest.
WORST = 3


def figures(effort: Effort) -> Iterator[Figure]:
    """The same rows for every game; after those of Carcassonne what is measured of its tiles alone."""
    for title in TITLES:
        yield from _games(title, effort)
        yield from _at_tables(title, effort)
        yield _by_greedy_bots(title, effort)
        yield from _decisions(title, effort)
        yield _evolve(title, effort)
        if title is CARCASSONNE:
            yield from tiles.figures(effort)


# --- Whole games ------------------------------------------------------------------------------------------------------


def _games(title: Title, effort: Effort) -> Iterator[Figure]:
    """Each round plays games that none has played before."""
    for setting in title.settings:
        numbers, a_round = count(1_000), 4

        def work(setting: Setting = setting, numbers: Iterator[int] = numbers, a_round: int = a_round) -> int:
            for _ in range(a_round):
                played(title, next(numbers), setting)
            return a_round

        seconds = repeat(computed(work), effort.pace)
        key, what = f"{title.prefix}game", f"{title.named('a random game')}, {setting.what}"
        yield duration(f"rules.{key}_{setting.key}", what, "ms", seconds, at_most(title.held.game), title.elsewhere)
        what = f"{title.named('random games')}, {setting.what}"
        yield rate(f"rules.{key}s_{setting.key}", what, "per s", seconds)


def _at_tables(title: Title, effort: Effort) -> Iterator[Figure]:
    """With records, chance, history and prompts: everything but storing."""
    for setting in title.settings:
        numbers = count(1_000)

        def work(setting: Setting = setting, numbers: Iterator[int] = numbers) -> int:
            scripted(title, next(numbers), setting)
            return 1

        seconds = repeat(computed(work), effort.pace)
        what = f"{title.named('a random game at a table')}, {setting.what}"
        held = at_most(title.held.game)
        yield duration(f"rules.{title.prefix}table_{setting.key}", what, "ms", seconds, held, title.elsewhere)
    scripts = [scripted(title, number, title.settings[0]) for number in range(4)]
    seconds = repeat(computed(lambda: sum(map(replayed, scripts))), effort.pace)
    what = title.named("any command at a table, in memory")
    yield duration(f"rules.{title.prefix}command", what, "µs", seconds, None, MOVE)


def _by_greedy_bots(title: Title, effort: Effort) -> Figure:
    """A game of nothing but bots that try what they can do."""
    numbers = count(3_000)

    def work() -> int:
        game = DirectGame(title, next(numbers), title.settings[0])
        game.choose = best_command
        for _ in game.turns():
            pass
        return 1

    seconds = repeat(computed(work), effort.slow_pace)
    what = title.named(f"a game by the greedy bot, {title.settings[0].what}")
    return duration(f"rules.{title.prefix}greedy", what, "ms", seconds, at_most(title.held.greedy))


# --- Single decisions -------------------------------------------------------------------------------------------------


class Decision(NamedTuple):
    """A state of a game in which a seat is asked, the kind of its prompt, and the command that was chosen in it."""

    state: Any
    seat: int
    kind: str
    command: Command


def _decisions(title: Title, effort: Effort) -> Iterator[Figure]:
    """What is legal, and what happens then, over all decisions of some games."""
    decisions = list(_all_decisions(title, max(2, effort.games // 8)))
    yield from _legal(title, decisions, effort)
    yield _decided(title, decisions, effort)


def _all_decisions(title: Title, games: int) -> Iterator[Decision]:
    for number in range(games):
        game = DirectGame(title, number, title.settings[number % len(title.settings)])
        for seat, command in game.turns():
            kind = next(prompt.kind for prompt in game.state.prompts if prompt.seat == seat)
            yield Decision(title.rulebook.copy(game.state), seat, kind, command)


def _legal(title: Title, decisions: Sequence[Decision], effort: Effort) -> Iterator[Figure]:
    by_kind: dict[str, list[Decision]] = defaultdict(list)
    for decision in decisions:
        by_kind[decision.kind].append(decision)
    sides = {kind: computed(_listing(title.rulebook, asked)) for kind, asked in by_kind.items()}
    taken = alternate(sides, effort.pace)
    shares = {kind: len(asked) / len(decisions) for kind, asked in by_kind.items()}
    rounds = range(len(next(iter(taken.values()))))
    mean = [sum(shares[kind] * taken[kind][one] for kind in taken) for one in rounds]
    what = title.named("all that is legal, any decision")
    yield duration(f"rules.{title.prefix}legal", what, "µs", mean, at_most(title.held.offers))
    worst = sorted(taken, key=lambda kind: -fmean(taken[kind]))[:WORST]
    note = ", ".join(f"{kind} {1e6 * fmean(taken[kind]):.0f} µs" for kind in worst)
    what = title.named(f"the longest of them: {worst[0]}")
    yield duration(f"rules.{title.prefix}legal_longest", what, "µs", taken[worst[0]], note=note)


def _listing(book: Rulebook, decisions: Sequence[Decision]) -> Callable[[], int]:
    def work() -> int:
        for decision in decisions:
            book.legal(decision.state, decision.seat)
        return len(decisions)

    return work


def _decided(title: Title, decisions: Sequence[Decision], effort: Effort) -> Figure:
    """Commands of all kinds, each with all its events."""
    decide, evolve, copy = title.rulebook.decide, title.rulebook.evolve, title.rulebook.copy
    some = decisions[:: max(len(decisions) // 400, 1)]

    def prepare() -> Callable[[], int]:
        ready = [(copy(decision.state), decision) for decision in some]

        def work() -> int:
            for state, decision in ready:
                chance = Chance(source_of(seed_of(0)), {})
                for happening in decide(state, decision.seat, decision.command, chance):
                    evolve(state, event_of(happening))
            return len(ready)

        return work

    seconds = repeat(prepared(prepare, computed), effort.pace)
    what = title.named("any command: decided, its events evolved")
    return duration(f"rules.{title.prefix}decide", what, "µs", seconds, at_most(title.held.command))


# --- Events -----------------------------------------------------------------------------------------------------------


def _evolve(title: Title, effort: Effort) -> Figure:
    """All events of whole games, in all settings."""
    numbers = range(effort.games // 2)
    games = [played(title, number, title.settings[number % len(title.settings)]) for number in numbers]

    def prepare() -> Callable[[], int]:
        ready = [(game.start(), game.events) for game in games]
        evolve = title.rulebook.evolve

        def work() -> int:
            for state, events in ready:
                for event in events:
                    evolve(state, event)
            return sum(len(events) for _, events in ready)

        return work

    seconds = repeat(prepared(prepare, computed), effort.pace)
    note = f"{fmean(len(game.events) for game in games):.0f} events a game"
    return duration(
        f"rules.{title.prefix}evolve", title.named("an event evolved"), "µs", seconds, at_most(EVENT), note=note
    )
