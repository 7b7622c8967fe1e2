"""Time controls: how long seats have for what the game waits for, and what happens when that time is over (T-65 to T-74)."""

from domain.table.clocks.due import Deadline, bots_awaited, deadlines, due_now, next_due

__all__ = ["Deadline", "bots_awaited", "deadlines", "due_now", "next_due"]
