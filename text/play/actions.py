"""What each action of `/game` does, in a few words: beside its name while it is typed, and in the page of commands."""

from __future__ import annotations

from collections.abc import Mapping

from text.language import phrase

ABOUT: Mapping[str, str] = {
    "join": phrase("Take a seat in this game"),
    "start": phrase("Start the game (host)"),
    "settings": phrase("Show the settings of a game that hasn't started; the host can change them"),
    "word": phrase("Add a word to the sealed bag before the start; it goes into every draw"),
    "place": phrase("Open the private draft of your move"),
    "end-pause": phrase("Start the clocks again"),
    "return": phrase("Take your seat back from the computer"),
    "take-over": phrase("Take over a seat someone has lost in this game"),
    "resume": phrase("Move a game here whose channel is gone"),
    "hint": phrase("See one good turn and why, only for you; hints are counted, and need all aids"),
    "undo": phrase("Go back to the start of your turn"),
    "stand-in": phrase("Let the computer play the turn everyone has been waiting for"),
    "rematch": phrase("Open the same game again with the same players"),
    "analyse": phrase("See what decided a finished game: estimates for every turn, luck and better moves"),
    "board": phrase("See the board, or another view of it"),
    "hand": phrase("See your hand; only you can"),
    "score": phrase("See the points, and what open features would score"),
    "tiles": phrase("See which tiles are left"),
    "replay": phrase("Watch this game again from the start, or from a turn"),
    "my-turns": phrase("See your own turns after the end, the costliest first"),
    "info": phrase("See the settings, the seats and the sealed bag of this game"),
    "log": phrase("See all moves of this game"),
    "why": phrase("See where each score came from"),
    "clocks": phrase("See all clocks of this game, and why any are stopped"),
    "legend": phrase("Read what the pictures mean"),
    "verify": phrase("Check the draws against the sealed bag after the end"),
    "export": phrase("Download the whole game as a file"),
    "notation": phrase("Get the whole game as one line of text"),
    "list": phrase("See all games of this server"),
    "back": phrase("Ask everyone to let you replay your last turn"),
    "pause": phrase("Ask the others to stop the clocks for a while"),
    "finish": phrase("Ask the others to let computers play the rest, or to stop now and count the points"),
    "give": phrase("Give the others in this game more time"),
    "leave": phrase("Leave the game before it starts"),
    "leave-practice": phrase("End your practice game"),
    "resign": phrase("Give up; a computer finishes the game for you"),
    "skip": phrase("Let the computer play the seat of someone who has left (referee)"),
    "let-back": phrase("Let a player go back to the start of their last turn (referee)"),
    "cancel": phrase("End the game without a result (host or moderator)"),
    "import": phrase("Add a finished game from the file that Export made"),
}
"""By key."""
