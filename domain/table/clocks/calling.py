"""Acts about time: arranging and proposing it, vacations, more time, and what happens when it runs out (T-65 to T-73)."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.table.chance import Chance, ChanceExhausted
from domain.table.clocks.calendar import DAY
from domain.table.clocks.due import Due, is_late, is_out
from domain.table.clocks.messages import (
    NO_TIME,
    AnswerForSeat,
    ArrangeTime,
    EndVacation,
    GrantTime,
    SeatAnsweredFor,
    SeatReminded,
    TakeVacation,
    TimeArranged,
    TimeControl,
    TimeGranted,
    TimeRanOut,
    VacationEnded,
    VacationTaken,
)
from domain.table.clocks.state import SeatClock
from domain.table.following import answered, follow
from domain.table.least import another_as_little
from domain.table.lifecycle import OrderFollowed, SeatResigned
from domain.table.messages import Command, TableEvent
from domain.table.prompts import Prompt
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under
from domain.table.table import Table

Happenings = Iterator[Happening | TableEvent]

# What the server answers for a seat at once; no turn of any game comes near. What is left then has its time anew.
MOST_ANSWERS = 60


def arrange_time(table: Table, by: int, command: ArrangeTime, chance: Chance, at: int) -> Happenings:
    """T-65: before the game begins the host says how time runs."""
    check_time(command.time)
    yield TimeArranged(command.time)


def check_time(time: TimeControl) -> None:
    """T-65: BAD_TIME where what is arranged contradicts itself, or could be said otherwise; `what` is a word for it."""
    found = next((what for what, wrong in _wrongs(time) if wrong), None)
    if found is not None:
        raise Refusal("BAD_TIME", "T-65", what=found)


def _wrongs(time: TimeControl) -> Iterator[tuple[str, bool]]:
    yield "limit", time.is_nothing and time != NO_TIME
    yield "increment", not time.bank and bool(time.increment or time.cap)
    yield "cap", 0 < time.cap < time.bank
    yield "weekends", list(time.weekends) != sorted(set(time.weekends))
    yield "night", time.night is not None and time.night[0] == time.night[1]
    yield "remind", list(time.remind) != sorted(set(time.remind), reverse=True)
    yield "longest", time.longest > time.vacation


def take_vacation(table: Table, by: int, command: TakeVacation, chance: Chance, at: int) -> Happenings:
    """T-69: a seat is away for a while, as long as its time is not over and it has vacation left."""
    clock = _clock(table, by)
    control = table.clocks.control
    if clock.away > at:
        raise Refusal("AWAY_ALREADY", "T-69", seat=by)
    most = min(clock.vacation // DAY, control.longest or control.vacation)
    if command.days > most:
        raise Refusal("NO_VACATION_LEFT", "T-69", days=command.days, most=most)
    if is_out(table, by, at):
        raise Refusal("TIME_HAS_RUN_OUT", "T-69", seat=by)
    yield VacationTaken(by, command.days)


def end_vacation(table: Table, by: int, command: EndVacation, chance: Chance, at: int) -> Happenings:
    """T-69: a seat is back before its vacation is over."""
    if _clock(table, by).away <= at:
        raise Refusal("NOT_AWAY", "T-69", seat=by)
    yield VacationEnded(by)


def grant_time(table: Table, by: int, command: GrantTime, chance: Chance, at: int) -> Happenings:
    """T-73: the host gives a seat more time."""
    if command.seat >= len(table.seats):
        raise Refusal("NO_SUCH_SEAT", "T-2", seat=command.seat)
    _clock(table, command.seat)
    if table.seats[command.seat].vacant:
        raise Refusal("SEAT_VACANT", "T-2", seat=command.seat)
    yield TimeGranted(command.seat, command.minutes)


def answer_for_seat(table: Table, by: int, command: AnswerForSeat, chance: Chance, at: int) -> Happenings:
    """T-72: the host lets the server answer for a seat whose time is over, as where the table skips."""
    seat = command.seat
    if seat >= len(table.seats):
        raise Refusal("NO_SUCH_SEAT", "T-2", seat=seat)
    _clock(table, seat)
    if not is_late(table, seat):
        raise Refusal("NOT_LATE", "T-72", seat=seat)
    if table.edition not in table.rulebook.editions:
        raise Refusal("UNKNOWN_EDITION", "T-24", edition=table.edition.name if table.edition else "")
    if next(_answers(table, seat, set()), None) is None:
        raise Refusal("NO_LEAST_ANSWER", "T-72", seat=seat)
    yield SeatAnsweredFor(seat)
    yield from _skipped(table, seat, chance)


def run_out(table: Table, due: Due, chance: Chance) -> Happenings:
    """T-70: the seat is reminded. T-71, T-72: or its time is out, and what the table has arranged follows."""
    if due.minutes:
        yield SeatReminded(due.seat, due.minutes)
        return
    yield TimeRanOut(due.seat)
    if table.clocks.control.out == "skips":
        yield from _skipped(table, due.seat, chance)
    elif table.clocks.control.out == "forfeits":
        yield Under("T-72", SeatResigned(due.seat))
        yield from table.rulebook.retire(table.game, due.seat, chance)
        yield from follow(table, chance)


def _skipped(table: Table, seat: int, chance: Chance) -> Happenings:
    """T-72: the server answers what the seat is asked, until the game waits for it no more: as it has ordered in advance, else
    with the least. Who sits alone is always awaited: then each prompt is answered once."""
    done: set[Prompt] = set()
    for _ in range(MOST_ANSWERS):
        found = next(_answers(table, seat, done if len(table.seats) == 1 else set()), None)
        if found is None:
            return
        prompt, command, ordered = found
        done.add(prompt)
        chance.check_taken()
        if ordered:
            yield OrderFollowed(seat, prompt.kind)
        elif type(command) in table.rulebook.left_to_chance:
            command = _by_chance(table, seat, command, chance)
        yield from table.rulebook.decide(table.game, seat, command, chance)
        yield from follow(table, chance)


class _Drawn(NamedTuple):
    """Chance as something to sample from."""

    chance: Chance

    def randrange(self, stop: int, /) -> int:
        return self.chance.below("least", stop) if stop > 1 else 0


def _by_chance(table: Table, seat: int, command: Command, chance: Chance) -> Command:
    """T-72: what others do not see a seat choose, without telling between what."""
    try:
        return another_as_little(table.rulebook.legal(table.game, seat), command, _Drawn(chance))
    except ChanceExhausted:
        # Where chance is dictated nobody has said what it gives here, or not all of it: that part does not count.
        chance.take()
        return command


def _answers(table: Table, seat: int, done: set[Prompt]) -> Iterator[tuple[Prompt, Command, bool]]:
    for prompt in table.prompts:
        if prompt.seat != seat or prompt.optional or prompt in done:
            continue
        ordered = answered(table, prompt)
        command = ordered or table.rulebook.least(table.game, prompt)
        if command is not None:
            yield prompt, command, ordered is not None


def _clock(table: Table, seat: int) -> SeatClock:
    if not table.clocks.seats:
        raise Refusal("NO_TIME_CONTROL", "T-65")
    return table.clocks.seats[seat]
