"""The names and descriptions of the fields in events' forms."""

from __future__ import annotations

from collections.abc import Mapping

from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator, meant, phrase

FIELDS: Mapping[str, tuple[str, str]] = {
    "name": (meant("of a tournament", "Name"), phrase("What everyone calls it")),
    "kind": (meant("of a tournament", "Kind"), phrase("How it's paired and ranked")),
    "game": (meant("above choices", "Game"), phrase("The game that all pairings play")),
    "pace": (meant("above choices", "Time"), phrase("Such as event, daily or bank=3d increment=12h cap=5d")),
    "start": (
        meant("of a tournament", "Begins in"),
        phrase("Such as 3d or 12h; empty: no change, or when you press {button[event-start]}"),
    ),
    "held": (phrase("Places held for"), phrase("For people from last season, such as 7d; then others get them")),
    "most": (phrase("Most entrants"), phrase("Empty: as many as fit")),
    "check-in": (phrase("Must everyone check in?"), phrase("Within 24 hours before it begins by itself; live: 30 minutes")),
    "preview": (phrase("Show a round to organisers"), phrase("How long before it's published automatically: 1h; 0 for not at all")),
    "first-turn": (phrase("Time for the first turn"), phrase("After that, the game is lost: 48h")),
    "round": (phrase("Length of a round"), phrase("After that, open games count as draws and play on: 28d")),
    "vacations": (phrase("Do vacations stop clocks?"), phrase("Until overtime begins; only before the start")),
    "referees": (phrase("Referees"), phrase("Members with this role can rule")),
    "rating": (meant("of entrants", "Rating"), phrase("From-to, such as 1200-1800 or 1200-; empty: any")),
    "games": (phrase("Finished games here"), phrase("At least this many; empty: any number")),
    "days": (phrase("Days on this server"), phrase("At least this many; empty: any number")),
    "reliable": (phrase("Turns in time"), phrase("At least this many of 100; empty: any number")),
    "role": (meant("of members", "Role"), phrase("Only members with this role can enter")),
    "stages": (phrase("Stages"), phrase("Such as swiss:5 -> knock-out:4 final=3")),
    "expansions": (phrase("Expansions"), phrase("Separated by commas")),
    "own-rules": (phrase("Your own rules"), phrase("Everyone accepts them before entering; empty: none")),
    "private": (phrase("Private threads?"), phrase("Only players and those who rule can read and write there")),
    "by-appointment": (phrase("Play by appointment?"), phrase("Live games begin at a time both agreed on; a week per round")),
    "absent-loses": (
        phrase("Does an absent player lose?"),
        phrase("Lose if you're 10 minutes late; otherwise only the clocks decide"),
    ),
    "rate-elsewhere": (
        phrase("Rate results from elsewhere?"),
        phrase("If both players, or a referee, confirm them; only before the start"),
    ),
    "result": (phrase("How did it end?"), phrase("Your opponent has to agree")),
    "score": (phrase("Score"), phrase("Your points first, such as 71-64; empty: none")),
    "because": (meant("a ruling", "Why?"), phrase("Such as: we played it at the club")),
    "rules": (phrase("House rules"), phrase("Such as small_city=2; empty: as usual")),
    "who": (meant("a form", "Who?"), phrase("Someone who has entered")),
    "mate": (phrase("Who leaves the team?"), phrase("Not while they play a board")),
    "whom": (meant("a form", "Who is it about?"), phrase("The winner, or the person it's about; empty: all open games")),
    "place": (phrase("Place in the seeding"), phrase("1 is the first; 0 is by rating, like everyone else")),
    "lineup": (phrase("Line-up"), phrase("A name in each line, board 1 first; those below the last board don't play")),
    "list": (phrase("List of players"), phrase("A line each: a member's name or id, then a comma and the seed, if any")),
    "file": (phrase("Or a file"), phrase("A CSV file with the columns user and seed, or an exported table")),
    "two": (phrase("Which two?"), phrase("They swap places in the round that was drawn")),
    "deputies": (phrase("Deputies"), phrase("They organise it too; remove a name to end that")),
    "text": (meant("a form", "Message"), phrase("A private message to everyone who takes part; five a day")),
    "what": (meant("a form", "What?"), phrase("The players concerned are told at once")),
    "of-round": (phrase("Which round?"), phrase("Earlier ones can be typed: round=3")),
    "time": (phrase("Time or score"), phrase("For more time and pauses: 12h; for a decided game: 71-64")),
    "reason": (meant("a ruling", "Why?"), phrase("The players and other referees will read it")),
}
"""By key: what stands above the field, and below it."""


def name(key: str, words: Translator) -> str:
    """Return the name of a field."""
    return words.say(FIELDS[key][0])


def about(key: str, words: Translator) -> str:
    """Return the description of a field."""
    return words.say(FIELDS[key][1])


board: MessageTemplate[int] = pattern("Board {number}")
"""A board of a line-up."""
board_about = sentence("Who plays at it for your team")
"""A line about it."""
usual_pace = sentence("The default for this kind")
"""The pace that follows from the kind."""
present_round = sentence("The current round")
"""The round that is played now."""
i_won = sentence("I won")
"""A result that one of two proposes."""
they_won = sentence("My opponent won")
"""The other way round."""
drawn = sentence("A draw")
"""Nobody won."""
yes = sentence("Yes")
"""A switch that is on."""
no = sentence("No")
"""A switch that is off."""
