"""The seats of a table, and what is asked of those who hold them."""

from dataclasses import dataclass, field

from domain.table.clocks.messages import TimeControl


@dataclass(slots=True)
class Seat:
    """A place at the table: the person who holds it, if any, since which version, whether somebody resigned from it, and
    the standing orders of that person, as JSON by the kind of prompt; they end with the person (T-25)."""

    person: str | None = None
    resigned: bool = False
    since: int = 0
    orders: dict[str, str] = field(default_factory=dict)

    @property
    def vacant(self) -> bool:
        return self.person is None


@dataclass(slots=True)
class Request:
    """What somebody has asked the seats to agree to, since when (microseconds): another edition, other time, or an undo to a
    version, in which later moves may be made again (`reapply`)."""

    by: int
    asked: frozenset[int]
    to_version: int | None = None
    edition: str | None = None
    agreed: frozenset[int] = frozenset()
    reapply: bool = False
    since: int = 0
    time: TimeControl | None = None

    @property
    def clause(self) -> str:
        """The clause that the asking follows."""
        if self.time is not None:
            return "T-66"
        return "T-21" if self.edition is None else "T-24"
