"""What a seat can be asked for: the steps of a turn, and the decisions outside it, each with its commands."""

from functools import cache

from domain.table.prompts import Prompt

_BIRDSONG = ("UseRoyalClaim", "UseStandAndDeliver")
_DAYLIGHT = ("UseTaxCollector", "UseCodebreakers", "ActivateDominance", "TakeDominance")
_PASS = ("EndStep",)

STEPS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    # Setting up.
    "keep": ("setup", "6.3", ("PlaceKeep",)),
    "starting_buildings": ("setup", "6.3", ("PlaceStartingBuildings",)),
    "roost_corner": ("setup", "7.3", ("ChooseStart",)),
    "first_leader": ("setup", "7.3", ("ChooseLeader",)),
    "cult_corner": ("setup", "10.3.2", ("ChooseStart",)),
    "first_outcast": ("setup", "10.3.3", ("ChooseOutcast",)),
    # Windows for cards, in anybody's turn.
    "bank": ("birdsong", "card-better-burrow-bank", ("UseBetterBurrowBank",)),
    "birdsong": ("birdsong", "core-6", (*_BIRDSONG, *_PASS)),
    "new_rule": ("birdsong", "core-6", (*_BIRDSONG, *_PASS)),
    "warren": ("daylight", "card-command-warren", ("UseCommandWarren", *_PASS)),
    "cobbler": ("evening", "card-cobbler", ("UseCobbler", *_PASS)),
    "discard": ("evening", "core-5.7", ("DiscardToLimit",)),
    # The Marquise.
    "wood": ("birdsong", "6.4", ("PlaceWood",)),
    "actions": (
        "daylight",
        "6.5",
        ("Craft", "Battle", "March", "Recruit", "Build", "Overwork", "SpendBird", *_DAYLIGHT, *_PASS),
    ),
    # The Eyrie.
    "decree": ("birdsong", "7.4.2", ("AddToDecree", *_BIRDSONG)),
    "new_roost": ("birdsong", "7.4.3", ("PlaceRoost",)),
    "eyrie_craft": ("daylight", "7.5.1", ("Craft", *_DAYLIGHT, *_PASS)),
    "recruit": ("daylight", "7.5.2", ("DecreeRecruit", "DeclareTurmoil", *_DAYLIGHT)),
    "move": ("daylight", "7.5.2", ("DecreeMove", "DeclareTurmoil", *_DAYLIGHT)),
    "battle": ("daylight", "7.5.2", ("DecreeBattle", "DeclareTurmoil", *_DAYLIGHT)),
    "build": ("daylight", "7.5.2", ("DecreeBuild", "DeclareTurmoil", *_DAYLIGHT)),
    "after_decree": ("daylight", "core-6", (*_DAYLIGHT, *_PASS)),
    # The Cult.
    "adjust": ("birdsong", "10.4", ("AdjustOutcast", *_BIRDSONG)),
    "conspiracies": ("birdsong", "10.4.3", ("CrusadeBattle", "CrusadeMove", "Convert", "Sanctify", *_BIRDSONG, *_PASS)),
    "rituals": (
        "daylight",
        "10.5",
        ("RitualBuild", "RitualRecruit", "RitualScore", "RitualSacrifice", *_DAYLIGHT, *_PASS),
    ),
    "cult_craft": ("evening", "10.6.2", ("Craft", *_PASS)),
}
"""The steps of a turn: the phase, the clause, and the commands that are awaited."""

DECISIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "ambush": ("core-8.1", ("PlayAmbush", "DeclineAmbush")),
    "foil": ("core-8.1", ("FoilAmbush", "DeclineFoil")),
    "effects_order": ("core-8.4", ("OrderEffects",)),
    "effects": ("core-8.4", ("UseBattleEffects",)),
    "hits": ("core-8.6", ("ChooseHits",)),
    "hospitals": ("6.2.3", ("UseFieldHospitals", "DeclineFieldHospitals")),
    "march": ("6.5.2", ("March", "EndMarch")),
    "leader": ("7.7.3", ("ChooseLeader",)),
    "follow_up": ("10.4.3-I", ("CrusadeFollowUp",)),
}
"""The decisions that suspend a turn until they are made, whoever makes them."""


@cache
def prompt_for(kind: str, seat: int) -> Prompt:
    """core-1.1, core-14: the prompt of a step of the seat's own turn, or of a decision in anybody's."""
    clause, commands = STEPS[kind][1:] if kind in STEPS else DECISIONS[kind]
    return Prompt(seat, kind, clause, commands)
