"""`souls play root`: a game with secrets, off-turn decisions and many kinds of choices, typed in words."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.root.commands import Craft, EndStep
from domain.root.cult.commands import Convert, RitualBuild, RitualRecruit
from domain.root.eyrie.commands import Addition, AddToDecree
from domain.root.marquise.commands import Battle, March
from domain.root.rulebook import rulebook
from tests.tools.running import begin, done, failed
from tools.cli.choosing import SPELLED, Choice, chosen

NAMES = {"cult": "Lizard Cult", "marquise": "Marquise de Cat", "eyrie": "Eyrie Dynasties"}
CHOICE = re.compile(r"^ +(\d+)  (\S.*)$", re.MULTILINE)


def anything(seed: int, lines: int = 5_000) -> Callable[[str], str]:
    """Types any of the choices, by its number or in its words, and Enter where the keyboard is passed; at last it leaves."""
    rng = Random(seed)
    left = lines

    def typed(said: str) -> str:
        nonlocal left
        left -= 1
        if not left:
            return "quit\n"
        choices = CHOICE.findall(said)
        if not choices:
            assert "Enter" in said.splitlines()[-2], said[-500:]
            return "\n"
        number, words = rng.choice(choices)
        return f"{rng.choice((number, words, words.upper()))}\n"

    return typed


@pytest.mark.slow
@pytest.mark.parametrize("factions", ["marquise,cult", "cult,eyrie", "eyrie,marquise"])
def test_a_whole_game_of_each_faction_typed_in_words(data: Path, factions: str) -> None:
    asked = ("play", "root", "--players", "you,random", "--seed", 5, "--option", f"factions={factions}")
    told = done(*asked, typed=anything(5)).out
    first, second = (NAMES[faction] for faction in factions.split(","))
    assert re.search(rf"^Finished\. {first} \d+, {second} \d+\. ", told, re.MULTILINE)
    assert "is none of the" not in told
    assert "#" not in re.sub("##", "", told)


def test_at_one_terminal_each_sees_its_own_hand_only_and_is_asked_when_it_must_decide(data: Path) -> None:
    told = done("play", "root", "--players", "you,you,you", "--seed", 4, typed=anything(4, 250)).out
    assert "The table waits: " in told
    asked: set[tuple[str, str]] = set()
    parts = re.split(rf"^(?:> )*({'|'.join(NAMES.values())}), press Enter\.$", told, flags=re.MULTILINE)[1:]
    for name, part in zip(parts[::2], parts[1::2], strict=True):
        sights = re.findall(r"^ . +(.+?): .*\(seat \d, you", part, re.MULTILINE)
        assert set(sights) <= {name}
        turns = re.findall(r"^([A-Z][\w ]+): (?:Birdsong|Daylight|Evening)\. ", part, re.MULTILINE)
        asked |= {(name, turn) for turn in turns}
    # Decisions in somebody else's turn.
    assert {name for name, turn in asked if name != turn} == set(NAMES.values())


def test_the_seats_are_called_by_their_factions_and_fitting_options_are_needed(data: Path) -> None:
    table = begin("root", "--players", "you,random", "--option", "factions=marquise,cult", "--seed", 1)
    assert done("show", table, "--json").json["turn"]["names"] == ["Marquise de Cat", "Lizard Cult"]
    told = failed("play", "root", "--players", "you,random", "--option", "factions=cult,cult")
    assert told == "2 seats need as many different factions, one each, and not Lizard Cult and Lizard Cult. [core-13]"
    assert "factions" in failed("play", "root", "--players", "you,random", "--option", "factions=bears,cult")


def test_of_many_choices_some_of_every_kind_are_shown(data: Path) -> None:
    table = begin("root", "--players", "you,random", "--option", "factions=marquise,cult", "--seed", 5, typed="1\n1\n")
    told = done("play", "--table", table, typed="list march\nlist 1 from\nmarch\nend\nquit\n").out
    at_first, marches, from_one, many, _ = re.split(r"^> ", told, flags=re.MULTILINE)[:5]
    assert re.search(r"… and \d+ more: 'list March' shows them", at_first)
    assert "go on to what comes next" in at_first
    assert len(CHOICE.findall(marches)) > 10
    assert all(words.startswith("move ") for _, words in CHOICE.findall(marches))
    assert all({"1", "from"} <= set(words.split()) for _, words in CHOICE.findall(from_one))
    assert many.startswith("That can mean ")
    assert len(CHOICE.findall(many)) == 12
    assert "\n>   Marquise de Cat is done with crafting and actions [core-6]\n" in told


def test_standing_orders_are_given_where_one_plays(data: Path) -> None:
    table = begin("root", "--players", "you,random", "--option", "factions=marquise,cult", "--seed", 5, typed="quit\n")
    typed = "order\norder ambush\norder ambush never\norder ambush\norder ambush none\norder nonsense\norder ambush so\nquit\n"
    told = done("play", "--table", table, typed=typed).out
    assert told.count("ambush: no order\n") == 2
    assert "  Which kinds of buildings and tokens hits remove first, such as wood, sawmill.\n" in told
    assert told.count("  Marquise de Cat changes a standing order [T-25]\n") == 2
    assert 'ambush: {"order":"Never"}\n' in told
    assert "Nothing can be ordered in advance for 'nonsense'; 'order' tells for what it can." in told
    assert "This order for 'ambush' cannot be used: " in told


def test_the_law_is_told_with_its_place_in_print(data: Path) -> None:
    told = done("law", "root", "10.4.1").out
    assert told.startswith("10.4.1  ")
    assert "Polish" in told
    table = begin("root", "--players", "you,random", "--option", "factions=marquise,cult", "--seed", 5)
    assert told in done("play", "--table", table, typed="law 10.4.1\nquit\n").out


@pytest.mark.parametrize(("typed", "chapter"), [("10", "10."), ("core", "core-"), ("CARD", "card-"), ("6.2", "6.2.")])
def test_a_chapter_is_told_by_its_titles(typed: str, chapter: str) -> None:
    titles = done("law", "root", typed).out.splitlines()
    assert len(titles) > 2
    assert all(re.match(rf"{re.escape(chapter)}\S+  +\S", line) for line in titles)
    clauses = done("law", "root", typed, "--json").json["clauses"]
    assert [one["id"] for one in clauses] == [line.split()[0] for line in titles]


def test_a_clause_that_has_others_below_is_told_before_their_titles() -> None:
    told = done("law", "root", "10.4").out
    assert told.startswith("10.4  Cult: Birdsong\n      The Cult's Birdsong ")
    assert told.endswith("\n10.4.3-II   Convert\n10.4.3-III  Sanctify\n")
    assert [one["id"] for one in done("law", "root", "10.4", "--json").json["clauses"]] == ["10.4"]


MEANT = {
    "march 3 4 8": March(4, 8, 3),
    "battle cult 6": Battle(6, 0),
    "craft root tea": Craft("root-tea-fox#1", ()),
    "convert marquise 5": Convert(5, 1),
    "reveal anvil recruit": RitualRecruit("anvil#1", 5),
    "anvil to move": AddToDecree((Addition("anvil#1", "move"),)),
    "end": EndStep(),
}
OTHERS = (
    March(8, 4, 3), March(4, 8, 4), March(3, 4, 8), Battle(6, 2), Battle(5, 0), Craft("anvil#1", ()), Convert(5, 2),
    Convert(6, 1), RitualBuild("anvil#1", 5), RitualRecruit("root-tea-fox#1", 5), AddToDecree((Addition("anvil#1", "build"),)),
)  # fmt: skip


def test_the_examples_of_the_help_are_read_as_it_says() -> None:
    catalogue = rulebook.catalogue.named(tuple(NAMES.values()))
    examples = [typed for typed in catalogue.examples if not typed.startswith("list ") and "{" not in typed]
    assert set(examples) == set(MEANT)
    listed = [Choice(n, command, catalogue.command(command)) for n, command in enumerate((*MEANT.values(), *OTHERS), 1)]
    for typed in examples:
        assert [choice.command for choice in chosen(listed, typed.split())] == [MEANT[typed]], typed
    [spelled] = [typed for typed in catalogue.examples if "{" in typed]
    assert SPELLED.match(spelled)
    assert msgspec.json.decode(spelled.partition(" ")[2], type=March) == MEANT["march 3 4 8"]


LISTED = [
    Choice(number, command, words)
    for number, (command, words) in enumerate(
        [
            (March(2, 5, 1), "move 1 from 2 to 5"),
            (March(5, 2, 1), "move 1 from 5 to 2"),
            (March(5, 12, 1), "move 1 from 5 to 12"),
            (EndStep(), "recruit"),
            (EndStep(), "reveal Root Tea (fox) to recruit in 5"),
            (EndStep(), "reveal Smuggler's Trail (rabbit) to recruit in 5"),
            (EndStep(), "add Anvil (fox) to Move"),
            (EndStep(), "add Anvil (fox) to Move and Root Tea (fox) to Build"),
        ],
        1,
    )
]


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("move 1 from 2 to 5", [1]),
        ("MOVE 1 2 5", [1]),
        ("1 5 2", [2]),
        ("march 5 2", [2]),
        ("5 12", [3]),
        ("move 1", [1, 2, 3]),
        ("from 5", [1, 2, 3]),
        ("to 1", []),
        ("recruit", [4]),
        ("rec", [4]),
        ("in 5", [5, 6]),
        ("root tea", [5, 8]),
        ("reveal root", [5]),
        ("smuggler's trail", [6]),
        ("smug trail", [6]),
        ("anvil move", [7]),
        ("anvil tea", [8]),
        ("an", []),
        ("!", []),
        ("end", [4, 5, 6, 7, 8]),
        ("end anvil move root build", [8]),
    ],
)
def test_what_words_can_mean(typed: str, numbers: list[int]) -> None:
    assert [choice.number for choice in chosen(LISTED, typed.split())] == numbers
