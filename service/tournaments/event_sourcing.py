"""The rows of an event's log, and what each of them changes: all together give the state.

Kinds of rows and their payloads (entrants are numbers, rounds and tables ints):

* `open` {}; `enter` {entrant, waiting}; `leave`, `check-in`, `move-up` {entrant}; `settings` {keys}; `seed` {entrant, place}
* `hold` {entrants (in the order of the seeding), until}: places for who was in the season before
* `start` {stages, entrants: {number: rating}}; `stage` {places}
* `draw` {round, couples (or all at a table of three to five), best_of, broken, slots (of a double elimination)}
* `redraw` {}; `publish` {round}
* `ready` {round, entrant}; `begins` {round}; `late` {round, entrant, step}; `no-show` {round, entrant}
* `game` {round, table, match, score, how, winner, gone}; `void` {round, table, match}
* `result` {round, table, how, winner, score, games, gone, open}; `close` {round}
* `channel-closed` {why, channel}; `channel` {channel}; `message` {number}
* `substitute` {round, table, out, into}; `referee` {what, round, table, length_s}: more time, a pause, a turn taken back
* `replay` {round, table, matches}; `appeal` {ruling, entrant}; `appealed` {ruling, upheld}
* `differs` {ruling, what, entrant}: a referee has been shown another one's ruling on the same pairing, and may rule otherwise now
* `reinstate` {entrant}: somebody who was put out is in again; `deputy` {entrant, on}; `host-left`, `organiser` {}
* where teams meet: `enter` {team}, `lineup` {team, entrants}, `publish` {boards}, and the couples of `draw` are teams (below 0)
* `challenge` {entrant, other}: the round that it makes is drawn and published at once
* `pause` {entrant, until (before which they can't join again)}, `join` {entrant}: in an arena
* `skip` {entrant, round}; `withdraw` {entrant, why}; `finish` {places}; `reopen` {}; `cancel` {why: of a duel that is not accepted}
* `called` {round, table}: its players have their letter
* `hours` {round, table, entrant, number, moments}: somebody proposes hours, or none, to call an appointment off; `appoint` {round,
  table, at, between}; `reminded` {round, table, step}; `grace` {round, table, until}; `there` {round, table,
  entrant}; `parted` {round, table, why}
* `calendar` {round, table, entry, at, why}: what the calendar of the server has of an appointment
* `stuck` {why}: what comes next could not be worked out; an empty `why`: now it could
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from service.tournaments.appointment import GRACE, Appointment, CalendarEntry
from service.tournaments.state import DISQUALIFY, IN, LEFT, OUT, PAUSE, RESUME, WAITING, Participant, TournamentState
from storage.tournament_rows import EntrantRow, EventEntry, EventRow
from tournament.duels import DuelGame
from tournament.history import Couple, DrawnRound
from tournament.results import ConstraintViolation, EntrantId
from tournament.stages import ARENA, SWISS


def folded(row: EventRow, entrants: Iterable[EntrantRow], log: Iterable[EventEntry]) -> TournamentState:
    """Return the state that the rows give."""
    state = TournamentState(row, {entrant.number: entrant.user_id for entrant in entrants})
    for entry in log:
        state = applied(state, entry)
    return state


def applied(state: TournamentState, entry: EventEntry) -> TournamentState:
    """Return the state after one more row; purely informative kinds change only who has decided."""
    if entry.by is not None and (entry.kind in ("seed", "result") or is_listed(entry)):
        state = replace(state, decided=state.decided | {entry.by})
    change = _KINDS.get(entry.kind)
    return state if change is None else change(state, entry.payload, entry.at).with_caches_of(state)


def is_listed(entry: EventEntry) -> bool:
    """Return whether an official's row is about results and entrants: such rows are public."""
    if entry.kind == "result":
        return entry.reason is not None
    listed = ("draw", "referee", "replay", "substitute", "appealed")
    return entry.kind in listed or (entry.kind == "withdraw" and entry.payload["why"] == DISQUALIFY)


Payload = Mapping[str, Any]


def _enter(state: TournamentState, what: Payload, at: datetime) -> TournamentState:
    number, status = what["entrant"], WAITING if what.get("waiting") else IN
    member = Participant(
        number,
        status,
        from_round=what.get("from_round", 1),
        rating=what.get("rating"),
        team=what.get("team", ""),
        seed=state.held.get(number),
        free_since=at,
    )
    missed = frozenset((round_, member.id) for round_ in range(1, member.from_round) if status == IN)
    places = (*state.places[:-1], (*state.places[-1], member.id)) if state.places and status == IN else state.places
    return replace(state, members={**state.members, number: member}, skipped=state.skipped | missed, places=places)


def _changed(state: TournamentState, number: int, **changes: Any) -> TournamentState:
    return replace(state, members={**state.members, number: replace(state.members[number], **changes)})


def _hold(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    held = {number: place for place, number in enumerate(what["entrants"], 1)}
    return replace(state, held=held, held_until=datetime.fromisoformat(what["until"]))


def _leave(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return _changed(state, what["entrant"], status=LEFT, checked_in=False)


def _check_in(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return _changed(state, what["entrant"], checked_in=True)


def _move_up(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return _changed(state, what["entrant"], status=IN)


def _start(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    ratings = {int(number): rating for number, rating in what["entrants"].items()}
    members = {
        number: replace(member, rating=ratings[number], status=IN) if number in ratings else member
        for number, member in state.members.items()
    }
    return replace(state, members=members, stages=what["stages"])


def _stage(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, places=(*state.places, _ids(what["places"])))


def _ids(numbers: Iterable[int]) -> tuple[EntrantId, ...]:
    return tuple(EntrantId(str(number)) for number in numbers)


def _id(number: int | None) -> EntrantId | None:
    return None if number is None else EntrantId(str(number))


def _draw(state: TournamentState, what: Payload, at: datetime) -> TournamentState:
    couples: tuple[Couple, ...] = tuple((EntrantId(str(one)), _id(other)) for one, other, *_ in what["couples"])
    others = tuple(_ids(more) for _, _, *more in what["couples"])
    broken = tuple(ConstraintViolation(rule, _ids(who), reason) for rule, who, reason in what["broken"])
    larger, slots = others if any(others) else (), tuple(what.get("slots", ()))
    drawn = DrawnRound(what["round"], len(state.places) - 1, couples, what["best_of"], broken, larger, slots)
    return replace(state, preview=drawn, since=at)


def _redraw(state: TournamentState, _what: Payload, _at: datetime) -> TournamentState:
    return replace(state, preview=None)


def _publish(state: TournamentState, what: Payload, at: datetime) -> TournamentState:
    assert state.preview is not None
    published = {**state.published, what["round"]: at}
    after = replace(state, rounds=(*state.rounds, state.preview), preview=None, since=at, published=published)
    if "boards" not in what:
        return after
    boards = replace(state.preview, couples=tuple((EntrantId(str(one)), _id(other)) for one, other in what["boards"]), broken=())
    return replace(after, rounds=(*state.rounds, boards), matches=(*state.matches, state.preview))


def _lineup(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, lineups={**state.lineups, EntrantId(str(what["team"])): tuple(what["entrants"])})


def _ready(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, ready=state.ready | {(what["round"], what["entrant"])})


def _begins(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, begun=state.begun | {what["round"]})


def _late(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, steps={**state.steps, (what["round"], what["entrant"]): what["step"]})


def _no_show(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return _changed(state, what["entrant"], no_shows=state.members[what["entrant"]].no_shows + 1)


def _game(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    place = (what["round"], what["table"])
    game = DuelGame(tuple(what["score"]), what["how"], _id(what["winner"]), _ids(what.get("gone", ())))
    games = {**state.games, place: (*state.games.get(place, ()), game)}
    return replace(state, games=games, settled=state.settled | {what["match"]})


def _void(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, settled=state.settled | {what["match"]}, void=state.void | {what["match"]})


def _pause(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    until = what.get("until")
    rests = None if until is None else datetime.fromisoformat(until)
    return _changed(state, what["entrant"], pauses=True, rests_until=rests)


def _join(state: TournamentState, what: Payload, at: datetime) -> TournamentState:
    return _changed(state, what["entrant"], pauses=False, free_since=at)


def _result(state: TournamentState, what: Payload, at: datetime) -> TournamentState:
    round_, table = what["round"], what["table"]
    pairing = state.rounds[round_ - 1].pairing(table)
    score = None if what["score"] is None else tuple(what["score"])
    games = tuple((one, other) for one, other in what["games"])
    found = replace(
        pairing.result(round_, what["how"], _id(what["winner"])), score=score, games=games, gone=_ids(what.get("gone", ()))
    )
    if state.stages.startswith(ARENA):
        for who in pairing.seats:
            state = _changed(state, int(who), free_since=at)
    open_ended = state.open_ended | {(round_, table)} if what["open"] else state.open_ended - {(round_, table)}
    rated = state.rated | {(round_, table)} if what.get("rates") else state.rated - {(round_, table)}
    after = replace(state, results={**state.results, (round_, table): found}, open_ended=open_ended, rated=rated)
    if not what["open"] and "open_by_place" in state.__dict__:  # there may be hundreds of other tables
        after.__dict__["open_by_place"] = {place: drawn for place, drawn in state.open_by_place.items() if place != (round_, table)}
    return after


def _close(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, closed=state.closed | {what["round"]})


def _skip(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    after = _changed(state, what["entrant"], skips=state.members[what["entrant"]].skips + 1)
    return replace(after, skipped=after.skipped | {(what["round"], EntrantId(str(what["entrant"])))}, preview=None)


def _withdraw(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    after = _changed(state, what["entrant"], status=OUT, withdrawn_after=len(state.rounds))
    team = after.team_of.get(EntrantId(str(what["entrant"])))
    # A team that goes on meets whom it was to meet, and captains keep their time.
    return after if team is not None and after.team(team, IN) else replace(after, preview=None)


def _substitute(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    """Replace an entrant in the present round, and in a bracket for good; the substitute starts with no points.

    Both who meet now get a letter about it.
    """
    out, into = what["out"], what["into"]
    gone, come = EntrantId(str(out)), EntrantId(str(into))
    after = _changed(state, out, status=OUT, withdrawn_after=what["round"] - 1)
    after = _changed(after, into, status=IN, from_round=what["round"])
    last = state.rounds[-1]
    there = state.places[-1]
    swiss = state.course.stages[last.stage].kind == SWISS
    places = (*there, come) if swiss else tuple(come if who == gone else who for who in there)
    rounds = (*state.rounds[:-1], last.turned({gone: come}))
    called = state.called - {(what["round"], what["table"])}
    return replace(after, rounds=rounds, places=(*state.places[:-1], places), called=called)


def _referee(state: TournamentState, what: Payload, at: datetime) -> TournamentState:
    place, length = (what["round"], what["table"]), timedelta(seconds=what["length_s"])
    extra = {**state.extra, place: state.extra.get(place, timedelta()) + length}
    paused = {other: until for other, until in state.paused.items() if other != place}
    if what["what"] == PAUSE:
        paused[place] = at + length
    return replace(state, extra=extra, paused=paused if what["what"] in (PAUSE, RESUME) else state.paused)


def _replay(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    """Reset a pairing as if it had not been played."""
    place, ended = (what["round"], what["table"]), frozenset(what["matches"])
    results = {other: result for other, result in state.results.items() if other != place}
    games = {other: played for other, played in state.games.items() if other != place}
    settled, void, is_last = state.settled | ended, state.void | ended, place[0] == len(state.rounds)
    after = replace(state, results=results, games=games, settled=settled, void=void, open_ended=state.open_ended - {place})
    after = replace(after, rated=state.rated - {place})
    return replace(after, preview=None, closed=state.closed - {place[0]}) if is_last else after


def _reinstate(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    """Reinstate an entrant; missed rounds of a Swiss count as skipped."""
    member = state.members[what["entrant"]]
    after = _changed(state, member.number, status=IN, withdrawn_after=None)
    missed = frozenset(
        (drawn.number, member.id)
        for drawn in state.rounds
        if drawn.number > (member.withdrawn_after or 0)
        and state.course.stages[drawn.stage].kind == SWISS
        and drawn.table_of(member.id) is None
        and (member.id, None) not in drawn.couples
    )
    return replace(after, skipped=after.skipped | missed, preview=None)


def _deputy(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    others = tuple(number for number in state.deputies if number != what["entrant"])
    return replace(state, deputies=(*others, what["entrant"]) if what["on"] else others)


def _finish(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, final=_ids(what["places"]))


def _called(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, called=state.called | {(what["round"], what["table"])})


def _message(state: TournamentState, _what: Payload, at: datetime) -> TournamentState:
    return replace(state, messages=(*state.messages, at))


def _stuck(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, stuck=what["why"])


def _cancel(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, called_off=what.get("why", ""))


def _reopen(state: TournamentState, _what: Payload, _at: datetime) -> TournamentState:
    return replace(state, final=())


def _place(what: Payload) -> tuple[int, int]:
    return what["round"], what["table"]


def _hours(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    moments = tuple(map(datetime.fromisoformat, what["moments"]))
    return replace(state, hours=state.hours.proposes(_place(what), what["entrant"], what["number"], moments))


def _appoint(state: TournamentState, what: Payload, now: datetime) -> TournamentState:
    """People who said before that they are there are asked again at the hour."""
    at, between = datetime.fromisoformat(what["at"]), tuple(what["between"])
    hours = state.hours.agrees(_place(what), Appointment(at, now, between, at + GRACE))
    return replace(state, hours=hours, ready=state.ready - {(what["round"], who) for who in between})


def _reminded(state: TournamentState, what: Payload, at: datetime) -> TournamentState:
    return replace(state, hours=state.hours.reminds(_place(what), what["step"], at))


def _grace(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, hours=state.hours.waits(_place(what), datetime.fromisoformat(what["until"])))


def _there(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, hours=state.hours.comes(_place(what), what["entrant"]))


def _parted(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    return replace(state, hours=state.hours.ends(_place(what), what["why"]))


def _calendar(state: TournamentState, what: Payload, _: datetime) -> TournamentState:
    entry = None if what["entry"] is None else CalendarEntry(what["entry"], datetime.fromisoformat(what["at"]))
    return replace(state, hours=state.hours.enters(_place(what), entry, what["why"]))


def _seed(state: TournamentState, what: Payload, _at: datetime) -> TournamentState:
    return _changed(state, what["entrant"], seed=what["place"])


def _channel_closed(state: TournamentState, _what: Payload, _at: datetime) -> TournamentState:
    return replace(state, is_closed=True)


def _channel(state: TournamentState, _what: Payload, _at: datetime) -> TournamentState:
    return replace(state, is_closed=False)


_KINDS: Mapping[str, Callable[[TournamentState, Payload, datetime], TournamentState]] = {
    "enter": _enter,
    "hold": _hold,
    "leave": _leave,
    "check-in": _check_in,
    "move-up": _move_up,
    "seed": _seed,
    "start": _start,
    "stage": _stage,
    "draw": _draw,
    "redraw": _redraw,
    "publish": _publish,
    "lineup": _lineup,
    "ready": _ready,
    "begins": _begins,
    "late": _late,
    "no-show": _no_show,
    "game": _game,
    "void": _void,
    "pause": _pause,
    "join": _join,
    "result": _result,
    "close": _close,
    "skip": _skip,
    "withdraw": _withdraw,
    "substitute": _substitute,
    "referee": _referee,
    "replay": _replay,
    "reinstate": _reinstate,
    "deputy": _deputy,
    "finish": _finish,
    "cancel": _cancel,
    "reopen": _reopen,
    "stuck": _stuck,
    "called": _called,
    "hours": _hours,
    "appoint": _appoint,
    "reminded": _reminded,
    "grace": _grace,
    "there": _there,
    "parted": _parted,
    "calendar": _calendar,
    "message": _message,
    "channel-closed": _channel_closed,
    "channel": _channel,
}
