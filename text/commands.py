"""What commands and their options are called and described as in English; `locale_str` in the cogs carries them to Discord.

Names are never changed lightly: players know them by heart. Descriptions are at most 100 characters in every language.
"""

from __future__ import annotations

from collections.abc import Mapping

from text.language import phrase

DESCRIPTION = 100
"""Discord's limit for a description."""

COMMANDS: Mapping[str, str] = {
    "game": phrase("Open, join and manage games"),
    "game new": phrase("Open a new game here; without options you get a form"),
    "game practice": phrase("Play a short first game against a computer that explains every step"),
    "game join": phrase("Take a seat in the game of this channel"),
    "game leave": phrase("Give your seat back before the game starts"),
    "game start": phrase("Start the game of this channel (host)"),
    "game cancel": phrase("End the game of this channel without a result (host or moderator)"),
    "game info": phrase("Show the settings, the seats and the sealed bag of this game"),
    "game list": phrase("Show all games of this server"),
    "game log": phrase("Show all moves of this game"),
    "game resign": phrase("Give up; the computer plays your seat to the end"),
    "game skip": phrase("Let the computer play the seat of somebody who has left (moderator)"),
    "game rematch": phrase("Open the same game again with the same players"),
    "game export": phrase("Get the whole game as a file"),
    "game verify": phrase("Check the draws against the sealed bag, after the end"),
    "game finish": phrase("Ask all others to let computers play the rest"),
    "game import": phrase("Bring in a finished game from the file that /game export wrote"),
    "game replay": phrase("Watch this game again from its beginning, or turn by turn"),
    "game resume": phrase("Go on here with a game whose channel is gone"),
    "explain scores": phrase("Explain scores"),
    "settings": phrase("What you prefer, and what I keep about you"),
    "settings choose": phrase("Choose what you prefer: typed moves, pictures, reminders, a daily list"),
    "settings hours": phrase("Say in which time zone you live, and when you sleep"),
    "settings export": phrase("Get everything that is kept about you as a file"),
    "settings forget": phrase("Have everything about you forgotten; asks once more"),
    "vacation": phrase("Let all your clocks stand still for a while"),
    "vacation start": phrase("Announce a vacation: the clocks of all your games stand still"),
    "vacation end": phrase("Come back from your vacation, or call it off"),
    "vacation show": phrase("Show your vacation, and how many days are left to you"),
    "server": phrase("How games are in this server"),
    "server settings": phrase("Choose what games are like here, where they are opened, and who may do what"),
    "health": phrase("How the bot is (only for whoever runs it)"),
    "map": phrase("Printed countries to play on"),
    "map add": phrase("Add a map of your own to this server, from a text file"),
    "map list": phrase("Show all maps that can be played here"),
    "map show": phrase("Show a map, its figures and its file"),
    "map remove": phrase("Take a map off the list of this server; games on it go on"),
    "place": phrase("Place your tile; leave options out to choose with buttons"),
    "meeple": phrase("Choose a figure for your tile, or none"),
    "undo": phrase("Go back to the start of your turn; once it has passed on, if all others agree"),
    "board": phrase("Show the board, only to you unless you share it"),
    "score": phrase("Show points, figures, and what each open feature would bring now"),
    "tiles": phrase("Show which tiles are left, and the odds for a hole"),
    "hand": phrase("Show your hand, only to you"),
    "play": phrase("Play a card, or place your meeple on a row"),
    "turns": phrase("Show all games that wait for you"),
    "help": phrase("Read the rules in short, and how to read the board"),
}
"""Every command by its full name."""

OPTIONS: Mapping[str, str] = {
    "game new game": phrase("Which game"),
    "game new edition": phrase("Which edition of the rules"),
    "game new expansions": phrase("Which expansions, separated by commas"),
    "game new map": phrase("Which printed map, if any"),
    "game new players": phrase("How many players at most"),
    "game new here": phrase("Play in this channel instead of a new thread"),
    "game new private": phrase("Only invited players see the thread"),
    "game new rules": phrase("Further settings, such as farmers=off small_city=2"),
    "game new pace": phrase("How much time everybody has: daily, evening ..., or bank=3d increment=12h cap=5d"),
    "game new terms": phrase("Further terms, such as: club, take-back 30 s, timeout vacate"),
    "game log page": phrase("Which page; 1 is the oldest"),
    "game log format": phrase("As a text or as a file"),
    "game export format": phrase("The whole record, or one line of notation"),
    "game skip player": phrase("Whose seat"),
    "game import file": phrase("The JSON file of an export, at most 1 MB"),
    "game replay turn": phrase("The turn to look at; without it the whole game plays"),
    "game replay match": phrase("Which ended game of this server; that of this channel if left out"),
    "game resume match": phrase("Which game"),
    "map add file": phrase("A text file as docs/maps.md explains it; you see a preview first"),
    "map show map": phrase("Which map"),
    "map remove map": phrase("Which of this server's maps"),
    "place spot": phrase("A square such as N12, or the number of a spot in the picture"),
    "place facing": phrase("How far to turn the tile clockwise: 0, 90, 180 or 270"),
    "place meeple": phrase("Which figure where, such as knight; - for none"),
    "meeple where": phrase("Where the figure goes, such as knight or farmer south; none for no figure"),
    "meeple piece": phrase("Which figure: small, big, builder, pig"),
    "board view": phrase("Which view: turn, whole, text, features, or another that the list shows"),
    "board share": phrase("Show it to everybody"),
    "tiles hole": phrase("An empty square such as N12"),
    "play card": phrase("A card of your hand"),
    "play row": phrase("Which row"),
    "settings hours zone": phrase("Your time zone, such as Europe/Paris"),
    "settings hours asleep_from": phrase("When you go to sleep, such as 23:00; leave both out for no sleep hours"),
    "settings hours asleep_until": phrase("When you are awake again, such as 7:00; ten hours later at most"),
    "vacation start until": phrase("The last day, such as 2026-12-31 or 31.12., or how long: 10d"),
    "vacation start begin": phrase("The first day; tomorrow at this time if left out, 0 for at once (twice a year)"),
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
    "text": phrase("text"),
    "file": phrase("file"),
}
"""The formats of /game export and /game log."""

ORDERS: Mapping[str, str] = {
    "random": phrase("drawn by lot"),
    "joined": phrase("in the order of joining"),
}
"""Ways to decide who begins."""
