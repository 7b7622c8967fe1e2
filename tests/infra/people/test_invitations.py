"""Invitations: to a seat or to look on, once, and never half."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from eventsourcing.persistence import DatabaseError

from domain.table.kernel import Accepted
from domain.table.lifecycle import TakeSeat
from infra.people.access import TableAccess
from infra.people.invitations import DAY, KEPT_FOR_ONE, MOST_INVITATIONS, Invitation, InvitationError, Invitations
from infra.people.profile import PeopleError
from tests.infra.house import House, Ticks
from tests.infra.people.stored import holds


def code_of(caught: pytest.ExceptionInfo[InvitationError]) -> str:
    return caught.value.code


def refused(invitations: Invitations, token: str, person: str = "wanda") -> str:
    with pytest.raises(InvitationError) as caught:
        invitations.redeem(token, person)
    assert str(caught.value).endswith(".")
    return caught.value.code


def take(house: House, invitation: Invitation) -> str:
    """Take the seat that an invitation is for, as whoever lets people in does; how it ended."""
    assert invitation.seat is not None
    assert invitation.person is not None
    command = TakeSeat(invitation.seat, invitation.person)
    outcome = house.ask(invitation.table, invitation.seat, command, command_id=invitation.command_id)
    return "seated" if isinstance(outcome, Accepted) else outcome.code


def test_a_seat_is_taken_with_an_invitation(invitations: Invitations, house: House) -> None:
    table_id = house.opened()
    token, given = invitations.invite(table_id, "hanna", 1)
    assert (given.table, given.seat, given.by, given.state, given.person) == (table_id, 1, "hanna", "open", None)
    assert invitations.look(token) == given
    kept = invitations.redeem(token, "wanda")
    assert (kept.state, kept.person) == ("kept", "wanda")
    assert take(house, kept) == "seated"
    invitations.done(token, "wanda")
    invitations.done(token, "wanda")
    assert house.ledger.current(table_id).seats[1].person == "wanda"
    assert [(one.state, one.person) for one in invitations.of_table(table_id)] == [("used", "wanda")]


def test_an_invitation_to_look_on_names_no_seat(invitations: Invitations, access: TableAccess, house: House) -> None:
    table_id = house.opened()
    token, given = invitations.invite(table_id, "hanna", None)
    assert given.seat is None
    access.add_spectator(table_id, str(invitations.redeem(token, "wanda").person))
    invitations.done(token, "wanda")
    assert access.of(table_id).spectators == ("wanda",)


def test_a_link_is_not_stored(invitations: Invitations, house: House) -> None:
    table_id = house.opened()
    token, _ = invitations.invite(table_id, "hanna", 0)
    assert holds(house, token) == holds(house, token.split(".")[1]) == []


def test_an_invitation_is_used_once(invitations: Invitations, house: House) -> None:
    token, _ = invitations.invite(house.opened(), "hanna", 0)
    invitations.redeem(token, "wanda")
    assert refused(invitations, token, "ben") == "INVITATION_KEPT"
    invitations.done(token, "wanda")
    assert refused(invitations, token, "ben") == "INVITATION_USED"
    assert invitations.redeem(token, "wanda").state == "used"  # who has lost the answer asks again
    with pytest.raises(InvitationError, match="was used before"):
        invitations.look(token)


def test_of_many_who_sign_up_at_once_one_has_an_account(invitations: Invitations, house: House) -> None:
    token, _ = invitations.invite(house.opened(), "hanna", 0)

    def signed_up(n: int) -> str:
        try:
            with invitations.one_account(token):
                return "made"
        except InvitationError as error:
            return error.code

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(signed_up, range(6))) == ["INVITATION_USED"] * 5 + ["made"]
    assert invitations.redeem(token, "wanda").state == "kept"


def test_an_account_that_could_not_be_made_leaves_the_invitation_good(invitations: Invitations, house: House) -> None:
    token, _ = invitations.invite(house.opened(), "hanna", 0)
    with pytest.raises(PeopleError), invitations.one_account(token):
        raise PeopleError("This cannot be a person.")
    with invitations.one_account(token):
        pass
    with pytest.raises(InvitationError, match="An account was made"), invitations.one_account(token):
        pass


def test_of_many_who_redeem_at_once_one_is_let_in(invitations: Invitations, house: House) -> None:
    token, _ = invitations.invite(house.opened(), "hanna", 0)

    def redeem(n: int) -> str:
        try:
            return str(invitations.redeem(token, f"person{n}").person)
        except InvitationError as error:
            return error.code

    with ThreadPoolExecutor(8) as pool:
        told = sorted(pool.map(redeem, range(8)))
    assert told[:7] == ["INVITATION_KEPT"] * 7
    assert told[7].startswith("person")


def test_who_stopped_before_the_seat_was_taken_goes_on(invitations: Invitations, house: House) -> None:
    table_id = house.opened()
    token, _ = invitations.invite(table_id, "hanna", 0)
    invitations.redeem(token, "wanda")  # and here the service dies
    assert take(house, invitations.redeem(token, "wanda")) == "seated"


def test_who_stopped_after_the_seat_was_taken_takes_it_once(invitations: Invitations, house: House) -> None:
    table_id = house.opened()
    token, _ = invitations.invite(table_id, "hanna", 0)
    take(house, invitations.redeem(token, "wanda"))  # and here the service dies
    version = house.ledger.current(table_id).version
    assert take(house, invitations.redeem(token, "wanda")) == "seated"
    assert house.ledger.current(table_id).version == version
    invitations.done(token, "wanda")
    assert refused(invitations, token, "eve") == "INVITATION_USED"


def test_where_the_seat_was_taken_meanwhile_the_invitation_can_be_given_back(
    invitations: Invitations, house: House
) -> None:
    table_id = house.opened()
    token, _ = invitations.invite(table_id, "hanna", 0)
    house.do(table_id, 0, TakeSeat(0, "ben"))
    assert take(house, invitations.redeem(token, "wanda")) == "SEAT_TAKEN"
    invitations.give_back(token, "ben")  # not his
    assert refused(invitations, token, "eve") == "INVITATION_KEPT"
    invitations.give_back(token, "wanda")
    assert invitations.look(token).state == "open"
    assert invitations.redeem(token, "eve").person == "eve"


def test_who_never_comes_back_blocks_an_invitation_for_a_while_only(
    invitations: Invitations, house: House, clock: Ticks
) -> None:
    token, _ = invitations.invite(house.opened(), "hanna", 0)
    first = invitations.redeem(token, "wanda")
    clock.now += KEPT_FOR_ONE
    second = invitations.redeem(token, "ben")
    assert second.command_id != first.command_id
    assert refused(invitations, token, "wanda") == "INVITATION_KEPT"
    invitations.done(token, "wanda")
    assert invitations.look(token).person == "ben"


def test_an_expired_invitation_invites_nobody(invitations: Invitations, house: House, clock: Ticks) -> None:
    table_id = house.opened()
    token, given = invitations.invite(table_id, "hanna", 0, expires=clock.now + DAY)
    other, _ = invitations.invite(table_id, "hanna", 1)
    clock.now += DAY
    assert given.expires < clock.now
    assert refused(invitations, token) == "INVITATION_EXPIRED"
    clock.now += 29 * DAY
    assert refused(invitations, other) == "INVITATION_EXPIRED"
    with pytest.raises(InvitationError, match="would expire is over") as caught:
        invitations.invite(table_id, "hanna", 0, expires=clock.now)
    assert code_of(caught) == "EXPIRES_TOO_SOON"


def test_a_revoked_invitation_invites_nobody(invitations: Invitations, house: House) -> None:
    table_id, other = house.opened(), house.opened()
    token, given = invitations.invite(table_id, "hanna", 0)
    assert not invitations.revoke(other, given.id)
    assert invitations.revoke(table_id, given.id)
    assert not invitations.revoke(table_id, given.id)
    assert refused(invitations, token) == "NO_INVITATION"
    assert invitations.of_table(table_id) == []


def test_an_invitation_that_is_revoked_while_somebody_is_let_in_is_settled_without_a_word(
    invitations: Invitations, house: House
) -> None:
    table_id = house.opened()
    token, given = invitations.invite(table_id, "hanna", 0)
    invitations.redeem(token, "wanda")
    invitations.revoke(table_id, given.id)
    invitations.done(token, "wanda")
    invitations.give_back(token, "wanda")
    assert invitations.of_table(table_id) == []


@pytest.mark.parametrize("seat", [-1, 12])
def test_nobody_is_invited_to_a_seat_that_no_table_has(invitations: Invitations, seat: int) -> None:
    with pytest.raises(InvitationError, match=f"No table has a seat {seat}") as caught:
        invitations.invite("t", "hanna", seat)
    assert code_of(caught) == "NO_SEAT"
    assert invitations.of_table("t") == []


@pytest.mark.parametrize("person", ["", "../x", "a b", "x" * 65, "\ud800"])
def test_what_is_nobodys_id_neither_invites_nor_is_let_in(invitations: Invitations, person: str) -> None:
    token, given = invitations.invite("t", "hanna", 0)
    with pytest.raises(PeopleError, match="is not a person's id"):
        invitations.invite("t", person, 0)
    with pytest.raises(PeopleError, match="is not a person's id"):
        invitations.redeem(token, person)
    assert invitations.of_table("t") == [given]


@pytest.mark.parametrize("token", ["", ".", "t.", "t.x", "no dot", "\0.\0", "t." + "x" * 10_000, "täble.x", "\ud800.x"])
def test_what_is_no_invitation_is_told(invitations: Invitations, token: str) -> None:
    assert refused(invitations, token) == "NO_INVITATION"


def test_an_invitation_to_one_table_is_none_to_another(invitations: Invitations, house: House) -> None:
    one, two = house.opened(), house.opened()
    token, given = invitations.invite(one, "hanna", 0)
    keys = house.ledger.partition(one).recorder.keys
    house.client.hset(keys.invitations(two), given.id, house.client.hget(keys.invitations(one), given.id))
    assert refused(invitations, f"{two}.{token.split('.')[1]}") == "NO_INVITATION"


def test_a_table_has_so_many_invitations(invitations: Invitations) -> None:
    for _ in range(MOST_INVITATIONS):
        invitations.invite("table1", "hanna", None)
    with pytest.raises(InvitationError, match="at most 100 invitations") as caught:
        invitations.invite("table1", "hanna", None)
    assert code_of(caught) == "TOO_MANY_INVITATIONS"


def test_a_persons_invitations_are_found_and_forgotten(invitations: Invitations, house: House) -> None:
    tables = [house.opened() for _ in range(3)]
    _, given = invitations.invite(tables[0], "wanda", 0)
    token, _ = invitations.invite(tables[1], "hanna", 0)
    used = invitations.redeem(token, "wanda")
    _, other = invitations.invite(tables[2], "hanna", 0)
    assert invitations.of_person("wanda") == [given, used]
    invitations.forget("wanda")
    assert invitations.of_person("wanda") == []
    assert invitations.of_table(tables[2]) == [other]
    assert holds(house, "wanda") == []


def test_an_invitation_that_is_not_readable_is_told(invitations: Invitations, house: House) -> None:
    table_id = house.opened()
    token, given = invitations.invite(table_id, "hanna", 0)
    house.client.hset(house.ledger.partition(table_id).recorder.keys.invitations(table_id), given.id, b"broken")
    with pytest.raises(DatabaseError, match=f"An invitation to table {table_id} is not readable"):
        invitations.look(token)
