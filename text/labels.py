"""What buttons, selects and form fields say: short, verbs first. Every label fits a phone (a test measures each language)."""

from __future__ import annotations

from collections.abc import Mapping

from text.language import Words, meant, phrase

LABELS: Mapping[str, str] = {
    # lobby
    "join": meant("button", "Join"),
    "leave": meant("button", "Leave"),
    "settings": meant("button", "Settings"),
    "done": meant("button", "Done"),
    "terms": phrase("Time and terms"),
    "add-computer": phrase("Add computer"),
    "remove-computer": phrase("Remove computer"),
    "start": meant("button", "Start"),
    "invite": phrase("Invite whom?"),
    # turn message
    "place": phrase("Place tile"),
    "choose": meant("button", "Choose"),
    "play": meant("button", "Play"),
    "type": phrase("Type the move"),
    "turn": phrase("Show the table"),
    "whole": phrase("Whole board"),
    "score": meant("button", "Score"),
    "why-scored": phrase("Why these points?"),
    "why-open": phrase("What is open?"),
    "newer-scores": phrase("Newer scores"),
    "older-scores": phrase("Earlier scores"),
    "tiles": phrase("Tiles left"),
    "in-words": phrase("In words"),
    "hand": phrase("My hand"),
    "more": meant("button", "More"),
    "text-board": phrase("Board as text"),
    "text-features": phrase("Who stands where"),
    "legend": phrase("How to read the board"),
    "log": phrase("All moves"),
    "share": phrase("Share with everyone"),
    "undo": phrase("Undo my turn"),
    "resign": meant("button", "Resign"),
    "resume": phrase("Continue there"),
    "return": phrase("I'm back"),
    "take-over": phrase("Take over"),
    "stand-in": phrase("Let the computer play this turn"),
    # draft
    "turn-tile": meant("button", "Rotate"),
    "other-spot": phrase("Other spot"),
    "confirm": meant("button", "Confirm"),
    "take-back": meant("button", "Undo"),
    "pass": phrase("Pass the turn"),
    "ask-others": phrase("Ask the others"),
    "agree": meant("button", "Agree"),
    "disagree": phrase("Do not agree"),
    "end-pause": phrase("End the pause"),
    "back": meant("button", "Back"),
    "discard": phrase("Don't add"),
    "start-over": phrase("Start over"),
    "open-draft": phrase("Open my unfinished move"),
    "more-spots": phrase("More spots"),
    "fewer-spots": phrase("Earlier spots"),
    "where": phrase("Where?"),
    "facing": phrase("Which rotation?"),
    "figure": phrase("A meeple?"),
    "hole": phrase("Which empty square?"),
    "which-map": phrase("Show which map?"),
    # lists and pages
    "next": meant("button", "Next"),
    "previous": meant("button", "Previous"),
    "next-game": phrase("Next game"),
    "topic": phrase("Which topic?"),
    # looking back
    "replay": meant("button", "Replay"),
    "step-through": phrase("Turn by turn"),
    "first-turn": meant("button", "First"),
    "earlier-turn": meant("button", "Back"),
    "later-turn": meant("button", "Forward"),
    "last-turn": meant("button", "Last"),
    "turns-all": phrase("All turns"),
    "turns-mine": phrase("My turns"),
    "turns-scored": meant("button", "Scorings"),
    "which-turn": phrase("Go to which turn?"),
    # after the end
    "rematch": meant("button", "Rematch"),
    "export": meant("button", "Export"),
    "verify": meant("button", "Verify"),
    "practise-again": phrase("Practise again"),
    "leave-practice": phrase("Leave the practice game"),
    # asking once more
    "yes-leave-practice": phrase("Leave it"),
    "yes-resign": phrase("Resign for good"),
    "yes-forget": phrase("Forget me for good"),
    "yes-cancel": phrase("Cancel for everyone"),
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
    "unblock": phrase("Unblock whom?"),
    # what a server chooses
    "server-0": meant("above choices", "Games"),
    "server-1": meant("above choices", "Places"),
    "server-2": phrase("Who may do what"),
    # tournaments
    "event-enter": meant("button", "Enter"),
    "event-leave": meant("button", "Leave"),
    "event-skip": phrase("Skip the next round"),
    "event-check-in": phrase("Check in"),
    "event-info": meant("button", "Info"),
    "event-mine": phrase("My pairing"),
    "event-standings": meant("button", "Standings"),
    "event-cross": meant("button", "Cross-table"),
    "event-bracket": meant("button", "Bracket"),
    "event-pairings": meant("button", "Pairings"),
    "event-here": phrase("I am here"),
    "event-referee": phrase("Call a referee"),
    "event-start": meant("button", "Start"),
    "event-preview": phrase("Show the round"),
    "event-publish": meant("button", "Publish"),
    "event-cancel": phrase("Call off"),
    "yes-cancel-event": phrase("Call off for everyone"),
    "yes-leave-event": phrase("Leave for good"),
    "no-event": phrase("No, go back"),
    # settings form
    "game": meant("above choices", "Game"),
    "edition": meant("above choices", "Edition"),
    "expansions": meant("above choices", "Expansions"),
    "seats": meant("above choices", "Seats"),
    "level": phrase("Computer player"),
    "here": phrase("Play in this channel"),
    "private": phrase("Private thread"),
}
"""Every label by its key."""


def label(key: str, words: Words) -> str:
    """A label in the reader's language."""
    return words.say(LABELS[key])
