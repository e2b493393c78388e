"""What a host may choose, in words: a label and a sentence for every option, a name for every value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.expansions.maps.library import design_of
from text.language import Words, phrase

OPTIONS: Mapping[str, tuple[str, str]] = {
    "edition": (phrase("Edition"), phrase("Which printing of the rules and tiles.")),
    "expansions": (phrase("Expansions"), phrase("Tiles, figures and rules that are added.")),
    "farmers": (phrase("Farmers"), phrase("Whether figures may stand on meadows and score at the end.")),
    "farm_rule": (phrase("Farmer scoring"), phrase("How meadows pay at the end.")),
    "small_city": (phrase("Small city"), phrase("What a finished city of two tiles is worth.")),
    "meeples": (phrase("Meeples"), phrase("How many meeples each player has; usually 7, on some maps fewer.")),
    "first_player": (phrase("First player"), phrase("Who begins.")),
    "animal_tiles": (phrase("Animal tiles"), phrase("Whether the twelve winter tiles with animals are shuffled in.")),
    "fairy_placement": (phrase("Fairy"), phrase("Whether the fairy stands with a figure or on a tile.")),
    "fairy_final_scoring": (phrase("Fairy at the end"), phrase("Whether the fairy's 3 points count in final scoring.")),
    "dragon_timing": (phrase("Dragon moves"), phrase("Whether the dragon walks before or after scoring.")),
    "princess": (phrase("Princess"), phrase("Whether the princess may or must send a knight home.")),
    "builder_second_part": (phrase("Builder"), phrase("Whether the second tile comes by itself.")),
    "ransom_needs_points": (phrase("Ransom"), phrase("Whether a player needs the points for a ransom, or may go below 0.")),
    "unfinished_inn_cathedral": (phrase("Unfinished inns, cathedrals"), phrase("What they are worth at the end.")),
    "capture": (phrase("Capture"), phrase("Whether a tower that reaches a figure must take one.")),
    "abandoned_tower": (phrase("Abandoned tower"), phrase("Whether a tower can grow again after its guard has gone.")),
    "volcano_wood": (phrase("Figures after a volcano"), phrase("What may be done after placing a volcano.")),
    "dragon_tiles_before_volcano": (phrase("Early dragon tiles"), phrase("What happens to them before the first volcano.")),
    "goods_points": (phrase("Goods"), phrase("Points for the most of each kind of goods.")),
    "dragon_steps": (phrase("Dragon steps"), phrase("How many squares the dragon walks.")),
    "big_followers_per_player": (phrase("Big meeples"), phrase("How many big meeples each player has.")),
    "big_follower_strength": (phrase("Strength of big meeples"), phrase("How many votes a big meeple has.")),
    "builders_per_player": (phrase("Builders"), phrase("How many builders each player has.")),
    "pigs_per_player": (phrase("Pigs"), phrase("How many pigs each player has.")),
    "tower_pieces": (phrase("Tower pieces"), phrase("How many tower pieces each player has; usually by the number of players.")),
    "tower_piece_in_part_2": (phrase("Tower in second part"), phrase("Whether a tower may be raised with the second tile.")),
    "ransom_price": (phrase("Price of a ransom"), phrase("How many points a prisoner costs.")),
    "map": (phrase("Map"), phrase("The printed board on which the tiles are laid.")),
    "starts": (phrase("Start tiles"), phrase("How many start tiles a map begins with.")),
    "towns": (phrase("Small cities of the map"), phrase("What the printed small cities do.")),
}
"""Label and description of every option, by its key."""

VALUES: Mapping[tuple[str, str], str] = {
    ("edition", "base"): phrase("Base game"),
    ("edition", "first"): phrase("First edition"),
    ("edition", "winter"): phrase("Winter edition"),
    ("expansions", "inns"): phrase("Inns & Cathedrals"),
    ("expansions", "traders"): phrase("Traders & Builders"),
    ("expansions", "dragon"): phrase("The Princess & the Dragon"),
    ("expansions", "tower"): phrase("The Tower"),
    ("meeples", "0"): phrase("as usual"),
    ("tower_pieces", "0"): phrase("as usual"),
    ("farm_rule", "edition"): phrase("as the edition says"),
    ("farm_rule", "1"): phrase("4 points a city for most farmers around it"),
    ("farm_rule", "2"): phrase("3 points a city, each city once for a player"),
    ("farm_rule", "3"): phrase("3 points a city and meadow"),
    ("small_city", "edition"): phrase("as the edition says"),
    ("small_city", "2"): phrase("2 points"),
    ("small_city", "4"): phrase("4 points"),
    ("first_player", "random"): phrase("drawn by lot"),
    ("first_player", "chosen"): phrase("the host begins"),
    ("fairy_placement", "follower"): phrase("with a figure"),
    ("fairy_placement", "tile"): phrase("on a tile"),
    ("dragon_timing", "before_scoring"): phrase("before scoring"),
    ("dragon_timing", "after_scoring"): phrase("after scoring"),
    ("princess", "may"): phrase("may send a knight home"),
    ("princess", "must"): phrase("must send a knight home"),
    ("builder_second_part", "automatic"): phrase("comes by itself"),
    ("builder_second_part", "ask"): phrase("the player is asked"),
    ("unfinished_inn_cathedral", "zero"): phrase("worth nothing"),
    ("unfinished_inn_cathedral", "plain"): phrase("as without inn or cathedral"),
    ("capture", "optional"): phrase("may take a figure"),
    ("capture", "forced"): phrase("must take a figure"),
    ("abandoned_tower", "reopens"): phrase("can grow again"),
    ("abandoned_tower", "stays_closed"): phrase("stays closed"),
    ("volcano_wood", "not_on_tile"): phrase("anything, but not on that tile"),
    ("volcano_wood", "none"): phrase("nothing"),
    ("dragon_tiles_before_volcano", "set_aside"): phrase("set aside"),
    ("dragon_tiles_before_volcano", "placed_without_effect"): phrase("placed without effect"),
    ("map", "none"): phrase("none"),
    ("map", "tutorial"): phrase("Tutorial island"),
    ("map", "benelux"): phrase("Benelux"),
    ("map", "germany"): phrase("Germany"),
    ("map", "france"): phrase("France"),
    ("map", "britain"): phrase("Great Britain"),
    ("towns", "a"): phrase("placing there brings a second tile"),
    ("towns", "b"): phrase("placing there costs 2 points"),
    ("towns", "c"): phrase("2 points for each that a finished road passes"),
}
"""Every named value of an option."""

ON_OFF: Mapping[str, str] = {"on": phrase("on"), "off": phrase("off")}


VIEWS: Mapping[str, tuple[str, str]] = {
    "meadows": (phrase("Show meadows"), phrase("meadows and who owns them")),
    "owners": (phrase("Show owners"), phrase("who owns what")),
    "coordinates": (phrase("Show coordinates"), phrase("with all coordinates")),
}
"""See `GameWords.views`."""


def name(words: Words) -> str:
    """See `GameWords.name`."""
    return words.say("Carcassonne")


def option(key: str, words: Words) -> tuple[str, str]:
    """See `GameWords.option`."""
    label, description = OPTIONS[key]
    return words.say(label), words.say(description)


def value(key: str, written: str, words: Words) -> str:
    """See `GameWords.value`."""
    if (key, written) in VALUES:
        return words.say(VALUES[key, written])
    if key == "map":
        return design_of(written).title
    if written in ON_OFF:
        return words.say(ON_OFF[written])
    if written.replace(",", "").isdecimal():
        return written
    if not written:
        return words.say("none")
    parts = written.split(",")
    if len(parts) == 1:
        raise KeyError((key, written))
    return words.list([value(key, part, words) for part in parts])


def title(options: Mapping[str, str], words: Words) -> str:
    """See `GameWords.title`."""
    edition = options.get("edition", "base")
    chosen: Sequence[str] = [added for added in options.get("expansions", "").split(",") if added]
    named = [value("edition", edition, words)] if edition != "base" or not chosen else []
    if "map" in options:
        named = [words.say("Map of {country}", country=value("map", options["map"], words))]
    return " + ".join([*named, *(value("expansions", added, words) for added in chosen)])
