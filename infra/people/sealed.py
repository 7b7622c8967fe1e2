"""Of whom there is a sealed profile: their keys were made before, so no other may be made in their place."""

from infra.streams import Connections, PeopleKeys, Rows


class SealedProfiles:
    """Who has a profile, readable or not. Usable from many threads."""

    def __init__(self, connections: Connections, namespace: str) -> None:
        self._rows = Rows(connections, PeopleKeys(namespace).profiles, "profiles")

    def of_anybody(self) -> bool:
        """Whether anybody has one."""
        return self._rows.count() > 0

    def of(self, person: str) -> bool:
        """Whether this person has one."""
        return self._rows.get(person) is not None
