"""Tables of Root in the kernel: what undo, redo, orders and replay do to whole games."""

from random import Random

import msgspec

from domain.root.options import GameOptions
from domain.root.rulebook import rulebook
from domain.table.chance import commitment_to
from domain.table.lifecycle import BeginGame, OpenTable, SetOrder, TakeSeat
from domain.table.messages import HOST
from domain.table.prompts import Prompt
from tests.table.play import SEED, Play

# Orders that may be given, by kind of prompt, as people would type them.
ORDERS = {
    "ambush": ('{"order": "Never"}', '{"order": "Always"}'),
    "foil": ('{"order": "Never"}', '{"order": "Always"}'),
    "effects": ('{"order": "Never"}', '{"order": "Effects", "effects": ["armorers", "sappers"]}'),
    "effects_order": ('{"order": "First", "side": "attacker"}', '{"order": "First", "side": "defender"}'),
    "hits": ('{"order": "InOrder", "pieces": ["wood", "sawmill", "keep"]}',),
    "hospitals": (
        '{"order": "Never"}',
        '{"order": "FromWarriors", "least": 2}',
        '{"order": "FromWarriors", "least": 1, "birds": true}',
    ),
    "discard": ('{"order": "SuitsFirst", "suits": ["bird", "mouse"]}',),
    "bank": ('{"order": "With", "seat": %d}',),
    "march": ('{"order": "Never"}',),
    "follow_up": ('{"order": "Never"}',),
    "adjust": ('{"order": "Never"}',),
    "birdsong": ('{"order": "Never"}',),
    "new_rule": ('{"order": "Never"}',),
    "warren": ('{"order": "Never"}',),
    "cobbler": ('{"order": "Never"}',),
    "eyrie_craft": ('{"order": "Never"}',),
    "after_decree": ('{"order": "Never"}',),
    "cult_craft": ('{"order": "Never"}',),
}


def seated(options: GameOptions) -> Play:
    """A table of Root whose seats are taken."""
    play, seats = Play(rulebook), len(options.factions)
    words = msgspec.json.encode(options).decode()
    play.do(HOST, OpenTable("root", "1", seats, "hanna", commitment_to(SEED), words, "provable", "arno"))
    for seat in range(seats):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
    return play


def begun(options: GameOptions) -> Play:
    """A table of Root at which the first faction is to be set up."""
    play = seated(options)
    play.do(HOST, BeginGame())
    return play


def play_one(play: Play, rng: Random) -> Prompt:
    """Let a seat that is awaited do something that it is offered."""
    prompt = rng.choice(play.table.prompts)
    offers = [offer for offer in rulebook.legal(play.table.game, prompt.seat) if offer.rows]
    play.do(prompt.seat, rng.choice(offers).sample(rng))
    return prompt


def give_orders(play: Play, rng: Random) -> None:
    """Give each seat some standing orders."""
    for seat in range(len(play.table.seats)):
        for kind, orders in ORDERS.items():
            if rng.random() < 0.7:
                order = rng.choice(orders)
                play.do(seat, SetOrder(kind, order % ((seat + 1) % len(play.table.seats)) if kind == "bank" else order))
