"""A client process for the tests: told what to do in lines, it answers every line with one line.

`attach` → `attached <server's pid>` or `refused <sentence>`; `write NAME COUNT` → `wrote`; `close` →
`closed`; `fork` → `forked <pid>`, a child that stays until it is killed. At the end of its input it exits
without closing anything.
"""

import os
import signal
import sys
from pathlib import Path

from redis import Redis

from infra.embedded import EmbeddedServer, EmbeddedServerError


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main(data: Path) -> None:
    server: EmbeddedServer | None = None
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job inherits it ignored
    say("ready")
    for line in sys.stdin:
        match line.split():
            case ["attach"]:
                try:
                    server = EmbeddedServer.attach(data)
                    say("attached", server.pid)
                except EmbeddedServerError as error:
                    say("refused", error)
            case ["write", name, count] if server:
                with Redis.from_url(server.url) as redis:
                    for number in range(int(count)):
                        redis.xadd(name, {"n": number})
                say("wrote")
            case ["close"] if server:
                server.close()
                say("closed")
            case ["fork"]:
                if not os.fork():
                    say("forked", os.getpid())  # the child itself, as proof that its fork is complete
                    signal.pause()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
