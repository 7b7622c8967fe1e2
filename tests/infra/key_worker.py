"""One of several that use a keyring at once: `key_worker.py FOLDER key|forget PERSON…`.

Says `ready`, waits for a line, and says for each person the key, `forgotten` where there is none any more, or nothing
where it has forgotten the person itself.
"""

import sys
from pathlib import Path

from infra.keyring import ForgottenError, Keyring


def used(keyring: Keyring, act: str, person: str) -> str:
    """The key that a person has, as text, or what came instead of it."""
    if act == "forget":
        keyring.forget(person)
        return ""
    try:
        return keyring.key(person).hex()
    except ForgottenError:
        return "forgotten"


if __name__ == "__main__":
    folder, what, *people = sys.argv[1:]
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    for name in people:
        sys.stdout.write(used(Keyring(Path(folder)), what, name) + "\n")
