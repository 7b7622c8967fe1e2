"""When the server has something to do at which table, from the views of where tables stand."""

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

from infra.wiring import Souls


class Schedule:
    """The tables by the time at which something is to be done there. For one thread at a time."""

    def __init__(self, souls: Souls) -> None:
        self._souls = souls
        self._due: dict[str, int] | None = None
        self._heap: list[tuple[int, str]] = []

    def forget(self) -> None:
        """Read everything anew when it is asked for next."""
        self._due = None

    def look_at(self, tables: Iterable[str]) -> None:
        """Take in where these tables stand now, or all of them where nothing is known yet."""
        if self._due is None:
            self._due = {turn.table: turn.due for turn in self._souls.turns() if turn.due is not None}
            self._heap = [(at, table_id) for table_id, at in self._due.items()]
            heapify(self._heap)
            return
        for table_id in tables:
            turn = self._souls.turn(table_id)
            self._set(table_id, turn.due if turn is not None else None)

    def leave_alone(self, table_id: str, until: int) -> None:
        """Do nothing at a table before a time (microseconds)."""
        self._set(table_id, until)

    def due(self, now: int) -> list[str]:
        """The tables at which something is to be done now, the longest due first; none comes again before it is looked at."""
        assert self._due is not None
        found = []
        while self._heap and self._heap[0][0] <= now:
            at, table_id = heappop(self._heap)
            if self._due.get(table_id) == at:
                del self._due[table_id]
                found.append(table_id)
        return found

    def first(self) -> int | None:
        """The time (microseconds) at which something is to be done next; None where nothing is."""
        assert self._due is not None
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def _set(self, table_id: str, at: int | None) -> None:
        assert self._due is not None
        if at is None:
            self._due.pop(table_id, None)
        elif self._due.get(table_id) != at:
            self._due[table_id] = at
            heappush(self._heap, (at, table_id))
