"""Random games, of whatever game, where time counts and people quarrel: late seats, vacations, gifts of time, other time."""

from collections import Counter
from random import Random

from domain.table.clocks import deadlines
from domain.table.clocks.messages import (
    AnswerForSeat,
    ArrangeTime,
    EndVacation,
    GrantTime,
    ProposeTime,
    TakeVacation,
    TimeControl,
)
from domain.table.disputes.messages import CallTime
from domain.table.kernel import Accepted
from domain.table.lifecycle import BeginGame, GiveConsent, OpenTable, PauseTable, Resign, ResumeTable, TakeSeat
from domain.table.messages import HOST, SERVER, Command
from domain.table.rulebook import Rulebook
from tests.table.play import SEED, Play, commitment_to
from tests.table.quarrels import any_arbiter, quarrel
from tests.table.timed import HOUR, MINUTE


def timed_table(rulebook: Rulebook, seats: int, rng: Random, options: str = "{}") -> Play:
    """A begun table of any game whose time is arranged at random."""
    play = Play(rulebook, table=f"timed{rng.randrange(10**6)}")
    edition = rulebook.editions[-1].name
    commitment = commitment_to(SEED)
    play.do(HOST, OpenTable(rulebook.game, edition, seats, "hanna", commitment, options, "provable", any_arbiter(rng)))
    plays = rng.randrange(-3, seats)  # whether the host holds a seat, and which
    for seat in range(seats):
        play.do(seat, TakeSeat(seat, "hanna" if seat == plays else f"person{seat}"))
    play.do(HOST, ArrangeTime(any_time(rng)))
    play.do(HOST, BeginGame())
    return play


def any_time(rng: Random) -> TimeControl:
    """Any arrangement in which something runs out."""
    move, bank = rng.choice(((180, 0), (0, 600), (60, 300)))
    return TimeControl(
        move, bank, rng.choice((0, 30)) if bank else 0, rng.choice((0, 900)) if bank else 0, rng.choice(((), (5, 6), (0,))),
        rng.choice((None, (1320, 480), (720, 780))), rng.choice((0, -210, 60)), 5, rng.choice((0, 3)),
        rng.choice(((), (90, 20))), rng.choice((0, 45)), rng.choice(("waits", "skips", "bot", "forfeits", "skips")),
    )  # fmt: skip


def play_on(play: Play, rng: Random, rounds: int) -> Counter[str]:
    """Quarrel, let time pass, and do all that can be done about time; returns what was accepted and refused, and how often."""
    seen: Counter[str] = Counter()
    for _ in range(rounds):
        seen += quarrel(play, rng, rng.randrange(1, 6))
        play.now += rng.choice((0, 10 * MINUTE, HOUR, 3 * HOUR, 30 * HOUR))
        seen += _about_time(play, rng)
    return seen


def _about_time(play: Play, rng: Random) -> Counter[str]:
    seen: Counter[str] = Counter()
    by, command = _deed(play, rng)
    given: list[tuple[int, Command, int | None]] = [(by, command, None)]
    given += [(SERVER, CallTime(), None)] * rng.choice((0, 1, 3))
    for seat in _late(play):
        offers = play.table.rulebook.legal(play.table.game, seat)
        if offers:
            given.append((rng.choice((HOST, SERVER, seat)), rng.choice(offers).sample(rng), seat))
    for speaker, one, seat in given:
        outcome = play.ask(speaker, one, seat=seat)
        name = type(one).__name__
        seen[name if isinstance(outcome, Accepted) else outcome.code] += 1
        if isinstance(one, CallTime) and isinstance(outcome, Accepted):
            seen += Counter(type(record.event).__name__ for record in outcome.records)
    return seen


def _deed(play: Play, rng: Random) -> tuple[int, Command]:
    seats = range(len(play.table.seats))
    someone = rng.choice(seats)
    request = play.table.request
    if request is not None and request.time is not None:
        for seat in sorted(request.asked - request.agreed)[:-1]:
            play.do(seat, GiveConsent())
        return max(request.asked - request.agreed), GiveConsent()
    vacant = next((seat for seat in seats if play.table.seats[seat].vacant), None)
    if vacant is not None and rng.random() < 0.5:
        return HOST, TakeSeat(vacant, rng.choice((f"another{play.version}", f"person{vacant}", f"person{someone}")))
    if play.table.paused:
        return HOST, ResumeTable()
    deeds = (
        (someone, TakeVacation(rng.randrange(1, 4))), (someone, TakeVacation(1)), (someone, EndVacation()),
        (HOST, GrantTime(someone, rng.choice((30, 600)))), (HOST, ProposeTime(any_time(rng))),
        (HOST, AnswerForSeat(rng.choice(_late(play) or [someone]))),
        (HOST, ProposeTime(TimeControl())), (HOST, PauseTable()), (HOST, ResumeTable()), (someone, Resign()),
    )  # fmt: skip
    return rng.choices(deeds, (5, 3, 3, 4, 1, 8, 0.3, 1, 1, 0.6))[0]


def _late(play: Play) -> list[int]:
    return [seat for seat, time in deadlines(play.table).items() if time.overdue] if play.table.prompts else []
