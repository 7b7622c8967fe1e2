"""Lengths and angles as people read them, from whole numbers, by arithmetic that is the same on every machine."""

from math import isqrt

# Fixed point: whole numbers of so many parts of one.
_ONE = 10**24
_PI = 3_141592_653589_793238_462643
# Enough of an arc tangent's series for more digits than are shown, of what has been halved to less than a quarter.
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
    tenths = (_angle(dx, dy) * 1800 + _PI // 2) // _PI % 3600
    whole, part = divmod(tenths, 10)
    return f"{whole}.{part}" if part else str(whole)


def _angle(dx: int, dy: int) -> int:
    across, up = abs(dx), abs(dy)
    if not across and not up:
        return 0
    angle = _arc_tangent(up, across) if up <= across else _PI // 2 - _arc_tangent(across, up)
    if dx < 0:
        angle = _PI - angle
    return 2 * _PI - angle if dy < 0 else angle


def _arc_tangent(part: int, whole: int) -> int:
    x = part * _ONE // whole
    for _ in range(2):
        x = x * _ONE // (_ONE + isqrt(_ONE * _ONE + x * x))
    square, power, total = x * x // _ONE, x, x
    for n in range(1, _TERMS):
        power = power * square // _ONE
        total += (-1 if n % 2 else 1) * (power // (2 * n + 1))
    return 4 * total
