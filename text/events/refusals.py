"""Why something about an event cannot be done, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from text.clocks.clocks import length
from text.events.kinds import PRESETS
from text.language import Words, phrase
from text.people.names import free, safe
from text.sentences import Params, counting, filled
from tournament.records import BadEvent

PLAIN: Mapping[str, str] = {
    "no-event": phrase("I did not find this tournament here. /tournament shows those of this server."),
    "event-running": phrase("This tournament has begun already."),
    "event-not-running": phrase("This tournament is not under way: it has not begun, or is over."),
    "event-changed": phrase("Someone else was faster. Look again: it may be done already."),
    "starts-too-soon": phrase("Choose a start at least five minutes from now, such as `2d` or `3h`."),
    "not-entered": phrase("That person has not entered this tournament."),
    "entry-closed": phrase("Entry is closed: this tournament takes no one in any more."),
    "out-of-event": phrase("You are out of this tournament, and cannot come back."),
    "no-check-in": phrase("There is no check-in now."),
    "no-teams": phrase("In this tournament everyone plays alone, so there are no teams."),
    "no-ladder": phrase("There are no challenges in this tournament: it is not a ladder."),
    "ends-by-itself": phrase("This tournament ends by itself, with its last game. You can cancel it."),
    "knock-out-decides": phrase(
        "In a knock-out a draw decides nothing. Decide each open pairing with **Rule**, or wait for the round's date."
    ),
    "no-preview": phrase("No round waits to be published: someone else did it, or this one still runs."),
    "no-pairing": phrase("There is no such pairing in that round."),
    "no-open-round": phrase("No round is open."),
    "not-official": phrase(
        "Only organisers and referees can do this: whoever opened the tournament, can manage channels, or has a role for it."
    ),
    "not-organiser": phrase(
        "Only organisers can do this: whoever opened the tournament, its deputies, and those who can manage the server's channels."
    ),
    "own-ruling": phrase(
        "You're in this tournament, so you can't decide this. Someone who isn't can; name a deputy with **Deputies**."
    ),
    "not-your-pairing": phrase("Only those who play a pairing can propose its result, or an organiser."),
    "no-proposal": phrase("This proposal isn't for you, or there's a newer one. Look at your latest private message."),
    "already-decided": phrase("This pairing is decided already. A referee can correct it."),
    "bad-score": phrase(
        "Write the score as `71-64`, the member's points first. It has to fit: more points for a win, equal ones for a draw."
    ),
    "no-reason": phrase("Give a reason: the people concerned will read it."),
    "no-text": phrase("There is nothing to send. Write the message."),
    "no-two": phrase("Choose two: both in the form, or one with the option `who` and the other, with @, as `detail`."),
    "entered-already": phrase(
        "Somebody has entered and agreed to how it is played, so that stays. Call it off and open another one."
    ),
    "no-whom": phrase("Say whom it is about: choose them in the form, or with the option `who`."),
    "no-open-game": phrase("No game is played there now: it has not begun, or is over. `replay` plays a pairing again."),
    "nobody-waits": phrase("The waiting list is empty."),
    "played-already": phrase("A substitute comes in only before the first game of a pairing has ended, and not in groups."),
    "no-replay": phrase("What came after it stands on this result. Decide the pairing with `win` or `draw` instead."),
    "nothing-changed": phrase("Nothing changes: it is like that already. Choose at least one option with another value."),
    "bad-limits": phrase("The lowest rating must not be above the highest: no one could enter."),
    "too-late-to-change": phrase(
        "It has begun: now only its name, its referees, the preview, the time for the first turn and the length of a round change."
    ),
    "own-appeal": phrase("This was your own ruling: another organiser or referee has to decide the appeal."),
    "no-deputy": phrase("That person is not a deputy of this tournament."),
    "organises-already": phrase("That person organises this tournament already."),
}
"""Refusals whose sentence needs no parameters."""


def _which_team(params: Params, words: Words) -> str:
    names = [safe(name) for name in params["names"]]
    said = words.say(
        "Teams play in this tournament. Name yours: `/tournament action:enter detail:` and its name, or a new one to found it."
    )
    return said + (" " + words.say("Teams: {names}.", names=words.list(names)) if names else "")


def _bad_lineup(params: Params, words: Words) -> str:
    if params["why"] == "team":
        return words.say("Name members of your own team who are in, such as `@ann @ben`.")
    if params["why"] == "twice":
        return words.say("Someone is in your line-up twice.")
    return words.count(
        "Name the player for {number} board.", "Name up to {number} players, the one for the first board first.", params["boards"]
    )


def _over(params: Params, words: Words) -> str:
    if params.get("status") == "cancelled":
        return words.say("This tournament was called off.")
    return words.say("This tournament is over.")


def _which(params: Params, words: Words) -> str:
    names = ", ".join(f"“{safe(name)}”" for name in params["names"])
    return words.say("Several tournaments are under way here: {names}. Say which one with the option `tournament`.", names=names)


def _already(params: Params, words: Words) -> str:
    if params.get("waiting"):
        return words.say("You are already on the waiting list. I tell you as soon as a place is free.")
    return words.say("You have already entered.")


def _no_skip(params: Params, words: Words) -> str:
    if params["why"] == "last":
        return words.say("The last round cannot be skipped.")
    if params["why"] == "most":
        return words.say("You have skipped {most} rounds, the maximum.", most=params["most"])
    return words.say("Only Swiss rounds can be skipped.")


def _entry_limit(params: Params, words: Words) -> str:
    return _LIMITS[params["why"]](params, words)


_LIMITS: Mapping[str, Callable[[Params, Words], str]] = {
    "role": lambda p, words: words.say("To enter you need this role: {role}.", role=f"<@&{p['role']}>"),
    "days": lambda p, words: words.count(
        "To enter you must have been on this server for {number} day.",
        "To enter you must have been on this server for {number} days.",
        p["least"],
    ),
    "games": lambda p, words: words.count(
        "To enter you need {number} finished game on this server. You have: {have}.",
        "To enter you need {number} finished games on this server. You have: {have}.",
        p["least"],
        have=p["have"],
    ),
    "reliable": lambda p, words: words.say(
        "To enter you must have made {least} of your last turns here in time. Yours: {have}.",
        least=words.share(p["least"] / 100),
        have=words.share(p["have"]),
    ),
    "rating-below": lambda p, words: words.say(
        "To enter you need a rating of at least {least}. Ratings count after ten rated games; /profile shows yours.",
        least=p["least"],
    ),
    "rating-above": lambda p, words: words.say(
        "This tournament is for ratings up to {most}. Yours: {have}.", most=p["most"], have=p["have"]
    ),
}


def _no_length(params: Params, words: Words) -> str:
    return words.say(
        "Say for how long with the option `time`, such as `12h` or `2d`: at most {most}.", most=length(params["most"], words)
    )


_APPEALS: Mapping[str, str] = {
    "none": phrase("There is no ruling here to appeal against, or no one has appealed."),
    "late": phrase("It is too late: you can appeal within 48 hours."),
    "again": phrase("There is an appeal against this ruling already. You are told what comes of it."),
    "not-yours": phrase("Only the people whom a ruling concerns can appeal."),
    "answered": phrase("This appeal was decided already."),
}


def _no_appeal(params: Params, words: Words) -> str:
    why = _APPEALS[params["why"]]
    return words.say(why)


def bad_event(params: Params, words: Words) -> str:
    """What is wrong with how an event was described."""
    found: BadEvent = params["found"]
    say = _BAD.get(found.code)
    return words.say("A tournament is not possible like this.") if say is None else say(found.params, words)


def _value(params: Params) -> str:
    return safe(str(params.get("value", ""))[:40])


_EXAMPLE = phrase("An example: `swiss:5 -> knock-out:8 final=3`.")

_BAD: Mapping[str, Callable[[Params, Words], str]] = {
    "unknown-preset": lambda p, words: words.say(
        "There is no kind “{value}”. Kinds: {choices}.", value=_value(p), choices=", ".join(PRESETS)
    ),
    "no-stage": lambda _, words: words.say("Name at least one stage.") + " " + words.say(_EXAMPLE),
    "too-many-stages": lambda p, words: words.say("There can be at most {most} stages.", most=p["most"]),
    "unknown-stage": lambda p, words: (
        words.say("There is no stage “{value}”. Stages: {choices}.", value=_value(p), choices=", ".join(p["choices"]))
        + " "
        + words.say(_EXAMPLE)
    ),
    "stage-size": lambda p, words: words.say(
        "I cannot read the stage “{value}”: after the colon comes a number of at most {most}.", value=_value(p), most=p["most"]
    ),
    "unknown-setting": lambda p, words: words.say(
        "A stage has no setting “{value}”. Settings: {choices}.", value=_value(p), choices=", ".join(p["choices"])
    ),
    "stage-setting": lambda p, words: words.say(
        "“{value}” does not fit there: `best-of` and `final` are 1, 3 or 5, `seats` is 3, 4 or 5. `final`, `third` and `shape` "
        "belong to `knock-out`; `seats` and `best` to `tables`; `twice` to `groups` and `league`; `moving` to `league`.",
        value=_value(p),
    ),
    "not-eight": lambda _, words: words.say("Championship quarter-finals need exactly eight players."),
    "too-few": lambda p, words: words.say(
        "{have} are in, and at least {least} are needed.", have=p.get("have", 0), least=p.get("least", 2)
    ),
    "duplicate-live": lambda _, words: words.say(
        "The same bag for all is for people who play at the same time: choose the pace `live` or `evening`."
    ),
    "duplicate-once": lambda _, words: words.say("With the same bag for all, each pairing is one game, and no ladder is played."),
    "boards-everywhere": lambda _, words: words.say("Teams play in all stages or in none: give each stage the same `boards`."),
    "ladder-last": lambda _, words: words.say("Nothing can follow a ladder: it goes on until it is ended. Make it the last stage."),
    "out-of-reach": lambda p, words: words.count(
        "You can challenge whoever stands {number} place above you and is free now, if you are free too.",
        "You can challenge whoever stands up to {number} places above you and is free now, if you are free too. "
        "You cannot meet the same person twice running while there are others.",
        p["reach"],
    ),
    "too-many-move": lambda p, words: words.say(
        "The divisions are too small for so many to go up and down: `moving={number}`. Choose fewer divisions.", number=p["moving"]
    ),
    "too-many-rounds": lambda p, words: words.say(
        "{rounds} rounds are too many for so few players: {most} at most.", rounds=p["rounds"], most=p["most"]
    ),
    "too-many": lambda p, words: words.say("A tournament takes between 2 and {most} entrants.", most=p["most"]),
    "not-paired": lambda _, words: words.say("That entrant is not in this round."),
    "same-table": lambda _, words: words.say("These two meet each other anyway: there is nothing to swap."),
}


def _too_many_messages(params: Params, words: Words) -> str:
    return words.count(
        "Organisers can write to everyone only once in 24 hours.",
        "Organisers can write to everyone at most {number} times in 24 hours.",
        params["most"],
    )


SPOKEN: Mapping[str, Callable[[Params, Words], str]] = {
    "event-over": _over,
    "which-team": _which_team,
    "no-captain": filled("Only the captain hands in the line-up: {captain}.", captain=lambda params: f"<@{params['captain']}>"),
    "bad-lineup": _bad_lineup,
    "not-for-so-many": counting(
        "{number} player cannot play this game. Choose other options or stages.",
        "{number} players cannot play this game. Choose other options or stages.",
        "number",
    ),
    "which-event": _which,
    "bad-event": bad_event,
    "rules-first": filled("Read and accept the organiser's rules first:\n{text}", text=lambda params: free(params["text"])),
    "no-name": filled("Give it a name of at most {most} characters."),
    "too-many-events": filled("This server already has {most} tournaments under way, the maximum. Finish or call off one first."),
    "already-entered": _already,
    "check-in-later": filled("Check-in opens {when}.", when=lambda params: f"<t:{int(params['opens'].timestamp())}:R>"),
    "no-skip": _no_skip,
    "already-skipped": filled("You already skip round {number}.", number=lambda params: params["round"]),
    "no-ruling": filled("Choose one of: {choices}.", choices=lambda params: ", ".join(params["choices"])),
    "entry-limit": _entry_limit,
    "no-seed": filled("Choose a place between 1 and {most}; 0 leaves it to the rating."),
    "no-length": _no_length,
    "no-appeal": _no_appeal,
    "too-many-messages": _too_many_messages,
    "too-many-deputies": filled("There can be at most {most} deputies."),
}
"""Refusals whose sentence is filled in."""
