"""Several commands in one step: all of them happen, one behind the other, or none; and once."""

from collections.abc import Callable

import pytest
from eventsourcing.persistence import OperationalError

from domain.table.digest import digest
from domain.table.kernel import Accepted
from domain.table.lifecycle import Undo
from domain.table.records import Submission
from infra.opened import RefusedAt
from infra.streams import OutcomeUnknownError
from infra.verification import verify
from tests.infra.house import House
from tests.table.toy import CallVote, DrawCard, Nudge, RollDie, Vote


def submissions(version: int, *commands: object, post: str = "post", by: int = 0) -> list[Submission]:
    return [Submission(f"{post}.{n}", by, version, command) for n, command in enumerate(commands, 1)]


def sound(house: House, table_id: str) -> None:
    secret = house.ledger.secret(table_id)
    assert secret
    assert verify(house.export(table_id), house.ledger.rulebooks, seed=secret.seed).good
    assert digest(house.ledger.table(table_id)) == digest(house.ledger.current(table_id))


def test_each_is_decided_behind_the_one_before_and_all_are_one_chain(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id).version
    done = house.ledger.submit_all(table_id, submissions(before, Nudge(2), CallVote(), Vote(yes=True)))
    assert isinstance(done, tuple)
    assert (done[0].first, done[0].repeated) == (before + 1, False)
    assert [one.first for one in done[1:]] == [one.last + 1 for one in done[:-1]]
    table = house.ledger.current(table_id)
    assert table.version == done[-1].last
    assert [table.commands[f"post.{n}"] for n in (1, 2, 3)] == [one.first for one in done]
    sound(house, table_id)


def test_all_are_appended_in_one_step(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id).version
    recorder, appended = house.ledger.partition(table_id).recorder, []
    insert = recorder.insert_events
    monkeypatch.setattr(recorder, "insert_events", lambda events: (appended.append(len(events)), insert(events)))
    house.ledger.submit_all(table_id, submissions(before, Nudge(2), RollDie()))
    assert appended == [house.ledger.current(table_id).version - before]


def test_where_a_later_one_is_refused_nothing_has_happened_and_its_number_is_told(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id)
    refused = house.ledger.submit_all(table_id, submissions(before.version, Nudge(2), RollDie(), RollDie()))
    assert isinstance(refused, RefusedAt)
    assert (refused.number, refused.refusal.code) == (2, "NOT_YOUR_TURN")
    assert digest(house.ledger.current(table_id)) == digest(before)
    assert house.ledger.refusals(table_id) == [], "it met a table that never was"
    assert isinstance(house.ask(table_id, 0, RollDie(), command_id="post.1"), Accepted)
    sound(house, table_id)


def test_the_refusal_of_the_first_is_kept(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id).version
    refused = house.ledger.submit_all(table_id, submissions(before, Vote(True), RollDie()))
    assert isinstance(refused, RefusedAt)
    assert (refused.number, refused.refusal.code) == (0, "WRONG_PHASE")
    assert [kept.code for kept in house.ledger.refusals(table_id)] == ["WRONG_PHASE"]


def test_that_others_were_faster_is_no_refusal_that_is_kept(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id).version
    refused = house.ledger.submit_all(table_id, submissions(before - 1, Nudge(2), RollDie()))
    assert isinstance(refused, RefusedAt)
    assert (refused.number, refused.refusal.code) == (0, "STALE_VERSION")
    assert house.ledger.refusals(table_id) == []


def test_what_is_sent_twice_is_done_once(new_house: Callable[..., House]) -> None:
    one, other = new_house(), new_house()
    table_id = one.begun()
    asked = submissions(one.ledger.current(table_id).version, Nudge(2), RollDie())
    first, again = one.ledger.submit_all(table_id, asked), other.ledger.submit_all(table_id, asked)
    assert isinstance(first, tuple)
    assert isinstance(again, tuple)
    assert [(a.first, a.last) for a in first] == [(a.first, a.last) for a in again]
    assert [a.repeated for a in again] == [True, True]
    assert other.ledger.table(table_id).version == first[-1].last


@pytest.mark.parametrize(
    ("commands", "number", "known"),
    [
        ((Nudge(2), RollDie(), Undo(1)), 0, "post.1"),
        ((Nudge(2), CallVote()), 1, "post.2"),
        ((Nudge(3), RollDie()), 0, "post.1"),
    ],
    ids=["more of them", "another later one", "another first one"],
)
def test_ids_are_not_for_other_commands(house: House, commands: tuple[object, ...], number: int, known: str) -> None:
    table_id = house.begun()
    version = house.ledger.current(table_id).version
    assert isinstance(house.ledger.submit_all(table_id, submissions(version, Nudge(2), RollDie())), tuple)
    refused = house.ledger.submit_all(table_id, submissions(version, *commands))
    assert isinstance(refused, RefusedAt)
    assert (refused.number, refused.refusal.code) == (number, "COMMAND_ID_REUSED")
    assert refused.refusal.arguments["id"] == known
    sound(house, table_id)


def test_a_known_command_behind_a_new_one_is_not_done_again(house: House) -> None:
    table_id = house.begun()
    house.do(table_id, 0, Nudge(2), command_id="post.2")
    version = house.ledger.current(table_id).version
    refused = house.ledger.submit_all(table_id, submissions(version, DrawCard(), Nudge(2)))
    assert isinstance(refused, RefusedAt)
    assert (refused.number, refused.refusal.code) == (1, "COMMAND_ID_REUSED")
    assert house.ledger.current(table_id).version == version


def test_a_reply_that_got_lost_is_found_in_the_log(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = house.begun()
    version = house.ledger.current(table_id).version
    recorder, insert = (one := house.ledger.partition(table_id).recorder), one.insert_events
    lost: list[int] = []

    def and_lose(events: list[object]) -> None:
        insert(events)  # type: ignore[arg-type]
        if not lost:
            lost.append(len(events))
            raise OutcomeUnknownError("the reply got lost")

    monkeypatch.setattr(recorder, "insert_events", and_lose)
    done = house.ledger.submit_all(table_id, submissions(version, Nudge(2), RollDie()))
    assert isinstance(done, tuple)
    assert [one.repeated for one in done] == [True, True]
    sound(house, table_id)


def test_an_append_that_fails_leaves_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id)

    def fail(events: object) -> None:
        raise OperationalError("no")

    with monkeypatch.context() as patch:
        patch.setattr(house.ledger.partition(table_id).recorder, "insert_events", fail)
        with pytest.raises(OperationalError):
            house.ledger.submit_all(table_id, submissions(before.version, Nudge(2), RollDie()))
    assert digest(house.ledger.current(table_id)) == digest(before)
    assert isinstance(house.ledger.submit_all(table_id, submissions(before.version, Nudge(2), RollDie())), tuple)
    sound(house, table_id)


def test_nothing_to_submit_is_an_error_of_the_caller(house: House) -> None:
    with pytest.raises(ValueError, match="no command"):
        house.ledger.submit_all(house.begun(), [])
