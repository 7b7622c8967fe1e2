"""When somebody may be told: quiet hours and digests, in the person's own time zone. Pure functions of times."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from infra.people.profile import Notices, QuietHours

SECOND = 1_000_000


def sendable_at(notices: Notices, zone: ZoneInfo, put_at: int, now: int) -> int | None:
    """When (microseconds) a message put at `put_at` may be sent, as it looks at `now`: not before now; None for never.

    A digest comes at the first digest time behind `put_at`; quiet hours come on top.
    """
    if notices.when == "never":
        return None
    at = now
    if notices.when == "digest":
        at = max(now, next_minute(notices.digest_at, zone, put_at))
    return at if notices.quiet is None else after_quiet(notices.quiet, zone, at)


def after_quiet(quiet: QuietHours, zone: ZoneInfo, at: int) -> int:
    """The first moment from `at` on that is not within quiet hours. Hours that begin and end alike are none."""
    if quiet.begin == quiet.end or not is_quiet(quiet, zone, at):
        return at
    return next_minute(quiet.end, zone, at)


def is_quiet(quiet: QuietHours, zone: ZoneInfo, at: int) -> bool:
    """Whether a moment is within quiet hours, by the person's clock on the wall."""
    local = _local(zone, at)
    minute = local.hour * 60 + local.minute
    if quiet.begin <= quiet.end:
        return quiet.begin <= minute < quiet.end
    return minute >= quiet.begin or minute < quiet.end


def next_minute(minute: int, zone: ZoneInfo, after: int) -> int:
    """The first moment behind `after` at which the person's clock shows that minute of the day.

    Where the clock leaves it out (summer time begins), the moment at which it has gone past; where it comes twice, either.
    """
    today = _local(zone, after).date()
    wanted = time(minute // 60, minute % 60)
    for days in range(3):
        for fold in (0, 1):
            moment = datetime.combine(today + timedelta(days=days), wanted.replace(fold=fold), zone).astimezone(UTC)
            # The second reading counts only where the clock shows it: of a time left out it would be before the gap.
            shown = fold == 0 or moment.astimezone(zone).replace(tzinfo=None).time() == wanted
            micros = int(moment.timestamp()) * SECOND
            if shown and micros > after:
                return micros
    raise AssertionError("a day has every minute, or the next one has")


def told_time(at: int, zone: ZoneInfo) -> str:
    """A time (microseconds) for a person, by the clock on their wall."""
    return f"{_local(zone, at):%A, %d %B %Y, %H:%M} ({zone.key})"


def _local(zone: ZoneInfo, at: int) -> datetime:
    return datetime.fromtimestamp(at // SECOND, UTC).astimezone(zone)
