"""Lengths and angles as people read them, from whole numbers, by arithmetic that is the same on every machine."""

from decimal import Decimal, localcontext
from math import isqrt

_DIGITS = 30
_PI = Decimal("3.14159265358979323846264338327950288419717")
# Enough of an arc tangent's series for the digits that are kept, of what has been halved to less than a quarter.
_TERMS = 30


def millimetres(micrometres: int) -> str:
    """Micrometres in millimetres, to a tenth."""
    tenths = (abs(micrometres) + 50) // 100
    whole, part = divmod(tenths, 10)
    return ("-" if micrometres < 0 and tenths else "") + (f"{whole}.{part}" if part else str(whole))


def root(square: int) -> int:
    """The nearest whole number to the root of a square."""
    least = isqrt(square)
    return least + (square - least * least > least)


def degrees(dx: int, dy: int) -> str:
    """The direction of a vector in degrees, to a tenth: 0 is east, 90 north."""
    with localcontext() as context:
        context.prec = _DIGITS
        tenths = int((_angle(dx, dy) * 1800 / _PI).to_integral_value()) % 3600
    whole, part = divmod(tenths, 10)
    return f"{whole}.{part}" if part else str(whole)


def _angle(dx: int, dy: int) -> Decimal:
    if dx < 0:
        return _angle(-dx, -dy) + _PI
    if abs(dy) > dx:
        return (_PI / 2 if dy > 0 else -_PI / 2) - _arc_tangent(Decimal(dx) / dy)
    return _arc_tangent(Decimal(dy) / dx) if dx else Decimal(0)


def _arc_tangent(x: Decimal) -> Decimal:
    for _ in range(2):
        x = x / (1 + (1 + x * x).sqrt())
    square, power, total = x * x, x, x
    for n in range(3, 2 * _TERMS, 2):
        power = -power * square
        total += power / n
    return 4 * total
