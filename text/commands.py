"""The English names and descriptions of commands and options, which the cogs pass to Discord by `locale_str`.

Names rarely change, since players know them by heart. Descriptions have at most 100 characters in every language.
"""

from __future__ import annotations

from collections.abc import Mapping

from text.translator import phrase

DESCRIPTION = 100
"""Discord's limit for a description."""

COMMANDS: Mapping[str, str] = {
    "game": phrase("Everything you can do in a game: its panel, or an action you type"),
    "new": phrase("Open a new game here; without options you get a form"),
    "practice": phrase("Play a short first game against a computer that explains every step"),
    "find": phrase("Look for people to play with; the game begins once enough people want it"),
    "explain scores": phrase("Explain scores"),
    "settings": phrase("Your preferences, reminders, sleep hours, blocks and data"),
    "away": phrase("Go on vacation: all your clocks stop; without options, see where you stand"),
    "challenge member": phrase("Challenge"),
    "profile member": phrase("Profile"),
    "block member": phrase("Block"),
    "report message": phrase("Report"),
    "server": phrase("Settings of this server: what games are like, where they open, who can do what"),
    "health": phrase("Bot status (owner only)"),
    "profile": phrase("Show someone's games and ratings in this server"),
    "leaderboard": phrase("Show this server's best players"),
    "tournament": phrase("Tournaments: enter, follow, organise; without options, see what you can do now"),
    "place": phrase("Place your tile; without options you choose with buttons"),
    "meeple": phrase("Choose a meeple for your tile, or none"),
    "puzzle": phrase("The puzzle of the day: one turn is best; answer in private"),
    "undo": phrase("Take your turn back; once it has passed on, the others have to agree"),
    "board": phrase("Show the board; only you see it unless you share it"),
    "score": phrase("Show points, figures, and what each open feature would score now"),
    "tiles": phrase("Show which tiles are left, and the odds for an empty square"),
    "play": phrase("Play a card, or place your meeple in a row"),
    "turns": phrase("Show all games waiting for you"),
    "help": phrase("Read the rules in brief, and how to read the board"),
}
"""Every command by its full name."""

OPTIONS: Mapping[str, str] = {
    "new preset": phrase("Which game: as last time, Classic for two, The new box, Big Box night, winter ..."),
    "new expansions": phrase("Which expansions, separated by commas"),
    "new map": phrase("Which printed map, if any"),
    "new players": phrase("How many players at most"),
    "new place": phrase("Where: thread, private (only invited players see it) or here (in this channel)"),
    "new rules": phrase("More settings, such as farmers=off small_city=2"),
    "new pace": phrase("How much time everyone has: daily, evening ..., or bank=3d increment=12h cap=5d"),
    "new terms": phrase("More terms, such as club, take-back 30 s, timeout vacate"),
    "new language": phrase("The game's language (default: this server's)"),
    "tournament action": phrase("What to do, in any language (default: the panel with all you can do now)"),
    "tournament detail": phrase("What it needs, such as most=16 preview=2h; a form asks if you leave it out"),
    "tournament who": phrase("Who it's about: to challenge, rule on, seed, swap or make a deputy"),
    "tournament tournament": phrase("Which tournament (default: the one of this channel)"),
    "profile member": phrase("Who (default: you)"),
    "leaderboard by": phrase("In which order: rating, wins or season"),
    "leaderboard season": phrase("A season, past ones too: wins in that quarter of the year"),
    "leaderboard game": phrase("Which game's ratings (default: the most played)"),
    "game action": phrase("What you want to do; the list shows what's possible now"),
    "game detail": phrase("What the action needs: a player, a time, a turn, a format"),
    "game game": phrase("Which game of this server (default: the one in this channel)"),
    "game file": phrase("To import: an exported game, a JSON file of at most 1 MB"),
    "puzzle answer": phrase("Your move, such as N12 90 knight; leave it out to get the puzzle"),
    "place spot": phrase("A square such as N12, or a spot number from the picture"),
    "place rotation": phrase("How far to turn the tile clockwise: 0, 90, 180 or 270"),
    "place meeple": phrase("Which meeple goes where, such as knight; - for none"),
    "meeple where": phrase("Where the meeple goes, such as knight or farmer south; none for no meeple"),
    "meeple piece": phrase("Which figure: small, big, builder, pig"),
    "board view": phrase("Which view: turn, whole, text, features, or another from the list"),
    "board share": phrase("Show it to everyone"),
    "tiles square": phrase("An empty square such as N12"),
    "play card": phrase("A card from your hand"),
    "play row": phrase("Which row"),
    "server setting": phrase("Which setting (default: the panel with all of them)"),
    "server value": phrase("The new value; leave it out to see what's possible"),
    "settings setting": phrase("Which setting (default: the panel with all of them)"),
    "settings value": phrase("The new value; leave it out to see what's possible"),
    "away until": phrase("The last day (2026-12-31 or 31.12.) or how long (10d); now if you're back"),
    "away begin": phrase("The first day (default: this time tomorrow); 0 to start at once (twice a year)"),
    "find game": phrase("Which game (default: the first)"),
    "find edition": phrase("Which edition of the rules (default: any)"),
    "find pace": phrase("Which pace (default: any)"),
    "find players": phrase("How many players in all (default: any number)"),
    "find languages": phrase("Which languages you play in, separated by commas (default: any)"),
    "find slowest": phrase("How long others may take per turn on average, such as 12h (default: any)"),
    "find reliable": phrase("How many of 100 turns others must make in time (default: any number)"),
    "help topic": phrase("What you want to know"),
}
"""Every option by the full name of its command and its own."""

VIEWS: Mapping[str, str] = {
    "turn": phrase("around the latest moves"),
    "whole": phrase("whole board"),
    "text": phrase("as text"),
    "features": phrase("who is where, with squares, open ends and value, as text"),
}
"""The views of /board that are the same for all games; further ones are named by the words of a game."""

ORDERS: Mapping[str, str] = {
    "random": phrase("random"),
    "joined": phrase("in the order of joining"),
}
"""Ways to decide who begins."""
