"""What disputes over HTTP tell nobody: hidden records and commands, refusals of others, case files of another seat."""

import json
from typing import Any

import pytest

from tests.infra.http.asking import Person, Seated, Site

FACTIONS = ["cult", "marquise", "eyrie"]
CULT, EYRIE = 0, 2


@pytest.fixture(scope="module")
def root(site: Site) -> tuple[Seated, int, list[str]]:
    """A table of Root where the Eyrie contest what the Cult have drawn: the record, and the cards."""
    table = site.table("root", 3, factions=FACTIONS)
    [drawn] = [
        line for line in lines(table, table.seats[CULT]) if line["event"] == "CardsDrawn" and line["fields"]["cards"]
    ]
    table.seats[EYRIE].post(f"{table.path}/contests", record=drawn["version"], clause="core-1.1", because="Too many.")
    return table, drawn["version"], drawn["fields"]["cards"]


def lines(table: Seated, person: Person) -> list[dict[str, Any]]:
    return list(person.get(f"{table.path}/log", limit=500)["items"])


def test_a_contest_of_a_hidden_draw_names_cards_to_its_own_seat_alone(root: tuple[Seated, int, list[str]]) -> None:
    table, _, cards = root
    path = f"{table.path}/contests/1"
    own = table.seats[CULT].get(path)["contest"]["contested"]["sentence"]
    assert own.startswith("Lizard Cult draws 3 cards: ")
    others = (table.host, table.arbiter, table.seats[1], table.seats[EYRIE])
    for person in others:
        assert person.get(path)["contest"]["contested"]["sentence"] == "Lizard Cult draws 3 cards"
        for where in (path, f"{path}/case", f"{table.path}/contests", f"{table.path}/log"):
            told = json.dumps(person.get(where))
            assert not [card for card in cards if f'"{card}"' in told]
        page = person.ask("GET", f"{path}/case.html")
        assert (page.status_code, own.partition(": ")[2] in page.text) == (200, False)
    assert all(f'"{card}"' in json.dumps(table.seats[CULT].get(f"{path}/case")) for card in cards)


def test_case_files_and_other_readings_are_for_their_readers_alone(root: tuple[Seated, int, list[str]]) -> None:
    table, _, cards = root
    path, eyrie = f"{table.path}/contests/1", table.seats[EYRIE]
    for seat in ("0", "lizard-cult", "1"):
        for kind in ("case", "case.html"):
            assert eyrie.unseen(403, f"{path}/{kind}", as_=seat)["code"] == "NOT_YOUR_SEAT"
    for person in (table.host, eyrie):
        assert person.unseen(403, f"{path}/case", whole="true")["code"] == "NOT_FOR_YOU_NOW"
        assert person.refused(403, f"{path}/counterfactual")["code"] == "NOT_FOR_YOU_NOW"
        assert person.refused(403, f"{path}/counterfactual.svg")["code"] == "NOT_FOR_YOU_NOW"
    whole = table.arbiter.get(f"{path}/case", whole="true")
    assert whole["reader"] == "neutral"
    assert all(f'"{card}"' in json.dumps(whole) for card in cards)
    assert table.arbiter.get(f"{path}/case")["reader"] is None
    assert eyrie.get(f"{path}/case")["reader"] == EYRIE
    assert eyrie.get(f"{path}/case", as_="spectator")["reader"] is None
    assert eyrie.unseen(422, f"{path}/case", as_="2", whole="true")["code"] == "NOT_ONE"


def test_an_arbiter_who_sits_down_reads_no_more_than_the_seat(site: Site) -> None:
    host = site.person("Hanna")
    card = host.post("/tables", game="trumps", seats=1, seat=0, options={"rounds": 3})
    path = f"/tables/{card['table']}"
    host.post(f"{path}/commands", command={"command": "BeginGame"}, expected=card["version"], as_="host")
    host.post(f"{path}/contests", record=card["version"] + 1, clause="TOY-1")
    host.unseen(403, f"{path}/contests/1/case", whole="true")
    host.refused(403, f"{path}/contests/1/counterfactual")


def test_corrections_do_not_tell_a_seat_what_others_hold(root: tuple[Seated, int, list[str]]) -> None:
    table, _, cards = root
    path, eyrie = f"{table.path}/contests/1", table.seats[EYRIE]
    answers = set()
    for card in (cards[0], "no-such-card"):
        remedy = {"correction": [{"event": "CardsDiscarded", "seat": CULT, "cards": [card], "how": "revealed"}]}
        told = eyrie.ask("POST", f"{path}/settlements", {"remedy": remedy, "dry_run": True})
        answers.add((told.status_code, told.json()["code"]))
    assert len(answers) == 1
    again = {"rewind": "before", "reapply": True}
    told = eyrie.refused(403, f"{path}/settlements", remedy=again, dry_run=True)
    assert told["code"] == "NOT_FOR_YOU_TO_KNOW"


def test_a_hidden_record_cannot_be_contested_and_says_nothing_of_itself(site: Site) -> None:
    table = site.table(rounds=5)
    north, east = table.seats
    cards = north.get(f"{table.path}/board")["view"]["own"]
    plan = table.do(north, "Plan", card=cards[0])["first"]
    told = east.refused(422, f"{table.path}/contests", record=plan, clause="TOY-6")
    assert (told["code"], told["arguments"]) == ("HIDDEN_RECORD", {"version": plan})
    assert table.host.refused(422, f"{table.path}/contests", record=plan, clause="TOY-6")["code"] == "HIDDEN_RECORD"
    north.post(f"{table.path}/contests", record=plan, clause="TOY-6")
    contested = east.get(f"{table.path}/contests/1")["contest"]["contested"]
    assert (contested["sentence"], contested["clause"], contested["command"]) == ("What is not shown to you", "", None)


# --- Refusals --------------------------------------------------------------------------------------------------------


def test_refusals_are_ones_own_and_can_be_contested(site: Site) -> None:
    table = site.table(rounds=5)
    north, east = table.seats
    refused = table.turned_down(east, "RollDie")
    assert refused["code"] == "NOT_YOUR_TURN"
    [told] = east.get(f"{table.path}/refusals")["items"]
    assert (told["refusal"]["by"], told["refusal"]["code"]) == (1, "NOT_YOUR_TURN")
    assert json.loads(told["refusal"]["command"]) == {"command": "RollDie"}
    assert f"{told['sentence']} [T-14]" == refused["detail"]
    for person in (north, table.host, table.arbiter):
        assert person.get(f"{table.path}/refusals") == {"items": [], "next": None}
    asked = {"refusal": told["refusal"]["id"], "clause": "TOY-1", "because": "It was my turn."}
    assert north.refused(404, f"{table.path}/contests", **asked)["code"] == "NO_SUCH_REFUSAL"
    contest = east.post(f"{table.path}/contests", **asked)["contest"]
    assert (contest["contested"]["refused"], contest["contested"]["sentence"]) == (True, told["sentence"])


def test_of_a_hidden_command_that_was_refused_others_see_nothing(site: Site) -> None:
    table = site.table(rounds=5)
    north, east = table.seats
    table.turned_down(east, "Plan", card=7)
    [told] = east.get(f"{table.path}/refusals")["items"]
    path = f"{table.path}/contests/1"
    east.post(f"{table.path}/contests", refusal=told["refusal"]["id"], clause="TOY-6")
    for person, sees in ((north, False), (table.host, False), (table.arbiter, False), (east, True)):
        contested = person.get(path)["contest"]["contested"]
        assert contested["command"] == ('{"command":"Plan","card":7}' if sees else None)
        assert (contested["sentence"] == told["sentence"]) is sees
        assert ('"card": 7' in json.dumps(person.get(f"{path}/case"))) is sees


def test_host_and_arbiter_have_refusals_of_their_own_by_pages(site: Site) -> None:
    host = site.person("Hanna")
    card = host.post("/tables", game="trumps", seats=2, seat=0, options={})
    path = f"/tables/{card['table']}"
    for who in ("host", "arbiter", "0"):
        host.ask("POST", f"{path}/commands", {"command": {"command": "Redo"}, "expected": card["version"], "as": who})
    pages, after = [], {}
    while True:
        page = host.get(f"{path}/refusals", limit=2, **after)
        pages.append([one["refusal"]["by"] for one in page["items"]])
        if page["next"] is None:
            break
        after = {"after": page["next"]}
    assert pages == [[-1, -2], [0]]
    assert [one["refusal"]["by"] for one in host.get(f"{path}/refusals", as_="arbiter")["items"]] == [-2]
    assert host.unseen(400, f"{path}/refusals", after="x")["code"] == "UNREADABLE"
    assert host.unseen(400, f"{path}/refusals", limit=10**30)["code"] == "UNREADABLE"
