"""The direct messages of an event to one person, and its bulletins in the channel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from text.clocks.time_controls import length
from text.guilds.server_settings import CHAMPION_TROUBLE
from text.message_templates import Fill, MessageTemplate, Params, counting, filled, pattern
from text.tournaments.stage_names import SETTINGS
from text.translator import Translator, phrase
from text.users.player_names import free, safe


def letter(code: str, event: str, params: Params, words: Translator) -> str:
    """Return a direct message; `params` are those of its row, with names and moments in words already."""
    return words.say("**{event}** · {what}", event=safe(event), what=_LETTERS[code](params, words))


def bulletin(code: str, params: Params, words: Translator) -> str:
    """Return a bulletin for the event's channel."""
    return _BULLETINS[code](params, words)


def ruling(p: Params, words: Translator) -> str:
    """Return a ruling in words, without its reason."""
    return words.say("Ruling: {what}.", what=_RULED[str(p["what"])](p, words)) + _rates(p, words)


def _rates(p: Params, words: Translator) -> str:
    """Return the sentence that a result from elsewhere counts for ratings; empty if it doesn't."""
    return " " + words.say("It counts for ratings.") if p.get("rates") else ""


def _rated_end(p: Params, words: Translator) -> str:
    """Return the sentence about ratings behind text without a full stop."""
    return "." + _rates(p, words) if p.get("rates") else ""


def _name(p: Params) -> str:
    return safe(str(p.get("name", "")))


def _more_time(p: Params, words: Translator) -> str:
    return (_MORE_FOR_ONE if p.get("name") else _MORE_FOR_ALL)(p, words)


_PLACED: Mapping[str, Fill] = {"name": _name, "round": lambda p: p.get("round"), "table": lambda p: p.get("table")}
_TIMED = {**_PLACED, "time": lambda p, words: length(timedelta(seconds=abs(p.get("length_s", 0))), words)}
_MORE_FOR_ONE = filled("{time} more for {name} ({round}, table {table})", **_TIMED)
_MORE_FOR_ALL = filled("{time} more for everyone ({round}, table {table})", **_TIMED)

_RULED: Mapping[str, Callable[[Params, Translator], str]] = {
    "win": filled("win for {name} ({round}, table {table})", **_PLACED),
    "draw": filled("draw ({round}, table {table})", **_PLACED),
    "absent": filled("{name} didn't come ({round}, table {table})", **_PLACED),
    "neither": filled("both lose ({round}, table {table})", **_PLACED),
    "disqualify": filled("{name} is out", name=_name),
    "more-time": _more_time,
    "pause": filled("the clocks stop for {time} ({round}, table {table})", **_TIMED),
    "resume": filled("the clocks are running again ({round}, table {table})", **_PLACED),
    "take-back": filled("{name}'s last turn is undone ({round}, table {table})", **_PLACED),
    "replay": filled("played again from the start ({round}, table {table})", **_PLACED),
    "substitute": filled("a substitute for {name} ({round}, table {table})", **_PLACED),
}
"""By what was ruled."""


appeal_by: MessageTemplate[str] = pattern("-# You can appeal until {when}.")
"""Below a ruling, and below the news that somebody has lost by not coming."""


agree_by_typing: MessageTemplate[int] = pattern("-# Or type `/tournament action:agree detail:{number}`.")
"""Below a proposal that somebody has asked for."""


def _reached(p: Params, words: Translator) -> str:
    """Return when messages about a round reached an absent player, and when some didn't; empty where it's unknown."""
    lines = [
        words.say(sentence, stamps=words.list([f"<t:{moment}:f>" for moment in p.get(key, ())]))
        for key, sentence in _DELIVERIES.items()
        if p.get(key)
    ]
    return " ".join(lines)


_DELIVERIES: Mapping[str, str] = {
    "reached": phrase("My private messages about it reached them at {stamps}."),
    "lost": phrase("These could not be delivered: {stamps}."),
}
"""By what became of messages to somebody who didn't come."""


def appealed(p: Params, words: Translator) -> str:
    """Return the outcome of an appeal."""
    if p["upheld"]:
        return words.say("After an appeal, this ruling stands: {what}", what=_RULED[str(p["what"])](p, words))
    return words.say("After an appeal, this ruling is set aside: {what}", what=_RULED[str(p["what"])](p, words))


def _because(text: str, p: Params, words: Translator) -> str:
    if not p.get("reason"):
        return text
    return text + " " + words.say("Reason: {reason}", reason=free(str(p.get("reason", ""))))


def _against(p: Params, words: Translator) -> str:
    """Return the opponents and who begins."""
    names = words.list([safe(name) for name in p["names"]])
    return words.say("{round}, against {names}. {begins}", round=p["round"], names=names, begins=p["begins"])


def _accepted(p: Params, words: Translator) -> str:
    """Return who accepted a challenge and who begins."""
    names = words.list([safe(name) for name in p["names"]])
    return words.say("{names} accepted your challenge. {begins}", names=names, begins=p["begins"])


def _say_here(p: Params, words: Translator) -> str:
    """Return what a player does whose game waits to begin.

    `meets` at an agreed hour, or `proposes` one.
    """
    if p.get("meets"):
        return words.say(
            "Your game is {when}, in {place}. Check in here from 15 minutes before.", when=p["meets"], place=p["place"]
        )
    if p.get("proposes") or not p.get("when"):  # no hour was set: it was played by appointment when this was written
        return words.say("Agree on a time with **{button[event-propose]}**. Your game begins then, in {place}.", place=p["place"])
    return words.say(
        "Say here that you're there. Your game begins in {place} when you're both there, or {when}.",
        when=p["when"],
        place=p["place"],
    )


def _others(p: Params, words: Translator) -> str:
    return words.list([safe(name) for name in p["names"]])


def _shown(p: Params) -> dict[str, object]:
    return {key: p[key] for key in ("round", "place")}


def _lines(*lines: str) -> str:
    return "\n".join(line for line in lines if line)


_LETTERS: Mapping[str, Callable[[Params, Translator], str]] = {
    **{trouble: filled(sentence) for trouble, sentence in CHAMPION_TROUBLE.items()},
    "next-season": filled(
        "the next season is open for entry. A place is held for you: press **{button[event-enter]}** in {place}. "
        "It goes to others {when}.",
        place=lambda p: p["home"],
    ),
    "duel-declined": filled("{name} declined your challenge.", name=lambda p: safe(str(p["name"]))),
    "duel-lapsed": filled("{name} didn't answer your challenge in time.", name=lambda p: safe(str(p["name"]))),
    "moved-up": filled("a place is free now, so you're in."),
    "not-checked-in": filled("you didn't check in, so it begins without you."),
    "event-too-few": filled("it was called off: only {have} entered, and it needs at least {least}."),
    "preview": filled(
        "{round} is paired. If you do nothing, I'll publish it: {when}. With the button you can look at it and publish it sooner; "
        "**{button[event-swap]}** changes it."
    ),
    "previewed": filled("{round} is paired and published."),
    "stuck": filled(
        "it can't go on: I can't work out what comes next. Correct a wrong result with **{button[event-rule]}**, end it with the "
        "places as they stand, or cancel it. I'll keep trying."
    ),
    "late": filled("your game is waiting for your first turn: {place}. Play it by {when}, or you lose."),
    "warned": filled("you're about to lose! Your game is waiting for your first turn: {place}. Time runs out {when}."),
    "appointed": lambda p, words: _lines(
        words.say("you meet {names} {when} ({round}): {place}", names=_others(p, words), when=p["when"], **_shown(p)),
        words.say("If you're 10 minutes late, you lose.") if p.get("loses") else "",
    ),
    "be-ready": filled(
        "your opponent isn't here yet: {place}. Press **{button[event-here]}** there, and you win if they don't come {when}."
    ),
    "no-show": filled("you didn't come ({round}), so you lost that game. If it happens again, you're out."),
    "absent": filled("you didn't come ({round}), so you lost that game and I've paused you. You can join again {when}."),
    "gave-up-early": filled(
        "you gave up before half the game was played ({round}), so I've paused you. You can join again {when}."
    ),
    "late-table": filled("your table is waiting for your first turn: {place}. Play it by {when}, or a computer plays on for you."),
    "warned-table": filled(
        "you're about to lose your seat! Your table is waiting for your first turn: {place}. Time runs out {when}."
    ),
    "no-show-table": filled(
        "you didn't come ({round}), so a computer plays on for you and you come last. If it happens again, you're out."
    ),
    "lineup": filled(
        "{round} is paired. You're the captain: hand in your line-up with `/tournament action:lineup`, starting "
        "with the first board. Both line-ups are published {when}. Without yours, your last one counts, or the "
        "order of entry.",
        round=lambda p: p["round"][:1].upper() + p["round"][1:],
    ),
    "asks-to-join": filled("{name} would like to play for your team. Until you let them in, they don't.", name=_name),
    "let-in": filled("your captain has let you in: you belong to the team now."),
    "taken-off": filled("your captain has taken you off the team, so you don't play for it any more."),
    "not-let-in": filled("your team's captain hasn't let you in, so it begins without you."),
    "team-too-small": counting(
        "your team had fewer than {number} member, so it begins without you.",
        "your team had fewer than {number} members, so it begins without you.",
        "boards",
    ),
    "challenged": filled("{name} challenges you. The game has its own thread, and I'll ping you there when it begins.", name=_name),
    "out": filled("you didn't come again ({round}), so you're out. Your results stay."),
    "substituted": filled("you didn't come ({round}), so someone from the waiting list plays in your place. Your results stay."),
    "substitute": filled("someone didn't come, so you take their place ({round}): {place}"),
    "play": lambda p, words: _lines(
        _against(p, words),
        words.say("Your game: {place} You have {time} for your first turn.", place=p["place"], time=p["time"]),
        words.say("The round ends {when}.", when=p["when"]) if p.get("when") else "",
    ),
    "come": lambda p, words: _lines(_against(p, words), _say_here(p, words)),
    "accepted": lambda p, words: _lines(
        _accepted(p, words),
        words.say("Your game: {place} You have {time} for your first turn.", place=p["place"], time=p["time"]),
    ),
    "accepted-live": lambda p, words: _lines(_accepted(p, words), _say_here(p, words)),
    "bye": filled("{round}: you have a bye. It counts as a win."),
    "time-decided": filled(
        "the round's date has come ({round}): {place}. In a knock-out, a game still open is lost by the player "
        "who used more time, or decided at random if equal. You've used {own}, your opponent {other}.",
        own=lambda p, words: length(timedelta(seconds=p["own_s"]), words),
        other=lambda p, words: length(timedelta(seconds=p["other_s"]), words),
    ),
    "walkover": filled("your opponent didn't come ({round}), so you win that game."),
    "disqualified": lambda p, words: _because(words.say("you're out by ruling."), p, words),
    "appeal": lambda p, words: _lines(
        _because(
            words.say("{name} appeals, and someone else has to decide. {what}", name=safe(str(p["by"])), what=ruling(p, words)),
            p,
            words,
        ),
        _reached(p, words),
    ),
    "appealed": appealed,
    "differs": filled("another referee wants to overrule you. {what} You can talk about it first.", what=ruling),
    "you-organise": filled("you're the organiser now. /tournament shows where it stands and what you can do; it runs by itself."),
    "ruled": lambda p, words: _because(ruling(p, words), p, words),
    "proposed": lambda p, words: _because(
        words.say("{name} proposes: {what}", name=safe(str(p["official"])), what=_RULED[str(p["what"])](p, words))
        + (" (" + str(p["points"]) + ")" if p["points"] else "")
        + ". "
        + (
            words.say("It counts for the standings and for ratings. If it's wrong, do nothing.")
            if p.get("rates")
            else words.say("It counts for the standings, but not for ratings. If it's wrong, do nothing.")
        ),
        p,
        words,
    ),
    "agreed": lambda p, words: (
        words.say("all of your pairing agreed: {what}", what=_RULED[str(p["what"])](p, words)) + _rated_end(p, words)
    ),
    "channel-closed": filled(
        "I can't write in its channel any more. Games go on; use `/tournament action:here` in another channel for everything else."
    ),
    "message": filled("the organiser writes:\n{text}", text=lambda p: free(str(p["text"]))),
    "shielded": filled(
        "{name} has left the server or is muted, and their opponent could have done that: {place}. "
        "Their clock is stopped for 72 hours: look into it and use **{button[event-rule]}**.",
        name=_name,
    ),
    "referee": filled("{name} is calling a referee: {place}", name=_name),
}

_BULLETINS: Mapping[str, Callable[[Params, Translator], str]] = {
    "event-started": counting(
        "**{event}** begins with {number} entrant.", "**{event}** begins with {number} entrants.", "entrants"
    ),
    "event-cancelled": filled("**{event}** was called off. You can finish running games, but they won't count for it."),
    "event-too-few": filled("**{event}** was called off: only {have} entered, and it needs at least {least}."),
    "round": filled("**{event}** · {round}"),
    "round-over": filled("**{event}** · {round}: results"),
    "lineups": filled("**{event}** · {round} is paired. Captains hand in their line-ups in private; all are published {when}."),
    "challenge-over": filled(
        "**{event}** · {round}: {result}. Number {place} is now {name}", place=lambda p: p["stands"], name=_name
    ),
    "champion": filled("**{event}** is over. Champion: **{name}**!"),
    "no-champion": filled("**{event}** is over. Nobody played a game, so there's no champion."),
    "stuck": filled(
        "**{event}** can't go on: I can't work out what comes next. Someone who manages channels can correct a "
        "result with **{button[event-rule]}**, or end it as it stands, both in /tournament."
    ),
    "substitute": filled("**{event}** · {round}, table {table}: {name} comes in from the waiting list.", name=_name),
    "unheard": filled("{who}, I have news about **{event}** that I can't send you in private. /tournament shows where you stand."),
    "ruling": filled("**{event}** · {what}", what=ruling),
    "agreed": lambda p, words: (
        words.say("**{event}** · agreed by the players: {what}", event=p["event"], what=_RULED[str(p["what"])](p, words))
        + _rated_end(p, words)
    ),
    "appeal": filled("**{event}** · {name} appeals against a ruling. A referee who didn't make it decides:", name=_name),
    "settings-changed": filled(
        "**{event}** · the organiser changed this: {what}",
        what=lambda p, words: words.list([words.say(SETTINGS[key]) for key in p["keys"]]),
    ),
    "appealed": filled("**{event}** · {what}", what=appealed),
    "referee": filled("**{event}** · {name} is calling a referee: {place}", name=_name, place=lambda p: p.get("place", "")),
    "host-left": lambda p, words: (
        words.say(
            "**{event}** · the organiser has left. {name} is the organiser now", event=p["event"], name=safe(str(p["official"]))
        )
        if p.get("official")
        else words.say(
            "**{event}** · the organiser has left. It runs on by itself; anyone who manages channels can name someone "
            "with **{button[event-deputies]}** in /tournament.",
            event=p["event"],
        )
    ),
}
"""Every kind of message to everybody."""
