"""How values that are compared or hashed become bytes: MessagePack with keys in order; equal values give equal bytes."""

import msgspec

encode = msgspec.msgpack.Encoder(order="deterministic").encode
