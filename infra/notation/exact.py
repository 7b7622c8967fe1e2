"""Numbers that people type, made integers: the same on every machine, so no sine of a library of floats has a part in it."""

import re
from decimal import Decimal, localcontext

from infra.notation.spoken import NotationError

DIGITS = 40
PI = Decimal("3.14159265358979323846264338327950288419717")
# Enough of a sine's series for all digits that are kept, up to half a right angle.
TERMS = 16
_PLACE = re.compile(r"(-?\d{1,6}(?:\.\d+)?),(-?\d{1,6}(?:\.\d+)?)")
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,6})?")


def is_place(word: str) -> bool:
    """Whether a word looks like a place: two numbers with a comma."""
    return bool(_PLACE.fullmatch(word))


def place(word: str) -> tuple[int, int]:
    """A place in micrometres, from millimetres east and north of the south-west corner."""
    found = _PLACE.fullmatch(word)
    if found is None:
        raise NotationError(f"'{word}' is no place; a place is typed in mm, east and north: 240,100 or 240.5,99.25.")
    return micrometres(found[1]), micrometres(found[2])


def micrometres(text: str) -> int:
    """Micrometres from millimetres, with at most three places behind the point."""
    exact = Decimal(text) * 1000
    if exact != exact.to_integral_value():
        raise NotationError(f"{text} mm is finer than a micrometre; three places behind the point are enough.")
    return int(exact)


def whole(text: str, what: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise NotationError(f"{what} is a whole number, not '{text}'.")
    return int(text)


def degrees(text: str) -> Decimal:
    """An angle: 0 is east, 90 north, and so on around."""
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"An angle is in degrees, such as 137 or 42.5, not '{text}'.")
    return Decimal(text)


def vector(angle: Decimal, length: int) -> tuple[int, int]:
    """The vector of integers that is nearest to an angle (degrees, from east by north) and a length."""
    with localcontext() as context:
        context.prec = DIGITS
        quarter, rest = divmod(angle % 360 + (360 if angle % 360 < 0 else 0), 90)
        # Half a right angle at most, where the series is short.
        sine, cosine = (_sine(rest), _cosine(rest)) if rest <= 45 else (_cosine(90 - rest), _sine(90 - rest))
        x, y = int((cosine * length).to_integral_value()), int((sine * length).to_integral_value())
    return ((x, y), (-y, x), (-x, -y), (y, -x))[int(quarter) % 4]


def scaled(dx: int, dy: int, most: int) -> tuple[int, int]:
    """A vector with the direction of another, as exact as components of at most so much can say it."""
    largest = max(abs(dx), abs(dy))
    if largest <= most:
        return dx, dy
    return _rounded(dx * most, largest), _rounded(dy * most, largest)


def _rounded(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def _sine(angle: Decimal) -> Decimal:
    return _series(angle * PI / 180, 1)


def _cosine(angle: Decimal) -> Decimal:
    return _series(angle * PI / 180, 0)


def _series(x: Decimal, first: int) -> Decimal:
    """The sum of (-1)^k x^n / n!, for n = first, first + 2 and so on."""
    term = total = x if first else Decimal(1)
    for n in range(first + 2, first + 2 * TERMS, 2):
        term = -term * x * x / (n * (n - 1))
        total += term
    return total
