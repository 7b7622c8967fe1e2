"""Which persons are bots: their ids say so, and of which kind they are."""

KINDS = ("random", "greedy")


def bot_of(person: str | None) -> str | None:
    """The kind of bot that a person id stands for, if it stands for one."""
    kind, dash, _ = (person or "").partition("-bot-")
    return kind if dash and kind in KINDS else None
