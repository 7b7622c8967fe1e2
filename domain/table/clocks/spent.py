"""What a seat has spent on each of the decisions that it came to by its own commands (T-67, T-74).

Whoever moves and takes that back freely comes to decisions that it has had before, and to others in their place: each goes on
where it was, so that no moving and undoing gives more time than moving alone.
"""

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(slots=True)
class Spent:
    """The decisions of a seat along the history: `tips` are the tips of the history with which they began, in their order,
    `times` what each has taken (microseconds) and its last reminder. `times` goes on behind `tips` where what came next was
    undone; `place` is the present or last one, -1 for none."""

    tips: list[int] = field(default_factory=list)
    times: list[tuple[int, int]] = field(default_factory=list)
    place: int = -1

    def copy(self) -> "Spent":
        """What shares nothing mutable with this."""
        return Spent(self.tips.copy(), self.times.copy(), self.place)

    def keep(self, used: int, reminded: int) -> None:
        """Set down what the present decision has taken."""
        if self.place >= 0:
            self.times[self.place] = (used, reminded)

    def come_to(self, tip: int) -> tuple[int, int]:
        """The next decision begins: what was spent on the one that once was in its place, nothing on a new one."""
        self.place += 1
        self.tips = [*self.tips[: self.place], tip]
        if len(self.times) == self.place:
            self.times.append((0, 0))
        return self.times[self.place]

    def go_to(self, tip: int) -> tuple[int, int] | None:
        """The history has come to `tip` again: what the decision there has taken, None where there was none yet."""
        self.place = bisect_right(self.tips, tip) - 1
        return self.times[self.place] if self.place >= 0 else None

    def forget_later(self) -> None:
        """Others have acted: what was undone is of no account any more."""
        del self.tips[self.place + 1 :], self.times[self.place + 1 :]

    def forget_all(self) -> None:
        """Whatever comes next is new."""
        self.tips, self.times, self.place = [], [], -1

    @property
    def is_carried(self) -> bool:
        """Whether nothing has begun yet since somebody came from elsewhere, with what they had spent there (`stay`)."""
        return self.tips == [0]

    def stay(self, used: int, reminded: int) -> None:
        """Whatever comes next goes on from here, at whatever seat."""
        self.tips, self.times, self.place = [0], [(used, reminded)], 0
