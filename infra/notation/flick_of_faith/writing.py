"""What no list of Flick of Faith holds, written as it is typed: lengths in mm, exact to a micrometre."""

from collections.abc import Iterator

from domain.flick_of_faith.commands import (
    AmendReport,
    Build,
    BuildTemples,
    ContestReport,
    DropHeart,
    FirstFlick,
    Flick,
    ProposeCorrection,
    Report,
    ReportFlick,
    ReportHeart,
    SecondTry,
    Shot,
    Spot,
    Wall,
)
from domain.table.messages import Command
from infra.notation.flick_of_faith.examples import named


def written(seat: int, command: Command) -> str | None:
    """What a seat types for a command; None for one that has other words."""
    match command:
        case Flick(shot=shot, second=second, hand=hand):
            return _flick(seat, [shot] if second is None else [shot, second], hand)
        case FirstFlick(shot=shot):
            return _flick(seat, [shot], None)
        case SecondTry(shot=shot, hand=hand):
            return _flick(seat, [shot], hand)
        case BuildTemples(builds=builds):
            return f"build {' and '.join(_build(seat, build) for build in builds)}"
        case DropHeart(x=x, y=y):
            return f"heart at {_at(x, y)}"
        case ReportHeart(discs=discs):
            return f"heart on {' and '.join(named(seat, disc) for disc in discs) or 'nothing'}"
        case ReportFlick(report=report, photo=photo):
            return f"report {_report(seat, report)}" + (f" photo {photo}" if photo else "")
        case AmendReport(report=report):
            return f"amend {_report(seat, report)}"
        case ContestReport(counter=report):
            return f"contest {_report(seat, report)}"
        case ProposeCorrection(spots=spots):
            return f"correct {' and '.join(_spot(seat, spot) for spot in spots)}"
    return None


def _flick(seat: int, shots: list[Shot], hand: Wall | None) -> str:
    wall = "" if hand is None else f" wall {_at(hand.x1, hand.y1)} to {_at(hand.x2, hand.y2)}"
    return f"flick {' and '.join(_shot(seat, shot) for shot in shots)}{wall}"


def _shot(seat: int, shot: Shot) -> str:
    return f"{named(seat, shot.prophet)} from {_at(shot.x, shot.y)} dir {shot.dx},{shot.dy} speed {shot.speed}"


def _build(seat: int, build: Build) -> str:
    return " ".join(
        [
            f"{named(seat, build.prophet)} city {build.city} with {named(seat, build.temple)}",
            *([] if build.x is None or build.y is None else [f"at {_at(build.x, build.y)}"]),
            *([f"on {' '.join(build.islands)}"] if build.islands else []),
            *([f"over {named(seat, build.on)}"] if build.on else []),
        ]
    )


def _report(seat: int, report: Report) -> str:
    """The flicked Prophets first, since the first that is named is whose flick it was."""
    told = {spot.disc: _spot(seat, spot) for spot in report.moved}
    told |= {disc: f"{named(seat, disc)} off" for disc in report.off}
    told |= {disc: f"{named(seat, disc)} taken" for disc in report.taken}
    rest = [said for disc, said in told.items() if disc not in report.flicked]
    return " and ".join([*(told[disc] for disc in report.flicked if disc in told), *rest])


def _spot(seat: int, spot: Spot) -> str:
    return " ".join([named(seat, spot.disc), *(list(_where(seat, spot)) or ["at sea"])])


def _where(seat: int, spot: Spot) -> Iterator[str]:
    if spot.x is not None and spot.y is not None:
        yield f"at {_at(spot.x, spot.y)}"
    if spot.islands or spot.city:
        yield f"on {' '.join([*spot.islands, *([spot.city] if spot.city else [])])}"
    if spot.navel:
        yield "on navel"
    if spot.own_corner:
        yield "in corner"
    if spot.on:
        yield f"over {named(seat, spot.on)}"


def _at(x: int, y: int) -> str:
    return f"{_mm(x)},{_mm(y)}"


def _mm(micrometres: int) -> str:
    whole, part = divmod(abs(micrometres), 1000)
    sign = "-" if micrometres < 0 else ""
    return f"{sign}{whole}" + (f".{part:03}".rstrip("0") if part else "")
