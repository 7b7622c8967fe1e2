"""Signing up: a person, a first token, and codes for a new one where it gets lost, since there is no mailbox to ask."""

from typing import Literal

import msgspec

from infra.people.profile import Profile
from infra.people.store import PeopleStore
from infra.people.tokens import Tokens


class Account(msgspec.Struct, frozen=True):
    """What a person is told when they sign up, this once: token and codes are stored nowhere."""

    profile: Profile
    token: str
    recovery: list[str]

    def __repr__(self) -> str:
        return f"Account({self.profile.person})"


def sign_up(
    people: PeopleStore,
    tokens: Tokens,
    name: str,
    *,
    time_zone: str = "UTC",
    scope: Literal["person", "operator"] = "person",
    label: str = "first",
) -> Account:
    """Make an account; `PeopleError` for a name or time zone that cannot be one, `TokenError` for such a label.

    If that is interrupted, nobody can use the account; an operator sees it in the list of people.
    """
    profile = people.create(name, time_zone=time_zone)
    token = tokens.issue(profile.person, label=label, scope=scope)
    return Account(profile, token, tokens.issue_recovery(profile.person))
