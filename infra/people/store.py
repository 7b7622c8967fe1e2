"""The profiles of all people: each sealed under its person's own key, so that who is forgotten is forgotten in every copy."""

from collections.abc import Callable, Iterator

import msgspec
from eventsourcing.persistence import IntegrityError

from infra.bots import bot_of
from infra.clock import Clock, now
from infra.key_seal import KeySeal, Missing
from infra.keyring import Keyring, KeysAwayError
from infra.people.addresses import check_url, new_address_id
from infra.people.profile import MOST_ADDRESSES, Address, PeopleError, Profile, changed, is_id, new_person_id
from infra.streams import Connections, PeopleKeys, Rows, read_sealed

__all__ = ["FORGOTTEN", "PeopleError", "PeopleStore", "StaleProfileError", "UnknownPersonError"]

ATTEMPTS = 20
FORGOTTEN = "somebody forgotten"
"""What stands in a name's place where its person was forgotten."""

Forgetting = Callable[[str], None]


class UnknownPersonError(PeopleError):
    """Nothing is known of the person: there never was a profile, or the person was forgotten."""


class StaleProfileError(PeopleError):
    """Somebody else has changed the profile since it was read."""


class PeopleStore:
    """All profiles. Usable from many threads and processes.

    `PersistenceError` where the store, and `KeyringError` where the keyring does not do what it should.
    """

    def __init__(self, connections: Connections, namespace: str, keyring: Keyring, clock: Clock = now) -> None:
        self._rows = Rows(connections, PeopleKeys(namespace).profiles, "profiles")
        self._seal = KeySeal(keyring)
        self._keyring = keyring
        self._clock = clock
        self._before: list[Forgetting] = []
        self._forgetting: list[Forgetting] = []

    # --- Profiles -----------------------------------------------------------------------------------------------------

    def create(self, name: str, *, time_zone: str = "UTC", person: str | None = None) -> Profile:
        """A new person, or the profile of one who has none yet (such as who played before there were any).

        `PeopleError` for a name or time zone that cannot be one, a bot, and who has a profile; `ForgottenError` for who was
        forgotten.
        """
        at = person or new_person_id()
        if bot_of(at) is not None:
            raise PeopleError(f"{at} is a bot, and has no profile.")
        plain = {"person": at, "name": name.strip(), "since": self._clock(), "time_zone": time_zone}
        try:
            profile = msgspec.convert(plain, Profile)
        except msgspec.ValidationError as error:
            raise PeopleError(f"This cannot be a person: {error}.") from error
        if not self._rows.put({at: self._sealed(profile)}, {}):
            raise PeopleError(f"Person {at} has a profile already.")
        return profile

    def profile(self, person: str) -> Profile | None:
        """What is known of a person; None where nothing is, or is any more. A bot has its kind for a name."""
        found = self.look_up(person)
        return found if isinstance(found, Profile) else None

    def look_up(self, person: str) -> Profile | Missing:
        """What is known of a person, or why nothing is."""
        kind = bot_of(person)
        if kind is not None:
            return Profile(person, f"{kind} bot")
        if not is_id(person):
            return Missing("not here")
        stored = self._rows.get(person)
        return (
            Missing("forgotten" if self.is_forgotten(person) else "not here")
            if stored is None
            else self._opened(person, stored)
        )

    def known(self, person: str) -> Profile:
        """What is known of a person; `UnknownPersonError` where nothing is, `KeysAwayError` where it cannot be opened."""
        found = self.look_up(person)
        if isinstance(found, Profile):
            return found
        if found.reason == "unreadable":
            raise KeysAwayError(
                f"The profile of person {person} cannot be opened: its key is not here, or is another one."
            )
        raise UnknownPersonError(f"Nothing is known here of person {person}.")

    def name(self, person: str | None) -> str:
        """What a person is called, for people to read: the name, else that they were forgotten, else their id."""
        if person is None:
            return "nobody"
        found = self.look_up(person)
        if isinstance(found, Profile):
            return found.name
        return FORGOTTEN if found.reason == "forgotten" else person

    def save(self, profile: Profile) -> Profile:
        """Keep a changed profile, and return it with its new revision.

        `StaleProfileError` where it was changed since it was read, `UnknownPersonError` where there is none.
        """
        person = profile.person
        stored = self._rows.get(person)
        present = Missing("not here") if stored is None else self._opened(person, stored)
        if stored is None or isinstance(present, Missing):
            raise UnknownPersonError(f"Nothing is known here of person {person}.")
        saved = msgspec.structs.replace(profile, revision=profile.revision + 1, since=present.since)
        if present.revision != profile.revision or not self._rows.put({person: self._sealed(saved)}, {person: stored}):
            raise StaleProfileError(f"The profile of person {person} was changed meanwhile.")
        return saved

    def change(self, person: str, how: Callable[[Profile], Profile]) -> Profile:
        """Change a profile as it is now; `how` is asked again where somebody else was faster, so no change is lost."""
        for _ in range(ATTEMPTS):
            profile = self.known(person)
            changed = how(profile)
            if changed == profile:
                return profile
            try:
                return self.save(changed)
            except StaleProfileError:
                continue
        raise IntegrityError(f"The profile of person {person} is changed all the time by others.")

    def rename(self, person: str, name: str) -> Profile:
        """Call a person something else; `PeopleError` for what can be no name."""

        return self.change(person, lambda profile: changed(profile, name=name.strip()))

    def people(self) -> Iterator[tuple[str, Profile | Missing]]:
        """All who have a profile, for an operator: what is known of each, or why it cannot be read; in no order."""
        for person, stored in self._rows.scan():
            yield person, self._opened(person, stored)

    # --- Addresses ----------------------------------------------------------------------------------------------------

    def add_address(self, person: str, url: str, label: str = "") -> Address:
        """One more address of a person, or the one that is there with this URL. `AddressError` for what is none."""
        check_url(url)
        try:
            new = msgspec.convert({"id": new_address_id(), "url": url, "label": label}, Address)
        except msgspec.ValidationError as error:
            raise PeopleError(f"This cannot be an address: {error}.") from error

        def with_it(profile: Profile) -> Profile:
            if any(one.url == url for one in profile.addresses):
                return profile
            if len(profile.addresses) >= MOST_ADDRESSES:
                raise PeopleError(f"A person has at most {MOST_ADDRESSES} addresses.")
            return msgspec.structs.replace(profile, addresses=(*profile.addresses, new))

        return next(one for one in self.change(person, with_it).addresses if one.url == url)

    def remove_address(self, person: str, address_id: str) -> bool:
        """Take an address away; false where there is none of that id."""
        was_there = False

        def without_it(profile: Profile) -> Profile:
            nonlocal was_there
            others = tuple(one for one in profile.addresses if one.id != address_id)
            was_there = len(others) < len(profile.addresses)
            return msgspec.structs.replace(profile, addresses=others)

        self.change(person, without_it)
        return was_there

    def confirm_address(self, person: str, address_id: str) -> bool:
        """Let an address be the person's for sure; false where there is none of that id. Twice is once."""
        was_there = False

        def confirmed(profile: Profile) -> Profile:
            nonlocal was_there
            was_there = profile.address(address_id) is not None
            changed = (
                msgspec.structs.replace(one, confirmed=True) if one.id == address_id else one
                for one in profile.addresses
            )
            return msgspec.structs.replace(profile, addresses=tuple(changed))

        self.change(person, confirmed)
        return was_there

    def renew_replies(self, person: str) -> Profile:
        """Make all addresses that were given to a person for replies worthless."""
        return self.change(
            person,
            lambda profile: msgspec.structs.replace(profile, replies_renewed=profile.replies_renewed + 1),
        )

    # --- Forgetting ---------------------------------------------------------------------------------------------------

    def before_forgetting(self, leaving: Forgetting) -> None:
        """Have something done for a person first, each time one is forgotten: if it fails nothing is forgotten yet. It must not
        mind being told twice."""
        self._before.append(leaving)

    def when_forgotten(self, forgetting: Forgetting) -> None:
        """Have something else forget a person too, each time one is. It must not mind being told twice."""
        self._forgetting.append(forgetting)

    def forget(self, person: str) -> None:
        """Forget a person for ever, with all that is known of them. Twice is once; what an interrupted one left is done then.

        Of what is known the key goes first: from then on nothing can be read, whatever may still lie somewhere. `PeopleError`
        for a bot, `UnknownPersonError` for who has neither a profile nor a key, and was never forgotten.
        """
        if bot_of(person) is not None:
            raise PeopleError(f"{person} is a bot, of whom nothing is known.")
        self._keyring.check()  # first: while keys are away nobody gives up a seat in vain
        self.check_was_here(person)
        for leaving in self._before:
            leaving(person)
        self._keyring.forget(person)
        self._rows.drop([person])
        for forgetting in self._forgetting:
            forgetting(person)

    def check_was_here(self, person: str) -> None:
        """`UnknownPersonError` where there is neither a profile nor a key of a person, nor that they were forgotten."""
        if self._rows.get(person) is None and not self._keyring.holds(person):
            raise UnknownPersonError(f"Nothing is known here of person {person}.")

    def is_forgotten(self, person: str) -> bool:
        """Whether the person was forgotten here."""
        return self._seal.has_forgotten(person)

    # ------------------------------------------------------------------------------------------------------------------

    def _sealed(self, profile: Profile) -> bytes:
        sealed = self._seal.seal(profile.person, _place(profile.person), msgspec.msgpack.encode(profile))
        return msgspec.msgpack.encode(sealed)

    def _opened(self, person: str, stored: bytes) -> Profile | Missing:
        plain = self._seal.open(read_sealed(stored), _place(person))
        if isinstance(plain, Missing):
            return plain
        try:
            profile = msgspec.msgpack.decode(plain, type=Profile)
        except msgspec.MsgspecError:
            return Missing("unreadable")
        return profile if profile.person == person else Missing("unreadable")


def _place(person: str) -> tuple[object, ...]:
    return ("souls profile", person)
