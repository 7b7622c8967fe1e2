"""`souls serve`: the service over HTTP, until it is told to stop."""

import os
from typing import Annotated

import msgspec
import typer

from infra.service_settings import service_settings_from
from tools.cli.common import CommandError, DataOption, RulebookOption, chosen_settings, say


def serve(
    host: Annotated[str | None, typer.Option("--host", metavar="H", help="Where to listen; else 127.0.0.1.")] = None,
    port: Annotated[
        int | None, typer.Option("--port", metavar="P", min=0, max=65_535, help="The port; 0 for any that is free.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, max=64, help="How many processes answer; else 1.")
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
) -> None:
    """Serve tables over HTTP: what is asked and answered stands in /openapi.json. SIGTERM or Ctrl-C ends it; what was
    acknowledged is done then.
    """
    # Here and not above: whoever only looks at a table need not wait until a web server is loaded.
    from infra.http.listening import ListenError
    from infra.http.serving import ServeError
    from infra.http.serving import serve as serve_until_stopped

    settings = chosen_settings(data, rulebook)
    given = {"host": host, "port": port, "workers": workers}
    service = msgspec.structs.replace(
        service_settings_from(os.environ, settings.config),
        **{name: value for name, value in given.items() if value is not None},
    )
    try:
        serve_until_stopped(settings, service, _told)
    except (ListenError, ServeError) as error:
        raise CommandError(str(error)) from error


def _told(address: str) -> None:
    say(f"Serving at {address} (all that can be asked: {address}/openapi.json). Ctrl-C ends it.")
