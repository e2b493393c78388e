"""The texts of a game's panel: its lines, confirmations and forms."""

from __future__ import annotations

from collections.abc import Sequence

from clocks import durations
from text.clocks.time_controls import whole_length
from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator, phrase
from text.users.player_names import safe

your_turn = sentence("It's your turn.")
"""Where no clock runs."""
your_turn_until: MessageTemplate[str, str] = pattern("It's your turn, until {moment}, {how_long}.")
"""`moment` and `how_long` are stamps of the same time."""


def waiting_until(names: Sequence[str], moment: str, how_long: str, words: Translator) -> str:
    """Return the line about which players the game waits for, and until when."""
    people = words.list([safe(name) for name in names])
    return words.say("Waiting for {names}, until {moment}, {how_long}.", names=people, moment=moment, how_long=how_long)


paused_until: MessageTemplate[str] = pattern("Paused until {moment}. You can still play.")
"""While all clocks stand by agreement."""
computer_plays = sentence("A computer is playing for you.")
"""To somebody who has lost their seat."""
ended: MessageTemplate[str] = pattern("Ended {how_long}.")
"""`how_long` is a stamp."""
played_in: MessageTemplate[str] = pattern("in {channel}")
"""Behind the title, where the panel is opened in another channel."""
closed = sentence("This game is closed and has no result.")
"""A game that was cancelled, or a lobby that nobody started."""
rules_unknown = sentence("I don't know this game's rules any more, so I can't show its board. Its record is kept.")
"""Where this program has no rules for a game."""

ask_skip: MessageTemplate[str] = pattern("Let the computer play the rest of the game for {name}?", name=safe)
"""Asked of a referee."""
ask_let_back: MessageTemplate[str] = pattern(
    "Let {name} go back to the start of their last turn? Everything since then is undone too.", name=safe
)
"""Asked of a referee."""
ask_close = sentence("Close this lobby for everyone?")
"""Before a lobby is cancelled."""
whose_seat = sentence("Whose seat?")
"""Above a button for each player."""

pause_title = sentence("Pause")
"""Of the form."""
pause_hint = sentence("How long (30 days at most)?")
"""Above its line."""
pause_about = sentence("The others have to agree; all clocks of this game stop.")
"""Below it."""
pause_example = sentence("30min, 2h or 3d")
"""In its line while that is empty; what is typed in every language."""
give_title = sentence("Give time")
"""Of the form."""
give_hint = sentence("How much time for each of the others?")
"""Above its line."""
give_about = sentence("Such as 90min, 12h or 3d; your own clock stays as it is.")
"""Below it."""

EXPORTS = {"json": phrase("The whole record (JSON)"), "line": phrase("One line of notation")}
"""The formats of a record."""
LENGTHS = ("1h", "12h", "1d", "3d", "7d")
"""Gifts of time that are offered; any other length can be typed."""
_PAUSES = ("1d", "3d", "7d", "14d", "30d")
_SHORT_PAUSES = ("10min", "30min", "1h", "3h", "1d")
"""Lengths of a pause that are offered, where nights stop the clocks and where all are present."""


def pauses(words: Translator, *, short: bool) -> list[tuple[str, str]]:
    """Return (label, value) of the pauses on offer; `short` selects those for a game played in one evening."""
    return [(whole_length(durations.read(length), words), length) for length in (_SHORT_PAUSES if short else _PAUSES)]


titles = sentence("Games of this server")
"""Above the list."""
open_hint = sentence("Open a game…")
"""In the list's select."""
import_title = sentence("Import a game")
"""Of the form."""
import_hint = sentence("The exported file")
"""Above its field."""
import_about = sentence("A finished game as JSON, at most 1 MB")
"""Below it."""
