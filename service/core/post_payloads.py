"""The payload of every kind of post, checked when it is queued: a wrong one fails in its use-case, not when it is to be sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import Any

from storage.rows import EVENT, MATCH, PERSON, REPLY, SERVER, Cause, NewPost, Post, Subject, UserId

Check = Callable[[Any], bool]


class InvalidPostError(Exception):
    """A post that could not be built: a mistake of the use-case that queues it. Nothing is written."""


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _moment(value: Any) -> bool:
    """Return whether a value is a moment in ISO format."""
    if not isinstance(value, str):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _mapping(value: Any) -> bool:
    return isinstance(value, Mapping)


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _each(check: Check) -> Check:
    return lambda value: isinstance(value, list | tuple) and all(map(check, value))


class Reaches(Enum):
    """The people whom a post mentions or writes to, by who makes it happen."""

    NOBODY = "nobody"
    OWED = "owed"
    """Somebody to whom the game itself owes it: their turn, their round, what they asked to hear. It is outside of all budgets."""
    PERSON = "person"
    """Somebody whom another person makes the bot reach."""
    EITHER = "either"
    """As `PERSON` if somebody's press did it, else `OWED`."""


@dataclass(frozen=True)
class Payload:
    """The fields of a post of one kind, or of a message of one code."""

    required: Mapping[str, Check] = field(default_factory=dict)
    optional: Mapping[str, Check] = field(default_factory=dict)
    reaches: Reaches = Reaches.NOBODY
    matter: str = ""
    """What it is about, together with the pairing or entrant that it names; empty where nothing follows from that."""
    replaces: bool = False
    """Whether it takes the place of the newest message about its matter, if that is of the same sender, kind and place."""

    def mistake(self, values: Mapping[str, Any]) -> str:
        """Return what is wrong with these values; empty if nothing is. More fields than declared harm no builder."""
        if lacking := sorted(set(self.required) - set(values)):
            return f"{', '.join(lacking)} is missing"
        checks = {**self.required, **self.optional}
        wrong = sorted(key for key, check in checks.items() if key in values and not check(values[key]))
        return f"{', '.join(f'{key}={values[key]!r}' for key in wrong)} is of a wrong type" if wrong else ""


_PLACE = {"round": _number, "table": _number}
_RULED = {"what": _text}
_OF_RULING = {
    "entrant": _number,
    **_PLACE,
    "length_s": _number,
    "reason": _text,
    "ruling": _number,
    "rates": _flag,
}
_CALLED = Payload({**_PLACE, "others": _each(_number)}, {"until": _moment})
_UNTIL = Payload({**_PLACE, "until": _moment})
_AT_TABLE = Payload(_PLACE)
_NOTHING = Payload()
_OF_USER = Payload({"user": _or_none(_number)})
_RIVAL = {"seat": _number}


def _reaching(how: Reaches, codes: Mapping[str, Payload]) -> dict[str, Payload]:
    """Return these payloads, all of which reach people in this way."""
    return {code: replace(payload, reaches=how) for code, payload in codes.items()}


NOTICES: Mapping[str, Payload] = {
    "cancelled": Payload({"by": _number}),
    "closed-down": _NOTHING,
    "lobby-expired": Payload({"days": _number}),
    "vacated": Payload({"seat": _number, "user": _or_none(_number), "why": _text, "level": _text}, {"timeout": _mapping}),
    "resumed": Payload(reaches=Reaches.EITHER),
    "undone": Payload({"seat": _number}),
    "returned": Payload({"seat": _number, "user": _or_none(_number)}),
    "taken-over": Payload({"seat": _number, "user": _number, "former": _or_none(_number)}),
    "timed-out": Payload(
        {"seat": _number, "user": _or_none(_number), "what": _text, "nth": _number, "since": _number, "had_s": _number},
        {"keeps_s": _number},
    ),
    "vacation": Payload({"user": _number, "until": _number}),
    "gave": Payload({"user": _number, "length_s": _number}),
    "overtime": Payload({"bank_s": _number, "turn_s": _number}),
    "let-back": _OF_USER,
    "stood-in": Payload({"user": _or_none(_number), "by": _number}),
    "shielded": Payload({"user": _number, "until": _number}),
    "voted": Payload(
        {"seat": _number, "version": _number, "votes": _number, "tied": _number, "texts": _each(_text)}, {"best": _each(_text)}
    ),
    "unvoted": Payload({"seat": _number, "version": _number, "votes": _number}),
    "rival-lost": Payload({**_RIVAL, "until": _number}),
    "rival-back": Payload(_RIVAL),
    "rival-left": Payload({**_RIVAL, "why": _text}),
    "rival-went-on": Payload(_RIVAL),
}
"""Of a match, by the code of the notice."""

LETTERS: Mapping[str, Payload] = {
    **_reaching(
        Reaches.OWED,
        {
            "champion-deleted": _NOTHING,
            "champion-above": _NOTHING,
            "champion-powerful": _NOTHING,
            "champion-lacking": _NOTHING,
            "champion-taking": _NOTHING,
            "next-season": Payload({"until": _moment}),
            "duel-lapsed": Payload({"entrant": _number}),
            "not-checked-in": _NOTHING,
            "event-too-few": Payload({"have": _number, "least": _number}),
            "preview": Payload({"round": _number}),
            "stuck": _NOTHING,
            "late": _UNTIL,
            "warned": _UNTIL,
            "be-ready": _UNTIL,
            "absent": _UNTIL,
            "gave-up-early": _UNTIL,
            "late-table": _UNTIL,
            "warned-table": _UNTIL,
            "no-show-table": _AT_TABLE,
            "lineup": Payload({"round": _number, "until": _moment}),
            "team-too-small": Payload({"boards": _number}),
            "play": _CALLED,
            "come": _CALLED,
            "accepted": _CALLED,
            "accepted-live": _CALLED,
            "bye": _CALLED,
            "time-decided": Payload({**_PLACE, "own_s": _number, "other_s": _number}),
            "channel-closed": _NOTHING,
        },
    ),
    **_reaching(
        Reaches.PERSON,
        {
            "asks-to-join": Payload({"entrant": _number, "number": _number}),
            "proposed": Payload(
                {**_RULED, **_PLACE, "entrant": _number, "reason": _text, "proposal": _number, "by": _number, "points": _text},
                {"rates": _flag},
                matter="result",
                replaces=True,
            ),
            "message": Payload({"text": _text}),
            "referee": Payload({"entrant": _number}, _PLACE),
        },
    ),
    **_reaching(
        Reaches.EITHER,
        {
            "duel-declined": Payload({"entrant": _number}),
            "moved-up": _NOTHING,
            "let-in": _NOTHING,
            "not-let-in": _NOTHING,
            "taken-off": _NOTHING,
            "no-show": Payload(_PLACE, {"ruling": _number}),
            "appointed": Payload({**_PLACE, "others": _each(_number), "at": _moment}),
            "challenged": Payload({"entrant": _number}),
            "out": Payload(_PLACE, {"ruling": _number}),
            "substituted": _AT_TABLE,
            "substitute": _AT_TABLE,
            "walkover": _AT_TABLE,
            "disqualified": Payload({"reason": _text, "ruling": _number}),
            "appeal": Payload(
                {**_RULED, "appellant": _number, "ruling": _number, "reason": _text},
                {**_OF_RULING, "reached": _each(_number), "lost": _each(_number)},
            ),
            "appealed": Payload({**_RULED, "upheld": _flag}, _OF_RULING),
            "differs": Payload({**_RULED, **_PLACE, "entrant": _number}, matter="result"),
            "you-organise": _NOTHING,
            "ruled": Payload({**_RULED, "reason": _text}, _OF_RULING),
            "agreed": Payload({**_RULED, **_PLACE, "entrant": _number}, {"rates": _flag, "ruling": _number}, matter="result"),
            "shielded": Payload({**_PLACE, "entrant": _number, "until": _moment}),
        },
    ),
}
"""Private messages about an event, by code."""

BULLETINS: Mapping[str, Payload] = {
    "event-started": Payload({"entrants": _number}),
    "event-cancelled": _NOTHING,
    "event-too-few": Payload({"have": _number, "least": _number}),
    "round": Payload({"round": _number}),
    "round-over": Payload({"round": _number}),
    "lineups": Payload({"round": _number, "until": _moment}),
    "challenge-over": Payload({**_PLACE, "entrant": _number, "stands": _number}),
    "champion": _NOTHING,
    "no-champion": _NOTHING,
    "duel-over": _NOTHING,
    "stuck": _NOTHING,
    "substitute": Payload({**_PLACE, "entrant": _number}),
    "unheard": Payload({"user": _number}, reaches=Reaches.OWED),
    "ruling": Payload(_RULED, _OF_RULING),
    "agreed": Payload({**_RULED, **_PLACE, "entrant": _number}, {"rates": _flag}),
    "appeal": Payload({"entrant": _number, "ruling": _number}),
    "settings-changed": Payload({"keys": _each(_text)}),
    "appealed": Payload({**_RULED, "upheld": _flag}, _OF_RULING),
    "referee": Payload({"entrant": _number}, _PLACE),
    "host-left": Payload({"by": _or_none(_number)}),
}
"""Messages to everybody in an event, by code."""

_PARTED = Payload({**_PLACE, "entrants": _each(_number)})
APPOINTMENTS: Mapping[str, Payload] = {
    "proposed": Payload(
        {**_PLACE, "entrant": _number, "user": _number, "number": _number, "moments": _each(_moment)},
        reaches=Reaches.PERSON,
        matter="hours",
        replaces=True,
    ),
    "agreed": Payload({**_PLACE, "at": _moment}, matter="hours"),
    "day": Payload({**_PLACE, "entrants": _each(_number), "at": _moment, "until": _moment}, reaches=Reaches.OWED),
    "soon": Payload({**_PLACE, "entrants": _each(_number), "at": _moment, "until": _moment}, reaches=Reaches.OWED),
    "absent": Payload({**_PLACE, "entrant": _number, "other": _number}),
    "late": _PARTED,
    "nobody": _PARTED,
    "no-calendar": Payload({**_PLACE, "why": _text}),
    "called-off": Payload(_PLACE, matter="hours"),
}
"""Messages about the hour at which two meet, by code."""

BY_CODE: Mapping[tuple[str, str], Mapping[str, Payload]] = {
    (MATCH, "notice"): NOTICES,
    (EVENT, "letter"): LETTERS,
    (EVENT, "call"): LETTERS,
    (EVENT, "bulletin"): BULLETINS,
    (EVENT, "appointment"): APPOINTMENTS,
}
"""Kinds of posts whose payload names a code, on which everything else in it depends."""

_DAILY = {"why": _text}
BY_KIND: Mapping[tuple[str, str], Payload] = {
    (MATCH, "turn"): Payload({"since": _number, "first": _flag}, reaches=Reaches.OWED),
    (MATCH, "begin"): Payload({"words": _text}, {"mirrors": _number}),
    (MATCH, "end"): Payload({"since": _number}, {"timeout": _mapping}, Reaches.OWED),
    (MATCH, "result"): Payload({"since": _number}, reaches=Reaches.OWED),
    (MATCH, "lost"): Payload({"reason": _text, "channel": _number}, reaches=Reaches.OWED),
    (MATCH, "reminder"): Payload(
        {"why": _text, "until": _or_none(_number), "what": _text, "since": _number, "others": _flag}, reaches=Reaches.OWED
    ),
    (MATCH, "morning"): Payload({"others": _number}, _DAILY, Reaches.OWED),
    (MATCH, "request"): Payload({"number": _number}, reaches=Reaches.PERSON),
    (MATCH, "answered"): Payload({"number": _number}),
    (MATCH, "pause"): Payload({"number": _number}),
    (MATCH, REPLY): Payload({"to": _number, "user": _number, "said": lambda value: isinstance(value, list | Mapping)}),
    (MATCH, "analysis"): Payload({"failed": _flag}, reaches=Reaches.OWED),
    (MATCH, "lobby"): _NOTHING,
    (EVENT, "pairing"): Payload(_PLACE, reaches=Reaches.EITHER),
    (EVENT, "board"): _NOTHING,
    (PERSON, "digest"): Payload({}, _DAILY, Reaches.OWED),
    (PERSON, "followed"): Payload({"match": _number, "why": _text}, {"seat": _number, "points": _number}, Reaches.OWED),
    (PERSON, "operators-letter"): Payload({"text": _text}, reaches=Reaches.OWED),
    (SERVER, "result"): Payload({"match": _number}),
    (SERVER, "closed"): Payload({"match": _number, "reason": _text}),
    (SERVER, "moved"): Payload({"match": _number, "channel": _number}),
    (SERVER, "welcome"): Payload({"person": _number}, {"channel": _or_none(_number)}, Reaches.OWED),
    (SERVER, "paper"): Payload({"since": _moment, "until": _moment}),
    (SERVER, "paper-lost"): Payload({"channel": _number}, reaches=Reaches.OWED),
    (SERVER, "puzzle"): Payload({"number": _number}),
    (SERVER, "solution"): Payload({"number": _number}),
    (SERVER, "seekers"): _NOTHING,
}
"""All other kinds of posts."""


def declared(topic_kind: str, kind: str, values: Mapping[str, Any]) -> Payload | None:
    """Return the declaration of a post; None for one that no builder knows."""
    codes = BY_CODE.get((topic_kind, kind))
    return BY_KIND.get((topic_kind, kind)) if codes is None else codes.get(str(values.get("code")))


def cause(topic_kind: str, kind: str, values: Mapping[str, Any], by: UserId | None = None) -> Cause | None:
    """Return the cause of a post that a press of `by` queues, or no press; None for one without reach or matter."""
    payload = declared(topic_kind, kind, values)
    if payload is None or (payload.reaches is Reaches.NOBODY and not payload.matter):
        return None
    is_owed = payload.reaches is Reaches.OWED or (by is not None and by <= 0)
    return Cause(str(values.get("code", kind)), None if is_owed else by, _matter(payload, values))


def _matter(payload: Payload, values: Mapping[str, Any]) -> str:
    if not payload.matter:
        return ""
    named = [values[key] for key in ("round", "table")] if "table" in values else [values.get("entrant", "")]
    return f"{payload.matter} {'.'.join(map(str, named))}"


def replaces(post: Post) -> bool:
    """Return whether a post may take the place of an unanswered one about the same matter."""
    payload = declared(post.topic.kind, post.kind, post.payload)
    return payload is not None and payload.replaces and post.cause is not None and bool(post.cause.about)


def must_be_buildable(topic: Subject, post: NewPost) -> None:
    """Raise `InvalidPostError` for a post that no builder could build, or that reaches a person without a cause."""
    code = f" {post.payload.get('code')}" if (topic.kind, post.kind) in BY_CODE else ""
    named, payload = f"{topic.kind} {post.kind}{code}", declared(topic.kind, post.kind, post.payload)
    if payload is None:
        raise InvalidPostError(f"{named}: nobody builds this")
    if mistake := payload.mistake({name: value for name, value in post.payload.items() if not code or name != "code"}):
        raise InvalidPostError(f"{named}: {mistake}")
    if post.cause is None and (payload.reaches is not Reaches.NOBODY or post.user_id is not None):
        raise InvalidPostError(f"{named}: it reaches somebody without a cause")
    if payload.reaches is Reaches.NOBODY and post.user_id is not None:
        raise InvalidPostError(f"{named}: it is declared to reach nobody")
    if payload.reaches is Reaches.PERSON and (post.cause is None or post.cause.by is None):
        raise InvalidPostError(f"{named}: it doesn't say who makes it happen")
