"""End to end: a Convert that was turned down wrongly (10.4.3), from the refusal to the last verified byte, as three people and
a host have it on the command line."""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.root.cards import CARDS
from domain.root.cult.conspiracies import outcast_clearings
from domain.root.rule import may_place
from domain.table.lifecycle import BeginGame, TakeSeat
from domain.table.messages import HOST
from domain.table.table import Table
from infra.settings import from_environment
from infra.wiring import Souls
from tests.e2e.disputed import contest, give, play_on, records, verified_elsewhere, who_can
from tests.infra.test_root_tables import ever_seen
from tests.tools.running import begin, done, failed, served, souls

pytestmark = pytest.mark.slow

SEED = 6
CULT, MARQUISE, EYRIE = range(3)
SEATS = ("lizard-cult", "marquise-de-cat", "eyrie-dynasties")
FACTIONS = ("--option", "factions=cult,marquise,eyrie")
PLAYED = 9
"""How many moves are made between the refusal and its contest."""
ARGUMENT = "Foxes were the most in Lost Souls: we counted them together."
REASONS = "So they were. The Outcast is foxes."


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with served(tmp_path_factory.mktemp("data")) as folder:
        yield folder


@dataclass
class Asked:
    """A table at which the Cult was not let convert a warrior of `owner` in `clearing`, at `version`."""

    table: str
    version: int
    clearing: int
    owner: int
    acolytes: int
    rng: Random

    @property
    def refusal(self) -> str:
        [told] = done("refusals", self.table, "--seat", "lizard-cult", "--json").json["refusals"]
        return str(told["id"])

    def correction(self, wounded: int = 0) -> str:
        """What the convert would have done."""
        return json.dumps(
            [
                {"event": "AcolytesSpent", "seat": CULT, "count": 2, "left": self.acolytes - 2,
                 "conspiracy": "convert"},
                {"event": "ConspiracyPerformed", "seat": CULT, "conspiracy": "convert", "clearing": self.clearing,
                 "cost": 2, "hated": False},
                {"event": "PieceReplaced", "seat": CULT, "owner": self.owner, "clearing": self.clearing,
                 "removed": "warrior", "placed": "warrior", "wounded": wounded},
            ]
        )  # fmt: skip

    def ruling(self, *, wounded: int = 0) -> tuple[object, ...]:
        back = ("--rewind", "before", "--reapply", "--correct", self.correction(wounded))
        return ("rule", self.table, 1, "--overturned", *back)


def turned_down(data: Path, acolytes: int = 5, owner: int = EYRIE, typed: str = "") -> Asked:
    """The Cult has acolytes and wants to convert where the Outcast is not, so it is turned down. `typed`: what it types in the
    same sitting afterwards."""
    table_id = begin("root", "--players", "you,you,you", "--seed", SEED, *FACTIONS, "--disputes", "hours=48")
    rng = Random(SEED)
    table = play_on(data, table_id, rng, lambda table: table.game.cult.acolytes == acolytes and may_conspire(table))
    game = table.game
    clearing = next(
        clearing
        for clearing in range(1, len(game.buildings))
        if clearing not in outcast_clearings(game)
        and may_place(game, CULT, clearing)
        and game.warriors[owner][clearing]
    )
    asked = f'Convert {{"clearing": {clearing}, "owner": {owner}}}'
    told = done("play", "--table", table_id, typed=f"\n{asked}\n{typed}quit\n").out
    assert f"> Clearing {clearing} is not an Outcast clearing; the Outcast is {game.cult.outcast}. [10.4.3]\n" in told
    return Asked(table_id, table.version, clearing, owner, acolytes, rng)


def may_conspire(table: Table) -> bool:
    """Whether the Cult is asked for conspiracies, which cost it all they can."""
    return not table.game.cult.hated and any(prompt.kind == "conspiracies" for prompt in table.prompts)


@pytest.fixture
def asked(data: Path) -> Asked:
    """The Cult was turned down, went on to its rituals, and all have played on; now it contests the refusal."""
    asked = turned_down(data, typed="end\n")
    play_on(data, asked.table, asked.rng, most=8)
    told = done(
        "contest", asked.table, "--by", "cult", "--refusal", asked.refusal, "--clause", "10.4.3", "--because", ARGUMENT
    )
    assert told.out.startswith("Contest 1: a refusal (NOT_OUTCAST_CLEARING, 10.4.3) is contested under 10.4.3 [T-52]\n")
    return asked


def board(table: str, *more: object) -> dict[str, Any]:
    return dict(done("show", table, *more, "--json").json["board"]["view"])


# --- The contest ------------------------------------------------------------------------------------------------------


def test_the_refusal_is_the_cults_own_until_it_is_contested_and_then_everybody_sees_it(data: Path) -> None:
    asked = turned_down(data, typed="end\n")
    for seat in SEATS[1:]:
        assert "has met no refusal" in done("refusals", asked.table, "--seat", seat).out
    assert "Convert" not in done("log", asked.table, "--json").out
    assert "has met no refusal" in failed(
        "contest", asked.table, "--by", "eyrie", "--refusal", asked.refusal, "--clause", "10.4.3"
    )
    done(
        "contest", asked.table, "--by", "cult", "--refusal", asked.refusal, "--clause", "10.4.3", "--because", ARGUMENT
    )
    for viewer in ((), *(("--seat", seat) for seat in SEATS)):
        told = contest(asked.table, *viewer)
        assert told["contested"] == {
            "version": asked.version, "refused": True, "seat": CULT, "clause": "10.4.3",
            "sentence": f"Clearing {asked.clearing} is not an Outcast clearing; the Outcast is fox.",
            "command": f'{{"command":"Convert","clearing":{asked.clearing},"owner":{EYRIE}}}',
        }  # fmt: skip
        assert told["argument"]["text"] == ARGUMENT
    assert who_can(asked.table) == {"settle": [0], "rule": [-2], "evidence": [0, 1, 2, -1, -2], "withdraw": [0]}


# --- What others hold stays theirs ------------------------------------------------------------------------------------


def called(card: str) -> str:
    return f"{CARDS[card].name} ({CARDS[card].suit})"


def hands(data: Path, table: str, viewer: int | None) -> tuple[set[str], set[str]]:
    """By id and by what people call them: cards in the reader's own hand, and those in others' that it has never seen. Names
    are left out where the reader has seen another card of that name."""
    with Souls(from_environment(data, ())) as souls:
        now, seen = souls.ledger.table(table), ever_seen(souls.ledger, table, viewer) & set(CARDS)
    own = set() if viewer is None else set(now.game.hands[viewer])
    others = {card for hand in now.game.hands for card in hand} - seen
    return (
        own | {called(card) for card in own},
        others | ({called(card) for card in others} - {called(card) for card in seen}),
    )


def case_texts(table: str, page: Path, *reader: object) -> str:
    """All that a case file tells its reader: in lines, as JSON and as a page."""
    lines = done("case", table, 1, *reader).out
    as_json = done("case", table, 1, *reader, "--html", page, "--json").out
    return " ".join((lines + as_json + page.read_text()).split())


def test_the_case_file_tells_nobody_what_others_hold(data: Path, asked: Asked, tmp_path: Path) -> None:
    for rule in (False, True):
        if rule:
            done(*asked.ruling(), "--because", REASONS)
        whole = case_texts(asked.table, tmp_path / "page", "--arbiter")
        for viewer, reader in ((None, ()), *((n, ("--seat", seat)) for n, seat in enumerate(SEATS))):
            told = case_texts(asked.table, tmp_path / "page", *reader)
            own, others = hands(data, asked.table, viewer)
            assert others
            assert {words for words in others if words in told} == set()
            assert {words for words in own if words in told} or viewer is None
            assert {words for words in others if words in whole}, "else it could not be seen in any"
            assert ARGUMENT in told
            assert (REASONS in told) == rule


# --- The other reading, before it is ruled on -------------------------------------------------------------------------


def test_a_neutral_arbiter_looks_at_the_other_reading_first_and_nothing_is_done(asked: Asked, tmp_path: Path) -> None:
    before = records(asked.table)
    picture = tmp_path / "chart.svg"
    given = ("counterfactual", asked.table, 1, "--correct", asked.correction(), "--svg", picture)
    told = done(*given, "--json").json
    assert (told["base"], told["parted"], len(told["steps"])) == (asked.version, 0, PLAYED)
    assert {step["outcome"] for step in told["steps"]} == {"same"}
    assert "Contest 1: the game under the other reading" in done(*given).out
    assert picture.read_text().startswith("<svg")
    assert records(asked.table) == before


def test_while_the_game_goes_on_an_arbiter_who_plays_does_not_look(data: Path) -> None:
    with Souls(from_environment(data, ())) as souls:
        opened = souls.ledger.open_table(
            "root", 2, host="hanna", arbiter="ada", options='{"factions":["cult","eyrie"]}'
        )
        assert isinstance(opened, Table)
        for by, command in ((0, TakeSeat(0, "ada")), (1, TakeSeat(1, "ben")), (HOST, BeginGame())):
            give(souls, souls.ledger.current(opened.id), by, command)
    done("contest", opened.id, "--by", 1, "--record", records(opened.id)[-1]["version"], "--clause", "10.4.3")
    assert "only an arbiter without a seat may look" in failed("counterfactual", opened.id, 1)
    assert "or where the table has an arbiter without a seat" in failed("case", opened.id, 1, "--arbiter")


# --- The ruling -------------------------------------------------------------------------------------------------------


def converted(view: dict[str, Any], asked: Asked, ruler: int) -> dict[str, Any]:
    """A board on which the convert has happened too, so that `ruler` rules there, and nothing else."""
    view = copy.deepcopy(view)
    clearing = view["clearings"][asked.clearing - 1]
    clearing["warriors"][CULT] += 1
    clearing["warriors"][asked.owner] -= 1
    clearing["ruler"] = ruler
    # Of the two acolytes, which go to the supply, one is placed.
    view["seats"][CULT]["stock"]["warrior"] += 1
    view["seats"][asked.owner]["stock"]["warrior"] += 1
    view["cult"]["acolytes"] -= 2
    return view


def test_the_ruling_converts_there_and_then_and_all_that_was_played_is_played_again(data: Path, asked: Asked) -> None:
    now = board(asked.table)
    outlook = done(*asked.ruling(), "--dry-run", "--json").json["outlook"]
    assert [move["again"] for move in outlook["moves"]] == [True] * PLAYED
    assert board(asked.table) == now
    told = done(*asked.ruling(), "--because", REASONS).out
    assert "Lizard Cult spends 2 acolytes and has 3 left [10.4.3]\n" in told
    assert told.count("happens again [T-28]\n") == PLAYED
    assert board(asked.table) == converted(now, asked, CULT)
    assert {r["why"] for r in records(asked.table) if not r["counts"] and r["version"] > asked.version} == {
        "ruling on contest 1"
    }
    play_on(data, asked.table, asked.rng)
    assert done("show", asked.table, "--json").json["turn"]["phase"] == "finished"
    assert done("verify", asked.table).out.endswith("verified.\n")


def test_with_the_last_acolytes_spent_the_cult_goes_on_by_itself_and_the_rest_is_played_again(data: Path) -> None:
    asked = turned_down(data, acolytes=2, typed="end\n")
    play_on(data, asked.table, asked.rng, most=8)
    done("contest", asked.table, "--by", "cult", "--refusal", asked.refusal, "--clause", "10.4.3")
    now = board(asked.table)
    outlook = done(*asked.ruling(), "--dry-run", "--json").json["outlook"]
    assert "Lizard Cult is done with conspiracies [core-6]" in outlook["events"]
    assert [move["again"] for move in outlook["moves"]] == [False, *[True] * 8]
    assert outlook["moves"][0]["sentence"] == "Lizard Cult is done with conspiracies"
    other = done("counterfactual", asked.table, 1, "--correct", asked.correction(), "--json").json
    assert [step["outcome"] for step in other["steps"]] == ["fallen", *["same"] * 8]
    assert other["verdict"].startswith("Of 9 later moves 8 stay possible, 1 is not asked for any more. ")
    done(*asked.ruling())
    assert board(asked.table) == converted(now, asked, EYRIE)


def test_the_marquise_whose_warrior_is_converted_may_bring_it_back_before_anything_else_happens(data: Path) -> None:
    asked = turned_down(data, owner=MARQUISE, typed="end\n")
    play_on(data, asked.table, asked.rng, most=8)
    done("contest", asked.table, "--by", "cult", "--refusal", asked.refusal, "--clause", "10.4.3")
    told = done(*asked.ruling(wounded=1)).out
    assert "happens again" not in told
    awaited = done("show", asked.table, "--json").json["turn"]["awaited"]
    assert [(one["seat"], one["kind"], one["clause"]) for one in awaited] == [(MARQUISE, "hospitals", "6.2.3")]
    play_on(data, asked.table, asked.rng, most=1)
    assert done("show", asked.table, "--json").json["turn"]["awaited"][0]["kind"] == "conspiracies"
    play_on(data, asked.table, asked.rng, most=40)
    assert done("verify", asked.table).out.endswith("verified.\n")


def test_a_correction_that_does_not_add_up_is_not_done(asked: Asked) -> None:
    before = records(asked.table)
    right = json.loads(asked.correction())
    for event, field, value, why in (
        (0, "count", 6, "Lizard Cult would have fewer than none somewhere: warrior. [core-15]"),
        (2, "clearing", 8, "Eyrie Dynasties would have fewer than none somewhere: warrior. [core-15]"),
        (2, "placed", "garden-fox", "In clearing 9 there would be a garden of another suit: fox garden. [10.5.1]"),
    ):
        wrong = [{**one, field: value} if n == event else one for n, one in enumerate(right)]
        assert (
            failed("rule", asked.table, 1, "--overturned", "--rewind", "before", "--correct", json.dumps(wrong)) == why
        )
    assert records(asked.table) == before


# --- The appeal -------------------------------------------------------------------------------------------------------


def appealed(data: Path, asked: Asked) -> None:
    """The arbiter has ruled, all have played on, and the Eyrie appeals, so that the seats rule."""
    done(*asked.ruling(), "--because", REASONS)
    play_on(data, asked.table, asked.rng, most=6)
    told = done("appeal", asked.table, 1, "--by", "eyrie", "--because", "Count again.").out
    ruling = f"souls rule {asked.table} 1 --as-vote --by lizard-cult --upheld"
    assert f"{ruling}  (which takes the ruling back; --overturned alone confirms it)\n" in told
    assert who_can(asked.table)["propose"] == [0, 1, 2, -1]


def voted(asked: Asked, *ruling: str) -> str:
    """What is told when all have voted for a ruling."""
    done("rule", asked.table, 1, *ruling, "--as-vote", "--by", "eyrie")
    told = [done("vote", asked.table, 1, "--by", seat, "yes").out for seat in SEATS]
    return told[-1]


def test_on_appeal_the_seats_confirm_the_ruling_and_the_game_goes_on_to_its_end(data: Path, asked: Asked) -> None:
    appealed(data, asked)
    before = board(asked.table)
    told = voted(asked, "--overturned")
    assert "The vote on contest 1 is over, 3 to 0: it passes [T-58]\n" in told
    assert "happens again" not in told
    assert board(asked.table) == before
    assert contest(asked.table)["status"] == "overturned"
    assert [ruling["final"] for ruling in contest(asked.table)["rulings"]] == [False, True]
    assert "appeal" in failed("appeal", asked.table, 1, "--by", "marquise")
    play_on(data, asked.table, asked.rng)
    assert done("verify", asked.table).out.endswith("verified.\n")


def test_on_appeal_the_seats_reverse_the_ruling_and_the_acolytes_are_there_again(data: Path, asked: Asked) -> None:
    now = board(asked.table)
    appealed(data, asked)
    outlook = done("rule", asked.table, 1, "--upheld", "--as-vote", "--by", "eyrie", "--dry-run", "--json").json[
        "outlook"
    ]
    assert [move["again"] for move in outlook["moves"]][:PLAYED] == [True] * PLAYED
    assert len(outlook["moves"]) == PLAYED + 6
    voted(asked, "--upheld")
    assert contest(asked.table)["status"] == "upheld"
    assert board(asked.table)["cult"]["acolytes"] == now["cult"]["acolytes"]
    play_on(data, asked.table, asked.rng, most=40)
    assert done("verify", asked.table).out.endswith("verified.\n")


# --- A precedent for others -------------------------------------------------------------------------------------------


def test_the_ruling_is_cited_at_the_next_table(data: Path, asked: Asked) -> None:
    done(*asked.ruling(), "--because", REASONS)
    [found] = [one for one in done("precedents", "root", "--clause", "10.4.3", "--json").json["precedents"]
               if one["table"] == asked.table]  # fmt: skip
    assert (found["outcome"], found["reasons"]["text"], found["changed"]) == ("overturned", REASONS, False)
    line = f"Ruled before on 10.4.3: overturned at table {asked.table}; see 'souls precedents root --clause 10.4.3'."
    other = begin("root", "--players", "you,you,you", "--seed", SEED, *FACTIONS)
    table = play_on(data, other, Random(SEED), may_conspire)
    refused = 'Convert {"clearing": 1, "owner": 2}'
    typed = f"\n{refused}\ncontest 10.4.3 As it was ruled.\nquit\n"
    told = done("play", "--table", other, typed=typed).out.partition("is not an Outcast clearing")[2]
    assert told.count(line) == 2
    assert "Contest 1: a refusal (NOT_OUTCAST_CLEARING, 10.4.3) is contested under 10.4.3 [T-52]\n" in told
    assert done("show", other, "--json").json["turn"]["version"] == table.version + 1
    for reader in ((), ("--seat", "eyrie"), ("--arbiter",)):
        case = done("case", other, 1, *reader, "--json").json
        cited = {one["table"]: one for one in case["earlier"]}
        assert (cited[asked.table]["outcome"], cited[asked.table]["reasons_text"]) == ("overturned", REASONS)
        assert asked.table in done("case", other, 1, *reader).out


# --- What is handed on ------------------------------------------------------------------------------------------------


def bundle(table: str, file: Path, *more: object) -> bytes:
    done("export", table, "--audit", "-o", file, *more)
    return file.read_bytes()


def test_a_bundle_for_a_seat_is_verified_elsewhere_and_has_nobody_elses_cards(
    data: Path, asked: Asked, tmp_path: Path
) -> None:
    done(*asked.ruling(), "--because", REASONS)
    for seat, name in enumerate(SEATS):
        content = bundle(asked.table, tmp_path / name, "--for", name, "--pictures")
        own, others = hands(data, asked.table, seat)
        assert others
        assert [words for words in others if words.encode() in content] == []
        assert [words for words in own if words.encode() in content]
        assert REASONS.encode() in content
    proved = verified_elsewhere(tmp_path / SEATS[EYRIE], tmp_path)
    assert "2 texts are those that the log means by the hash." in proved
    assert "its whole log is secret" in failed("export", asked.table, "--audit", "-o", tmp_path / "whole")


def test_the_whole_of_a_closed_table_is_verified_elsewhere_and_a_changed_byte_is_found(
    data: Path, asked: Asked, tmp_path: Path
) -> None:
    done(*asked.ruling(), "--because", REASONS)
    play_on(data, asked.table, asked.rng)
    other = done("counterfactual", asked.table, 1, "--json").json
    assert (other["finished"], other["remedy"]) == (True, {})
    done("close", asked.table)
    file = tmp_path / "whole"
    content = bundle(asked.table, file, "--pictures")
    proved = verified_elsewhere(file, tmp_path)
    assert "1 ruling was made by those entitled to, and what followed is exactly what it says." in proved
    assert f"{PLAYED} moves that were made again happened as before." in proved
    assert "1 contested refusal is refused so again." in proved
    for at in range(0, len(content), len(content) // 5):
        file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        assert souls("verify", file).code == 1
