"""The history: which records of the game count after undo and redo (T-20 to T-22).

`Undone(to_version)` says that the history is now what it was at that version. So every version has a *tip*, the last game
record that counts there, and every game record has the tip before it; walking back from a tip gives the history.
"""

from bisect import bisect_right


class History:
    """Tips and predecessors of a table's versions; version 0 is the empty table."""

    __slots__ = ("_before", "_tips")

    def __init__(self) -> None:
        self._tips: list[int] = [0]
        self._before: dict[int, int] = {}

    def played(self) -> None:
        """The next version is a game record."""
        version = len(self._tips)
        self._before[version] = self._tips[-1]
        self._tips.append(version)

    def passed(self) -> None:
        """The next version leaves the history as it is."""
        self._tips.append(self._tips[-1])

    def jumped(self, to_version: int) -> None:
        """The next version makes the history what it was at `to_version`."""
        self._tips.append(self._tips[to_version])

    @property
    def version(self) -> int:
        return len(self._tips) - 1

    @property
    def tip(self) -> int:
        """The last game record that counts now, 0 if none does."""
        return self._tips[-1]

    def line(self, version: int | None = None) -> list[int]:
        """The versions of the game records that count at `version` (now, if it is None), in their order."""
        at = self._tips[-1 if version is None else version]
        line = []
        while at:
            line.append(at)
            at = self._before[at]
        line.reverse()
        return line

    def is_behind(self, version: int) -> bool:
        """Whether the history at `version` is a true beginning of the history now."""
        return self._tips[version] != self.tip and self._leads(self._tips[version], self.tip)

    def is_ahead(self, version: int) -> bool:
        """Whether the history at `version` truly goes on from the history now."""
        return self._tips[version] != self.tip and self._leads(self.tip, self._tips[version])

    def undone_lately(self) -> list[int]:
        """The game records that a redo can bring back: the most lately undone that go on from the history now."""
        for version in range(self.version, 0, -1):
            if self.is_ahead(version):
                line = self.line(version)
                return line[bisect_right(line, self.tip) :]
        return []

    def copy(self) -> "History":
        """A history that shares nothing mutable with this one."""
        twin = History()
        twin._tips, twin._before = self._tips.copy(), self._before.copy()
        return twin

    def _leads(self, earlier: int, later: int) -> bool:
        # Predecessors always have smaller versions, so the walk may stop below the one looked for.
        while later > earlier:
            later = self._before[later]
        return later == earlier
