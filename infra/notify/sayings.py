"""What an answer says until it is sent: words of a person's, so it waits sealed under their key, and is gone with that."""

import msgspec

from infra.key_seal import KeySeal, Missing
from infra.streams import read_sealed


class Saying(msgspec.Struct, frozen=True, array_like=True):
    """A subject, lines, the id of the mail that is answered, and the table, drawn in characters, where that was asked for."""

    subject: str
    lines: tuple[str, ...] = ()
    answers: str = ""
    drawn: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "Saying()"  # so that no log line or traceback tells it


class Sayings:
    """Seals and opens them; only in the message of the same key they open. Usable from many threads."""

    def __init__(self, seal: KeySeal) -> None:
        self._seal = seal

    def sealed(self, person: str, key: str, saying: Saying) -> bytes:
        """`ForgottenError` where the person was forgotten."""
        return msgspec.msgpack.encode(self._seal.seal(person, _place(key), msgspec.msgpack.encode(saying)))

    def opened(self, key: str, sealed: bytes) -> Saying | None:
        """None for what nobody can read any more."""
        plain = self._seal.open(read_sealed(sealed), _place(key))
        return None if isinstance(plain, Missing) else msgspec.msgpack.decode(plain, type=Saying)


def _place(key: str) -> tuple[object, ...]:
    return ("souls answer", key)
