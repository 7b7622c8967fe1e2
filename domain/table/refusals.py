"""A command turned down: a code, the clause that forbids it, and the arguments that a sentence needs."""

from collections.abc import Mapping
from typing import Any

import msgspec

Argument = str | int | bool | tuple[str, ...] | tuple[int, ...]


class Refusal(Exception):  # noqa: N818 - a refusal is an answer of the law, not an error of the program
    """Raised by rules, returned as a value by the kernel. It holds no sentence: the catalogue renders it."""

    def __init__(self, code: str, clause: str, **arguments: Argument) -> None:
        super().__init__(code, clause, arguments)
        self.code = code
        self.clause = clause
        self.arguments = arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.args == other.args

    def __hash__(self) -> int:
        return hash((self.code, self.clause))

    def to_builtins(self) -> dict[str, object]:
        """Plain data, for a log or a reply."""
        return {"code": self.code, "clause": self.clause, "arguments": msgspec.to_builtins(self.arguments)}


def as_given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A refusal's arguments as rules give them, with tuples, from JSON."""
    return {name: tuple(one) if isinstance(one, list) else one for name, one in arguments.items()}


class EngineFault(Exception):  # noqa: N818 - a fault is the word for it
    """Rules broke their own contract, such as refusing after their first event. The state is to be dropped and refolded."""


# What applying damaged records or nonsense events to a state can raise; rules themselves are not asked.
UNFOLDABLE = (
    LookupError, ValueError, StopIteration, TypeError, AttributeError, ArithmeticError, AssertionError, EngineFault,
    msgspec.MsgspecError,
)  # fmt: skip
