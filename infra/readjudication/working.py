"""The work: logs go out in chunks of bytes, to processes of their own where there is more than one chunk."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import chain
from multiprocessing import get_context

import msgspec
from eventsourcing.persistence import DatabaseError, OperationalError, StoredEvent

from infra.bulk import streams_of
from infra.ledger import Ledger
from infra.projector import Spoiled
from infra.readjudication.deciding import Adjudicator, Log
from infra.readjudication.findings import TableFindings
from infra.rulebooks import installed

CHUNK = 1_000
"""Records after which a chunk takes no further table: less than a second's work, so that an interruption is soon over."""

AHEAD = 2
"""Chunks that are read ahead for each process."""

Result = TableFindings | Spoiled
Take = Callable[[Sequence[Result]], None]

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Log]).decode


def chunks_of(ledger: Ledger, table_ids: Sequence[str], size: int, take: Take) -> Iterator[bytes]:
    """The logs of these tables, in chunks of about `size` records. What cannot be read goes to `take` at once."""
    chunk: list[Log] = []
    records = 0
    for table_id, stored in _streams(ledger, table_ids):
        try:
            log = _log(ledger, table_id, stored)
        except OperationalError:
            raise
        except DatabaseError as error:
            take([Spoiled(table_id, str(error))])
            continue
        chunk.append(log)
        records += len(log.events) + len(log.refusals)
        if records >= size:
            yield _encode(chunk)
            chunk, records = [], 0
    if chunk:
        yield _encode(chunk)


def work(
    ledger: Ledger, chunks: Iterator[bytes], edition: str, rulebooks: tuple[str, ...], jobs: int, take: Take
) -> None:
    """Decide all chunks again. The results go to `take` in the order in which they are done.

    A single chunk, and all where one job is asked for, is done in this process.
    """
    first = [chunk for _, chunk in zip(range(2), chunks, strict=False)]
    chunks = chain(first, chunks)
    if jobs == 1 or len(first) < 2:
        adjudicator = Adjudicator(ledger.rulebooks, edition)
        for chunk in chunks:
            for log in _decode(chunk):
                take([adjudicator.decide(log)])
    else:
        _in_processes(chunks, edition, rulebooks, jobs, take)


def _in_processes(chunks: Iterator[bytes], edition: str, rulebooks: tuple[str, ...], jobs: int, take: Take) -> None:
    executor = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (rulebooks, edition))
    waiting: set[Future[list[Result]]] = set()
    try:
        for chunk in chunks:
            waiting.add(_submitted(executor, chunk))
            if len(waiting) >= jobs * AHEAD:
                waiting = _taken(waiting, take)
        while waiting:
            waiting = _taken(waiting, take)
    finally:
        executor.shutdown(cancel_futures=True)


def _taken(waiting: set[Future[list[Result]]], take: Take) -> set[Future[list[Result]]]:
    """Wait for one result or more; returns what is still waited for."""
    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
    for future in done:
        take(future.result())
    return waiting


def _submitted(executor: ProcessPoolExecutor, chunk: bytes) -> "Future[list[Result]]":
    """Hand a chunk over. Ctrl-C reaches all processes of a terminal; one that is started here is deaf to it from its first
    moment on: it ends when this process says so."""
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return executor.submit(_decided, chunk)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


# --- In a process of its own ------------------------------------------------------------------------------------------


class _Process:
    """What a worker has made once for all its chunks."""

    adjudicator: Adjudicator


def _begin(rulebooks: tuple[str, ...], edition: str) -> None:
    _Process.adjudicator = Adjudicator(installed(rulebooks), edition)


def _decided(chunk: bytes) -> list[Result]:
    return [_Process.adjudicator.decide(log) for log in _decode(chunk)]


# --- Reading ----------------------------------------------------------------------------------------------------------


def _streams(ledger: Ledger, table_ids: Sequence[str]) -> Iterator[tuple[str, list[StoredEvent] | DatabaseError]]:
    for partition in ledger.partitions:
        own = [table_id for table_id in table_ids if ledger.partition(table_id) is partition]
        yield from streams_of(partition.recorder, own)


def _log(ledger: Ledger, table_id: str, stored: list[StoredEvent] | DatabaseError) -> Log:
    if isinstance(stored, DatabaseError):
        raise stored
    refusals = ledger.partition(table_id).refusals.read(table_id)
    events = tuple((event.topic, event.state) for event in stored)
    return Log(table_id, events, tuple((refusal.id, refusal.payload) for refusal in refusals))
