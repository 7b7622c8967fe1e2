"""Names for people and bots in what the service tells (`infra.people.naming`)."""

from collections.abc import Sequence

import msgspec

from infra.http.service import Service
from infra.people.naming import named, people_in
from projections.logs import LogLine


async def with_names(service: Service, lines: Sequence[LogLine]) -> list[LogLine]:
    """The lines with names in their sentences, in place of ids; their fields stay as they are."""
    people = people_in(line.sentence for line in lines)
    if not people:
        return list(lines)
    names = await service.names(people)
    return [_named(line, names) for line in lines]


def _named(line: LogLine, names: dict[str, str]) -> LogLine:
    sentence = named(line.sentence, names.__getitem__)
    return line if sentence == line.sentence else msgspec.structs.replace(line, sentence=sentence)
