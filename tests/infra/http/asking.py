"""People who ask the service, and tables that they sit at."""

from typing import Any

from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

TOY = "tests.table.toy:toy"


class Person:
    """Somebody with an account, or a stranger (without one), who asks the service."""

    def __init__(self, client: TestClient[Litestar], name: str | None = None) -> None:
        self._client = client
        self._heads: dict[str, str] = {}
        self.id = ""
        if name is not None:
            signed_up = self.ask("POST", "/people", {"name": name}).json()
            self.id, self._heads = signed_up["person"], {"Authorization": f"Bearer {signed_up['token']}"}

    def ask(self, method: str, path: str, data: Any = None, **more: Any) -> Response:
        """What is answered, whatever that is."""
        return self._client.request(
            method,
            path,
            **({} if data is None else {"json": data}),
            headers={**self._heads, **more.pop("headers", {})},
            **more,
        )

    def get(self, path: str, **query: Any) -> Any:
        """What is answered to a question that must be."""
        answer = self.ask("GET", path, params={name.rstrip("_"): value for name, value in query.items()})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **data: Any) -> Any:
        """What is answered to something that must be done."""
        answer = self.ask("POST", path, {name.rstrip("_"): value for name, value in data.items()})
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def refused(self, status: int, path: str, **data: Any) -> dict[str, Any]:
        """The problem that must be answered where something is posted."""
        return problem(status, self.ask("POST", path, {name.rstrip("_"): value for name, value in data.items()}))

    def unseen(self, status: int, path: str, **query: Any) -> dict[str, Any]:
        """The problem that must be answered where something is asked."""
        return problem(status, self.ask("GET", path, params={name.rstrip("_"): value for name, value in query.items()}))


def problem(status: int, answer: Response) -> dict[str, Any]:
    """What is wrong, in the form that it always has."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    assert answer.headers["content-type"] == "application/problem+json"
    told: dict[str, Any] = answer.json()
    assert told["status"] == status
    assert told["code"]
    assert told["detail"]
    return told


class Seated:
    """A table with people at it: the host opened it, the arbiter holds no seat, and each seat is somebody's."""

    def __init__(self, site: "Site", game: str, seats: int, arranged: dict[str, Any] | None, options: Any) -> None:
        self.host, self.arbiter = site.person("Hanna"), site.person("Arno")
        self.seats = [site.person(f"Person {seat}") for seat in range(seats)]
        card = self.host.post("/tables", game=game, seats=seats, arbiter=self.arbiter.id, options=options)
        self.id, self.path = card["table"], f"/tables/{card['table']}"
        for seat, person in enumerate(self.seats):
            invited = self.host.post(f"{self.path}/invitations", seat=seat)
            person.post(f"/invitations/{invited['token']}")
        if arranged is not None:
            self.do(self.host, "ArrangeDisputes", **arranged)
        self.do(self.host, "BeginGame")

    @property
    def version(self) -> int:
        """The table's version now."""
        return int(self.host.get(self.path)["version"])

    def do(self, person: Person, command: str, **fields: Any) -> Any:
        """What came of a command that must be accepted."""
        return person.post(f"{self.path}/commands", command={"command": command, **fields}, expected=self.version)

    def turned_down(self, person: Person, command: str, **fields: Any) -> dict[str, Any]:
        """Why a command was refused, which must be."""
        told = person.ask(
            "POST", f"{self.path}/commands", {"command": {"command": command, **fields}, "expected": self.version}
        )
        return problem(told.status_code, told)


class Site:
    """The service, its people and its tables."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.stranger = Person(client)

    def person(self, name: str) -> Person:
        """Somebody new."""
        return Person(self.client, name)

    def table(
        self, game: str = "trumps", seats: int = 2, *, arranged: dict[str, Any] | None = None, **options: Any
    ) -> Seated:
        """A new table at which a game has begun."""
        return Seated(self, game, seats, arranged, options)
