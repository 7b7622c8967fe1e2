"""Values of any message type, made at random from what the type says of itself."""

import random
from typing import Any

import msgspec
from msgspec import inspect

LETTERS = 'aZ09._-é中🂡\x00\n"\\'


def sample(kind: type, rng: random.Random) -> Any:
    """An instance of a type of message."""
    return _made(inspect.type_info(kind), rng)


def _made(info: inspect.Type, rng: random.Random) -> Any:
    match info:
        case inspect.StructType():
            return info.cls(**{field.name: _made(field.type, rng) for field in info.fields})
        case inspect.IntType():
            low = info.ge if info.ge is not None else -(2**63)
            high = info.le if info.le is not None else info.lt - 1 if info.lt is not None else 2**63
            return rng.choice((low, high, rng.randint(low, high)))
        case inspect.StrType(pattern=pattern):
            return _text(pattern, rng)
        case inspect.LiteralType():
            return rng.choice(info.values)
        case inspect.UnionType():
            return _made(rng.choice(info.types), rng)
        case inspect.VarTupleType():
            return tuple(_made(info.item_type, rng) for _ in range(rng.randrange(4)))
        case inspect.TupleType():
            return tuple(_made(item, rng) for item in info.item_types)
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.Metadata():
            return _made(info.type, rng)
    raise NotImplementedError(info)


def _text(pattern: str | None, rng: random.Random) -> str:
    if pattern is None:
        return "".join(rng.choices(LETTERS, k=rng.randrange(1, 9)))
    if "0-9a-f" in pattern:
        return rng.randbytes(32).hex()
    return "".join(rng.choices("aZ09", k=rng.randrange(1, 9)))


def record_fields(state: bytes) -> list[Any]:
    """A stored record as the plain array that it is."""
    fields: list[Any] = msgspec.msgpack.decode(state)
    return fields
