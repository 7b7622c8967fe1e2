"""`souls play flick-of-faith`: flicks aimed in words, Temples by place, reports of a real board, whole games of it."""

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.flick_of_faith.map import house_map
from tests.tools.running import begin, done, failed

pytestmark = pytest.mark.slow

CHOICE = re.compile(r"^ +(\d+)  (\S.*)$", re.MULTILINE)
PLACES = ("south", "east", "north", "west", "navel")
ONE = ("--seed", 5, "--option", "generations=1")


class Somebody:
    """Flicks at something, builds where it can, reports what might have happened; else takes any choice that is listed."""

    def __init__(self, seed: int, lines: int = 3_000) -> None:
        self._rng, self._left = Random(seed), lines
        self._asked, self._tries = "", 0
        self.typed: list[str] = []

    def __call__(self, said: str) -> str:
        self._left -= 1
        self.typed.append(self._answer(said) if self._left else "quit")
        return self.typed[-1] + "\n"

    def _answer(self, said: str) -> str:
        if "ress Enter" in said.splitlines()[-2]:
            return ""
        if re.search(r"^.* \[[\w.-]+\]$", said, re.MULTILINE) and (
            re.search(r" p\d", said) or "heart" in said or CHOICE.search(said)
        ):
            self._asked, self._tries = said, 0
        self._tries += 1
        choices = CHOICE.findall(self._asked)
        if self._tries < 8:
            for word in ("flick p", "build p", "report p", "heart at", "heart on"):
                if f"  {word}" in self._asked:
                    return getattr(self, f"_{word.split()[0]}")()
        assert choices, (self._asked[-300:], said)
        return self._rng.choice(choices)[self._rng.randrange(2)]

    def _flick(self) -> str:
        how = f"a={self._rng.randrange(360)} s={self._rng.randrange(200, 1500)}"
        to = f"to {self._rng.choice(PLACES)}"
        return f"{self._rng.choice(('flick', 'flick', 'aim'))} {self._rng.choice((how, to, to))}"

    def _build(self) -> str:
        """Whichever of one's own it is that touches a City: of the others it is said that they do not."""
        at = f"at {self._rng.randrange(40, 440)},{self._rng.randrange(40, 440)}"
        return f"build p{self._tries} {at if 'also: with t2' in self._asked else 'on south east north west'}"

    def _report(self) -> str:
        disc = f"report p{self._tries}"
        island = self._rng.choice(PLACES[:4])
        return self._rng.choice((f"{disc} on {island}", f"{disc} on {island} city", f"{disc} off", f"{disc} on navel"))

    def _heart(self) -> str:
        return "heart at 240,240" if "heart at" in self._asked else "heart on nothing"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_aimed_in_words(data: Path, seed: int) -> None:
    somebody = Somebody(seed)
    told = done("play", "flick-of-faith", "--players", "you,random", *ONE, typed=somebody).out
    assert re.search(r"^Finished\. red \d+, yellow \d+\. ", told, re.MULTILINE)
    assert any(line.startswith("aim") for line in somebody.typed)
    assert "would come to rest at" in told
    assert "is none of the" not in told


def test_a_whole_game_on_a_real_board_in_words(data: Path) -> None:
    somebody = Somebody(3)
    options = ("--option", "mode=table", "--option", "laws=false")
    told = done("play", "flick-of-faith", "--players", "you,greedy", *ONE, *options, typed=somebody).out
    assert re.search(r"^Finished\. red \d+, yellow \d+\. ", told, re.MULTILINE)
    assert "Yellow confirms the report" in told
    assert "is none of the" not in told


def test_three_share_a_keyboard_and_nobody_sees_anothers_vote(data: Path) -> None:
    told = done("play", "flick-of-faith", "--players", "you,you,you", *ONE, typed=Somebody(4, 60)).out
    assert "The table waits: " in told
    assert "yellow, press Enter." in told


def test_a_flick_is_aimed_before_it_is_made_and_the_mat_shows_its_way(data: Path) -> None:
    table = begin("flick-of-faith", "--players", "you,random", *ONE, "--option", "deity_powers=false")
    typed = "help\naim from 40,40 to navel\naim from 40,40\naim from 200,40 a=45 s=5\nflick from 40,40 to navel\nquit\n"
    told = done("play", "--table", table, typed=typed).out
    assert "is to flick towards the Navel for the first turn" in told
    assert "       flick p1 from 45,45 a=45 s=700   or   flick p1 to navel   ('aim …' shows it first)\n" in told
    assert "a is the angle in degrees (0 east, 90 north, 180 west)" in told
    assert re.search(
        r"^Red’s Prophet 1 would come to rest at [\d.]+,[\d.]+, 0\.\d mm from the middle", told, re.MULTILINE
    )
    assert "So with a steady hand; how yours strays is drawn when you flick." in told
    assert "Where to? By an angle" in told
    assert "A flick starts wholly inside your own corner and on the mat. [D-1]" in told
    assert "Red has flicked for the first turn [S-4]" in told


def test_what_a_list_cannot_hold_is_shown_with_its_fields_where_a_game_has_no_words_for_it(data: Path) -> None:
    table = begin("flick-of-faith", "--players", "you,random", *ONE, "--option", "deity_powers=false")
    spelled = 'FirstFlick {"shot": ["0-p01", 40000, 40000, 1, 1, 900]}'
    assert "Red has flicked" in done("play", "--table", table, typed=f"{spelled}\nquit\n").out


# --- A group's own map ------------------------------------------------------------------------------------------------


def own_map(path: Path, **changed: Any) -> Path:
    chart = msgspec.to_builtins(house_map())
    path.write_bytes(msgspec.json.encode({**chart, "id": "our-mat", **changed}))
    return path


def test_a_groups_own_map_is_read_from_a_file(data: Path, tmp_path: Path) -> None:
    mat = own_map(tmp_path / "own.json", mat={"width": 500_000, "height": 480_000})
    table = begin("flick-of-faith", "--players", "you,random", *ONE, "--option", f"map=@{mat}")
    chart = done("show", table, "--json").json["board"]["view"]["map"]
    assert (chart["id"], chart["mat"]["width"]) == ("our-mat", 500_000)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"islands": ', "is not JSON: Input data was truncated."),
        ("\xff", "is not JSON: "),
        ("{}", "cannot be played with these data: map: the field schema is missing. [G-1]"),
        ("[1]", "map: there must be an object in braces or null, not a list. [G-1]"),
        ("null", "cannot be used for map: null is nothing that an option could be."),
        ('{"id": "a", "id": "b"}', "cannot be used for map: the name id stands twice in one object."),
        (" " * 70_000, "is too large for an option: 70000 bytes, and 65536 are allowed."),
    ],
    ids=["cut off", "no text", "empty", "a list", "null", "a name twice", "too large"],
)
def test_a_file_that_is_no_map_is_turned_down(data: Path, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(text.encode("latin-1"))
    assert said in failed("play", "flick-of-faith", "--option", f"map=@{file}")


def test_a_map_that_cannot_be_played_on_is_turned_down_at_its_place(data: Path, tmp_path: Path) -> None:
    islands = msgspec.to_builtins(house_map().islands)
    islands = [{**islands[0], "polygon": [[999_999, 0], *islands[0]["polygon"][1:]]}, *islands[1:]]
    file = own_map(tmp_path / "own.json", islands=islands)
    said = failed("play", "flick-of-faith", "--option", f"map=@{file}")
    assert said.endswith("data: islands[0].polygon[0]: the point is off the mat. [G-1]")


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("map=@", "No file is named: map=@FILE wants its path."),
        ("map=@/nowhere/map.json", "Cannot read /nowhere/map.json: No such file or directory."),
        ("map=@/dev/zero", "Cannot read /dev/zero: it is not a file."),
        ("map=mine.json", "The option map is an object in JSON, or null, not 'mine.json'."),
    ],
)
def test_what_is_no_file_is_turned_down(data: Path, option: str, said: str) -> None:
    assert failed("play", "flick-of-faith", "--option", option) == said


# --- Whole demos ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["digital", "table"])
def test_bots_play_a_whole_game_and_every_flick_is_computed_again(data: Path, mode: str) -> None:
    told = done("demo", "flick-of-faith", *ONE, "--option", f"mode={mode}", "--json").json
    assert (told["verified"], told["replay_equals_live"], told["faults"]) == (True, True, [])
    audited = [line for line in told["proved"] if "flicks, computed again, came to rest" in line]
    assert len(audited) == (mode == "digital")
    assert Path(told["picture"]).is_file()


# --- Beside the turn --------------------------------------------------------------------------------------------------

AT_A_MAT = ("--option", "mode=table", "--option", "laws=false", "--option", "deity_powers=false")


def test_a_command_that_is_spelled_with_its_fields_goes_before_the_words_of_the_game(data: Path) -> None:
    options = ("--option", "laws=false", "--option", "deity_powers=false", "--option", "first_player=random")
    table = begin("flick-of-faith", "--players", "you,you", *ONE, *options)
    seat = done("show", table, "--json").json["turn"]["awaited"][0]["seat"]
    x = 40_000 if seat == 0 else 440_000
    spelled = f'flick {{"shot": ["{seat}-p01", {x}, {x}, {3 if seat == 0 else -3}, {1 if seat == 0 else -1}, 974]}}'
    told = done("play", "--table", table, typed=f"\n{spelled}\n\n\nquit\n").out
    assert re.search(
        rf"flicks (red|yellow) Prophet 1 from {x // 1000},{x // 1000} mm at (18|198)\.4° with 974 mm/s", told
    )


def test_who_sits_here_too_may_take_the_keyboard_for_a_right_that_nobody_waits_for(data: Path) -> None:
    table = begin("flick-of-faith", "--players", "you,you", *ONE, *AT_A_MAT, typed="\n\n1\nquit\n")
    lines = [
        "",
        "report p1 on east",
        "",
        "",
        "as",
        "as blue",
        "as yellow",
        "as red",
        "",
        "",
        "amend p1 on west",
        "",
        "",
        "quit",
    ]
    told = done("play", "--table", table, typed="\n".join(lines) + "\n").out
    assert "Red may amend the report: 'as red'" in told
    assert "There is no seat 'blue' at this table" in told
    assert told.count("Who is to take the keyboard? There is red.") == 2
    assert "Red amends the report: red Prophet 1 on West [M-2]" in told


def test_the_log_leaves_out_for_people_what_nobody_waits_for(data: Path) -> None:
    table = begin("flick-of-faith", "--players", "you,you", *ONE, *AT_A_MAT, typed="\n\n1\nquit\n")
    asides = [line for line in done("log", table, "--json").json["records"] if line["aside"]]
    assert {line["sentence"] for line in asides} >= {"Red may propose a correction of the board"}
    assert "may propose" not in done("log", table).out


def test_flicks_of_a_real_board_are_not_animated_and_the_board_is_shown(data: Path, tmp_path: Path) -> None:
    table = begin("flick-of-faith", "--players", "you,you", *ONE, *AT_A_MAT)
    told = done("show", table, "--animate", tmp_path / "moving.svg").out
    assert "Presence" in told
    assert "Flicks of a real board are not animated" in told
    assert not (tmp_path / "moving.svg").exists()
