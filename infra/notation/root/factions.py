"""What the Cult, the Marquise and the Eyrie can ask, in words, in the order of their commands."""

from domain.root.cult.commands import (
    AdjustOutcast,
    ChooseOutcast,
    Convert,
    CrusadeBattle,
    CrusadeFollowUp,
    CrusadeMove,
    RitualBuild,
    RitualRecruit,
    RitualSacrifice,
    RitualScore,
    Sanctify,
)
from domain.root.eyrie.commands import (
    AddToDecree,
    ChooseLeader,
    DeclareTurmoil,
    DecreeBattle,
    DecreeBuild,
    DecreeMove,
    DecreeRecruit,
    PlaceRoost,
)
from domain.root.marquise.commands import (
    Battle,
    Build,
    DeclineFieldHospitals,
    EndMarch,
    March,
    Overwork,
    PlaceKeep,
    PlaceStartingBuildings,
    PlaceWood,
    Recruit,
    SpendBird,
    UseFieldHospitals,
)
from infra.notation.root.words import form

CULT = (
    form(ChooseOutcast, "outcast {suit}", "choose {suit}"),
    form(AdjustOutcast, "adjust [the] [outcast]"),
    form(
        CrusadeBattle,
        "crusade {clearing} (vs|versus|against) {defender}",
        "crusade (battle) {defender} (in) {clearing}",
        "crusade {clearing}",
    ),
    form(
        CrusadeMove,
        "crusade {warriors} (from) {origin} (to) {destination}",
        "crusade move {warriors} (from) {origin} (to) {destination}",
        "crusade move (from) {origin} (to) {destination}",
    ),
    form(CrusadeFollowUp, "no battle", "do not battle", defender=None),
    form(CrusadeFollowUp, "battle {defender}", "battle (vs|versus|against) {defender}"),
    form(Convert, "convert {owner} (in) {clearing}", "convert {clearing} {owner}", "convert {clearing}"),
    form(
        Sanctify,
        "sanctify {building} (of) {owner} (in) {clearing}",
        "sanctify {owner} {building} (in) {clearing}",
        "sanctify {building} (in) {clearing}",
        "sanctify (in) {clearing}",
    ),
    form(
        RitualBuild,
        "ritual build {clearing} (with) {card}",
        "reveal {card} to build (in) {clearing}",
        "ritual build {clearing}",
    ),
    form(
        RitualRecruit,
        "ritual recruit {clearing} (with) {card}",
        "reveal {card} to recruit (in) {clearing}",
        "ritual recruit {clearing}",
    ),
    form(RitualScore, "ritual score (with) {card}", "score (with) {card}", "spend {card} to score"),
    form(RitualSacrifice, "ritual sacrifice (with) {card}", "sacrifice (with) {card}", "reveal {card} to sacrifice"),
)

MARQUISE = (
    form(PlaceKeep, "keep (in) {corner}", "place keep (in) {corner}"),
    form(
        PlaceStartingBuildings,
        "place sawmill {sawmill} workshop {workshop} recruiter {recruiter}",
        "sawmill (in) {sawmill} workshop (in) {workshop} recruiter (in) {recruiter}",
    ),
    form(PlaceWood, "wood (in) {clearings}", "place wood (in) {clearings}"),
    form(
        Battle,
        "battle {clearing} (vs|versus|against) {defender}",
        "battle {defender} (in) {clearing}",
        "battle {defender}",
        "battle {clearing}",
    ),
    form(
        March,
        "march {warriors} (from) {origin} (to) {destination}",
        "march|move {warriors} (from) {origin} (to) {destination}",
        "march|move (from) {origin} (to) {destination}",
    ),
    form(EndMarch, "end march", "no march", "do not move", "end"),
    form(Recruit, "recruit", clearings=()),
    form(Recruit, "recruit (in) {clearings}"),
    form(Build, "build {building} (in) {clearing}", wood=()),
    form(
        Build,
        "build {building} (in) {clearing} with|using wood (from) {wood}",
        "build {building} (in) {clearing} (with|using) {wood}",
        "build {building} (in) {clearing}",
        "build {building}",
    ),
    form(
        Overwork,
        "overwork {clearing} (with) {card}",
        "overwork (in) {clearing} (with) {card}",
        "overwork (in) {clearing}",
    ),
    form(SpendBird, "spend {card}", "spend [a] bird"),
    form(
        UseFieldHospitals,
        "hospitals {clearing} (with) {card}",
        "hospitals (in) {clearing} (with) {card}",
        "hospitals (with) {card}",
    ),
    form(DeclineFieldHospitals, "no hospitals", "no field_hospitals|hospital"),
)

EYRIE = (
    form(ChooseLeader, "leader {leader}", "choose {leader}"),
    form(AddToDecree, "decree {additions}", "add {additions}"),
    form(PlaceRoost, "roost (in) {clearing}", "place roost (in) {clearing}", "roost {clearing}"),
    form(
        DecreeRecruit,
        "recruit {clearing} (by) {card}",
        "recruit (in) {clearing} (by) {card}",
        "recruit (in) {clearing}",
    ),
    form(
        DecreeMove,
        "move {warriors} (from) {origin} (to) {destination} (by) {card}",
        "move {warriors} (from) {origin} (to) {destination}",
        "move (from) {origin} (to) {destination}",
    ),
    form(
        DecreeBattle,
        "battle {clearing} (vs|versus|against) {defender} (by) {card}",
        "battle {clearing} (vs|versus|against) {defender}",
        "battle {defender} (in) {clearing} (by) {card}",
        "battle {defender} (in) {clearing}",
        "battle {defender}",
    ),
    form(
        DecreeBuild,
        "build {clearing} (by) {card}",
        "build [a] [roost] (in) {clearing} (by) {card}",
        "build [a] [roost] (in) {clearing}",
    ),
    form(DeclareTurmoil, "turmoil", "fall into turmoil"),
)

FACTIONS = {"cult": CULT, "marquise": MARQUISE, "eyrie": EYRIE}
"""The forms that only one faction has, by its id."""
