"""What a notification URL may say behind its `?`, for each service: who is meant there, and by which right. Whatever else the
library understands is refused: it reads files, sends to others, waits, tries again, or undoes our own limits."""

_TO = frozenset({"to"})
_TO_TOKEN = _TO | {"token"}
_MASTODON = _TO_TOKEN | {"visibility"}
_MATRIX = _TO_TOKEN | {"e2ee", "mode", "msgtype", "version"}
_MATTERMOST = _TO | {"channel", "channels", "mode", "team"}
_NTFY = _TO_TOKEN | {"auth", "mode", "priority"}
_ROCKET = _TO | {"mode", "webhook"}
_SIGNAL = _TO | {"from"}
_BARK = _TO | {"group", "level", "sound", "volume"}
_GOTIFY = frozenset({"priority"})
_TALK = frozenset({"secret", "silent"})
_WORKFLOWS = frozenset(
    {"api-version", "id", "pa", "powerautomate", "route", "routeid", "sig", "signature", "ver", "workflow"}
)
_NOTHING: frozenset[str] = frozenset()

# Services behind whose URL stands a machine that its owner names.
OWN_HOST: dict[str, frozenset[str]] = {
    "bark": _BARK, "barks": _BARK, "form": _NOTHING, "forms": _NOTHING, "gotify": _GOTIFY, "gotifys": _GOTIFY,
    "json": _NOTHING, "jsons": _NOTHING, "mastodon": _MASTODON, "mastodons": _MASTODON, "matrix": _MATRIX,
    "matrixs": _MATRIX, "mmost": _MATTERMOST, "mmosts": _MATTERMOST, "nctalk": _TALK, "nctalks": _TALK, "ntfy": _NTFY,
    "ntfys": _NTFY, "rocket": _ROCKET, "rockets": _ROCKET, "signal": _SIGNAL, "signals": _SIGNAL,
    "workflow": _WORKFLOWS, "workflows": _WORKFLOWS, "zulip": _TO_TOKEN,
}  # fmt: skip

# Such as always go to the same machines.
FIXED_HOST: dict[str, frozenset[str]] = {
    "discord": frozenset({"ping", "thread"}),
    "gchat": frozenset({"key", "thread", "threadkey", "token", "workspace"}),
    "guilded": _NOTHING,
    "line": _TO_TOKEN,
    "pbul": _TO,
    "pover": _TO | {"priority", "sound"},
    "revolt": _TO | {"bot_token", "channel"},
    "slack": _TO_TOKEN | {"mode"},
    "tgram": _TO | {"silent", "thread", "topic"},
    "threema": _TO | {"from", "gwid", "secret"},
    "twist": _TO,
    "webex": _TO_TOKEN | {"mode"},
    "wxteams": _TO_TOKEN | {"mode"},
}

ALLOWED = {**OWN_HOST, **FIXED_HOST}
"""The services that can be sent to, each with what its URL may say."""
