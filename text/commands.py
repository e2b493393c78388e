"""What commands and their options are called and described as in English; `locale_str` in the cogs carries them to Discord.

Names are never changed lightly: players know them by heart. Descriptions are at most 100 characters in every language.
"""

from __future__ import annotations

from collections.abc import Mapping

from text.language import meant, phrase

DESCRIPTION = 100
"""Discord's limit for a description."""

COMMANDS: Mapping[str, str] = {
    "game": phrase("Everything you can do in a game: its panel, or an action you type"),
    "new": phrase("Open a new game here; without options you get a form"),
    "practice": phrase("Play a short first game against a computer that explains every step"),
    "find": phrase("Look for people to play with; the game begins once enough have found each other"),
    "explain scores": phrase("Explain scores"),
    "settings": phrase("Your preferences, reminders, sleep hours, blocks, and what is kept about you"),
    "away": phrase("Vacation: all your clocks stand still; without options, how it stands"),
    "challenge member": phrase("Challenge"),
    "profile member": phrase("Profile"),
    "block member": phrase("Block"),
    "server": phrase("Settings of this server: what games are like, where they are opened, who may do what"),
    "health": phrase("How the bot is (only for whoever runs it)"),
    "profile": phrase("Show someone's games and ratings in this server"),
    "leaderboard": phrase("Show the best of this server"),
    "tournament": phrase("Tournaments: enter, follow, organise; without options, what you can do now"),
    "place": phrase("Place your tile; without options you choose with buttons"),
    "meeple": phrase("Choose a meeple for your tile, or none"),
    "puzzle": phrase("The puzzle of the day: one turn is best; answer in private"),
    "undo": phrase("Undo your turn; once it has passed on, only if the others agree"),
    "board": phrase("Show the board, only to you unless you share it"),
    "score": phrase("Show points, figures, and what each open feature would bring now"),
    "tiles": phrase("Show which tiles are left, and the odds for an empty square"),
    "play": phrase("Play a card, or place your meeple in a row"),
    "turns": phrase("Show all games that wait for you"),
    "help": phrase("Read the rules in short, and how to read the board"),
}
"""Every command by its full name."""

OPTIONS: Mapping[str, str] = {
    "new preset": phrase("Which game: as last time, Classic for two, The new box, Big Box night, winter ..."),
    "new expansions": phrase("Which expansions, separated by commas"),
    "new map": phrase("Which printed map, if any"),
    "new players": phrase("How many players at most"),
    "new place": phrase("Where: thread, private (only invited players see it), or here in this channel"),
    "new rules": phrase("Further settings, such as farmers=off small_city=2"),
    "new pace": phrase("How much time everyone has: daily, evening ..., or bank=3d increment=12h cap=5d"),
    "new terms": phrase("Further terms, such as: club, take-back 30 s, timeout vacate"),
    "new language": phrase("In which language the game speaks; that of this server if left out"),
    "tournament action": phrase("What to do, in any language; the panel with everything possible now if left out"),
    "tournament detail": phrase("What belongs to it, such as most=16 preview=2h; a form asks if left out"),
    "tournament who": phrase("Whom it is about: to challenge, rule on, seed, swap or make a deputy"),
    "tournament tournament": phrase("Which one; the one of this channel if left out"),
    "profile member": phrase("Who; yourself if left out"),
    "leaderboard by": phrase("In which order: rating, wins or season"),
    "leaderboard season": phrase("A season, also of the past: wins in that quarter of the year"),
    "leaderboard game": phrase("Which game, for ratings; the most played one if left out"),
    "game action": phrase("What you want to do; the list shows what is possible now"),
    "game detail": phrase("What the action needs: a player, a time, a turn, a format"),
    "game game": phrase("Which game of this server; the one of this channel if left out"),
    "game file": phrase("For importing: the JSON file that Export made, at most 1 MB"),
    "puzzle answer": phrase("Your move, typed such as N12 90 knight; without it you get the puzzle"),
    "place spot": phrase("A square such as N12, or the number of a spot in the picture"),
    "place rotation": phrase("How far to turn the tile clockwise: 0, 90, 180 or 270"),
    "place meeple": phrase("Which meeple where, such as knight; - for none"),
    "meeple where": phrase("Where the meeple goes, such as knight or farmer south; none for no meeple"),
    "meeple piece": phrase("Which figure: small, big, builder, pig"),
    "board view": phrase("Which view: turn, whole, text, features, or another that the list shows"),
    "board share": phrase("Show it to everyone"),
    "tiles square": phrase("An empty square such as N12"),
    "play card": phrase("A card of your hand"),
    "play row": phrase("Which row"),
    "server setting": phrase("Which setting; the panel with all of them if left out"),
    "server value": phrase("What it should be; what it can be if left out"),
    "settings setting": phrase("Which setting; the panel with all of them if left out"),
    "settings value": phrase("What it should be; what it can be if left out"),
    "away until": phrase("The last day, such as 2026-12-31 or 31.12., or how long: 10d; now if you are back"),
    "away begin": phrase("The first day; tomorrow at this time if left out, 0 for at once (twice a year)"),
    "find game": phrase("Which game; the first one if left out"),
    "find edition": phrase("Which edition of the rules; leave it open for any"),
    "find pace": phrase("Which pace; any if left out"),
    "find players": phrase("How many in all; any number if left out"),
    "find languages": phrase("Which languages you play in, with commas between them; any if left out"),
    "find slowest": phrase("How long others may take for a turn on average, such as 12h; any time if left out"),
    "find reliable": phrase("How many of a hundred turns others must make in time; any number if left out"),
    "help topic": phrase("What you want to know"),
}
"""Every option by the full name of its command and its own."""

VIEWS: Mapping[str, str] = {
    "turn": phrase("around the last moves"),
    "whole": phrase("whole board"),
    "text": phrase("as text"),
    "features": phrase("who stands where, with squares, open ends and value, as text"),
}
"""The views of /board that are the same for all games; further ones are named by the words of a game."""

FORMATS: Mapping[str, str] = {
    "json": phrase("whole record (JSON)"),
    "line": phrase("one line of notation"),
    "text": meant("a form of a file", "text"),
    "file": meant("a form of a file", "file"),
}
"""The formats of /game action:export and /game action:log."""

ORDERS: Mapping[str, str] = {
    "random": phrase("drawn by lot"),
    "joined": phrase("in the order of joining"),
}
"""Ways to decide who begins."""
