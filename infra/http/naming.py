"""Names for people in what is told: the log has random ids, and who reads it wants to know who they are."""

import re
from collections.abc import Sequence

import msgspec

from infra.http.service import Service
from projections.logs import LogLine

# As a sentence begins with it too.
_PERSON = re.compile(r"\b[Pp](erson-[0-9a-f]{8,16})\b")


async def with_names(service: Service, lines: Sequence[LogLine]) -> list[LogLine]:
    """The lines with people's names in their sentences, in place of their ids; their fields stay as they are."""
    people = {f"p{found[1]}" for line in lines for found in _PERSON.finditer(line.sentence)}
    if not people:
        return list(lines)
    names = await service.names(people)
    return [_named(line, names) for line in lines]


def _named(line: LogLine, names: dict[str, str]) -> LogLine:
    sentence = _PERSON.sub(lambda found: names[f"p{found[1]}"], line.sentence)
    return line if sentence == line.sentence else msgspec.structs.replace(line, sentence=sentence)
