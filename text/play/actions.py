"""What each action of `/game` does, in a few words: beside its name while it is typed, and in the page of commands."""

from __future__ import annotations

from collections.abc import Mapping

from text.language import phrase

ABOUT: Mapping[str, str] = {
    "join": phrase("Take a seat in this game"),
    "start": phrase("Start the game (host)"),
    "settings": phrase("Show the settings of a game that has not begun; the host changes them"),
    "word": phrase("Add a word to the sealed bag before the start; every draw will follow from it too"),
    "place": phrase("Open the private draft of your move"),
    "end-pause": phrase("Let the clocks run again"),
    "return": phrase("Take your seat back from the computer"),
    "take-over": phrase("Play on in a seat of this game that someone has lost"),
    "resume": phrase("Continue here with a game whose channel is gone"),
    "hint": phrase("Get one good turn with its reason, only for you; it counts, and needs a game with all aids"),
    "undo": phrase("Go back to the start of your turn"),
    "stand-in": phrase("Let the computer play the turn everyone has waited for too long"),
    "rematch": phrase("Open the same game again with the same players"),
    "analyse": phrase("See what decided this game: estimates of every turn, luck and better moves, after the end"),
    "board": phrase("See the board, or another view of it"),
    "hand": phrase("Show your hand, only to you"),
    "score": phrase("See the points, and what open features would bring"),
    "tiles": phrase("See which tiles are left"),
    "replay": phrase("Watch this game again from its beginning, or from a turn"),
    "my-turns": phrase("See your own turns, the costliest first, after the end"),
    "info": phrase("Show the settings, the seats and the sealed bag of this game"),
    "log": phrase("Show all moves of this game"),
    "why": phrase("See how each score came about"),
    "clocks": phrase("Show all clocks of this game, and what stops them"),
    "legend": phrase("Read what the pictures show"),
    "verify": phrase("Check the draws against the sealed bag, after the end"),
    "export": phrase("Get the whole game as a file"),
    "notation": phrase("Get the whole game as one line of text"),
    "list": phrase("Show all games of this server"),
    "back": phrase("Ask everyone to let you play your last turn again"),
    "pause": phrase("Ask the others to pause the clocks for some days"),
    "finish": phrase("Ask all others to let computers play the rest, or to stop and count the game as it stands"),
    "give": phrase("Give the others in this game more time"),
    "leave": phrase("Leave the game before it starts"),
    "leave-practice": phrase("End your practice game"),
    "resign": phrase("Give up; the computer plays your seat to the end"),
    "skip": phrase("Let the computer play the seat of someone who has left (referee)"),
    "let-back": phrase("Let a player go back to the start of their last turn (referee)"),
    "cancel": phrase("End the game without a result (host or moderator)"),
    "import": phrase("Add a finished game from the file that Export made"),
}
"""By key."""
