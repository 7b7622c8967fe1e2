"""Words over HTTP: what host and arbiter can type, help, names in what is told."""

from typing import Any

import pytest

from infra.http.routes.playing import MOST_SINCE
from tests.infra.http.asking import Person, Site

MINUTE = 60_000_000
MARKUP = "<b>Ada</b>: {x} person-0123456789abcdef"


def texts(told: dict[str, Any]) -> list[str]:
    return [form["text"] for form in told["forms"]]


def offers(told: dict[str, Any]) -> dict[str, Any]:
    return {offer["command"]: offer["rows"] for offer in told["offers"]}


def opened(host: Person, **more: Any) -> str:
    return f"/tables/{host.post('/tables', game='trumps', seats=2, **more)['table']}"


def test_the_host_begins_in_words_and_is_told_so(site: Site) -> None:
    host = site.person("Hanna")
    path = opened(host, bots={"0": "greedy", "1": "greedy"})
    told = host.get(f"{path}/forms")
    assert (told["seat"], texts(told)) == (-1, ["begin", "abandon yes"])
    assert offers(host.get(f"{path}/legal", as_="host")) == {"BeginGame": [[]], "AbandonTable": [[]]}
    assert host.post(f"{path}/posts", text="begin the game", as_="host")["accepted"]
    assert texts(host.get(f"{path}/forms", as_="host")) == ["pause", "abandon yes"]


def test_the_host_is_told_what_a_vacant_seat_may_do_and_of_no_other(site: Site) -> None:
    at = site.table()
    assert at.host.unseen(403, f"{at.path}/forms", as_="0")["code"] == "NOT_YOUR_ROLE"
    assert at.host.unseen(403, f"{at.path}/legal", as_="north")["code"] == "NOT_YOUR_ROLE"
    assert at.host.post(f"{at.path}/posts", text="help", seat=0)["code"] == "NOT_YOUR_SEAT"
    at.do(at.seats[0], "Resign")
    told = at.host.get(f"{at.path}/forms", as_="north")
    assert (told["seat"], "roll die" in texts(told)) == (0, True)
    assert "RollDie" in offers(at.host.get(f"{at.path}/legal", as_="0"))
    assert at.host.post(f"{at.path}/posts", text="nudge 2", seat=0)["accepted"]
    for other in (at.arbiter, at.seats[1]):
        assert other.unseen(403, f"{at.path}/forms", as_="0")["code"] == "NOT_YOUR_ROLE"


def test_the_host_is_told_what_a_seat_may_do_whose_time_is_over(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    host, people = site.person("Hanna"), [site.person(f"Person {seat}") for seat in range(2)]
    path = opened(host)
    for seat, person in enumerate(people):
        person.post(f"/invitations/{host.post(f'{path}/invitations', seat=seat)['token']}")
    assert host.post(f"{path}/posts", text="arrange time move=1m; begin")["accepted"]
    assert host.unseen(403, f"{path}/forms", as_="0")["code"] == "NOT_YOUR_ROLE"
    ledger = site.client.app.state.service.ledger
    monkeypatch.setattr(ledger, "clock", lambda now=ledger.clock: now() + 2 * MINUTE)
    host.post(f"{path}/posts", text="call time")  # if the service has not done so already
    assert texts(host.get(f"{path}/forms"))[0] == "grant time to north 1d"
    assert "roll die" in texts(host.get(f"{path}/forms", as_="0"))
    assert "RollDie" in offers(host.get(f"{path}/legal", as_="north"))
    assert host.post(f"{path}/posts", text="grant time to north 1d; nudge 2")["code"] == "MUST_BE_LAST"
    assert host.post(f"{path}/posts", text="nudge 2", seat=0)["accepted"]


def test_the_arbiter_is_told_how_to_rule(site: Site) -> None:
    at = site.table()
    moved = at.seats[0].post(f"{at.path}/posts", text="nudge 2")
    at.seats[1].post(f"{at.path}/posts", text=f"contest record {moved['version']} under TOY-2")
    assert texts(at.arbiter.get(f"{at.path}/forms")) == ["rule 1 upheld", "rule 1 overturned", "pause"]
    legal = offers(at.arbiter.get(f"{at.path}/legal", as_="arbiter"))
    assert [row[:2] for row in legal["GiveRuling"]] == [[1, "upheld"], [1, "overturned"]]
    assert at.arbiter.post(f"{at.path}/posts", text="rule 1 upheld", as_="arbiter")["accepted"]
    assert at.seats[0].unseen(403, f"{at.path}/forms", as_="arbiter")["code"] == "NOT_YOUR_ROLE"


def test_help_is_answered(site: Site) -> None:
    at = site.table()
    told = at.seats[0].post(f"{at.path}/posts", text="help nudge")
    assert (told["accepted"], told["lines"][0]["status"]) == (True, "told")
    assert told["lines"][0]["did"] == ["nudge STEPS", "STEPS: a number.", "For example: nudge."]
    assert "roll die" in texts(told)


@pytest.mark.parametrize("post_id", ["x" * 57, "no spaces", ""])
def test_the_id_of_a_post_is_read_as_posts_read_it(site: Site, post_id: str) -> None:
    at = site.table()
    at.seats[0].refused(400, f"{at.path}/posts", text="nudge 2", id=post_id)
    assert at.seats[0].post(f"{at.path}/posts", text="nudge 2", id="x" * 56)["accepted"]


def test_what_happened_since_names_people_and_bots(site: Site) -> None:
    host, ada = site.person("Hanna"), site.person(MARKUP)
    path = opened(host)
    ada.post(f"/invitations/{host.post(f'{path}/invitations', seat=0)['token']}")
    host.post(f"{path}/seats/1/bot", kind="greedy")
    seated = [f"{MARKUP} takes the seat north", "Greedy bot takes the seat east"]
    stale = host.post(f"{path}/posts", text="begin", expected=1, as_="host")
    assert [one["sentence"].partition(" [")[0] for one in stale["since"]] == seated
    asked = {"command": {"command": "BeginGame"}, "expected": 1, "as": "host"}
    assert [line["sentence"] for line in host.refused(409, f"{path}/commands", **asked)["since"]] == seated
    log = [line["sentence"] for line in host.get(f"{path}/log")["items"]]
    assert log[1:] == seated
    assert host.get(f"{path}/log")["items"][1]["fields"]["person"] == ada.id, "fields are for programs"


def test_who_mistypes_a_command_or_a_game_is_told_what_may_have_been_meant(site: Site) -> None:
    at = site.table()
    asked = {"command": {"command": "pausetabel"}, "expected": at.version}
    told = at.host.refused(400, f"{at.path}/commands", **asked)
    assert (told["code"], told["detail"]) == (
        "BAD_COMMAND", "This is no command of the game: there is no 'pausetabel' (did you mean PauseTable?).",
    )  # fmt: skip
    game = at.host.refused(404, "/tables", game="trumpet", seats=2)
    assert (game["code"], game["detail"].rpartition("). ")[2]) == ("UNKNOWN_GAME", "Did you mean trumps?")


def test_of_much_that_happened_since_the_last_is_told(site: Site) -> None:
    at = site.table()
    seen = at.version
    for _ in range(MOST_SINCE // 2 + 1):
        at.do(at.host, "PauseTable")
        at.do(at.host, "ResumeTable")
    stale = at.host.refused(409, f"{at.path}/commands", command={"command": "PauseTable"}, expected=seen)
    assert stale["version"] == at.version == seen + MOST_SINCE + 2
    assert [line["version"] for line in stale["since"]] == list(range(seen + 3, at.version + 1))
    log = at.host.get(f"{at.path}/log", after=seen)["items"]
    assert log[0]["version"] == seen + 1, "what was left out"


def test_a_host_who_plays_sees_no_hand_of_a_late_seat_and_lets_the_server_answer(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, ada = site.person("Hanna"), site.person("Ada")
    path = opened(host, seat=1)
    ada.post(f"/invitations/{host.post(f'{path}/invitations', seat=0)['token']}")
    assert host.post(f"{path}/posts", text="arrange time move=1m; begin", as_="host")["accepted"]
    ledger = site.client.app.state.service.ledger
    monkeypatch.setattr(ledger, "clock", lambda now=ledger.clock: now() + 2 * MINUTE)
    host.post(f"{path}/posts", text="call time", as_="host")  # if the service has not done so already
    for text in ("plan", "help", "nudge 1"):
        told = host.post(f"{path}/posts", text=text, as_="host", seat=0, dry_run=True)
        assert (told["code"], "plan " in str(told)) == ("NOT_YOUR_SEAT", False)
    for ask in ("forms", "legal"):
        assert host.unseen(403, f"{path}/{ask}", as_="0")["code"] == "NOT_YOUR_ROLE"
    version = host.get(path)["version"]
    nudge = {"command": {"command": "Nudge", "steps": 1}, "expected": version, "as_": "host", "seat": 0}
    assert host.refused(403, f"{path}/commands", **nudge)["code"] == "HOST_PLAYS"
    assert texts(host.get(f"{path}/forms", as_="host"))[:2] == ["grant time to north 1d", "answer for north"]
    answer = {"command": "AnswerForSeat", "seat": 0}
    done = host.post(f"{path}/commands", command=answer, expected=version, as_="host")
    assert [one["seat"] for one in host.get(path)["awaited"]] == [1], done


def test_a_host_who_plays_sees_no_hand_of_a_vacant_seat_and_seats_a_bot_there(site: Site) -> None:
    host, ada = site.person("Hanna"), site.person("Ada")
    path = opened(host, seat=1)
    ada.post(f"/invitations/{host.post(f'{path}/invitations', seat=0)['token']}")
    assert host.post(f"{path}/posts", text="begin", as_="host")["accepted"]
    version = host.get(path)["version"]
    left = ada.post(f"{path}/commands", command={"command": "Resign"}, expected=version, as_="0")
    for ask in ("forms", "legal"):
        assert host.unseen(403, f"{path}/{ask}", as_="0")["code"] == "NOT_YOUR_ROLE"
    assert host.post(f"{path}/posts", text="help", as_="host", seat=0, dry_run=True)["code"] == "NOT_YOUR_SEAT"
    nudge = {"command": {"command": "Nudge", "steps": 1}, "expected": left["version"], "as_": "host", "seat": 0}
    assert host.refused(403, f"{path}/commands", **nudge)["code"] == "HOST_PLAYS"
    host.post(f"{path}/seats/0/bot", kind="greedy")
    assert host.get(path)["version"] > left["version"]


def test_a_seat_that_is_waited_for_in_vain_is_freed_by_the_host(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    at = site.table()
    early = at.turned_down(at.host, "FreeSeat", seat=0)
    assert (early["status"], early["code"], early["clause"], early["arguments"]["days"]) == (
        422, "AWAITED_TOO_SHORTLY", "T-3", 14,
    )  # fmt: skip
    assert not [text for text in texts(at.host.get(f"{at.path}/forms", as_="host")) if text.startswith("free")]
    ledger = site.client.app.state.service.ledger
    monkeypatch.setattr(ledger, "clock", lambda now=ledger.clock: now() + 14 * 24 * 60 * MINUTE)
    assert "free seat north" in texts(at.host.get(f"{at.path}/forms", as_="host"))
    assert offers(at.host.get(f"{at.path}/legal", as_="host"))["FreeSeat"] == [[0]]
    told = at.host.post(f"{at.path}/posts", text="free seat north", as_="host")
    assert told["accepted"], told
    at.host.post(f"{at.path}/seats/0/bot", kind="random")
    assert at.host.get(at.path)["seats"][0]["bot"]
