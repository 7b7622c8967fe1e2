"""Names for people and bots in what the service tells (`infra.people.naming`)."""

from collections.abc import Sequence

import msgspec

from infra.http.problems import RefusedError
from infra.http.service import Service
from infra.people.naming import named, people_in
from projections.logs import LogLine


async def with_names(service: Service, lines: Sequence[LogLine]) -> list[LogLine]:
    """The lines with names in their sentences, in place of ids; their fields stay as they are."""
    sentences = await in_names(service, [line.sentence for line in lines])
    return [
        line if sentence == line.sentence else msgspec.structs.replace(line, sentence=sentence)
        for line, sentence in zip(lines, sentences, strict=True)
    ]


async def in_names(service: Service, sentences: Sequence[str]) -> list[str]:
    """The sentences with names in place of ids."""
    people = people_in(sentences)
    if not people:
        return list(sentences)
    names = await service.names(people)
    return [named(sentence, names.__getitem__) for sentence in sentences]


async def refused_in_names(service: Service, error: RefusedError) -> RefusedError:
    """A refusal with names in what it tells, in place of ids; its arguments stay as they are."""
    (error.sentence,) = await in_names(service, [error.sentence])
    error.since = tuple(await with_names(service, error.since))
    return error
