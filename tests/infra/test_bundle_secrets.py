"""Bundles for seats: whatever changes where a seat may not look, what its bundle shows stays the same."""

import random
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.root.cards import CARDS
from domain.root.events import CardsDrawn as RootCardsDrawn
from domain.root.rulebook import rulebook as root
from domain.table.chance import ChanceExhausted, Dictated
from domain.table.disputes.messages import (
    ArrangeDisputes,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    PutToVote,
    RefusalContested,
    Remedy,
    Ruled,
    VoteGiven,
    VoteOnRuling,
    VoteOpened,
)
from domain.table.kernel import Accepted
from domain.table.lifecycle import BeginGame, Phase, ResumeTable, TakeSeat, Undo
from domain.table.messages import ARBITER, HOST, Command
from domain.table.wire import command_text, events_text, read_command, read_events
from infra import ledger as ledger_module
from infra.bundles import Bundle, seen_records, unseal_bundle
from infra.codec import Codec
from infra.exports import ExportError, export_table
from tests.infra.disputed import Court, sound
from tests.infra.house import BOTH, House
from tests.infra.samples import record_fields
from tests.infra.test_root_tables import ever_seen
from tests.table.play import Play, opened
from tests.table.toy import CardsDrawn, CardsPlayed, HandGone, Plan, toy

SEATS, CARDS_IN_GAME = 3, 16
OPTIONS = f'{{"cards":{CARDS_IN_GAME},"rounds":5}}'
Line = tuple[int, Command, int | None]
Houses = Callable[..., House]


# --- Random games with disputes ---------------------------------------------------------------------------------------


def dictated(deck: Sequence[int], dice: Sequence[int]) -> Dictated:
    return Dictated({"deck": deck, "die": dice})


def lines_of(seed: int, source: Dictated) -> tuple[Play, list[Line]]:
    """A game with sealed votes, contested refusals and corrections, and all that was said in it."""
    rng = random.Random(seed)
    play = opened(SEATS, options=OPTIONS, source=source)
    said: list[Line] = []

    def say(by: int, command: Command, seat: int | None = None) -> None:
        twin = play.copy()
        try:
            if isinstance(twin.ask(by, command, seat=seat), Accepted):
                play.do(by, command, seat=seat)
                said.append((by, command, seat))
        except ChanceExhausted:
            pass

    for seat in range(SEATS):
        say(seat, TakeSeat(seat, f"person{seat}"))
    say(HOST, ArrangeDisputes(sealed=True, judge=rng.choice(("arbiter", "vote")), pauses=rng.random() < 0.3))
    say(HOST, BeginGame())
    for _ in range(rng.randrange(15, 40)):
        for by, command, seat in _anything(play, rng):
            say(by, command, seat)
    return play, said


def _anything(play: Play, rng: random.Random) -> list[Line]:
    table, kind = play.table, rng.randrange(10)
    seat = rng.randrange(SEATS)
    contests = list(table.disputes.open())
    if table.phase is Phase.PAUSED and not contests:
        return [(HOST, ResumeTable(), None)]
    if kind == 0:
        return [(seat, ContestRecord(rng.randrange(1, table.version + 1), "TOY-1"), None)]
    if kind == 1:
        # Out of turn, or with a card that the seat does not hold: others see neither the card nor what was wrong with it.
        refused = command_text(Plan(rng.randrange(1, CARDS_IN_GAME + 1)))
        return [(seat, ContestRefusal(table.version, table.version, seat, refused, "TOY-6"), None)]
    if kind == 2:
        return [(ARBITER, Undo(rng.randrange(table.setup_end, table.version + 1)), None)]
    if contests and (kind < 5 or table.phase is Phase.PAUSED):
        return _judged(play, contests[0].number, seat, rng)
    if not table.prompts:
        return []
    seat = rng.choice(table.prompts).seat
    return [(seat, rng.choice(table.rulebook.legal(table.game, seat)).sample(rng), seat)]


def _judged(play: Play, number: int, seat: int, rng: random.Random) -> list[Line]:
    deck = play.table.game.deck
    card = events_text((CardsDrawn(seat, (rng.choice(deck),)),)) if deck else ""
    remedy = Remedy(events=card, points=rng.choice(((), (1, 0, 2))))
    if remedy.is_nothing:
        return []
    votes = [(n, VoteOnRuling(number, rng.choice(("yes", "yes", "no"))), None) for n in range(SEATS)]
    ruling = GiveRuling(number, "overturned", remedy)
    return [(ARBITER, ruling, None), (seat, PutToVote(number, "overturned", remedy), None), *votes]


def with_other_secrets(play: Play, said: list[Line], viewer: int, seed: int) -> tuple[dict[int, int], list[Line]]:
    """What was said in a game that differs only where the viewer may not look: which of its cards are which others, and
    whose sealed vote is whose."""
    shown: set[int] = set()
    for record in play.table.records:
        event = record.event
        if isinstance(event, CardsPlayed) or (isinstance(event, CardsDrawn | HandGone) and event.seat == viewer):
            shown.update(event.cards)
        elif isinstance(event, RefusalContested) and event.seat == viewer:
            command = read_command(toy, event.refused)
            shown.update({command.card} if isinstance(command, Plan) else ())
        elif isinstance(event, VoteOpened):
            # Also where it is voted down.
            given = read_events(toy, event.remedy.events)
            shown.update(
                card for one in given if isinstance(one, CardsDrawn) and one.seat == viewer for card in one.cards
            )
    hidden = sorted(set(range(1, CARDS_IN_GAME + 1)) - shown)
    swap = dict(zip(hidden, random.Random(seed).sample(hidden, len(hidden)), strict=True))
    votes = _exchanged(said, viewer)
    return swap, [(by, votes.get(n) or _swapped(command, swap), seat) for n, (by, command, seat) in enumerate(said)]


def _exchanged(said: list[Line], viewer: int) -> dict[int, Command]:
    """The votes of the two others, each said by the other, where both have voted in one vote."""
    exchanged: dict[int, Command] = {}
    given: dict[int, int] = {}
    for n, (by, command, _) in enumerate(said):
        if isinstance(command, PutToVote):
            given = {}
        elif isinstance(command, VoteOnRuling) and by != viewer:
            given[by] = n
            if len(given) == 2:
                one, another = given.values()
                exchanged[one], exchanged[another] = said[another][1], said[one][1]
                given = {}
    return exchanged


def _swapped(command: Command, swap: dict[int, int]) -> Command:
    match command:
        case Plan(card):
            return Plan(swap.get(card, card))
        case ContestRefusal():
            refused = _swapped(read_command(toy, command.refused), swap)
            return msgspec.structs.replace(command, refused=command_text(refused))
        case GiveRuling() | PutToVote():
            events = [
                msgspec.structs.replace(event, cards=tuple(swap.get(card, card) for card in event.cards))
                for event in read_events(toy, command.remedy.events)
                if isinstance(event, CardsDrawn)
            ]
            remedy = msgspec.structs.replace(command.remedy, events=events_text(events))
            return msgspec.structs.replace(command, remedy=remedy)
    return command


# --- What a bundle shows ----------------------------------------------------------------------------------------------


def bundled(house: House, keys: Path, said: list[Line], source: Dictated, viewer: int) -> tuple[Bundle, str]:
    """The viewer's bundle of a table at which all that is said."""
    court = Court(house, keys)
    table_id = house.opened(seats=SEATS, options=OPTIONS, chance="dictated", edition="1", command_id="c")
    for n, (by, command, seat) in enumerate(said):
        house.do(table_id, by, command, seat=seat, command_id=f"c{n}", dictated=source)
    data = court.bundle(table_id, viewer, pictures=True)
    sound(data)
    return unseal_bundle(data).value, table_id


def shown_of(bundle: Bundle) -> bytes:
    """Everything in it but the hashes over what is hidden: leaves, the chain's heads, and the salts of this house."""
    entries = []
    for entry in bundle.export.entries:
        fields = record_fields(entry.state) if entry.topic else []
        if len(fields) > 5 and fields[5] is not None:
            fields[5][3] = b""
        entries.append([entry.topic, fields, bool(entry.salt)])
    export = [getattr(bundle.export, name) for name in ("table", "game", "made_at", "viewer")]
    parts = [getattr(bundle, name) for name in bundle.__struct_fields__[1:]]
    return msgspec.msgpack.encode([export, entries, parts])


@pytest.fixture
def same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """All tables get one id, one seed and one salt, as one table has them that went otherwise."""
    monkeypatch.setattr(ledger_module, "new_table_id", lambda: "onetable2345")
    monkeypatch.setattr(ledger_module.secrets, "token_bytes", lambda size: bytes(size))


def _both(new_house: Houses, tmp_path: Path, seed: int, viewer: int, changed_for: int) -> tuple[Bundle, Bundle]:
    rng = random.Random(seed)
    deck = rng.sample(range(1, CARDS_IN_GAME + 1), CARDS_IN_GAME)
    dice = [rng.randrange(6) for _ in range(40)]
    play, said = lines_of(seed, dictated(deck, dice))
    swap, others = with_other_secrets(play, said, changed_for, seed)
    other_deck = [swap.get(card, card) for card in deck]
    first = bundled(new_house(at=f"first-{uuid.uuid4().hex}"), tmp_path / "one", said, dictated(deck, dice), viewer)
    second = bundled(
        new_house(at=f"second-{uuid.uuid4().hex}"), tmp_path / "two", others, dictated(other_deck, dice), viewer
    )
    return first[0], second[0]


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(n, marks=pytest.mark.slow) for n in range(12, 80))])
def test_a_changed_secret_changes_nothing_that_another_seats_bundle_shows(
    new_house: Houses, tmp_path: Path, same_name: None, seed: int
) -> None:
    viewer = seed % SEATS
    first, second = _both(new_house, tmp_path, seed, viewer, viewer)
    assert shown_of(first) == shown_of(second)


def test_the_comparison_would_notice_a_leak(new_house: Houses, tmp_path: Path, same_name: None) -> None:
    """With the eyes of a seat whose secrets were changed."""
    noticed = 0
    for seed in range(5):
        first, second = _both(new_house, tmp_path, seed, 0, 1)
        noticed += shown_of(first) != shown_of(second)
    assert noticed >= 3


def test_the_random_games_have_all_that_is_to_be_hidden() -> None:
    kinds: set[str] = set()
    for seed in range(12):
        rng = random.Random(seed)
        deck = rng.sample(range(1, CARDS_IN_GAME + 1), CARDS_IN_GAME)
        play, _ = lines_of(seed, dictated(deck, [rng.randrange(6) for _ in range(40)]))
        for record in play.table.records:
            event = record.event
            kinds.add(type(event).__name__)
            if isinstance(event, Ruled) and event.remedy.events:
                kinds.add("correction")
    assert {"RefusalContested", "VoteGiven", "correction", "Planned", "Undone"} <= kinds


# --- Each thing that is held back -------------------------------------------------------------------------------------


def events_in(court: Court, table_id: str, viewer: int, kind: type) -> list[Any]:
    records = seen_records(unseal_bundle(court.bundle(table_id, viewer)).value.export, Codec(toy))
    return [record for record in records if record is not None and isinstance(record.event, kind)]


@pytest.fixture
def court(house: House, tmp_path: Path) -> Court:
    return Court(house, tmp_path / "keys")


def test_a_refused_command_is_shown_to_its_own_seat_alone(court: Court) -> None:
    table_id = court.arranged(3)
    at, text = court.version(table_id), command_text(Plan(19))
    court.house.do(table_id, 1, ContestRefusal(at, at, 1, text, "TOY-6"))
    [own] = events_in(court, table_id, 1, RefusalContested)
    assert own.event.refused == text
    assert own.cause is not None
    for viewer in (0, 2):
        [seen] = events_in(court, table_id, viewer, RefusalContested)
        assert (seen.event.refused, seen.event.arguments, seen.cause) == ("", "{}", None)


def test_a_sealed_vote_is_shown_to_its_own_seat_alone(court: Court) -> None:
    table_id = court.arranged(3, sealed=True, judge="vote")
    court.house.do(table_id, 0, ContestRecord(1, "TOY-1"))
    court.house.do(table_id, 0, PutToVote(1, "overturned", Remedy(points=(1, 0, 0))))
    for seat in range(3):
        court.house.do(table_id, seat, VoteOnRuling(1, "yes"))
    for viewer in range(3):
        votes = events_in(court, table_id, viewer, VoteGiven)
        assert [vote.event.choice for vote in votes] == ["yes" if seat == viewer else None for seat in range(3)]
        assert [vote.cause is not None for vote in votes] == [seat == viewer for seat in range(3)]


def test_the_cards_of_a_correction_are_shown_to_whom_they_are_for(court: Court) -> None:
    table_id = court.arranged(3)
    card = court.house.ledger.current(table_id).game.deck[0]
    court.house.do(table_id, 0, ContestRecord(1, "TOY-1"))
    remedy = Remedy(events=events_text((CardsDrawn(1, (card,)),)))
    court.house.do(table_id, ARBITER, GiveRuling(1, "overturned", remedy))
    for viewer in range(3):
        [ruled] = events_in(court, table_id, viewer, Ruled)
        [given] = read_events(toy, ruled.event.remedy.events)
        drawn = events_in(court, table_id, viewer, CardsDrawn)[-1].event
        assert isinstance(given, CardsDrawn)
        assert given.cards == drawn.cards == ((card,) if viewer == 1 else ())
        assert (ruled.cause is not None) == (viewer == 1)


@pytest.mark.parametrize("seed", range(3))
def test_a_seats_bundle_of_root_holds_nobody_elses_cards(new_house: Houses, tmp_path: Path, seed: int) -> None:
    house = new_house(rulebooks=(root, *BOTH))
    court, rng = Court(house, tmp_path / "keys"), random.Random(seed)
    table_id = house.begun("root", 3)
    for _ in range(60):
        house._wild_step(table_id, rng)
        table = house.ledger.current(table_id)
        if rng.random() < 0.1:
            house.ask(table_id, rng.randrange(3), ContestRecord(rng.randrange(1, table.version + 1), "core-5.3"))
        for contest in list(table.disputes.open()):
            seat = rng.randrange(3)
            event = RootCardsDrawn(seat, 1, (rng.choice(sorted(set(CARDS))),))
            house.ask(table_id, ARBITER, GiveRuling(contest.number, "overturned", Remedy(events=events_text((event,)))))
    table = house.ledger.table(table_id)
    assert table.disputes.contests
    with pytest.raises(ExportError, match="so its whole log is secret"):
        export_table(house.ledger, house.signer, table_id)
    for viewer in range(3):
        data = court.bundle(table_id, viewer, pictures=True)
        unseen = set(CARDS) - ever_seen(house, table_id, viewer)
        assert unseen
        assert [card for card in unseen if card.encode() in data] == []
