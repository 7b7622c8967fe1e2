"""What can be asked in a game of Root. Clearings are named by their numbers, cards by their ids, seats by theirs."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.table.messages import Command, SeatNumber

# Wide enough that a wrong number is a refusal that explains itself, not a malformed command.
ClearingNumber = Annotated[int, Meta(ge=0, le=99)]
CardId = Annotated[str, Meta(min_length=1, max_length=40)]
Warriors = Annotated[int, Meta(ge=0, le=99)]
Word = Annotated[str, Meta(min_length=1, max_length=24)]
SuitName = Literal["fox", "rabbit", "mouse"]
Column = Literal["recruit", "move", "battle", "build"]
LeaderName = Literal["builder", "charismatic", "commander", "despot"]
Clearings = Annotated[tuple[ClearingNumber, ...], Meta(max_length=25)]

# --- Setting up -------------------------------------------------------------------------------------------------------


class PlaceKeep(Command, frozen=True):
    """The Marquise chooses the corner of her keep."""

    clause = "6.3"
    corner: ClearingNumber


class PlaceStartingBuildings(Command, frozen=True):
    """The Marquise places one building of each kind at the keep or beside it."""

    clause = "6.3"
    sawmill: ClearingNumber
    workshop: ClearingNumber
    recruiter: ClearingNumber


class ChooseStart(Command, frozen=True):
    """The Eyrie (7.3) or the Cult (10.3.2) chooses the corner where it begins."""

    clause = "core-13"
    corner: ClearingNumber


class ChooseLeader(Command, frozen=True):
    """The Eyrie chooses a leader: at the start, and in turmoil (7.7.3)."""

    clause = "7.3"
    leader: LeaderName


class ChooseOutcast(Command, frozen=True):
    """The Cult chooses the first Outcast."""

    clause = "10.3.3"
    suit: SuitName


# --- Any faction's turn -----------------------------------------------------------------------------------------------


class EndStep(Command, frozen=True):
    """Go on: the present step of one's turn is done."""

    clause = "core-6"


class Craft(Command, frozen=True):
    """Craft a card by activating the crafting pieces in these clearings, sorted, one entry a piece."""

    clause = "core-10"
    card: CardId
    clearings: Clearings


class DiscardToLimit(Command, frozen=True):
    """Discard down to five cards, which are named in sorted order."""

    clause = "core-5.7"
    cards: Annotated[tuple[CardId, ...], Meta(max_length=54)]


class ActivateDominance(Command, frozen=True):
    """Play for dominance instead of points."""

    clause = "core-11"
    card: CardId


class TakeDominance(Command, frozen=True):
    """Take an available dominance card, paying with a card of its suit."""

    clause = "core-11"
    card: CardId
    payment: CardId


class UseRoyalClaim(Command, frozen=True):
    """Discard Royal Claim for a point a ruled clearing."""

    clause = "card-royal-claim"


class UseStandAndDeliver(Command, frozen=True):
    """Take a random card of another seat."""

    clause = "card-stand-and-deliver"
    target: SeatNumber


class UseBetterBurrowBank(Command, frozen=True):
    """Choose who draws a card along with oneself."""

    clause = "card-better-burrow-bank"
    target: SeatNumber


class UseCommandWarren(Command, frozen=True):
    """Battle at the start of Daylight."""

    clause = "card-command-warren"
    clearing: ClearingNumber
    defender: SeatNumber


class UseTaxCollector(Command, frozen=True):
    """Remove one's own warrior to draw a card."""

    clause = "card-tax-collector"
    clearing: ClearingNumber


class UseCodebreakers(Command, frozen=True):
    """Look at another seat's hand."""

    clause = "card-codebreakers"
    target: SeatNumber


class UseCobbler(Command, frozen=True):
    """Move at the start of Evening."""

    clause = "card-cobbler"
    origin: ClearingNumber
    destination: ClearingNumber
    warriors: Warriors


# --- In battle --------------------------------------------------------------------------------------------------------


class PlayAmbush(Command, frozen=True):
    """The defender ambushes the attacker."""

    clause = "core-8.1"
    card: CardId


class DeclineAmbush(Command, frozen=True):
    """The defender does not ambush."""

    clause = "core-8.1"


class FoilAmbush(Command, frozen=True):
    """The attacker foils the ambush with another."""

    clause = "core-8.1"
    card: CardId


class DeclineFoil(Command, frozen=True):
    """The attacker lets the ambush happen."""

    clause = "core-8.1"


class OrderEffects(Command, frozen=True):
    """The attacker says who decides first about effects after the roll."""

    clause = "core-8.4"
    first: SeatNumber


class UseBattleEffects(Command, frozen=True):
    """Use some of one's cards after the roll, named in sorted order, or none."""

    clause = "core-8.4"
    cards: Annotated[tuple[CardId, ...], Meta(max_length=6)]


class ChooseHits(Command, frozen=True):
    """Choose which of one's buildings and tokens the hits remove, named in sorted order."""

    clause = "core-8.6"
    pieces: Annotated[tuple[Word, ...], Meta(max_length=30)]


# --- The Marquise -----------------------------------------------------------------------------------------------------


class PlaceWood(Command, frozen=True):
    """Choose the sawmills that produce where wood is short: their clearings, sorted."""

    clause = "6.4"
    clearings: Clearings


class Battle(Command, frozen=True):
    """Spend an action on a battle."""

    clause = "6.5.1"
    clearing: ClearingNumber
    defender: SeatNumber


class March(Command, frozen=True):
    """Spend an action on up to two moves; this is the first, or the second."""

    clause = "6.5.2"
    origin: ClearingNumber
    destination: ClearingNumber
    warriors: Warriors


class EndMarch(Command, frozen=True):
    """Forgo the second move of a march."""

    clause = "6.5.2"


class Recruit(Command, frozen=True):
    """Spend an action on a warrior at each recruiter; where warriors are short, in these clearings, sorted."""

    clause = "6.5.3"
    clearings: Clearings = ()


class Build(Command, frozen=True):
    """Spend an action on a building, paid with wood from these clearings, sorted, one entry a token."""

    clause = "6.5.4"
    building: Literal["sawmill", "workshop", "recruiter"]
    clearing: ClearingNumber
    wood: Clearings = ()


class Overwork(Command, frozen=True):
    """Spend an action and a card on one wood at a sawmill."""

    clause = "6.5.5"
    clearing: ClearingNumber
    card: CardId


class SpendBird(Command, frozen=True):
    """Spend a bird card for one more action."""

    clause = "6.5"
    card: CardId


class UseFieldHospitals(Command, frozen=True):
    """Spend a card to bring removed warriors of one clearing back to the keep."""

    clause = "6.2.3"
    clearing: ClearingNumber
    card: CardId


class DeclineFieldHospitals(Command, frozen=True):
    """Let the removed warriors go."""

    clause = "6.2.3"


# --- The Eyrie --------------------------------------------------------------------------------------------------------


class Addition(msgspec.Struct, frozen=True, order=True, array_like=True, forbid_unknown_fields=True):
    """A card and the column of the Decree that it goes to."""

    card: CardId
    column: Column


class AddToDecree(Command, frozen=True):
    """Add one or two cards, in sorted order, to the Decree."""

    clause = "7.4.2"
    additions: Annotated[tuple[Addition, ...], Meta(max_length=54)]


class PlaceRoost(Command, frozen=True):
    """Choose the clearing of the new roost."""

    clause = "7.4.3"
    clearing: ClearingNumber


class DecreeRecruit(Command, frozen=True):
    """Resolve a card of the Recruit column."""

    clause = "7.5.2"
    card: CardId
    clearing: ClearingNumber


class DecreeMove(Command, frozen=True):
    """Resolve a card of the Move column."""

    clause = "7.5.2"
    card: CardId
    origin: ClearingNumber
    destination: ClearingNumber
    warriors: Warriors


class DecreeBattle(Command, frozen=True):
    """Resolve a card of the Battle column."""

    clause = "7.5.2"
    card: CardId
    clearing: ClearingNumber
    defender: SeatNumber


class DecreeBuild(Command, frozen=True):
    """Resolve a card of the Build column."""

    clause = "7.5.2"
    card: CardId
    clearing: ClearingNumber


class DeclareTurmoil(Command, frozen=True):
    """Fall into turmoil over a card that cannot be resolved, though others can."""

    clause = "7.7"


# --- The Cult ---------------------------------------------------------------------------------------------------------


class AdjustOutcast(Command, frozen=True):
    """Begin the Cult's Birdsong proper, when effects have been used before it."""

    clause = "10.4.1"


class CrusadeBattle(Command, frozen=True):
    """Conspire to battle in an Outcast clearing."""

    clause = "10.4.3-I"
    clearing: ClearingNumber
    defender: SeatNumber


class CrusadeMove(Command, frozen=True):
    """Conspire to move out of an Outcast clearing, and perhaps to battle there."""

    clause = "10.4.3-I"
    origin: ClearingNumber
    destination: ClearingNumber
    warriors: Warriors


class CrusadeFollowUp(Command, frozen=True):
    """Battle where a crusade has moved to, or do not (None)."""

    clause = "10.4.3-I"
    defender: SeatNumber | None = None


class Convert(Command, frozen=True):
    """Conspire to replace an enemy warrior."""

    clause = "10.4.3-II"
    clearing: ClearingNumber
    owner: SeatNumber


class Sanctify(Command, frozen=True):
    """Conspire to replace an enemy building."""

    clause = "10.4.3-III"
    clearing: ClearingNumber
    owner: SeatNumber
    building: Word


class RitualBuild(Command, frozen=True):
    """Reveal a card to place a garden."""

    clause = "10.5.1"
    card: CardId
    clearing: ClearingNumber


class RitualRecruit(Command, frozen=True):
    """Reveal a card to place a warrior."""

    clause = "10.5.2"
    card: CardId
    clearing: ClearingNumber


class RitualScore(Command, frozen=True):
    """Spend a card to score its suit's gardens."""

    clause = "10.5.3"
    card: CardId


class RitualSacrifice(Command, frozen=True):
    """Reveal a bird card to gain an acolyte."""

    clause = "10.5.4"
    card: CardId


COMMANDS: tuple[type[Command], ...] = (
    PlaceKeep, PlaceStartingBuildings, ChooseStart, ChooseLeader, ChooseOutcast,
    EndStep, Craft, DiscardToLimit, ActivateDominance, TakeDominance,
    UseRoyalClaim, UseStandAndDeliver, UseBetterBurrowBank, UseCommandWarren, UseTaxCollector, UseCodebreakers, UseCobbler,
    PlayAmbush, DeclineAmbush, FoilAmbush, DeclineFoil, OrderEffects, UseBattleEffects, ChooseHits,
    PlaceWood, Battle, March, EndMarch, Recruit, Build, Overwork, SpendBird, UseFieldHospitals, DeclineFieldHospitals,
    AddToDecree, PlaceRoost, DecreeRecruit, DecreeMove, DecreeBattle, DecreeBuild, DeclareTurmoil,
    AdjustOutcast, CrusadeBattle, CrusadeMove, CrusadeFollowUp, Convert, Sanctify,
    RitualBuild, RitualRecruit, RitualScore, RitualSacrifice,
)  # fmt: skip
