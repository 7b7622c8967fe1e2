"""`souls undo`: taking back, asking, agreeing, and bringing back."""

from pathlib import Path

import pytest

from tests.tools.running import TOY, Told, begin, done, failed, souls


@pytest.fixture
def laid(data: Path) -> str:
    """A table where red has laid a tile and is asked for a follower: to take the tile back is free."""
    return begin("--players", "you,random", "--seed", 3, typed="1\nquit\n")


@pytest.fixture
def played(data: Path) -> str:
    """A table where red and a bot have each had a turn."""
    return begin("--players", "you,random", "--seed", 3, typed="1\n1\nquit\n")


@pytest.fixture
def hot_seat(data: Path) -> str:
    """A table of two people where red has had a turn and blue has laid a tile."""
    return begin("--players", "you,you", "--seed", 3, typed="1\n1\n1\nquit\n")


def state(table: str) -> object:
    """What counts of a table: its board without its version."""
    return done("show", table).out.rpartition(f"{table}, version")[0]


def version(table: str) -> int:
    return int(done("show", table, "--json").json["turn"]["version"])


def test_a_laid_tile_is_taken_back_freely_and_brought_back(laid: str) -> None:
    after = state(laid)
    last = version(laid)
    told = done("undo", laid)
    assert told.out.startswith(f"{laid}, version {last + 1}. ")
    before = state(laid)
    assert before != after
    done("undo", laid, "--redo")
    assert state(laid) == after
    assert version(laid) == last + 2
    assert state_at(laid, last) == after
    assert state_at(laid, last + 1) == before


def state_at(table: str, at: int) -> object:
    return done("show", table, "--at", at).out.rpartition(f"{table}, version")[0]


def test_what_was_undone_stays_in_the_log_and_leaves_the_replay(laid: str) -> None:
    replayed = done("replay", laid, "--json").json["steps"]
    done("undo", laid)
    lines = done("log", laid).out.splitlines()
    undone = [line for line in lines if "(taken back at " in line]
    assert len(undone) == 1
    assert "lays" in undone[0]
    assert [r["version"] for r in done("log", laid, "--json").json["records"] if not r["counts"]] == [
        int(undone[0].split()[0])
    ]
    assert done("replay", laid, "--json").json["steps"] == replayed[:-1]
    assert done("verify", laid).code == 0


def test_what_a_bot_has_answered_is_not_free_and_the_refusal_says_how_to_go_on(played: str) -> None:
    before = done("show", played, "--json").out
    sentence = failed("undo", played, "--by", "red")
    assert sentence.endswith("Ask them with --ask.")
    assert done("show", played, "--json").out == before


def test_bots_agree_at_once(played: str) -> None:
    target = done("replay", played, "--json").json["steps"][0]["version"]
    told = done("undo", played, "--to", target, "--by", "red", "--ask", "--json").json
    assert told["asked"] == []
    assert version(played) == told["version"]
    assert done("replay", played, "--json").json["steps"][-1]["version"] == target
    done("undo", played, "--redo")


def test_people_are_asked_and_agree(hot_seat: str) -> None:
    before = state(hot_seat)
    told = done("undo", hot_seat, "--to", 7, "--by", "red", "--ask")
    assert told.out.startswith("Waiting for the consent of blue.\n")
    [row] = [line for line in done("tables").out.splitlines() if line.startswith(hot_seat)]
    assert "consent" in row
    assert state(hot_seat) == before
    done("undo", hot_seat, "--agree")
    assert state(hot_seat) == state_at(hot_seat, 7)
    done("undo", hot_seat, "--redo")


def test_people_are_asked_and_decline(hot_seat: str) -> None:
    before = state(hot_seat)
    done("undo", hot_seat, "--to", 7, "--by", "red", "--ask")
    assert state(hot_seat) == before
    done("undo", hot_seat, "--decline")
    assert state(hot_seat) == before
    assert done("show", hot_seat, "--json").json["turn"]["asked"] == []


def test_who_asked_may_think_again(hot_seat: str) -> None:
    done("undo", hot_seat, "--to", 7, "--by", "red", "--ask")
    done("undo", hot_seat, "--withdraw")
    assert done("show", hot_seat, "--json").json["turn"]["asked"] == []
    for answer in ("--agree", "--decline", "--withdraw"):
        assert failed("undo", hot_seat, answer)


def test_only_who_was_asked_may_answer(hot_seat: str) -> None:
    done("undo", hot_seat, "--to", 7, "--by", "red", "--ask")
    failed("undo", hot_seat, "--agree", "--by", "red")
    failed("undo", hot_seat, "--withdraw", "--by", "blue")
    failed("undo", hot_seat, "--agree", "--by", "arbiter")
    done("undo", hot_seat, "--agree", "--by", "blue")


def test_the_arbiter_asks_nobody(played: str) -> None:
    done("undo", played, "--to", 7, "--by", "arbiter")
    assert state(played) == state_at(played, 7)
    assert "the arbiter" in done("log", played).out.splitlines()[-1]


def test_versions_that_cannot_be_gone_back_to(played: str) -> None:
    last = version(played)
    for target in (0, 1, last, last + 1):
        assert failed("undo", played, "--to", target, "--by", "arbiter")
    assert version(played) == last


def test_all_can_be_taken_back_and_the_set_up_cannot(played: str) -> None:
    taken: list[Told] = []
    while (told := souls("undo", played, "--by", "arbiter")).code == 0:
        taken.append(told)
        assert len(taken) < 10
    assert len(taken) >= 3
    assert told.err.startswith("souls: ")
    assert state(played) == state_at(played, 7)


def test_nothing_to_bring_back(played: str) -> None:
    assert failed("undo", played, "--redo")


def test_its_json(laid: str) -> None:
    told = done("undo", laid, "--json").json
    assert set(told) == {"table", "version", "history", "asked"}
    assert (told["table"], told["asked"]) == (laid, [])


def test_only_one_command_is_taken_back_and_later_moves_stay_where_they_can(data: Path) -> None:
    table = begin("trumps", "--rulebook", TOY, "--players", "you,you", "--seed", 2, typed=NUDGES)
    rules = ("--rulebook", TOY)
    nudges = [r["version"] for r in done("log", table, *rules, "--json").json["records"] if r["event"] == "Nudged"]
    assert len(nudges) == 2
    asking = ("undo", table, "--ask", "--keep-later", "--by", "north", "--to", nudges[0] - 1, *rules)
    before = done("log", table, *rules, "--json").out
    told = done(*asking, "--dry-run", "--json").json
    assert told["outlook"]["moves"][0]["version"] == nudges[0]
    assert not told["outlook"]["moves"][0]["again"]
    again = {move["version"] for move in told["outlook"]["moves"] if move["again"]}
    assert nudges[1] in again
    assert "east, made again: East nudges by 2" in done(*asking, "--dry-run").out
    assert done("log", table, *rules, "--json").out == before
    done(*asking)
    if told["asked"]:
        done("undo", table, "--agree", *rules)
    records = done("log", table, *rules, "--json").json["records"]
    made = {r["fields"]["version"] for r in records if r["event"] == "Reapplied"}
    assert made == again
    assert {r["why"] for r in records if not r["counts"]} == {"undo of north, by consent"}
    assert done("verify", table, *rules).code == 0


NUDGES = "\n7\n1\n\n\n8\nquit\n"


def test_a_dry_run_says_who_would_be_asked_and_why_and_does_nothing(hot_seat: str) -> None:
    before = done("log", hot_seat, "--json").out
    told = done("undo", hot_seat, "--to", 7, "--by", "red", "--ask", "--dry-run")
    assert told.out.startswith("blue would be asked: acted at ")
    assert "red, taken back: Red lays " in told.out
    assert told.out.endswith("Nothing has been done.\n")
    told = done("undo", hot_seat, "--to", 7, "--by", "red", "--dry-run", "--json").json
    [asked] = told["asked"]
    assert asked["seat"] == 1
    assert asked["acted"]
    assert all(saw["what"] for saw in asked["saw"])
    assert done("log", hot_seat, "--json").out == before


def test_a_dry_run_of_a_free_undo_asks_nobody(laid: str) -> None:
    told = done("undo", laid, "--dry-run").out
    assert told.startswith("Nobody is asked.\nThe history is again what it was at version ")


def test_a_dry_run_does_not_tell_what_others_have_ordered(hot_seat: str) -> None:
    asking = ("undo", hot_seat, "--to", 7, "--by", "red", "--ask", "--dry-run")
    before = done(*asking).out
    done("order", hot_seat, "consent", "DeclineUndo", "--seat", "blue")
    assert done(*asking).out == before


@pytest.mark.parametrize(
    "how", [("--keep-later",), ("--dry-run", "--redo"), ("--dry-run", "--agree"), ("--keep-later", "--decline")]
)
def test_what_goes_with_an_undo_that_is_asked_for_only(hot_seat: str, how: tuple[str, ...]) -> None:
    failed("undo", hot_seat, *how)
