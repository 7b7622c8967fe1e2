"""Tokens: given, shown, revoked at once everywhere, and never stored."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from eventsourcing.persistence import DatabaseError

from infra.keyring import ForgottenError, Keyring
from infra.people.accounts import sign_up
from infra.people.store import PeopleError, PeopleStore
from infra.people.tokens import HOUR, MOST_TOKENS, Bearer, TokenError, Tokens
from infra.streams import Connections, PeopleKeys
from tests.infra.house import House, Ticks
from tests.infra.people.stored import holds


@pytest.fixture
def other_worker(house: House, keyring: Keyring, clock: Ticks) -> Tokens:
    return Tokens(Connections(house.url), house.namespace, keyring, clock)


def test_who_shows_a_token_is_known_by_it_in_every_worker(tokens: Tokens, other_worker: Tokens) -> None:
    token = tokens.issue("wanda", label="Ada's phone")
    assert token.startswith("souls_")
    assert len(token) == 49
    bearer = other_worker.check(token)
    assert isinstance(bearer, Bearer)
    assert (bearer.person, bearer.scope) == ("wanda", "person")
    assert bearer.token_id == tokens.tokens_of("wanda")[0].id
    operator = tokens.check(tokens.issue("wanda", scope="operator"))
    assert operator is not None
    assert operator.scope == "operator"


def test_neither_a_token_nor_its_label_is_stored(tokens: Tokens, house: House) -> None:
    for token in (
        tokens.issue("wanda", label="Ada's phone"),
        *tokens.issue_recovery("wanda"),
    ):
        for part in (token, token.removeprefix("souls_"), token[6:20], token.replace("-", ""), "phone"):
            assert holds(house, part) == []


@pytest.mark.parametrize(
    "token", ["", "souls_", "souls_" + "A" * 43, "x" * 49, "souls_\ud800", "souls_" + "A" * 10_000, "\0"]
)
def test_what_is_no_token_opens_nothing(tokens: Tokens, token: str) -> None:
    tokens.issue("wanda")
    assert tokens.check(token) is tokens.recover(token) is None


def test_a_token_that_differs_in_one_letter_opens_nothing(tokens: Tokens) -> None:
    token = tokens.issue("wanda")
    for place in range(len(token)):
        other = "B" if token[place] != "B" else "C"
        assert tokens.check(token[:place] + other + token[place + 1 :]) is None
    assert tokens.check(token + "A") is tokens.check(token[:-1]) is tokens.check(token.upper()) is None
    assert tokens.check(token) is not None


def test_what_is_stored_under_an_id_must_have_the_whole_hash(tokens: Tokens, house: House) -> None:
    mine, key = tokens.issue("wanda"), PeopleKeys(house.namespace).tokens
    theirs = tokens.issue("ben")
    (one,), (two,) = tokens.tokens_of("wanda"), tokens.tokens_of("ben")
    house.client.hset(key, one.id, house.client.hget(key, two.id))
    assert tokens.check(mine) is None
    assert tokens.check(theirs) is not None


def test_a_token_of_another_installation_opens_nothing(tokens: Tokens, elsewhere: House, keyring: Keyring) -> None:
    other = Tokens(Connections(elsewhere.url), elsewhere.namespace, keyring)
    assert other.check(tokens.issue("wanda")) is None


# --- Over -------------------------------------------------------------------------------------------------------------


def test_a_revoked_token_opens_nothing_in_any_worker(tokens: Tokens, other_worker: Tokens) -> None:
    token, kept = tokens.issue("wanda"), tokens.issue("wanda")
    assert other_worker.check(token)
    token_id = tokens.tokens_of("wanda")[0].id
    assert not tokens.revoke("ben", token_id)
    assert tokens.revoke("wanda", token_id)
    assert not tokens.revoke("wanda", token_id)
    assert other_worker.check(token) is None
    assert other_worker.check(kept)
    assert tokens.revoke_all("wanda") == 1
    assert other_worker.check(kept) is None
    assert tokens.tokens_of("wanda") == []


def test_an_expired_token_opens_nothing(tokens: Tokens, other_worker: Tokens, clock: Ticks) -> None:
    token = tokens.issue("wanda", expires=clock.now + HOUR)
    assert other_worker.check(token)
    clock.now += HOUR
    assert other_worker.check(token) is None
    (told,) = tokens.tokens_of("wanda")
    assert told.expires is not None
    assert told.expires < clock.now
    with pytest.raises(TokenError, match="The time at which this token would expire is over"):
        tokens.issue("wanda", expires=clock.now)


def test_the_token_of_who_was_forgotten_opens_nothing_even_before_it_is_deleted(
    tokens: Tokens, keyring: Keyring, house: House
) -> None:
    token = tokens.issue("wanda")
    keyring.forget("wanda")
    assert tokens.check(token) is None
    tokens.forget("wanda")
    assert holds(house, "wanda") == []
    with pytest.raises(ForgottenError):
        tokens.issue("wanda")


def test_a_token_that_cannot_be_given_is_told(tokens: Tokens) -> None:
    with pytest.raises(TokenError, match="greedy-bot-1 is a bot"):
        tokens.issue("greedy-bot-1")
    for label in ("x" * 61, "a\nb"):
        with pytest.raises(TokenError, match="This cannot be a token's label"):
            tokens.issue("wanda", label=label)


def test_a_person_has_so_many_tokens_and_expired_ones_do_not_count(tokens: Tokens, clock: Ticks) -> None:
    for _ in range(MOST_TOKENS):
        tokens.issue("wanda", expires=clock.now + 24 * HOUR)
    with pytest.raises(TokenError, match="at most 100 tokens"):
        tokens.issue("wanda")
    tokens.issue("ben")
    clock.now += 24 * HOUR
    tokens.issue("wanda")
    assert len(tokens.tokens_of("wanda")) == 1


# --- Listing ----------------------------------------------------------------------------------------------------------


def test_tokens_are_listed_with_all_but_themselves(tokens: Tokens, clock: Ticks) -> None:
    token = tokens.issue("wanda", label="phone")
    tokens.issue("wanda", label="laptop", scope="operator", expires=clock.now + HOUR)
    tokens.issue("ben")
    phone, laptop = tokens.tokens_of("wanda")
    assert (phone.label, phone.scope, phone.expires, phone.used) == ("phone", "person", None, None)
    assert (laptop.label, laptop.scope) == ("laptop", "operator")
    tokens.check(token)
    used = tokens.tokens_of("wanda")[0].used
    assert used is not None
    assert 0 <= clock.now - used < HOUR
    assert token not in repr(tokens.tokens_of("wanda"))


def test_when_a_token_was_used_is_written_once_an_hour(tokens: Tokens, house: House, clock: Ticks) -> None:
    token, key = tokens.issue("wanda"), PeopleKeys(house.namespace).token_uses
    clock.now -= clock.now % HOUR
    tokens.check(token)
    house.client.delete(key)
    for _ in range(5):
        tokens.check(token)
    assert not house.client.exists(key)
    clock.now += HOUR
    tokens.check(token)
    assert house.client.exists(key)


# --- Recovery ---------------------------------------------------------------------------------------------------------


def test_a_recovery_code_gives_one_token_once_however_it_is_typed(tokens: Tokens) -> None:
    codes = tokens.issue_recovery("wanda")
    assert len(set(codes)) == 6
    token = tokens.recover(f"  {codes[0].upper().replace('-', ' - ')} ", label="new phone")
    assert token is not None
    bearer = tokens.check(token)
    assert bearer is not None
    assert (bearer.person, bearer.scope) == ("wanda", "person")
    assert tokens.recover(codes[0]) is None
    assert tokens.check(codes[1]) is None


def test_new_recovery_codes_end_the_old_ones(tokens: Tokens) -> None:
    old, new = tokens.issue_recovery("wanda"), tokens.issue_recovery("wanda")
    assert [tokens.recover(code) for code in old] == [None] * 6
    assert tokens.recover(new[0])


def test_a_recovery_code_that_many_try_at_once_gives_one_token(tokens: Tokens) -> None:
    code = tokens.issue_recovery("wanda")[0]
    with ThreadPoolExecutor(8) as pool:
        given = list(pool.map(lambda _: tokens.recover(code), range(8)))
    assert sum(token is not None for token in given) == 1


def test_a_row_that_is_not_readable_is_told(tokens: Tokens, house: House) -> None:
    token = tokens.issue("wanda")
    house.client.hset(PeopleKeys(house.namespace).tokens, tokens.tokens_of("wanda")[0].id, b"broken")
    with pytest.raises(DatabaseError, match=r"Token [0-9a-f]{16} is not readable"):
        tokens.check(token)
    tokens.forget("wanda")
    assert tokens.check(token) is None


# --- Signing up -------------------------------------------------------------------------------------------------------


def test_who_signs_up_gets_a_profile_a_token_and_codes(people: PeopleStore, tokens: Tokens, house: House) -> None:
    made = sign_up(people, tokens, "Wanda", time_zone="Europe/Berlin")
    assert people.profile(made.profile.person) == made.profile
    bearer = tokens.check(made.token)
    assert bearer is not None
    assert (bearer.person, bearer.scope) == (made.profile.person, "person")
    assert tokens.recover(made.recovery[0])
    assert made.token not in repr(made)
    assert made.recovery[1] not in repr(made)


def test_what_cannot_sign_up_leaves_nothing(people: PeopleStore, tokens: Tokens) -> None:
    with pytest.raises(PeopleError):
        sign_up(people, tokens, "")
    assert list(people.people()) == []
