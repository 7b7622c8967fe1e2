"""The edges of the service: heads, limits, what cannot be read, figures, and what is never written down."""

import json
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from litestar.testing import TestClient

from infra.http.app import application
from infra.http.limits import Limits
from infra.http.watching import Watching
from infra.service_settings import ServiceSettings
from infra.settings import Settings
from tests.infra.http.asking import Person, Site, problem
from tests.streams.conftest import Server


@contextmanager
def site_with(server: Server, tmp_path: Any, **settings: Any) -> Iterator[Site]:
    """A service with settings of its own."""
    where = Settings(tmp_path, server.url, f"t-{uuid.uuid4().hex}", 1)
    app: Any = application(where, ServiceSettings(**settings))
    with TestClient(Watching(app, is_encrypted=False)) as client:
        yield Site(client)


def test_every_answer_has_an_id_and_the_heads_that_keep_browsers_careful(server: Server, tmp_path: Any) -> None:
    with site_with(server, tmp_path) as site:
        for path in ("/health", "/nothing", "/openapi.json", "/tables"):
            heads = site.stranger.ask("GET", path, headers={"X-Request-ID": "from-the-proxy"}).headers
            assert heads["x-request-id"] == "from-the-proxy"
            assert heads["x-content-type-options"] == "nosniff"
            assert heads["referrer-policy"] == "no-referrer"
            assert "default-src 'none'" in heads["content-security-policy"]
            assert heads["cache-control"] == ("private, no-cache" if path == "/openapi.json" else "no-store")
        assert problem(404, site.stranger.ask("GET", "/nothing"))["code"] == "NOT_FOUND"
        odd = site.stranger.ask("GET", "/health", headers={"X-Request-ID": "no good\x0bone"}).headers["x-request-id"]
        assert len(odd) == 16


def test_a_path_with_a_name_of_its_own_may_be_asked_as_that_and_not_as_a_place(server: Server, tmp_path: Any) -> None:
    with site_with(server, tmp_path) as site:
        assert site.stranger.ask("OPTIONS", "/people/anna").headers["allow"] == "DELETE, GET, HEAD, OPTIONS"
        assert site.stranger.ask("OPTIONS", "/people/recovery").headers["allow"] == "OPTIONS, POST"
        assert site.stranger.ask("GET", "/people/recovery").status_code == 405


def test_the_heads_of_an_answer_can_be_asked_for_alone(server: Server, tmp_path: Any) -> None:
    with site_with(server, tmp_path) as site:
        host = site.person("Hanna")
        path = f"/tables/{host.post('/tables', game='carcassonne', seats=2)['table']}"
        for asked in ("/health", "/openapi.json", path, f"{path}/board", "/nothing", "/people/recovery", "/metrics"):
            whole, heads = host.ask("GET", asked), host.ask("HEAD", asked)
            assert (heads.status_code, heads.content) == (whole.status_code, b"")
            assert heads.headers["content-length"] == whole.headers["content-length"] == str(len(whole.content))
            assert heads.headers.get("etag") == whole.headers.get("etag")
        stream = host.ask("HEAD", f"{path}/events")
        assert (stream.status_code, stream.content) == (200, b"")
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert host.ask("HEAD", "/people").status_code == 405


def test_other_origins_may_ask_only_where_they_are_named(server: Server, tmp_path: Any) -> None:
    origin = {"Origin": "https://play.example.org"}
    with site_with(server, tmp_path / "a") as closed:
        assert "access-control-allow-origin" not in closed.stranger.ask("GET", "/games", headers=origin).headers
    with site_with(server, tmp_path / "b", cors_origins=("https://play.example.org",)) as site:
        heads = site.stranger.ask("GET", "/games", headers=origin).headers
        assert heads["access-control-allow-origin"] == "https://play.example.org"
        other = site.stranger.ask("GET", "/games", headers={"Origin": "https://evil.example.org"}).headers
        assert "access-control-allow-origin" not in other


def test_who_asks_too_much_is_told_when_to_ask_again(server: Server, tmp_path: Any) -> None:
    with site_with(server, tmp_path, requests_a_minute=5, strangers_a_minute=3) as site:
        ada = site.person("Ada")
        answers = [ada.ask("GET", "/me") for _ in range(8)]
        assert [answer.status_code for answer in answers[:5]] == [200] * 5
        told = problem(429, answers[-1])
        assert told["code"] == "TOO_MANY_REQUESTS"
        assert int(answers[-1].headers["retry-after"]) >= 1
        # Whoever tries tokens counts as a stranger.
        guessing = [site.stranger.ask("GET", "/me", headers={"Authorization": f"Bearer souls_{n}"}) for n in range(4)]
        assert guessing[-1].status_code == 429


def test_whether_it_is_well_may_be_asked_as_often_as_one_likes(server: Server, tmp_path: Any) -> None:
    with site_with(server, tmp_path, strangers_a_minute=3) as site:
        assert [site.stranger.ask("GET", "/games").status_code for _ in range(4)] == [200, 200, 200, 429]
        assert {site.stranger.ask("GET", "/health").status_code for _ in range(8)} == {200}
        wrong = {"Authorization": "Bearer souls_nothing"}
        assert site.stranger.ask("GET", "/health", headers=wrong).status_code == 429, "whoever tries tokens is counted"


def test_who_shows_the_secret_of_the_hooks_is_not_limited_like_a_stranger(server: Server, tmp_path: Any) -> None:
    with site_with(server, tmp_path, strangers_a_minute=3, hook_secret="s3cret") as site:
        post = {"token": "a" * 24, "text": "hello", "id": "1"}
        for _ in range(8):
            told = site.stranger.ask("POST", "/hooks/text", post, headers={"X-Souls-Hook": "s3cret"})
            assert (told.status_code, told.json()["status"]) == (200, "dropped")
        guessing = [site.stranger.ask("POST", "/hooks/text", post, headers={"X-Souls-Hook": f"{n}"}) for n in range(4)]
        assert [answer.status_code for answer in guessing] == [401, 401, 401, 429]


def test_limits_are_refilled_steadily() -> None:
    now = [0.0]
    limits = Limits(60, lambda: now[0])
    assert [limits.take("ada") for _ in range(60)] == [0] * 60
    assert limits.take("ada") == 1
    assert limits.take("bob") == 0
    now[0] = 1.5
    assert [limits.take("ada") for _ in range(2)] == [0, 1]


def test_bodies_that_are_too_large_or_no_json_are_turned_down(server: Server, tmp_path: Any) -> None:
    with site_with(server, tmp_path, largest_body=2_000) as site:
        large = site.stranger.ask("POST", "/people", {"name": "A" * 3_000})
        assert problem(413, large)["code"] == "TOO_LARGE"
        for body in (
            b"",
            b"{",
            b"[]",
            b"null",
            b"\xff\xfe",
            b'{"name": 3}',
            b'{"name": "Ada", "more": 1}',
            b"[" * 1_500,
        ):
            answer = site.client.post("/people", content=body, headers={"Content-Type": "application/json"})
            assert problem(400, answer)["code"] == "UNREADABLE", body


@pytest.mark.parametrize(
    "head", ["", "Basic QWRhOmFkYQ==", "Bearer", "Bearer souls_nothing", "Bearer ünïcode", "Bearer " + "x" * 500]
)
def test_a_wrong_token_is_401_wherever_it_is_shown(site: Site, head: str) -> None:
    for path in ("/health", "/me", "/tables/aaaaaaaaaaaa"):
        answer = site.client.get(path, headers=[(b"authorization", head.encode())])
        assert problem(401, answer)["code"] == "TOKEN_INVALID"
        assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_token_that_was_taken_back_is_worth_nothing_at_once(site: Site) -> None:
    ada = site.person("Ada")
    more = ada.post("/me/tokens", label="phone")["token"]
    phone = {"Authorization": f"Bearer {more}"}
    assert site.client.get("/me", headers=phone).status_code == 200
    (token,) = [one["id"] for one in ada.get("/me/tokens") if one["label"] == "phone"]
    assert ada.ask("DELETE", f"/me/tokens/{token}").status_code == 204
    assert site.client.get("/me", headers=phone).status_code == 401


def test_a_recovery_code_gives_a_new_token_once(site: Site) -> None:
    told = site.client.post("/people", json={"name": "Ada"}).json()
    code = told["recovery_codes"][2]
    again = site.stranger.post("/people/recovery", code=code.upper())
    assert (
        site.client.get("/me", headers={"Authorization": f"Bearer {again['token']}"}).json()["person"] == told["person"]
    )
    assert site.stranger.refused(403, "/people/recovery", code=code)["code"] == "CODE_INVALID"


def test_who_is_forgotten_leaves_their_seats_and_every_table_valid(site: Site) -> None:
    at = site.table()
    leaving = at.seats[0]
    leaving.post(f"{at.path}/chat", text="My address is 1 Elm Street")
    assert leaving.ask("DELETE", "/me", params={"confirm": "somebody-else"}).status_code == 422
    assert leaving.ask("DELETE", "/me", params={"confirm": leaving.id}).status_code == 204
    assert leaving.ask("GET", "/me").status_code == 401
    card = at.host.get(at.path)
    assert (card["seats"][0]["person"], card["seats"][0]["resigned"]) == (None, True)
    sentences = [one["sentence"] for one in at.host.get(f"{at.path}/log")["items"]]
    assert "somebody forgotten takes the seat north" in sentences
    at.host.post(f"{at.path}/seats/0/bot", kind="random")
    (message,) = at.host.get(f"{at.path}/chat")["items"]
    assert (message["text"], message["missing"]) == (None, "forgotten")
    assert at.host.get(f"{at.path}/log")["items"]


def operating(site: Site) -> Person:
    """An operator."""
    operator, service = Person(site.client), site.client.app.state.service
    person = service.people.create("Opal")
    operator._heads = {"Authorization": f"Bearer {service.tokens.issue(person.person, scope='operator')}"}
    return operator


def test_an_operator_forgets_who_is_known_and_is_told_of_who_is_not(site: Site) -> None:
    operator, leaving = operating(site), site.person("Lea")
    told = problem(404, operator.ask("DELETE", "/people/person-typo", params={"confirm": "person-typo"}))
    assert told["code"] == "NO_SUCH_PERSON"
    for _ in range(2):
        assert operator.ask("DELETE", f"/people/{leaving.id}", params={"confirm": leaving.id}).status_code == 204


def test_the_figures_tell_what_was_done(site: Site) -> None:
    at = site.table()
    at.turned_down(at.seats[0], "BeginGame")
    operator = operating(site)
    told = operator.ask("GET", "/metrics").text
    assert 'souls_commands_total{game="trumps",outcome="accepted"}' in told
    assert 'outcome="NOT_PERMITTED"' in told
    assert "souls_append_round_trips_total" in told
    assert problem(403, at.host.ask("GET", "/metrics"))["code"] == "NOT_FOR_YOU"

    def counted(outcome: str) -> float:
        figures = dict(line.rsplit(" ", 1) for line in operator.ask("GET", "/metrics").text.splitlines())
        return float(figures.get(f'souls_commands_total{{game="trumps",outcome="{outcome}"}}', 0))

    before = counted("accepted"), counted("UNDO_NOT_FREE")
    at.host.post(f"{at.path}/posts", text="pause")
    assert at.host.post(f"{at.path}/posts", text="resume")["accepted"]
    at.seats[0].post(f"{at.path}/posts", text="roll die")
    at.seats[0].refused(422, f"{at.path}/undo", expected=at.version)
    site.person("Hanna").post("/tables", game="trumps", seats=2)
    assert (counted("accepted"), counted("UNDO_NOT_FREE")) == (before[0] + 4, before[1] + 1)


def test_an_invitation_is_for_one_and_once(site: Site) -> None:
    host, first, second = (site.person(name) for name in ("Host", "First", "Second"))
    path = f"/tables/{host.post('/tables', game='trumps', seats=2)['table']}"
    invited, taken = (host.post(f"{path}/invitations", seat=1) for _ in range(2))
    assert first.get(f"/invitations/{invited['token']}")["seat"] == 1
    for _ in range(2):  # the first answer may have been lost
        assert first.post(f"/invitations/{invited['token']}")["yours"] == [1]
    assert second.refused(410, f"/invitations/{invited['token']}")["code"] == "INVITATION_USED"
    assert second.refused(422, f"/invitations/{taken['token']}")["code"] == "SEAT_TAKEN"
    assert sorted(one["state"] for one in host.get(f"{path}/invitations")) == ["open", "used"]
    assert second.unseen(404, "/invitations/nothing.at-all")["code"] == "NO_INVITATION"


def test_one_account_is_made_with_an_invitation(server: Server, tmp_path: Any) -> None:
    where = Settings(tmp_path, server.url, f"t-{uuid.uuid4().hex}", 1)
    with TestClient(application(where, ServiceSettings(sign_up="invited"))) as client:
        site, service = Site(client), client.app.state.service
        host = Person(site.client)
        host._heads = {"Authorization": f"Bearer {service.tokens.issue(service.people.create('Hanna').person)}"}
        table = host.post("/tables", game="carcassonne", seats=2)["table"]
        token = host.post(f"/tables/{table}/invitations", seat=1)["token"]
        assert site.stranger.refused(403, "/people", name="Bea")["code"] == "INVITATION_NEEDED"
        assert site.stranger.refused(404, "/people", name="Bea", invitation="no.such")["code"] == "NO_INVITATION"
        assert site.stranger.refused(422, "/people", name="Bea", time_zone="Moon/Base", invitation=token)
        made = site.stranger.post("/people", name="Bea", invitation=token)
        again = site.stranger.refused(410, "/people", name="Cy", invitation=token)
        assert (again["code"], again["detail"]) == (
            "INVITATION_USED", "An account was made with this invitation before.",
        )  # fmt: skip
        bea = Person(site.client)
        bea._heads = {"Authorization": f"Bearer {made['token']}"}
        assert bea.post(f"/invitations/{token}")["yours"] == [1]
        assert site.stranger.refused(410, "/people", name="Cy", invitation=token)["code"] == "INVITATION_USED"


def test_a_mailbox_is_refused_where_no_mail_is_sent(site: Site) -> None:
    ada = site.person("Ada")
    told = ada.refused(422, "/me/addresses", url="mailto:ada@mail.example")
    assert (told["code"], told["detail"]) == (
        "BAD_ADDRESS", "This server sends no mail: give an address of another kind.",
    )  # fmt: skip
    assert ada.get("/me")["addresses"] == []


def test_opening_a_table_twice_under_an_id_opens_one(site: Site) -> None:
    ada, bob = site.person("Ada"), site.person("Bob")
    first = ada.post("/tables", game="trumps", seats=2, seat=0, id="evening")
    assert ada.post("/tables", game="trumps", seats=2, seat=0, id="evening")["table"] == first["table"]
    assert bob.post("/tables", game="trumps", seats=2, seat=0, id="evening")["table"] != first["table"]
    for other in ({"seats": 3}, {"seats": 2, "options": {"rounds": 9}}, {"seats": 2, "arbiter": None}):
        assert ada.refused(409, "/tables", game="trumps", id="evening", **other)["code"] == "COMMAND_ID_REUSED"


def test_who_opens_a_table_many_times_at_once_opens_one(site: Site) -> None:
    host = site.person("Hanna")
    asked = {"game": "carcassonne", "seats": 3, "seat": 0, "bots": {"2": "greedy"}, "id": "monday"}
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: host.ask("POST", "/tables", asked), range(6)))
    assert [answer.status_code for answer in answers] == [201] * 6
    assert len({answer.json()["table"] for answer in answers}) == 1
    card = host.get(f"/tables/{answers[0].json()['table']}")
    assert [seat["person"] is not None for seat in card["seats"]] == [True, False, True]
    both = host.refused(422, "/tables", game="carcassonne", seats=2, seat=1, bots={"1": "greedy"})
    assert both["code"] == "SEAT_TWICE"


def test_two_versions_that_differ_are_no_version_that_was_seen(site: Site) -> None:
    at = site.table()
    asked = {"command": {"command": "PauseTable"}, "expected": at.version}
    differing = at.host.ask("POST", f"{at.path}/commands", asked, headers={"If-Match": '"3"'})
    assert problem(400, differing)["code"] == "UNREADABLE"
    same = at.host.ask("POST", f"{at.path}/commands", asked, headers={"If-Match": f'"{at.version}"'})
    assert same.status_code == 200


def test_a_clause_of_all_tables_is_found_under_each_game_and_capitals_do_not_matter(site: Site) -> None:
    ask = site.stranger
    assert ask.get("/games/carcassonne/law/T-21") == ask.get("/games/table/law/T-21")
    assert ask.get("/games/carcassonne/law/csc-14")["id"] == "CSC-14"
    missing = ask.unseen(404, "/games/carcassonne/law/CSC-111")
    assert (missing["code"], missing["detail"]) == (
        "NO_SUCH_CLAUSE", "There is no clause 'CSC-111'. Did you mean CSC-11?",
    )  # fmt: skip


def test_a_table_that_is_no_ones_business_does_not_exist(site: Site) -> None:
    at, other = site.table(), site.person("Other")
    for path in (at.path, f"{at.path}/log", f"{at.path}/board.svg", "/tables/aaaaaaaaaaaa", "/tables/%00%2e%2e"):
        assert problem(404, other.ask("GET", path))["code"] == "TABLE_NOT_FOUND"
    assert at.host.ask("PUT", f"{at.path}/access", {"visibility": "public"}).status_code == 200
    assert other.get(at.path)["roles"] == ["person", "spectator"]
    assert site.stranger.get(at.path)["yours"] == []
    assert problem(403, other.ask("GET", f"{at.path}/board", params={"as": "0"}))["code"] == "NOT_YOUR_SEAT"


def test_who_cannot_be_a_person_is_told_the_same_at_first_and_later(site: Site) -> None:
    ada = site.person("Ada")
    for wrong in ({"time_zone": "Moon/Base"}, {"name": "Ada\u202e"}):
        first = ada.refused(422, "/people", **{"name": "Bea", **wrong})
        later = problem(422, ada.ask("PATCH", "/me", wrong))
        assert (first["code"], first["detail"]) == (later["code"], later["detail"])
        assert first["detail"].startswith("This cannot be a person: ")


def test_who_asks_wrongly_is_told_what_would_be_right(site: Site) -> None:
    ada = site.person("Ada")
    path = f"/me/tables/{ada.post('/tables', game='trumps', seats=2)['table']}/notices"
    assert problem(400, ada.ask("DELETE", "/me"))["detail"] == "The query parameter 'confirm' is missing."
    for method, asked, data, place in (
        ("PUT", path, {"when": "weekly"}, "$.when"),
        ("PATCH", "/me", {"notices": {"when": "weekly"}}, "$.notices.when"),
    ):
        told = problem(400, ada.ask(method, asked, data))
        assert (told["code"], told["detail"]) == (
            "UNREADABLE", f"Invalid enum value 'weekly' - at `{place}`, where one of these can stand: digest, each, never.",
        )  # fmt: skip
    told = problem(405, ada.ask("PROPFIND", "/me"))
    assert told["detail"] == "This cannot be asked of that path; the head 'Allow' says what can."


def test_what_has_not_changed_is_not_sent_again(site: Site) -> None:
    at = site.table()
    seat = at.seats[0]
    first = seat.ask("GET", f"{at.path}/board")
    tag = first.headers["etag"]
    assert seat.ask("GET", f"{at.path}/board", headers={"If-None-Match": tag}).status_code == 304
    assert at.seats[1].ask("GET", f"{at.path}/board", headers={"If-None-Match": tag}).status_code == 200
    at.do(seat, "Nudge", steps=1)
    again = seat.ask("GET", f"{at.path}/board", headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert json.loads(again.content)["version"] == first.json()["version"] + 1
    old = seat.get(f"{at.path}/board", at=first.json()["version"])
    assert old == first.json()
    assert seat.unseen(404, f"{at.path}/board", at=10_000)["code"] == "NO_SUCH_VERSION"


def test_a_picture_that_has_not_changed_is_not_sent_again(site: Site) -> None:
    at = site.table()
    for name in ("board.svg", "board.png"):
        tag = at.seats[0].ask("GET", f"{at.path}/{name}").headers["etag"]
        again = at.seats[0].ask("GET", f"{at.path}/{name}", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")


def test_who_has_left_a_seat_looks_on_as_a_spectator(site: Site) -> None:
    at = site.table(seats=3)
    leaving = at.seats[0]
    leaving.post(f"{at.path}/commands", command={"command": "Resign"}, expected=at.version)
    assert leaving.get(at.path)["roles"] == ["person", "spectator"]
    assert problem(403, leaving.ask("GET", f"{at.path}/board", params={"as": "0"}))["code"] == "NOT_YOUR_SEAT"


def test_nobody_types_for_a_seat_of_another(site: Site) -> None:
    at = site.table()
    awaited = at.host.get(at.path)["awaited"][0]["seat"]
    for person in (at.seats[1 - awaited], at.host, at.arbiter):
        told = person.post(f"{at.path}/posts", text="plan", seat=awaited, dry_run=True)
        assert (told["accepted"], told["code"], told["lines"]) == (False, "NOT_YOUR_SEAT", [])


def test_a_profile_is_not_overwritten_unseen(site: Site) -> None:
    ada = site.person("Ada")
    tag = ada.ask("GET", "/me").headers["etag"]
    assert ada.ask("PATCH", "/me", {"name": "Ada L"}, headers={"If-Match": tag}).status_code == 200
    assert (
        problem(412, ada.ask("PATCH", "/me", {"name": "A"}, headers={"If-Match": tag}))["code"] == "CHANGED_MEANWHILE"
    )
    assert problem(422, ada.ask("POST", "/me/addresses", {"url": "json://127.0.0.1/x"}))["code"] == "BAD_ADDRESS"
