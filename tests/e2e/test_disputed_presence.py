"""End to end: what a disc touches at an Island's border (FF-2.1), disputed, where flicks are computed and where a group reports
those of a real board; as three people and a host have it on the command line."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import infra.wiring
from domain.flick_of_faith.commands import BuildTemples
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.temples import on_cities
from domain.flick_of_faith.where import presence
from domain.table.messages import Command
from domain.table.table import Table
from infra.bots import BOTS
from tests.e2e.disputed import contest, play_on, records, verified_elsewhere, who_can
from tests.tools.running import begin, done, failed, served, souls

pytestmark = pytest.mark.slow

SEATS = ("red", "yellow", "green")
RED, YELLOW, GREEN = range(3)
HOUR = 3_600_000_000
OPTIONS = [f"--option={option}" for option in ("generations=1", "laws=false", "deity_powers=false")]
THREE = ("flick-of-faith", "--players", "you,you,you", *OPTIONS)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with served(tmp_path_factory.mktemp("data")) as folder:
        yield folder


def view(table: str, *more: object) -> dict[str, Any]:
    return dict(done("show", table, *more, "--json").json["board"]["view"])


def lying(table: str, disc: str) -> dict[str, Any]:
    """A disc, and what it touches."""
    return dict(next(one for one in view(table)["discs"] if one["id"] == disc))


def version_of(table: str, event: str) -> int:
    """The first version at which this has happened, of what counts."""
    return int(next(r["version"] for r in records(table) if r["event"] == event and r["counts"]))


def phase(table: str) -> str:
    return str(done("show", table, "--json").json["turn"]["phase"])


# --- Flicks that are computed -----------------------------------------------------------------------------------------


def at_the_border(game: Game, seat: int) -> bool:
    """Whether a seat may build for a Prophet that touches a City with its rim alone."""
    for disc in on_cities(game, seat):
        at = game.discs[disc]
        for city in presence(game, disc).cities:
            x, y, radius = game.map.city(city).circle
            if (at.x - x) ** 2 + (at.y - y) ** 2 > radius**2:
                return True
    return False


def built(table: Table) -> bool:
    return any(type(record.event).__name__ == "TemplesBuilt" for record in table.records)


def builds_at_the_border(table: Table, seat: int, rng: Random) -> Command:
    """Whatever is offered; but for a Prophet that is at the border of a City a Temple is built, and for no other."""
    offers = {offer.command: offer for offer in table.rulebook.legal(table.game, seat)}
    if BuildTemples in offers and at_the_border(table.game, seat):
        command: Command = offers[BuildTemples].sample(rng)
        return command
    choice = BOTS["random"](table, seat, rng)
    while isinstance(choice, BuildTemples):
        choice = BOTS["random"](table, seat, rng)
    return choice


@pytest.fixture
def computed(data: Path) -> tuple[str, Random]:
    """A computed flick has left red's Prophet touching the line of South's City, red has built a Temple for it, and all have
    played on; green contests that it touched."""
    table_id, rng = begin(*THREE, "--seed", 1), Random(1)
    play_on(data, table_id, rng, built, chooser=builds_at_the_border)
    play_on(data, table_id, rng, most=5)
    temple = version_of(table_id, "TemplesBuilt")
    why = ("--because", "Only the rim of it is on the line.")
    done("contest", table_id, "--by", "green", "--record", temple, "--clause", "FF-2.1", *why)
    return table_id, rng


PASSED = json.dumps([{"event": "TemplesPassed", "seat": RED}])
"""Instead of building, red does not."""


def test_what_is_computed_is_no_correction(computed: tuple[str, Random]) -> None:
    table, _ = computed
    flick = next(r["fields"] for r in records(table) if r["event"] == "FlickResolved")
    wrong = json.dumps([{"event": "FlickResolved", **flick}])
    assert failed("rule", table, 1, "--overturned", "--correct", wrong) == (
        "Event 1: 'FlickResolved' cannot be in a correction; 27 kinds of events can."
    )
    assert "FlickResolved" not in done("rule", table, 1, "--correct", "help").out
    told = json.dumps([{"event": "PositionCorrected", "spots": [{"disc": "0-p01", "islands": ["south"]}]}])
    assert "[M-1]" in failed("rule", table, 1, "--overturned", "--correct", told)


def test_without_the_temple_the_flicks_that_it_did_not_touch_are_made_again_to_the_last_bit(
    data: Path, computed: tuple[str, Random], tmp_path: Path
) -> None:
    table, rng = computed
    other = done("counterfactual", table, 1, "--rewind", "before", "--correct", PASSED, "--json").json
    assert {step["outcome"] for step in other["steps"]} == {"same"}
    ruling = ("rule", table, 1, "--overturned", "--rewind", "before", "--reapply", "--correct", PASSED)
    outlook = done(*ruling, "--dry-run", "--json").json["outlook"]
    assert [move["again"] for move in outlook["moves"]] == [False, *[True] * 5]
    flicks = [r["fields"] for r in records(table) if r["event"] == "FlickResolved" and r["counts"]]
    done(*ruling, "--because", "The line is the City's, but it ends where the disc begins.")
    again = [r["fields"] for r in records(table) if r["event"] == "FlickResolved" and r["counts"]]
    assert [{**one, "digest": ""} for one in again] == [{**one, "digest": ""} for one in flicks]
    assert again != flicks, "what each flick left where it was has changed with the Temple"
    assert (lying(table, "0-p04")["zone"], lying(table, "0-p04")["cities"]) == ("map", ["south-city"])
    assert lying(table, "0-t01")["zone"] == "unused"
    play_on(data, table, rng)
    done("close", table)
    done("export", table, "--audit", "-o", tmp_path / "bundle")
    proved = verified_elsewhere(tmp_path / "bundle", tmp_path)
    assert "5 moves that were made again happened as before." in proved
    assert any(
        line.endswith("flicks, computed again, came to rest where they are recorded, to the last bit.")
        for line in proved
    )


def test_a_worship_that_is_disputed_when_all_is_over_is_put_right_by_points(
    data: Path, computed: tuple[str, Random]
) -> None:
    table, rng = computed
    done("rule", table, 1, "--upheld")
    play_on(data, table, rng)
    before = done("scores", table, "--json").json["totals"]
    worship = version_of(table, "WorshipScored")
    done("contest", table, "--by", "yellow", "--record", worship, "--clause", "FF-2.1")
    points = ("--points", "red=-1")
    after = [before[RED] - 1, *before[1:]]
    assert done("counterfactual", table, 2, *points, "--json").json["others"] == after
    told = done("rule", table, 2, "--overturned", *points).out
    assert "appeal" in told
    assert done("scores", table, "--json").json["totals"] == after
    assert phase(table) == "finished"
    assert done("verify", table).out.endswith("verified.\n")


# --- A real board -----------------------------------------------------------------------------------------------------

CORRECTED = json.dumps([{"event": "PositionCorrected", "spots": [{"disc": "0-p01", "islands": ["south"]}]}])
"""Red's Prophet lay on South, and did not touch its City."""
RULING = ("--overturned", "--rewind", "after", "--reapply", "--correct", CORRECTED)


def by_hand(*lines: str) -> Callable[[str], str]:
    """Types these lines, and Enter wherever the keyboard is passed."""
    left = iter(lines)

    def typed(said: str) -> str:
        return "\n" if "ress Enter" in said.splitlines()[-2] else f"{next(left)}\n"

    return typed


def reported() -> str:
    """A table of a real board: red reports that its Prophet touches South's City, the others confirm it, red builds a Temple,
    and all play on."""
    arranged = ("--option=mode=table", "--option=first_player=random", "--disputes", "vote,sealed,quorum=2,hours=48")
    table = begin(*THREE, *arranged, "--seed", 1)
    confirmed = ("confirm", "confirm")
    moves = (
        *("report p1 on south city", *confirmed, "build p1 on south"),
        *("report p1 on north", *confirmed),
        *("report p1 on east", *confirmed),
        *("report p2 on south city", *confirmed, "build p2 on south"),
    )
    told = done("play", "--table", table, typed=by_hand(*moves, "quit")).out
    assert "is none of the" not in told
    return table


@pytest.fixture
def real(data: Path) -> str:
    """Such a table, at which yellow contests what had been accepted."""
    table = reported()
    why = ("--because", "It lay on South, and a hair from the City.")
    done(
        "contest",
        table,
        "--by",
        "yellow",
        "--record",
        version_of(table, "TableFlickAccepted"),
        "--clause",
        "FF-2.1",
        *why,
    )
    return table


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets so many hours pass."""
    now = infra.wiring.now
    return lambda hours: monkeypatch.setattr(infra.wiring, "now", lambda: now() + hours * HOUR)


def put_to_vote(table: str) -> None:
    """Yellow proposes to correct where the disc lay; yellow and green agree, and red says nothing."""
    told = done("rule", table, 1, *RULING, "--as-vote", "--by", "yellow", "--because", "Look at the photo.").out
    assert "red, yellow and green can vote, until 20" in told
    for seat in ("yellow", "green"):
        done("vote", table, 1, "--by", seat, "yes")


def test_what_a_correction_would_do_is_seen_before_it_is_voted_on(real: str) -> None:
    before = records(real)
    # Which moves would be made again depends on what seats hold, and so is nobody's to know before.
    assert "depends on what is hidden from yellow" in failed(
        "rule", real, 1, *RULING, "--as-vote", "--by", "yellow", "--dry-run"
    )
    alone = [word for word in RULING if word != "--reapply"]
    outlook = done("rule", real, 1, *alone, "--as-vote", "--by", "yellow", "--dry-run", "--json").json["outlook"]
    assert outlook["events"][:2] == [
        "The history is again what it was at version 26 [T-55]",
        "The board is corrected: red Prophet 1 on South [M-5]",
    ]
    assert [move["again"] for move in outlook["moves"]] == [False] * 11
    assert outlook["moves"][0]["sentence"] == "Red builds red Temple 1 on South for red Prophet 1"
    assert "ruled on by vote" in failed("rule", real, 1, *RULING)
    other = done("counterfactual", real, 1, "--correct", CORRECTED, "--json").json
    assert [step["outcome"] for step in other["steps"]] == ["fallen", *["same"] * 10]
    assert (
        "build: red Temple 1 for red Prophe…               0               0               0  not asked for any more"
        in (done("counterfactual", real, 1, "--correct", CORRECTED).out)
    )
    assert records(real) == before


def test_seats_vote_sealed_and_when_one_does_not_answer_the_others_have_ruled(
    real: str, later: Callable[[int], None]
) -> None:
    put_to_vote(real)
    assert contest(real)["vote"]["votes"] == {"1": None, "2": None}
    assert contest(real, "--seat", "red")["vote"]["votes"] == {"1": None, "2": None}
    assert contest(real, "--seat", "green")["vote"]["votes"] == {"1": None, "2": "yes"}
    later(47)
    assert done("due", real).out == ""
    later(49)
    told = done("due", real).out
    assert told.endswith("It is the turn of yellow; Yellow is to report a flick; 10 moves are made again\n")
    assert "The vote on contest 1 is over, 2 to 0: it passes" in told
    assert "The board is corrected: red Prophet 1 on South" in told
    assert (lying(real, "0-p01")["zone"], lying(real, "0-p01")["islands"], lying(real, "0-p01")["cities"]) == (
        "map", ["south"], [],
    )  # fmt: skip
    assert lying(real, "0-t01")["zone"] == "unused"
    assert lying(real, "0-t02")["islands"] == ["south"]
    assert done("show", real, "--json").json["turn"]["awaited"][0]["seat"] == YELLOW
    assert souls("vote", real, 1, "--by", "red", "no").code == 1
    assert done("verify", real).out.endswith("verified.\n")


@pytest.mark.parametrize("ruling", ["--overturned", "--upheld"])
def test_red_appeals_and_the_arbiter_confirms_the_vote_or_takes_it_back(
    data: Path, real: str, later: Callable[[int], None], ruling: str
) -> None:
    put_to_vote(real)
    later(49)
    done("due", real)
    assert who_can(real) == {"appeal": [0, 1, 2, -1]}
    done("appeal", real, 1, "--by", "red", "--because", "Two can vote what they want.")
    assert who_can(real)["rule"] == [-2]
    done("rule", real, 1, ruling, "--because", "I have seen the photo.")
    confirmed = ruling == "--overturned"
    assert contest(real)["status"] == ruling[2:]
    assert lying(real, "0-p01")["zone"] == ("map" if confirmed else "reserve")
    assert lying(real, "0-t01")["zone"] == ("unused" if confirmed else "map")
    play_on(data, real, Random(2))
    assert phase(real) == "finished"
    assert done("verify", real).out.endswith("verified.\n")
    assert done("counterfactual", real, 1, "--json").json["finished"]


def test_the_ruling_is_cited_when_the_same_is_contested_at_another_table(
    real: str, later: Callable[[int], None]
) -> None:
    put_to_vote(real)
    later(500)  # so that no other test's ruling is a newer one
    done("due", real)
    done("appeal", real, 1, "--by", "red")
    done("rule", real, 1, "--overturned", "--because", "I have seen the photo.")
    other = reported()
    accepted = version_of(other, "TableFlickAccepted")
    told = done("contest", other, "--by", "green", "--record", accepted, "--clause", "ff-2.1").out
    line = f"Ruled before on FF-2.1: overturned at table {real}; see 'souls precedents flick-of-faith --clause FF-2.1'."
    assert line in told
    for reader in ((), ("--seat", "red"), ("--arbiter",)):
        cited = {one["table"]: one for one in done("case", other, 1, *reader, "--json").json["earlier"]}
        assert (cited[real]["outcome"], cited[real]["reasons_text"]) == ("overturned", "I have seen the photo.")


def test_a_bundle_for_a_seat_keeps_sealed_votes_and_is_verified_elsewhere(
    data: Path, real: str, later: Callable[[int], None], tmp_path: Path
) -> None:
    put_to_vote(real)
    later(49)
    done("due", real)
    done("export", real, "--audit", "--for", "red", "--pictures", "-o", tmp_path / "reds")
    assert "2 texts are those that the log means by the hash." in verified_elsewhere(tmp_path / "reds", tmp_path)
    votes = [r["fields"]["choice"] for r in records(real, "--seat", "red") if r["event"] == "VoteGiven"]
    assert votes == [None, None]
    play_on(data, real, Random(2))
    done("close", real)
    content = (tmp_path / "reds").read_bytes()
    for at in range(0, len(content), len(content) // 5):
        (tmp_path / "reds").write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        assert souls("verify", tmp_path / "reds").code == 1
