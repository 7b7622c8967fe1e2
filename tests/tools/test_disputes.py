"""Disputes by the command line alone: contesting, settling, ruling, voting, appealing; and what each of them shows."""

import json
from pathlib import Path
from typing import Any

import pytest

from infra.keyring import Keyring
from infra.settings import from_environment
from tests.tools.running import TOY, Told, begin, done, failed, souls

RULES = ("--rulebook", TOY)


@pytest.fixture
def table(data: Path) -> str:
    """A table of two people with sieges, where red and blue have had two turns; contests pause it, and there are 48 hours to
    answer."""
    arranged = ("--disputes", "pauses,hours=48", "--option", "sets=base,siege")
    return begin("--players", "you,you", "--seed", 3, *arranged, typed="1\n" * 6 + "quit\n")


@pytest.fixture
def voting(data: Path) -> str:
    """A table of two people where the seats rule, by sealed votes."""
    return begin("--players", "you,you", "--seed", 3, "--disputes", "vote,sealed", typed="1\n" * 6 + "quit\n")


def records(table: str, *more: object) -> list[dict[str, Any]]:
    return list(done("log", table, "--json", *more).json["records"])


def laid(table: str, seat: int) -> int:
    """The version at which the seat has laid its first tile."""
    return next(r["version"] for r in records(table) if r["event"] == "TilePlaced" and r["by"] == seat)


def contest(table: str, number: int = 1, *more: object) -> dict[str, Any]:
    [told] = done("disputes", table, number, "--json", *more).json["contests"]
    return dict(told)


def phase(table: str) -> str:
    return str(done("disputes", table, "--json").json["phase"])


def opened(table: str, *more: object, by: str = "red") -> Told:
    return done("contest", table, "--by", by, "--record", laid(table, 1), "--clause", "B-4", *more)


def steps(table: str) -> dict[str, list[int]]:
    return {step["act"]: step["who"] for step in contest(table)["next"]}


# --- Contesting -------------------------------------------------------------------------------------------------------


def test_a_contest_says_its_number_what_it_means_who_rules_and_what_comes_next(table: str) -> None:
    told = opened(table, "--because", "It does not fit.").out
    assert told.startswith(
        f"Contest 1: record {laid(table, 1)} is contested under B-4 [T-51]\nThe table is paused [T-50]\n"
    )
    assert "Nobody plays until it is settled or ruled on.\nThe arbiter rules on it.\n" in told
    assert f"the arbiter can rule: souls rule {table} 1 --upheld" in told
    assert f"red can withdraw the contest: souls withdraw-contest {table} 1 --by red" in told
    assert phase(table) == "paused"
    assert steps(table) == {"settle": [0, 1], "rule": [-2], "evidence": [0, 1, -1, -2], "withdraw": [0]}


def test_all_that_is_said_about_a_contest_is_told(table: str, tmp_path: Path) -> None:
    (tmp_path / "why").write_bytes("It does not fit:\r\nlook at the road – there.\n".encode())
    opened(table, "--because", f"@{tmp_path / 'why'}")
    done("evidence", table, 1, "--by", "blue", "--text", "-", "--records", "9,12", typed="It does.\n")
    told = contest(table)
    assert told["contested"] | {"sentence": ""} == {
        "version": laid(table, 1), "refused": False, "seat": 1, "sentence": "", "clause": "B-4", "command": None,
    }  # fmt: skip
    assert (told["cited"]["clause"], told["cited"]["title"], told["cited"]["changed"]) == ("B-4", "Placement", False)
    assert told["argument"]["text"] == "It does not fit:\nlook at the road – there."
    [added] = told["evidence"]
    assert (added["by"], added["records"], added["text"]["text"]) == (1, [9, 12], "It does.")
    lines = done("disputes", table).out.splitlines()
    assert lines[0].startswith("Contest 1, by red, ")
    assert lines[0].endswith(": open")
    assert "    look at the road – there." in lines
    assert "  blue adds evidence, records 9 and 12:" in lines


def test_the_texts_are_not_in_the_log(table: str) -> None:
    opened(table, "--because", "A secret argument.")
    assert "secret argument" not in done("log", table, "--json").out
    assert contest(table)["argument"]["hash"] in done("log", table, "--json").out


def test_a_forgotten_text_is_said_to_be_so(table: str, data: Path) -> None:
    opened(table, "--because", "Forget me.")
    person = next(r["fields"]["person"] for r in records(table) if r["event"] == "SeatTaken")
    Keyring(from_environment(data, ()).keyring).forget(person)
    assert contest(table)["argument"] | {"hash": ""} == {"hash": "", "text": None, "missing": "forgotten"}
    assert "  red says: (a text that is forgotten)" in done("disputes", table).out
    assert "forgotten" in failed("evidence", table, 1, "--by", "red", "--text", "Again.").lower()


def test_where_nothing_is_arranged_the_game_goes_on(data: Path) -> None:
    table = begin("--players", "you,you", "--seed", 3, typed="1\n" * 6 + "quit\n")
    assert "The game goes on meanwhile." in opened(table).out
    assert phase(table) == "begun"
    assert done("disputes", begin("--seed", 1)).out.startswith("Nothing is contested at table ")


def test_a_withdrawn_contest_lets_the_table_go_on(table: str) -> None:
    opened(table)
    assert "Only red can withdraw" in failed("withdraw-contest", table, 1, "--by", "blue")
    assert (
        "Contest 1 is withdrawn [T-63]\nThe table goes on [T-50]"
        in done("withdraw-contest", table, 1, "--by", "red").out
    )
    assert (phase(table), contest(table)["status"], contest(table)["next"]) == ("begun", "withdrawn", [])


def test_what_was_ruled_before_on_the_clause_is_told(table: str) -> None:
    opened(table)
    done("rule", table, 1, "--upheld")
    told = done("contest", table, "--by", "blue", "--record", laid(table, 0), "--clause", "b-4").out
    assert f"  Ruled before on B-4: upheld at table {table}" in told


# --- Settling ---------------------------------------------------------------------------------------------------------


def test_parties_settle_by_points(table: str) -> None:
    opened(table)
    proposed = ("settle", table, 1, "--by", "red", "--points", "blue=-1,red=3")
    told = done(*proposed, "--dry-run").out
    assert "Scores: red 0 → 3 (+3), blue 0 → -1 (-1)" in told
    assert contest(table)["settlement"] is None
    assert "blue can agree to the settlement or decline it, until 20" in done(*proposed).out
    assert contest(table)["settlement"]["remedy"]["points"] == [3, -1]
    assert "SETTLEMENT_OPEN" in souls(*proposed, "--json").out
    told = done("settle", table, 1, "--by", "blue", "--agree").out
    assert (
        "Blue agrees to the settlement of contest 1 [T-54]\nContest 1 is settled: nothing goes back, points for" in told
    )
    assert (phase(table), contest(table)["status"]) == ("begun", "settled")
    assert done("scores", table, "--json").json["totals"] == [3, -1]
    assert done("verify", table).code == 0


def test_a_declined_settlement_is_off_and_keeping_everything_is_one(table: str) -> None:
    opened(table)
    done("settle", table, 1, "--by", "red")
    done("settle", table, 1, "--by", "blue", "--decline")
    assert contest(table)["settlement"] is None
    done("settle", table, 1, "--by", "blue")
    done("settle", table, 1, "--by", "red", "--agree")
    assert contest(table)["status"] == "settled"


def test_a_settlement_that_goes_back_is_in_the_log_as_what_took_back(table: str) -> None:
    opened(table)
    done("settle", table, 1, "--by", "red", "--rewind", "before")
    done("settle", table, 1, "--by", "blue", "--agree")
    gone = [r for r in records(table) if not r["counts"]]
    assert gone[0]["version"] == laid(table, 1)
    assert {r["why"] for r in gone} == {"settlement of contest 1"}
    [at] = {r["taken_back_at"] for r in gone}
    assert records(table)[at - 1]["event"] == "Undone"


# --- Ruling -----------------------------------------------------------------------------------------------------------


def test_a_dry_run_shows_what_a_ruling_would_do_and_does_nothing(table: str) -> None:
    opened(table)
    before = done("log", table, "--json").out
    ruling = ("rule", table, 1, "--overturned", "--rewind", "before", "--points", "red=2")
    told = done(*ruling, "--dry-run").out
    assert f"{laid(table, 1):>5}  blue, taken back: Blue lays " in told
    assert "Scores: red 0 → 2 (+2), blue 0 → 0 (+0)" in told
    assert told.endswith("Nothing has been done.\n")
    outlook = done(*ruling, "--dry-run", "--json").json["outlook"]
    assert outlook["after"] == [2, 0]
    assert [move["again"] for move in outlook["moves"]] == [False] * 4
    assert done("log", table, "--json").out == before


def test_a_ruling_is_done_told_and_in_the_log(table: str) -> None:
    opened(table)
    told = done("rule", table, 1, "--overturned", "--rewind", "before", "--because", "Look at it.").out
    assert "Contest 1 is ruled on by the arbiter: overturned, back to version" in told
    assert "red, blue and the host can appeal, once" in told
    [ruling] = contest(table)["rulings"]
    assert (ruling["judge"], ruling["outcome"], ruling["reasons"]["text"]) == ("arbiter", "overturned", "Look at it.")
    line = next(line for line in done("log", table).out.splitlines() if line.split()[0] == str(laid(table, 1)))
    assert line.endswith(" by ruling on contest 1)")
    assert phase(table) == "begun"
    assert done("verify", table).code == 0


def test_a_correction_is_listed_typed_shown_and_done(table: str) -> None:
    opened(table)
    told = done("rule", table, 1, "--correct", "help").out
    assert "\nFeatureScored\n  seats: " in told
    assert done("rule", table, 1, "--correct", "help", "--json").json["events"]["TileDiscarded"] == {"tile": "a text"}
    scored = {"event": "FeatureScored", "seats": [0], "terms": [{"label": "tile", "count": 2, "factor": 1, "clause": "B-10"}],
              "kind": "road", "complete": True, "x": 0, "y": 0, "segment": "road:0"}  # fmt: skip
    ruling = ("rule", table, 1, "--overturned", "--correct", json.dumps([scored]))
    outlook = done(*ruling, "--dry-run", "--json").json["outlook"]
    assert outlook["after"] == [2, 0]
    assert any(sentence.endswith("[B-10]") for sentence in outlook["events"])
    done(*ruling)
    assert done("scores", table, "--json").json["totals"] == [2, 0]
    assert len(contest(table)["rulings"][0]["remedy"]["events"]) == 1
    assert "    correction: " in done("disputes", table).out


def test_seats_rule_by_sealed_votes_and_on_appeal_the_arbiter_does(voting: str) -> None:
    assert "The seats rule on it, by vote." in opened(voting).out
    assert "ruled on by vote" in failed("rule", voting, 1, "--upheld")
    put = ("rule", voting, 1, "--overturned", "--points", "red=5", "--as-vote", "--by", "red")
    assert done(*put, "--dry-run", "--json").json["outlook"]["after"] == [5, 0]
    assert contest(voting)["vote"] is None
    done(*put)
    done("vote", voting, 1, "--by", "red", "yes")
    assert contest(voting)["vote"]["votes"] == {"0": None}
    assert contest(voting, 1, "--seat", "red")["vote"]["votes"] == {"0": "yes"}
    assert "red has voted, sealed" in done("disputes", voting).out
    told = done("vote", voting, 1, "--by", "blue", "abstain").out
    assert "Contest 1 is ruled on by a vote" not in told
    assert contest(voting)["vote"] is None
    done(*put)
    for seat in ("red", "blue"):
        done("vote", voting, 1, "--by", seat, "yes")
    assert contest(voting)["rulings"][0]["judge"] == "vote"
    assert steps(voting) == {"appeal": [0, 1, -1]}
    told = done("appeal", voting, 1, "--by", "blue", "--because", "We were wrong.").out
    assert f"the arbiter can rule: souls rule {voting} 1 --upheld" in told
    done("rule", voting, 1, "--upheld")
    assert done("scores", voting, "--json").json["totals"] == [0, 0]
    assert (contest(voting)["status"], contest(voting)["appeal"]["text"]) == ("upheld", "We were wrong.")
    assert contest(voting)["next"] == []
    assert done("verify", voting).code == 0


def test_sealed_votes_and_orders_are_shown_to_nobody_else_also_when_the_game_is_over(data: Path) -> None:
    options = ("--option", "rounds=1", "--disputes", "vote,sealed")
    table = begin("trumps", *RULES, "--players", "you,you", "--seed", 2, *options)
    done("order", table, "consent", "DeclineUndo", "--seat", 0, *RULES)
    done("play", "--table", table, *RULES, typed="\n1\n\n\n1\n\n")
    assert done("show", table, *RULES, "--json").json["turn"]["phase"] == "finished"
    done("contest", table, "--by", 0, "--record", 5, "--clause", "TOY-4", *RULES)
    done("rule", table, 1, "--upheld", "--as-vote", "--by", 0, *RULES)
    done("vote", table, 1, "--by", 0, "yes", *RULES)

    def fields(event: str, *viewer: object) -> list[object]:
        return [r["fields"] for r in records(table, *viewer, *RULES) if r["event"] == event]

    assert fields("VoteGiven") == [{"contest": 1, "seat": 0, "choice": None}]
    assert fields("VoteGiven", "--seat", 0) == [{"contest": 1, "seat": 0, "choice": "yes"}]
    assert fields("OrderSet") == [{"seat": 0, "prompt": "", "order": None}]


def test_an_arbiter_who_is_a_party_is_accepted_first(table: str) -> None:
    told = opened(table, by="host").out
    assert "The arbiter is a party: the seats rule on it, by vote, unless red and blue accept the arbiter." in told
    assert steps(table)["accept"] == [0, 1]
    assert "The arbiter is a party" in failed("rule", table, 1, "--upheld")
    done("accept-arbiter", table, 1, "--by", "red")
    assert contest(table)["accepted"] == [0]
    done("accept-arbiter", table, 1, "--by", "blue")
    done("rule", table, 1, "--upheld")
    assert contest(table)["status"] == "upheld"


# --- In play ----------------------------------------------------------------------------------------------------------


def test_in_play_the_last_refusal_is_contested_and_a_pause_is_said(table: str) -> None:
    wrong = 'PlaceTile {"tile":"BA-W","x":9,"y":9,"rot":0}'
    told = done("play", "--table", table, typed=f"contest b-4\n{wrong}\ncontest b-4 It fits there.\n").out
    assert "Nothing has been turned down that you could contest." in told
    assert "Contest 1: a refusal (" in told
    assert f"It is paused until contest 1 is settled or ruled on: souls disputes {table}" in told
    shown = contest(table)
    assert shown["contested"]["refused"] is True
    assert json.loads(shown["contested"]["command"])["x"] == 9
    assert shown["argument"]["text"] == "It fits there."
    assert failed("play", "--table", table) == (
        f"Nobody can play at table {table}. It is paused until contest 1 is settled or ruled on: souls disputes {table}"
    )
    done("rule", table, 1, "--upheld")
    assert "> " in done("play", "--table", table, typed="quit\n").out
