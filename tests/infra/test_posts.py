"""Whole posts: all of their commands happen in one step, once, or none; and a trial tells nothing that is still open."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.digest import digest
from domain.table.lifecycle import Phase, Resign, SetOrder
from domain.table.messages import ARBITER, HOST
from infra.notation import notation_of
from infra.opened import RefusedAt
from infra.posts import MOST_COMMANDS, PostOutcome, submit_post
from infra.posts.showing import MOST_LINES, WIDTH
from infra.verification import verify
from tests.infra.house import BOTH, House
from tests.table.toy import CallVote, Nudge, Plan, Vote

Houses = Callable[..., House]


def post(house: House, table_id: str, by: int, text: str, **more: Any) -> PostOutcome:
    return submit_post(house.ledger, table_id, by, text, **{"post_id": "post", **more})


def statuses(outcome: PostOutcome) -> list[str]:
    return [line.status for line in outcome.lines]


def sound(house: House, table_id: str) -> None:
    secret = house.ledger.secret(table_id)
    assert secret
    assert verify(house.export(table_id), house.ledger.rulebooks, seed=secret.seed).good


# --- All or nothing ---------------------------------------------------------------------------------------------------


def test_all_commands_of_a_post_happen_and_each_is_told_to_whom_it_was_of(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id).version
    done = post(house, table_id, 0, "So then!\n!nudge 2\n!**roll die**.\nYour turn.")
    assert (done.accepted, done.code, statuses(done)) == (True, "", ["done", "done"])
    assert [line.command for line in done.lines] == ["nudge 2", "roll die"]
    assert (done.lines[0].first, done.lines[-1].last) == (before + 1, done.version)
    assert all(line.did for line in done.lines)
    assert set(house.ledger.current(table_id).commands) >= {"post.1", "post.2"}
    sound(house, table_id)


def test_two_commands_may_stand_in_a_line(house: House) -> None:
    table_id = house.begun("carcassonne")
    table = house.ledger.current(table_id)
    (offer,) = table.rulebook.legal(table.game, 0)
    _, x, y, rot = offer.rows[0]
    done = post(house, table_id, 0, f"place {x},{y} r{90 * rot} farmer")
    if done.code:
        assert "farmer" in done.sentence
        done = post(house, table_id, 0, f"place {x},{y} r{90 * rot} and no meeple", post_id="again")
    assert done.accepted
    assert done.lines[0].text.startswith("place")
    assert len(done.lines) == 2
    done = post(house, table_id, 0, "nudge 1; nudge 2", post_id="other")
    assert statuses(done) == ["unread", "untried"]


@pytest.mark.parametrize(
    ("text", "code", "found"),
    [
        ("nudge 2\nsing a song\nroll die", "NOT_UNDERSTOOD", ["would", "unread", "untried"]),
        ("nudge 2\nnudge 1\nroll die", "NUDGED_ALREADY", ["would", "refused", "untried"]),
        ("vote yes\nroll die", "WRONG_PHASE", ["refused", "untried"]),
        ("nudge 2\nroll die\ncall vote", "MUST_BE_LAST", ["would", "would", "untried"]),
    ],
)
def test_where_one_line_cannot_be_nothing_has_happened(house: House, text: str, code: str, found: list[str]) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id)
    refused = post(house, table_id, 0, text)
    assert (refused.accepted, refused.code, statuses(refused)) == (False, code, found)
    assert refused.sentence
    assert refused.version == before.version
    assert digest(house.ledger.current(table_id)) == digest(before)


@pytest.mark.parametrize(
    ("text", "more", "code"),
    [
        ("", {}, "NO_COMMANDS"),
        ("nudge 2\n" * (MOST_COMMANDS + 1), {}, "TOO_MANY_COMMANDS"),
        ("nudge 2;" * (MOST_COMMANDS + 1), {}, "TOO_MANY_COMMANDS"),
        ("x" * 70_000, {}, "POST_TOO_LONG"),
        ("nudge 2", {"post_id": "no spaces"}, "BAD_POST_ID"),
        ("nudge 2", {"post_id": "x" * 57}, "BAD_POST_ID"),
        ("nudge 2", {"post_id": ""}, "BAD_POST_ID"),
    ],
)
def test_a_post_that_cannot_be_tried_says_why(house: House, text: str, more: dict[str, Any], code: str) -> None:
    refused = post(house, house.begun(), 0, text, **more)
    assert (refused.accepted, refused.code, refused.lines) == (False, code, ())
    assert refused.sentence


def test_a_post_of_whom_the_seat_is_not_is_refused_by_the_law(house: House) -> None:
    table_id = house.begun()
    assert post(house, table_id, 1, "roll die").code == "NOT_YOUR_TURN"
    assert post(house, table_id, HOST, "roll die", seat=0).code == "NOT_YOUR_SEAT"
    assert post(house, table_id, 0, "resign", post_id="leave").accepted
    assert post(house, table_id, HOST, "roll die", seat=0, post_id="for").accepted
    assert post(house, table_id, 9, "roll die", post_id="nine").code == "NOT_UNDERSTOOD"
    assert post(house, table_id, HOST, "pause", post_id="pause").accepted


def test_the_refusal_of_a_single_command_is_kept_so_that_it_can_be_contested(house: House) -> None:
    table_id = house.begun()
    assert post(house, table_id, 1, "roll die").code == "NOT_YOUR_TURN"
    assert [kept.code for kept in house.ledger.refusals(table_id)] == ["NOT_YOUR_TURN"]
    post(house, table_id, 1, "roll die\nroll die")
    assert len(house.ledger.refusals(table_id)) == 1


# --- Once -------------------------------------------------------------------------------------------------------------


def test_a_post_that_comes_twice_happens_once(new_house: Houses) -> None:
    one, other = new_house(), new_house()
    table_id = one.begun()
    first = post(one, table_id, 0, "nudge 2\ncall vote")
    one.do(
        table_id,
        0,
        msgspec.convert({"command": "Vote", "yes": True}, one.ledger.rulebooks["trumps"].command_types["Vote"]),
    )
    for dry_run in (False, True):
        again = post(other, table_id, 0, "!Nudge 2\n!CALL VOTE", dry_run=dry_run)
        assert (again.accepted, again.repeated, again.code) == (True, True, "")
        assert [(line.first, line.last, line.did) for line in again.lines] == [
            (line.first, line.last, line.did) for line in first.lines
        ]
    assert other.ledger.current(table_id).version == again.version


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("nudge 3\ncall vote", 0),
        ("nudge 2", 0),
        ("nudge 2\ncall vote\nvote yes", 0),
        ("sing\nsong", 0),
        ("nudge 2\ncall vote", 1),
    ],
    ids=["another", "fewer", "more", "nonsense", "somebody else"],
)
def test_the_id_of_a_post_is_not_for_another(house: House, text: str, by: int) -> None:
    table_id = house.begun()
    assert post(house, table_id, 0, "nudge 2\ncall vote").accepted
    version = house.ledger.current(table_id).version
    refused = post(house, table_id, by, text)
    assert (refused.accepted, refused.code) == (False, "POST_ID_REUSED")
    assert house.ledger.current(table_id).version == version


def test_a_post_for_another_version_is_told_what_has_happened_since(house: House) -> None:
    table_id = house.begun()
    written_for = house.ledger.current(table_id).version
    house.do(table_id, 0, Nudge(2))
    stale = post(house, table_id, 0, "roll die", expected=written_for)
    assert (stale.accepted, stale.code, statuses(stale)) == (False, "STALE_VERSION", ["untried"])
    assert [one.version for one in stale.since] == [written_for + 1]
    assert "nudge" in stale.since[0].sentence.lower()
    assert post(house, table_id, 0, "roll die", expected=stale.version).accepted
    for version in (-5, 10_000):
        assert post(house, table_id, 0, "x", expected=version, post_id="p").code == "STALE_VERSION"


def test_what_has_happened_since_is_told_as_the_poster_may_see_it(house: House) -> None:
    table_id = house.begun()
    version = house.ledger.current(table_id).version
    house.do(table_id, 0, Plan(house.ledger.current(table_id).game.hands[0][0]))
    told = {by: post(house, table_id, by, "x", expected=version, post_id=f"p{by}").since for by in (0, 1, HOST)}
    assert [len(since) for since in told.values()] == [1, 0, 0]


def test_where_others_are_faster_a_post_is_tried_again(new_house: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = new_house(), new_house()
    table_id = one.begun()
    submit_all, meanwhile = one.ledger.submit_all, [Nudge(2)]

    def late(at: str, submissions: Any) -> Any:
        while meanwhile:
            other.do(table_id, 0, meanwhile.pop())
        return submit_all(at, submissions)

    monkeypatch.setattr(one.ledger, "submit_all", late)
    assert post(one, table_id, 0, "roll die").accepted
    assert one.ledger.refusals(table_id) == [], "of a refusal that nobody met nothing is kept"
    version = one.ledger.current(table_id).version
    monkeypatch.setattr(other, "do", lambda at, by, command: House.do(other, at, 1, command))
    meanwhile.append(Nudge(1))
    refused = post(one, table_id, 1, "roll die", post_id="late", expected=version)
    assert (refused.accepted, refused.code, len(refused.since)) == (False, "STALE_VERSION", 1)


def test_a_post_that_never_gets_through_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = house.begun()
    stale = RefusedAt(0, house.ask(table_id, 0, Nudge(1), expected=1))  # type: ignore[arg-type]
    monkeypatch.setattr(house.ledger, "submit_all", lambda *_: stale)
    refused = post(house, table_id, 0, "roll die")
    assert (refused.accepted, refused.code) == (False, "STALE_VERSION")


# --- Dry runs tell nothing that is open -------------------------------------------------------------------------------


def test_a_dry_run_changes_nothing_and_tells_what_would_be(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id)
    told = post(house, table_id, 0, "nudge 2\nroll die", dry_run=True)
    assert (told.accepted, told.dry_run, statuses(told)) == (True, True, ["would", "would"])
    assert told.lines[0].did
    assert not told.lines[0].open
    assert (told.lines[1].did, told.lines[1].open) == ((), True)
    assert [line.first for line in told.lines] == [0, 0]
    assert digest(house.ledger.current(table_id)) == digest(before)
    assert not post(house, table_id, 0, "nudge 2\nnonsense", dry_run=True).accepted


def test_an_answer_says_what_is_asked_next_and_what_can_be_typed(house: House) -> None:
    table_id = house.seated()
    begun = post(house, table_id, HOST, "begin")
    assert (begun.accepted, begun.awaited, begun.forms) == (True, (), ()), "a seat is asked now, not the host"
    first = post(house, table_id, 0, "nudge 2", post_id="first")
    assert first.awaited == ("North takes a turn [TOY-1]",)
    assert "roll die" in [one.text for one in first.forms]
    wrong = post(house, table_id, 0, "rol dei", post_id="wrong")
    assert (wrong.accepted, wrong.forms) == (False, first.forms), "also where nothing was done"
    last = post(house, table_id, 0, "roll die", post_id="last")
    assert (last.accepted, last.awaited, last.forms) == (True, (), ()), "it is another's turn"
    assert post(house, table_id, 0, "nudge 2", post_id="first").forms == (), "asked again: as the table is now"


@pytest.mark.clause("T-2")
def test_the_host_is_told_what_a_vacant_seat_may_do_and_of_another_nothing(house: House) -> None:
    table_id = house.begun()
    for text in ("nonsense", "help", "plan"):
        other = post(house, table_id, HOST, text, seat=0)
        assert (other.accepted, other.code, other.lines, other.forms) == (False, "NOT_YOUR_SEAT", (), ())
        assert other.sentence == "You do not hold the seat north."
        assert post(house, table_id, 1, text, seat=0).code == "NOT_YOUR_SEAT"
    house.do(table_id, 0, Resign())
    told = post(house, table_id, HOST, "nudge 2", seat=0)
    assert (told.accepted, told.awaited) == (True, ("North takes a turn [TOY-1]",))
    assert "roll die" in [form.text for form in told.forms]
    paused = post(house, table_id, HOST, "pause", seat=0, post_id="pause")
    assert (paused.accepted, house.ledger.current(table_id).phase) == (True, Phase.PAUSED), (
        "its own words it has as well"
    )
    assert post(house, table_id, HOST, "pause", seat=0, post_id="pause").repeated
    assert post(house, table_id, HOST, "resume", post_id="resume").accepted
    assert post(house, table_id, HOST, "roll die", seat=0, post_id="roll").accepted


def test_the_arbiter_rules_in_a_post_and_is_told_how(house: House) -> None:
    table_id = house.begun()
    done = post(house, table_id, 0, "nudge 2")
    assert post(house, table_id, 1, f"contest record {done.version} under TOY-2", post_id="contest").accepted
    wrong = post(house, table_id, ARBITER, "rule that out", post_id="wrong")
    assert [form.text for form in wrong.forms] == ["rule 1 upheld", "rule 1 overturned"]
    ruled = post(house, table_id, ARBITER, "rule 1 upheld", post_id="rule")
    assert (ruled.accepted, ruled.lines[0].command, ruled.forms) == (True, "rule 1 upheld", ())
    assert post(house, table_id, ARBITER, "rule 1 upheld", post_id="rule").repeated


# --- Help, and how the table stands -----------------------------------------------------------------------------------


def test_help_tells_what_can_be_typed_and_does_nothing(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id).version
    told = post(house, table_id, 0, "Help!", expected=before)
    assert (told.accepted, told.version, statuses(told)) == (True, before, ["told"])
    assert told.lines[0].did[0].startswith("Now you can: draw card; ")
    assert any(line.startswith("At any time: ") and "; ask undo to; " in line for line in told.lines[0].did)
    assert "roll die" in [form.text for form in told.forms]
    nudge = ("nudge STEPS", "STEPS: a number.", "For example: nudge.")
    assert post(house, table_id, 0, "help nudge").lines[0].did == nudge
    unknown = post(house, table_id, 0, "help nugde").lines[0].did
    assert unknown[0].startswith("There is no command 'nugde'. Did you mean nudge?")
    mixed = post(house, table_id, 0, "nudge 2\nhelp")
    assert (mixed.accepted, mixed.code, statuses(mixed)) == (False, "HELP", ["untried", "told"])
    assert "The game waits for north." in post(house, table_id, 1, "help").lines[0].did
    assert house.ledger.current(table_id).version == before


@pytest.mark.parametrize("game", ["trumps", "carcassonne", "root", "flick-of-faith"])
def test_show_draws_what_the_poster_sees_in_characters_and_does_nothing(new_house: Houses, game: str) -> None:
    house = new_house(rulebooks=[*BOTH, root, flick_of_faith])
    table_id = house.begun(game)
    before = house.ledger.current(table_id).version
    seen = [post(house, table_id, by, "show") for by in (0, 1, HOST)]
    assert [(one.accepted, statuses(one), one.version) for one in seen] == [(True, ["told"], before)] * 3
    for one in seen:
        assert 1 < len(one.lines[0].drawn) <= MOST_LINES + 1
        assert max(map(len, one.lines[0].drawn)) <= WIDTH
    if game in ("trumps", "root"):
        assert len({one.lines[0].drawn for one in seen}) == 3, "each with their own eyes"
    mixed = post(house, table_id, 0, "nudge 2\nshow")
    assert (mixed.accepted, mixed.sentence.partition(":")[0]) == (False, "A look at the table was asked for")
    assert house.ledger.current(table_id).version == before


def test_there_is_nothing_to_be_shown_before_the_game_begins(house: House) -> None:
    shown = post(house, house.seated(), 0, "show").lines[0]
    assert (shown.did, shown.drawn) == (("The game has not begun.",), ())
    assert post(house, house.seated(), 0, "help show").lines[0].did[0].startswith("show: what you see")


def test_help_for_the_host_is_about_the_host(house: House) -> None:
    told = post(house, house.seated(), HOST, "help").lines[0].did
    assert "For example: begin; pause" not in told
    assert told[0].startswith("For example: begin")
    assert "arrange time; arrange disputes; begin" in told[1]
    assert "resign" not in told[1]


def test_whose_turn_it_is_is_told_to_whom_nothing_is_awaited_of(house: House) -> None:
    table_id = house.begun()
    assert post(house, table_id, 1, "roll die").sentence.endswith("the game waits for north. [T-14]")
    assert post(house, table_id, 1, "roll dei").sentence.endswith("The game waits for north.")
    house.finish(table_id, random.Random(1))
    for text in ("roll die", "rol dei", "nudge", "nudge now"):
        assert post(house, table_id, 1, text).sentence.endswith("The game is over."), text
    assert "The game has not begun." in post(house, house.seated(), 0, "roll die").sentence


@pytest.mark.clause("T-16")
def test_a_trial_is_the_same_whatever_chance_would_give(house: House) -> None:
    """The same position with other seeds: what is tried and refused, or only tried, is told in the same bytes."""
    texts = (
        "roll die",
        "nudge 2\nroll die\nnudge 1",
        "draw card\nplay cards 3",
        "call vote\nvote yes",
        "draw card",
        "plan 1\ncall vote",
    )
    told: dict[str, set[bytes]] = {text: set() for text in texts}
    for seed in range(6):
        table_id = house.begun(chance="seeded", seed=bytes([seed]) * 32, options='{"hand":0}')
        for text in texts:
            for dry_run in (True, False) if "\n" in text else (True,):
                outcome = post(house, table_id, 0, text, dry_run=dry_run)
                assert outcome.dry_run or not outcome.accepted or text == "x"
                told[text].add(msgspec.json.encode(msgspec.structs.replace(outcome, table="", dry_run=False)))
    assert {text: len(answers) for text, answers in told.items()} == dict.fromkeys(texts, 1)


@pytest.mark.clause("T-25", "T-26")
def test_a_trial_does_not_tell_whether_others_have_ordered_their_answer(house: House) -> None:
    answers = set()
    for ordered in (False, True):
        table_id = house.begun(options='{"hand":0}')
        if ordered:
            house.do(table_id, 1, SetOrder("vote", '{"order":"Ballot","yes":true}'))
        for text in ("call vote", "call vote\nvote yes", "call vote\nroll die"):
            for dry_run in (True, False) if "\n" in text else (True,):
                outcome = post(house, table_id, 0, text, dry_run=dry_run, post_id=f"p{ordered:d}")
                assert dry_run or not outcome.accepted
                plain = msgspec.structs.replace(outcome, table="", version=0)
                answers.add((text, dry_run, msgspec.json.encode(plain)))
    assert len(answers) == 5


def test_what_shows_a_hand_ends_a_post(house: House) -> None:
    table_id = house.begun()
    told = post(house, table_id, 0, "draw card\nroll die")
    assert (told.code, told.lines[0].code, told.lines[0].did) == ("MUST_BE_LAST", "MUST_BE_LAST", ())
    assert "Line 1 must be the last" in told.sentence


@pytest.mark.parametrize("text", ["ask undo", "call time", "resign"])
def test_after_what_others_answer_no_line_is_tried(house: House, text: str) -> None:
    table_id = house.begun()
    house.do(table_id, 0, Nudge(1))
    house.do(table_id, 0, CallVote())
    told = post(house, table_id, 0, f"{text}\nvote yes", dry_run=True)
    assert told.code in ("MUST_BE_LAST", "NOTHING_IS_DUE")


def test_a_sealed_vote_ends_a_post_whoever_has_voted(house: House) -> None:
    """Whether it is the last one, so that all are shown, or not."""
    table_id = house.begun()
    house.do(table_id, 0, CallVote())
    for by in (0, 1):
        told = post(house, table_id, by, "vote yes\nnudge 1", dry_run=True)
        assert (told.code, len(told.lines[0].did), told.lines[0].open) == ("MUST_BE_LAST", 1, True)
        house.do(table_id, by, Vote(False))


@pytest.mark.clause("T-16")
def test_an_own_order_that_is_followed_at_once_ends_a_post(house: House) -> None:
    """It may roll the die: nobody sees the pips before it has happened."""
    table_id = house.begun()
    told = post(house, table_id, 0, 'order turn {"order": "Routine", "nudge": 1, "roll": true}\nundo', dry_run=True)
    assert (told.code, told.lines[0].open, len(told.lines[0].did)) == ("MUST_BE_LAST", True, 1)


def test_an_undo_and_another_move_go_in_one_post(house: House) -> None:
    table_id = house.begun()
    house.do(table_id, 0, Nudge(1))
    done = post(house, table_id, 0, "undo\nnudge 3\nroll die")
    assert done.accepted, done.sentence
    assert statuses(done) == ["done"] * 3


# --- Whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "moves"), [("trumps", 30), ("carcassonne", 40), ("root", 40), ("flick-of-faith", 20)])
def test_games_are_played_by_posts_alone(new_house: Houses, game: str, moves: int) -> None:
    house = new_house(rulebooks=(*BOTH, root, flick_of_faith))
    table_id, rng = house.begun(game), random.Random(4)
    for number in range(moves):
        table = house.ledger.current(table_id)
        if not table.prompts:
            break
        seat, command = house.next_move(table_id, rng)
        text = notation_of(table.rulebook).write(table, seat, command)
        told = post(house, table_id, seat, text, post_id=f"dry{number}", dry_run=True)
        done = post(house, table_id, seat, f"I think …\n!{text}\n-- \nme", post_id=f"p{number}")
        assert told.accepted, told.sentence
        assert done.accepted, done.sentence
        assert done.lines[0].did[: len(told.lines[0].did)] == told.lines[0].did
    sound(house, table_id)
