"""What an event tells one person in private, and what it tells everybody in its channel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from text.clocks.clocks import length
from text.events.kinds import SETTINGS
from text.language import Words
from text.people.names import free, safe
from text.sentences import Params
from text.servers.server_settings import CHAMPION_TROUBLE


def letter(code: str, event: str, params: Params, words: Words) -> str:
    """A private message; `params` as its row has them, with names and moments in words already."""
    return words.say("**{event}** · {what}", event=safe(event), what=_LETTERS[code](params, words))


def bulletin(code: str, params: Params, words: Words) -> str:
    """A message to everybody."""
    return _BULLETINS[code](params, words)


def ruling(p: Params, words: Words) -> str:
    """What was ruled, without the reason."""
    return words.say("Ruling: {what}.", what=_RULED[str(p["what"])](p, words)) + _rates(p, words)


def _rates(p: Params, words: Words) -> str:
    """That a result from elsewhere counts for ratings."""
    return " " + words.say("It counts for ratings.") if p.get("rates") else ""


def _rated_end(p: Params, words: Words) -> str:
    """The same behind what has no full stop."""
    return "." + _rates(p, words) if p.get("rates") else ""


def _time(p: Params, words: Words) -> dict[str, Any]:
    return {**_place(p), "time": length(timedelta(seconds=abs(p.get("length_s", 0))), words)}


def _more_time(p: Params, words: Words) -> str:
    if p.get("name"):
        return words.say("{time} more for {name} ({round}, table {table})", **_time(p, words))
    return words.say("{time} more for everyone ({round}, table {table})", **_time(p, words))


_RULED: Mapping[str, Callable[[Params, Words], str]] = {
    "win": lambda p, words: words.say("win for {name} ({round}, table {table})", **_place(p)),
    "draw": lambda p, words: words.say("draw ({round}, table {table})", **_place(p)),
    "neither": lambda p, words: words.say("both lose ({round}, table {table})", **_place(p)),
    "disqualify": lambda p, words: words.say("{name} is out", name=safe(str(p.get("name", "")))),
    "more-time": _more_time,
    "pause": lambda p, words: words.say("the clocks stop for {time} ({round}, table {table})", **_time(p, words)),
    "resume": lambda p, words: words.say("the clocks are running again ({round}, table {table})", **_place(p)),
    "take-back": lambda p, words: words.say("{name}'s last turn is undone ({round}, table {table})", **_place(p)),
    "replay": lambda p, words: words.say("played again from the start ({round}, table {table})", **_place(p)),
    "substitute": lambda p, words: words.say("a substitute for {name} ({round}, table {table})", **_place(p)),
}
"""By what was ruled."""


def appealed(p: Params, words: Words) -> str:
    """What came of an appeal."""
    if p["upheld"]:
        return words.say("After an appeal, this ruling stands: {what}", what=_RULED[str(p["what"])](p, words))
    return words.say("After an appeal, this ruling is set aside: {what}", what=_RULED[str(p["what"])](p, words))


def _place(p: Params) -> dict[str, Any]:
    return {"table": p.get("table"), "round": p.get("round"), "name": safe(str(p.get("name", "")))}


def _because(text: str, p: Params, words: Words) -> str:
    return text + " " + words.say("Reason: {reason}", reason=free(str(p.get("reason", ""))))


def _against(p: Params, words: Words) -> str:
    """Whom one meets, and who begins."""
    names = words.list([safe(name) for name in p["names"]])
    return words.say("{round}, against {names}. {begins}", round=p["round"], names=names, begins=p["begins"])


def _accepted(p: Params, words: Words) -> str:
    """Who has accepted a challenge, and who begins."""
    names = words.list([safe(name) for name in p["names"]])
    return words.say("{names} accepted your challenge. {begins}", names=names, begins=p["begins"])


def _say_here(p: Params, words: Words) -> str:
    """What somebody does whose game waits for its players; `meets` at an hour that both have agreed on, or `proposes` one."""
    if p.get("meets"):
        return words.say(
            "You meet {when}, in {place}. Say here that you're there, from 15 minutes before.", when=p["meets"], place=p["place"]
        )
    if p.get("proposes"):
        return words.say("Agree on an hour with **{button[event-propose]}**. Your game begins then, in {place}.", place=p["place"])
    return words.say(
        "Say here that you're there. Your game begins in {place} when you're both there, or {when}.",
        when=p["when"],
        place=p["place"],
    )


def _lines(*lines: str) -> str:
    return "\n".join(line for line in lines if line)


def _champion(trouble: str) -> Callable[[Params, Words], str]:
    return lambda _, words: words.say(CHAMPION_TROUBLE[trouble])


_LETTERS: Mapping[str, Callable[[Params, Words], str]] = {
    **{trouble: _champion(trouble) for trouble in CHAMPION_TROUBLE},
    "next-season": lambda p, words: words.say(
        "the next season is open for entry. A place is held for you: press **{button[event-enter]}** in {place}. "
        "It goes to others {when}.",
        place=p["home"],
        when=p["when"],
    ),
    "moved-up": lambda _, words: words.say("a place is free now, so you're in."),
    "not-checked-in": lambda _, words: words.say("you didn't check in, so it begins without you."),
    "event-too-few": lambda p, words: words.say(
        "it was called off: only {have} entered, and it needs at least {least}.", have=p["have"], least=p["least"]
    ),
    "preview": lambda p, words: words.say(
        "{round} is paired. I'll publish it {when}. With the button you can look at it and publish it sooner; "
        "**{button[event-swap]}** changes it.",
        round=p["round"],
        when=p["when"],
    ),
    "stuck": lambda _, words: words.say(
        "it can't go on: I can't work out what comes next. Correct a wrong result with **{button[event-rule]}**, end it with the "
        "places as they stand, or cancel it. I'll keep trying."
    ),
    "late": lambda p, words: words.say(
        "your game is waiting for your first turn: {place}. Play it by {when}, or you lose.", place=p["place"], when=p["when"]
    ),
    "warned": lambda p, words: words.say(
        "you're about to lose! Your game is waiting for your first turn: {place}. Time runs out {when}.",
        place=p["place"],
        when=p["when"],
    ),
    "be-ready": lambda p, words: words.say(
        "your opponent isn't here yet: {place}. Press **{button[event-here]}** there, and you win if they don't come {when}.",
        place=p["place"],
        when=p["when"],
    ),
    "no-show": lambda p, words: words.say(
        "you didn't come ({round}), so you lost that game. If it happens again, you're out.", round=p["round"]
    ),
    "absent": lambda p, words: words.say(
        "you didn't come ({round}), so you lost that game and I've paused you. You can join again {when}.",
        round=p["round"],
        when=p["when"],
    ),
    "gave-up-early": lambda p, words: words.say(
        "you gave up before half the game was played ({round}), so I've paused you. You can join again {when}.",
        round=p["round"],
        when=p["when"],
    ),
    "late-table": lambda p, words: words.say(
        "your table is waiting for your first turn: {place}. Play it by {when}, or a computer plays on for you.",
        place=p["place"],
        when=p["when"],
    ),
    "warned-table": lambda p, words: words.say(
        "you're about to lose your seat! Your table is waiting for your first turn: {place}. Time runs out {when}.",
        place=p["place"],
        when=p["when"],
    ),
    "no-show-table": lambda p, words: words.say(
        "you didn't come ({round}), so a computer plays on for you and you come last. If it happens again, you're out.",
        round=p["round"],
    ),
    "lineup": lambda p, words: words.say(
        "{round} is paired. You're the captain: hand in your line-up with `/tournament action:lineup`, starting "
        "with the first board. Both line-ups are published {when}. Without yours, your last one counts, or the "
        "order of entry.",
        round=p["round"][:1].upper() + p["round"][1:],
        when=p["when"],
    ),
    "team-too-small": lambda p, words: words.count(
        "your team had fewer than {number} member, so it begins without you.",
        "your team had fewer than {number} members, so it begins without you.",
        p["boards"],
    ),
    "challenged": lambda p, words: words.say(
        "{name} challenges you. The game has its own thread, and I'll ping you there when it begins.", name=safe(str(p["name"]))
    ),
    "out": lambda p, words: words.say("you didn't come again ({round}), so you're out. Your results stay.", round=p["round"]),
    "substituted": lambda p, words: words.say(
        "you didn't come ({round}), so someone from the waiting list plays in your place. Your results stay.", round=p["round"]
    ),
    "substitute": lambda p, words: words.say(
        "someone didn't come, so you take their place ({round}): {place}", round=p["round"], place=p["place"]
    ),
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
    "bye": lambda p, words: words.say("{round}: you have a bye. It counts as a win.", round=p["round"]),
    "time-decided": lambda p, words: words.say(
        "the round's date has come ({round}): {place}. In a knock-out, a game still open is lost by the player "
        "who used more time, or decided at random if equal. You've used {own}, your opponent {other}.",
        round=p["round"],
        place=p["place"],
        own=length(timedelta(seconds=p["own_s"]), words),
        other=length(timedelta(seconds=p["other_s"]), words),
    ),
    "walkover": lambda p, words: words.say("your opponent didn't come ({round}), so you win that game.", round=p["round"]),
    "disqualified": lambda p, words: _because(words.say("you're out by ruling."), p, words),
    "appeal": lambda p, words: _because(
        words.say("{name} appeals, and someone else has to decide. {what}", name=safe(str(p["by"])), what=ruling(p, words)),
        p,
        words,
    ),
    "appealed": appealed,
    "differs": lambda p, words: words.say(
        "another referee wants to overrule you. {what} You can talk about it first.", what=ruling(p, words)
    ),
    "you-organise": lambda _, words: words.say(
        "you're the organiser now. /tournament shows where it stands and what you can do; it runs by itself."
    ),
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
    "channel-closed": lambda _, words: words.say(
        "I can't write in its channel any more. Games go on; use `/tournament action:here` in another channel for everything else."
    ),
    "message": lambda p, words: words.say("the organiser writes:\n{text}", text=free(str(p["text"]))),
    "shielded": lambda p, words: words.say(
        "{name} has left the server or is muted, and their opponent could have done that: {place}. "
        "Their clock is stopped for 72 hours: look into it and use **{button[event-rule]}**.",
        name=safe(str(p["name"])),
        place=p["place"],
    ),
    "referee": lambda p, words: words.say("{name} is calling a referee: {place}", name=safe(str(p["name"])), place=p["place"]),
}

_BULLETINS: Mapping[str, Callable[[Params, Words], str]] = {
    "event-started": lambda p, words: words.count(
        "**{event}** begins with {number} entrant.", "**{event}** begins with {number} entrants.", p["entrants"], event=p["event"]
    ),
    "event-cancelled": lambda p, words: words.say(
        "**{event}** was called off. You can finish running games, but they won't count for it.", event=p["event"]
    ),
    "event-too-few": lambda p, words: words.say(
        "**{event}** was called off: only {have} entered, and it needs at least {least}.",
        event=p["event"],
        have=p["have"],
        least=p["least"],
    ),
    "round": lambda p, words: words.say("**{event}** · {round}", event=p["event"], round=p["round"]),
    "round-over": lambda p, words: words.say("**{event}** · {round}: results", event=p["event"], round=p["round"]),
    "lineups": lambda p, words: words.say(
        "**{event}** · {round} is paired. Captains hand in their line-ups in private; all are published {when}.",
        event=p["event"],
        round=p["round"],
        when=p["when"],
    ),
    "challenge-over": lambda p, words: words.say(
        "**{event}** · {round}: {result}. Number {place} is now {name}",
        event=p["event"],
        round=p["round"],
        result=p["result"],
        place=p["stands"],
        name=safe(str(p["name"])),
    ),
    "champion": lambda p, words: words.say("**{event}** is over. Champion: **{name}**!", event=p["event"], name=p["name"]),
    "no-champion": lambda p, words: words.say(
        "**{event}** is over. Nobody played a game, so there's no champion.", event=p["event"]
    ),
    "stuck": lambda p, words: words.say(
        "**{event}** can't go on: I can't work out what comes next. Someone who manages channels can correct a "
        "result with **{button[event-rule]}**, or end it as it stands, both in /tournament.",
        event=p["event"],
    ),
    "substitute": lambda p, words: words.say(
        "**{event}** · {round}, table {table}: {name} comes in from the waiting list.",
        event=p["event"],
        round=p["round"],
        table=p["table"],
        name=safe(str(p["name"])),
    ),
    "unheard": lambda p, words: words.say(
        "{who}, I have news about **{event}** that I can't send you in private. /tournament shows where you stand.",
        who=p["who"],
        event=p["event"],
    ),
    "ruling": lambda p, words: words.say("**{event}** · {what}", event=p["event"], what=ruling(p, words)),
    "agreed": lambda p, words: (
        words.say("**{event}** · agreed by the players: {what}", event=p["event"], what=_RULED[str(p["what"])](p, words))
        + _rated_end(p, words)
    ),
    "appeal": lambda p, words: words.say(
        "**{event}** · {name} appeals against a ruling. A referee who didn't make it decides:",
        event=p["event"],
        name=safe(str(p["name"])),
    ),
    "settings-changed": lambda p, words: words.say(
        "**{event}** · the organiser changed this: {what}",
        event=p["event"],
        what=words.list([words.say(SETTINGS[key]) for key in p["keys"]]),
    ),
    "appealed": lambda p, words: words.say("**{event}** · {what}", event=p["event"], what=appealed(p, words)),
    "referee": lambda p, words: words.say(
        "**{event}** · {name} is calling a referee: {place}", event=p["event"], name=safe(str(p["name"])), place=p.get("place", "")
    ),
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
