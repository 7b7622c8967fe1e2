"""The Lua files: one step of the store each. `checks.lua` stands before every one of them."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from infra.streams.connection import Client

type_of_argument = str | bytes | int


class Script(Protocol):
    """Runs by digest; a server that does not know the script gets its text once more."""

    def __call__(self, keys: Sequence[str], args: Iterable[type_of_argument]) -> object: ...


@cache
def script_text(name: str) -> str:
    """The whole text of script `name`, for clients of any kind (sync, async)."""
    folder = files("infra.streams") / "lua"
    return "\n".join((folder / f"{part}.lua").read_text("utf-8") for part in ("checks", name))


def script(client: "Client", name: str) -> Script:
    """Script `name`, to be run on `client`."""
    registered: Script = client.register_script(script_text(name))
    return registered
