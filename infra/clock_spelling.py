"""Time controls as people type them: `move=48h,bank=10d+6h,weekends=sat+sun,utc=+60,vacation=14d,remind=24h+2h,out=bot`.

Spans are numbers with d, h or m behind them, several of them after each other (`1d12h`). What is read is written the same way.
"""

import re
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from domain.table.clocks.messages import MINUTES_A_DAY, MOST_DAYS, MOST_MINUTES, Out, TimeControl
from domain.table.reading import told
from infra.spelling import SpellingError

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
NONE = "none"
_UNITS = {"d": MINUTES_A_DAY, "h": 60, "m": 1}
_SPAN = re.compile(r"(?:[0-9]{1,7}[dhm])+")
_PART = re.compile(r"(\d+)([dhm])")
_MOMENT = re.compile(r"([0-9]{1,2})(?::([0-9]{2}))?")
_OFFSET = re.compile(r"([+-]?)([0-9]{1,2}):([0-9]{2})|([+-]?[0-9]{1,3})")
_LONGEST = 300


def read_time(text: str) -> TimeControl:
    """A time control from its spelling; `none` is none. `SpellingError` says what is wrong."""
    if text.strip().lower() == NONE:
        return TimeControl()
    if len(text) > _LONGEST:
        raise SpellingError(f"A time control has at most {_LONGEST} characters.")
    fields: dict[str, Any] = {}
    for item in text.split(","):
        name, equals, value = item.strip().lower().partition("=")
        if not equals or name not in _READ:
            raise SpellingError(f"'{item.strip()[:40]}' says nothing about time; there is {', '.join(_READ)}.")
        for field, found in _READ[name](name, value.strip()).items():
            if field in fields:
                raise SpellingError(f"{field} is said twice.")
            fields[field] = found
    try:
        return msgspec.convert(fields, TimeControl)
    except msgspec.ValidationError as error:
        where, why = told(error)
        raise SpellingError(f"{where} cannot be so: {why}.") from error


def write_time(time: TimeControl) -> str:
    """The spelling of a time control: what differs from its defaults, in one order."""
    words = [f"{name}={value}" for name, value in _written(time) if value]
    return ",".join(words) or NONE


def read_span(text: str) -> int:
    """Minutes from a span such as 48h, 10d or 1d12h."""
    text = text.strip().lower()
    if text == "0":
        return 0
    if not _SPAN.fullmatch(text):
        raise SpellingError(f"'{text[:40]}' is no span of time, such as 48h, 10d or 90m.")
    return sum(int(number) * _UNITS[unit] for number, unit in _PART.findall(text))


def some_span(text: str) -> int:
    """The same, of at least a minute, and no longer than can be given at once."""
    minutes = read_span(text)
    if not 1 <= minutes <= MOST_MINUTES:
        raise SpellingError(f"'{text.strip()[:40]}' is too {'little' if minutes < 1 else 'long'} a time.")
    return minutes


def some_days(text: str) -> int:
    """Whole days, at least one, and no more than a vacation can have."""
    days = read_days(text)
    if not 1 <= days <= MOST_DAYS:
        raise SpellingError(f"'{text.strip()[:40]}' is too {'little' if days < 1 else 'long'} a time.")
    return days


def write_span(minutes: int) -> str:
    """A span in the largest unit in which it is whole."""
    unit = next(unit for unit, length in _UNITS.items() if minutes % length == 0)
    return f"{minutes // _UNITS[unit]}{unit}"


def read_days(text: str) -> int:
    """Whole days, from 7d or 7."""
    if re.fullmatch(r"[0-9]{1,4}", text.strip()):
        return int(text)
    days, rest = divmod(read_span(text), MINUTES_A_DAY)
    if rest:
        raise SpellingError(f"'{text[:40]}' is not a number of whole days.")
    return days


# --- Item by item -----------------------------------------------------------------------------------------------------


def _span(name: str, value: str) -> dict[str, Any]:
    return {name: read_span(value)}


def _days(name: str, value: str) -> dict[str, Any]:
    return {name: read_days(value)}


def _bank(name: str, value: str) -> dict[str, Any]:
    bank, plus, increment = value.partition("+")
    return {"bank": read_span(bank), **({"increment": read_span(increment)} if plus else {})}


def _weekends(name: str, value: str) -> dict[str, Any]:
    words = value.split("+")
    wrong = next((word for word in words if word not in DAYS), None)
    if wrong is not None:
        raise SpellingError(f"'{wrong[:40]}' is no weekday; there is {', '.join(DAYS)}.")
    return {"weekends": tuple(sorted({DAYS.index(word) for word in words}))}


def _night(name: str, value: str) -> dict[str, Any]:
    begin, dash, end = value.partition("-")
    if not dash:
        raise SpellingError(f"'{value[:40]}' are no hours of the day, such as 22:00-8:00.")
    return {"night": (_minute(begin), _minute(end))}


def _minute(text: str) -> int:
    found = _MOMENT.fullmatch(text.strip())
    hours, minutes = (int(found[1]), int(found[2] or 0)) if found else (24, 0)
    if hours >= 24 or minutes >= 60:
        raise SpellingError(f"'{text[:40]}' is no time of the day, such as 22:00.")
    return hours * 60 + minutes


def _utc(name: str, value: str) -> dict[str, Any]:
    found = _OFFSET.fullmatch(value)
    if found is None or (found[3] is not None and int(found[3]) >= 60):
        raise SpellingError(f"'{value[:40]}' is no distance from UTC: minutes such as +60, or hours such as -3:30.")
    if found[4] is not None:
        return {"utc": int(found[4])}
    minutes = int(found[2]) * 60 + int(found[3])
    return {"utc": -minutes if found[1] == "-" else minutes}


def _remind(name: str, value: str) -> dict[str, Any]:
    return {"remind": tuple(sorted({read_span(one) for one in value.split("+")}, reverse=True))}


def _out(name: str, value: str) -> dict[str, Any]:
    if value not in get_args(Out):
        raise SpellingError(f"'{value[:40]}' cannot follow when time is over; there is {', '.join(get_args(Out))}.")
    return {"out": value}


_READ: dict[str, Callable[[str, str], dict[str, Any]]] = {
    "move": _span, "bank": _bank, "cap": _span, "weekends": _weekends, "night": _night, "utc": _utc, "vacation": _days,
    "longest": _days, "remind": _remind, "grace": _span, "out": _out,
}  # fmt: skip


def _written(time: TimeControl) -> list[tuple[str, str]]:
    increment = f"+{write_span(time.increment)}" if time.increment else ""
    night = "" if time.night is None else "-".join(f"{end // 60}:{end % 60:02}" for end in time.night)
    return [
        ("move", write_span(time.move) if time.move else ""),
        ("bank", f"{write_span(time.bank)}{increment}" if time.bank or increment else ""),
        ("cap", write_span(time.cap) if time.cap else ""),
        ("weekends", "+".join(DAYS[day] for day in time.weekends)),
        ("night", night),
        ("utc", f"{time.utc:+}" if time.utc else ""),
        ("vacation", f"{time.vacation}d" if time.vacation else ""),
        ("longest", f"{time.longest}d" if time.longest else ""),
        ("remind", "+".join(map(write_span, time.remind))),
        ("grace", write_span(time.grace) if time.grace else ""),
        ("out", "" if time.out == "waits" else time.out),
    ]
