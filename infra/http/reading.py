"""Reading what is sent: as strictly as everywhere else, so that 0 is no `false` and "3" no number."""

from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import State

DATA = "data"


class Strictly(Request[Any, Any, State]):
    """A request whose body is read as the type that its route wants, and as nothing else."""

    async def json(self) -> Any:
        """The body; msgspec's `DecodeError` says where it is wrong."""
        wanted = self.route_handler.parsed_fn_signature.parameters.get(DATA)
        try:
            return msgspec.json.decode(await self.body(), type=wanted.annotation if wanted else Any)
        except RecursionError as error:
            raise msgspec.DecodeError("The body is nested too deeply") from error
