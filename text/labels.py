"""What buttons, selects and form fields say: short, verbs first. Every label fits a phone (a test measures each language)."""

from __future__ import annotations

from collections.abc import Mapping

from text.language import Words, phrase

LABELS: Mapping[str, str] = {
    # lobby
    "join": phrase("Join"),
    "leave": phrase("Leave"),
    "settings": phrase("Settings"),
    "done": phrase("Done"),
    "terms": phrase("Time and terms"),
    "add-computer": phrase("Add computer"),
    "remove-computer": phrase("Remove computer"),
    "start": phrase("Start"),
    "invite": phrase("Invite whom?"),
    # turn message
    "place": phrase("Place tile"),
    "choose": phrase("Choose"),
    "play": phrase("Play"),
    "type": phrase("Type the move"),
    "turn": phrase("Show the table"),
    "whole": phrase("Whole board"),
    "score": phrase("Score"),
    "why-scored": phrase("Why these points?"),
    "why-open": phrase("What is open?"),
    "newer-scores": phrase("Newer scores"),
    "older-scores": phrase("Earlier scores"),
    "tiles": phrase("Tiles left"),
    "in-words": phrase("In words"),
    "hand": phrase("My hand"),
    "more": phrase("More"),
    "text-board": phrase("Board as text"),
    "text-features": phrase("Who stands where"),
    "legend": phrase("How to read the board"),
    "log": phrase("All moves"),
    "share": phrase("Share with everybody"),
    "undo": phrase("Undo my turn"),
    "resign": phrase("Resign"),
    "resume": phrase("Go on there"),
    "return": phrase("I'm back"),
    "take-over": phrase("Take over"),
    "stand-in": phrase("Let the computer play this turn"),
    # draft
    "turn-tile": phrase("Turn"),
    "other-spot": phrase("Other spot"),
    "confirm": phrase("Confirm"),
    "take-back": phrase("Take back"),
    "pass": phrase("Pass the turn"),
    "ask-others": phrase("Ask the others"),
    "agree": phrase("Agree"),
    "disagree": phrase("Do not agree"),
    "end-pause": phrase("End the pause"),
    "back": phrase("Back"),
    "discard": phrase("Discard"),
    "start-over": phrase("Start over"),
    "open-draft": phrase("Open my draft"),
    "more-spots": phrase("More spots"),
    "fewer-spots": phrase("Earlier spots"),
    "where": phrase("Where?"),
    "facing": phrase("Which way?"),
    "figure": phrase("A figure?"),
    "hole": phrase("Which hole?"),
    "which-map": phrase("Show which map?"),
    # lists and pages
    "next": phrase("Next"),
    "previous": phrase("Previous"),
    "next-game": phrase("Next game"),
    "topic": phrase("Which topic?"),
    # looking back
    "replay": phrase("Replay"),
    "step-through": phrase("Turn by turn"),
    "first-turn": phrase("First"),
    "earlier-turn": phrase("Back"),
    "later-turn": phrase("Forward"),
    "last-turn": phrase("Last"),
    "turns-all": phrase("All turns"),
    "turns-mine": phrase("My turns"),
    "turns-scored": phrase("Scorings"),
    "which-turn": phrase("Go to which turn?"),
    # after the end
    "rematch": phrase("Rematch"),
    "export": phrase("Export"),
    "verify": phrase("Verify"),
    "practise-again": phrase("Practise again"),
    "leave-practice": phrase("Leave the practice game"),
    # asking once more
    "yes-leave-practice": phrase("Leave it"),
    "yes-resign": phrase("Resign for good"),
    "yes-forget": phrase("Forget me for good"),
    "yes-cancel": phrase("Cancel for everybody"),
    "no": phrase("Keep playing"),
    # what a person prefers
    "preferences-0": phrase("Reading and playing"),
    "preferences-1": phrase("Reminders and hours"),
    "hours": phrase("Time zone and sleep hours"),
    # vacation
    "at-once": phrase("At once (twice a year)"),
    "vacation-end": phrase("End my vacation"),
    "back-here": phrase("I am back: go on with my move"),
    "unseek": phrase("Take me off the list"),
    "unblock": phrase("Whom do you let in again?"),
    # what a server chooses
    "server-0": phrase("Games"),
    "server-1": phrase("Places"),
    "server-2": phrase("Who may do what"),
    # tournaments
    "event-enter": phrase("Enter"),
    "event-leave": phrase("Leave"),
    "event-skip": phrase("Skip the next round"),
    "event-check-in": phrase("Check in"),
    "event-info": phrase("Info"),
    "event-mine": phrase("My pairing"),
    "event-standings": phrase("Standings"),
    "event-pairings": phrase("Pairings"),
    "event-here": phrase("I am here"),
    "event-referee": phrase("Call a referee"),
    "event-start": phrase("Start"),
    "event-preview": phrase("Show the round"),
    "event-publish": phrase("Publish"),
    "event-cancel": phrase("Call off"),
    "yes-cancel-event": phrase("Call off for everybody"),
    "yes-leave-event": phrase("Leave for good"),
    "no-event": phrase("No, go back"),
    # settings form
    "game": phrase("Game"),
    "edition": phrase("Edition"),
    "expansions": phrase("Expansions"),
    "seats": phrase("Seats"),
    "level": phrase("Computer player"),
    "here": phrase("Play in this channel"),
    "private": phrase("Private thread"),
}
"""Every label by its key."""


def label(key: str, words: Words) -> str:
    """A label in the reader's language."""
    return words.say(LABELS[key])
