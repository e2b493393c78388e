"""The texts of the web page itself, by key; those of games and refusals are the same as in the chat."""

from __future__ import annotations

from collections.abc import Mapping

from text.message_markers import apart, meant, phrase, placeholders
from text.translator import Translator

SENTENCES: Mapping[str, str] = {
    "you": meant("player", "You"),
    "over-time": phrase("Time is up"),
    "asked": phrase("plays now"),
    "won": phrase("has won"),
    "computer": meant("player", "Computer"),
    "confirm": phrase("Confirm"),
    "confirm-what": phrase("Confirm: {what}"),
    "vote": phrase("Vote for it"),
    "guess": phrase("Make this guess"),
    "plan": phrase("Keep this plan"),
    "back": phrase("One step back"),
    "turn": phrase("Turn the tile"),
    "undo": phrase("Undo my turn"),
    "take-back": phrase("Take back"),
    "pass": phrase("Pass it on"),
    "passes": phrase("Made. It passes on {time}."),
    "plan-turn": phrase("Plan my next turn"),
    "vote-turn": phrase("Vote on this move"),
    "guess-turn": phrase("Guess this move"),
    "tap-square": phrase("Tap a square."),
    "tap-any": phrase("Tap the square where your tile goes."),
    "tap-place": phrase("Tap a place for your meeple, or tap the tile to turn it."),
    "tap-card": phrase("Tap a card, then a row."),
    "tap-row": phrase("Tap a row."),
    "tap-choice": phrase("Choose."),
    "whole": phrase("Whole board"),
    "menu": meant("page", "More"),
    "owners": phrase("Who owns what"),
    "fields": phrase("Fields"),
    "plain": phrase("Board alone"),
    "players": phrase("Players"),
    "stock": phrase("Tiles left"),
    "story": phrase("What happened"),
    "log": phrase("All moves"),
    "board-words": phrase("The board in words"),
    "film": phrase("Show it again"),
    "close": meant("page", "Close"),
    "share": phrase("Share a link to watch"),
    "shared": phrase("The link is copied. Anyone who has it can watch this game: {link}"),
    "unshare": phrase("Close the shared link"),
    "unshared": phrase("The shared link is closed."),
    "close-all": phrase("Close all my pages"),
    "closed": phrase("This page is closed. Press {button[open-board]} in Discord again for a new one."),
    "offline": phrase("No connection. I'll try again by myself."),
    "slow": phrase("Too fast for me. Try again in a moment."),
    "finished": phrase("The game is over."),
    "cancelled": phrase("This game was called off."),
    "lost": phrase("This game is paused: its channel is out of reach."),
    "waiting": phrase("Waiting for {names}."),
    "square-of": phrase("{square}, {what}"),
    "places": phrase("{number} more places out of sight"),
    "hand-tile": phrase("Your tile"),
    "loading": phrase("Loading the board."),
    "watching": phrase("You are watching."),
    "replay": phrase("Step through the game"),
    "before": phrase("Turn before"),
    "after": phrase("Turn after"),
    "run": phrase("Play all turns"),
    "halt": phrase("Stop here"),
    "turn-of": phrase("Turn {number} of {total}"),
    "expected": phrase("Expected final points"),
    "lost-here": phrase("This turn cost {points} points."),
    "not-analysed": phrase("There's no analysis of this game yet."),
    "back-to-board": phrase("Back to the board"),
    "which-game": phrase("Which of your games?"),
    "no-games": phrase("You have no game here. Open one with /new."),
    "own-games": phrase("My games"),
}
"""Every sentence with the key by which the page knows it."""

TOURNAMENT_SENTENCES: Mapping[str, str] = {
    "about": phrase("{game}, {number} entered"),
    "watch": phrase("Watch the board"),
    "name": meant("head of a table", "Name"),
    "bracket": phrase("Bracket, to be scrolled sideways"),
}
"""The words of a tournament's public page by key; what standings and pairings say comes from where the chat has it."""


def sentences(words: Translator) -> Mapping[str, str]:
    """Return all texts of the page in one language by key, with their placeholders, which the page fills in."""
    return {key: words.say(text, **_themselves(text)) for key, text in SENTENCES.items()}


def _themselves(text: str) -> Mapping[str, str]:
    return {name: f"{{{name}}}" for name in placeholders(apart(text)[1])}
