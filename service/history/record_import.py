"""A record becomes a game of this server again: checked whole, by the rules that it was played under, before anything is kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from games.core.action_gateway import check
from games.core.errors import IllegalActionError
from games.core.game import AnyGame, ignore_event
from games.core.uploads import NONE, OPTION
from service.core.free_text import WORD
from service.errors import Refusal
from service.history import log_check, record_parser
from service.history.record_parser import ELSEWHERE, ParsedRecord
from service.lobby.maps import Maps
from service.match import match_log as logs
from service.match import sealed_bag
from service.match.eligibility import IMPORTED
from service.match.match_repository import MatchRepository
from service.records import MatchLocation
from storage.rows import FINISHED, ActionRow, MatchId, MatchRow, NewMatch, SeatRow, UserId


class ValidatedRecord(NamedTuple):
    """A record that was found good, and what its moves led to."""

    record: ParsedRecord
    result: Mapping[str, Any]


class RecordImport:
    """Games that were played elsewhere, to look at."""

    def __init__(self, repository: MatchRepository, maps: Maps) -> None:
        self._repository = repository
        self._maps = maps

    async def read(self, content: bytes, *, now: datetime) -> ValidatedRecord:
        """Return the record in a file, if every row of its log is allowed.

        Refuses: as `record_parser.read`, `unknown-game`, `rules-changed`, `record-result` (its points are not those of its moves),
        as the options of a game, and its people's words as `FreeText.checked`.
        """
        record = await self._repository.work(record_parser.read, content)
        for seat in record.seats:
            self._repository.free_text.checked(seat.word or "", WORD)
        if not record.created_at <= record.started_at <= record.ended_at <= now:
            raise Refusal("record-field", field="ended_at")
        if record.map is not None:
            await self._maps.learn(record.options.get(OPTION, NONE), record.map)
        game = self._repository.games.at(record.game, record.rules_version)
        if game is None:
            present = self._repository.known(record.game)
            raise Refusal("rules-changed", had=record.rules_version, have=present.rules_version)
        return ValidatedRecord(record, await self._repository.work(_result, record, game))

    async def bring(
        self,
        validated: ValidatedRecord,
        place: MatchLocation,
        host: UserId,
        *,
        here: Collection[UserId],
        locale: str,
        now: datetime,
    ) -> MatchRow:
        """Keep a record that `read` found good. Of its people only those keep their seats who are `here`."""
        record = validated.record
        if place.guild_id is not None:
            await self._maps.keep(place.guild_id, host, record.options.get(OPTION, NONE), now=now)
        row = MatchRow(
            id=MatchId(0),
            game=record.game,
            options=record.options,
            rules_version=record.rules_version,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            host_id=host,
            status=record.status,
            seats_wanted=len(record.seats),
            # Whom the host let begin cannot be proved without the host: the lot is not looked at then.
            order="joined" if record.options.get("first_player") == "chosen" else record.order,
            locale=locale,
            commitment=sealed_bag.commitment(record.secret),
            version=len(record.log),
            bag=record.bag,
            created_at=record.created_at,
            started_at=record.started_at,
            ended_at=record.ended_at,
            result={**validated.result, IMPORTED: True},
            terms=record.terms,
            estimates=record.estimates,
            told_to=await self._repository.told_to(place.guild_id, place.channel_id),
        )
        seats = tuple(_seat_of_record(seat, here) for seat in record.seats)
        chained = record.chain is not None
        new = NewMatch(row, record.secret, seats, actions=record.log, clock=record.clock, chained=chained)
        return await self._repository.store.matches.open(new)


def _seat_of_record(seat: SeatRow, here: Collection[UserId]) -> SeatRow:
    """Return the seat, without a player who is not a member here."""
    if seat.user_id is None or seat.user_id in here:
        return seat
    return replace(seat, user_id=None, level=ELSEWHERE)


def _result(record: ParsedRecord, game: AnyGame) -> Mapping[str, Any]:
    """Return what the moves of a record lead to.

    Refuses: `record-began`, `record-changed`, `record-row`, `record-result`; of the options as the game.
    """
    options = game.options(record.options)
    if len(record.seats) not in game.seats(options):
        allowed = game.seats(options)
        raise IllegalActionError("bad-seats", seats=len(record.seats), low=allowed[0], high=allowed[-1])
    _must_be_as_played(record, game)
    state = game.start(options, len(record.seats))
    before: list[tuple[int, Any]] = []
    for row in record.log:
        kind = logs.kind_of(row)
        if kind == logs.ACTION:
            before.append((row.seq, game.clone(state)))
            _carry_out(game, state, row)
        elif kind == logs.CONCLUDE:
            if not game.to_act(state):
                raise _row_refused(row)
            game.conclude(state, ignore_event)
        elif kind == logs.REQUEST:
            matched = logs.REQUESTED.fullmatch(row.text)
            if matched is None or int(matched[3]) >= len(record.seats):
                raise _row_refused(row)
        elif kind == logs.UNDO:
            if logs.undo_target(row) >= row.seq:
                raise _row_refused(row)
            while before and before[-1][0] >= logs.undo_target(row):
                state = before.pop()[1]
    return _confirmed_result(record, game, state)


def _must_be_as_played(record: ParsedRecord, game: AnyGame) -> None:
    """Refuse `record-began` and `record-changed` where the hashes of a record say that it's not what was played."""
    if record.chain is None or not record.log:
        return
    check = log_check.check_log(record, record.seats, record.log, record.chain, record.secret, game)
    if check.row is not None and check.turn is not None:
        raise Refusal("record-changed", row=check.row + 1, turn=check.turn, text=record.log[check.row].text[:60])
    if check.row is None and not check.fits:
        raise Refusal("record-began")


def _carry_out(game: AnyGame, state: Any, row: ActionRow) -> None:
    try:
        action = game.read(row.text)
        check(game, state, row.seat, action)
    except IllegalActionError as error:
        raise _row_refused(row) from error
    game.advance(state, row.seat, action, lambda _: None)


def _row_refused(row: ActionRow) -> Refusal:
    return Refusal("record-row", row=row.seq + 1, text=row.text[:60])


def _confirmed_result(record: ParsedRecord, game: AnyGame, state: Any) -> Mapping[str, Any]:
    """Return the points, which the record must confirm, and the winners; for an unfinished game as the record says."""
    outcome, scores = game.outcome(state), tuple(game.scores(state))
    if outcome is not None:
        scores = outcome.scores
    if record.scores is not None and record.scores != scores:
        raise Refusal("record-result", had=record.scores, has=scores)
    if outcome is None and record.status == FINISHED and record.scores is None:
        raise Refusal("record-not-ended")
    winners = record.winners if outcome is None else outcome.winners
    if any(not 0 <= seat < len(record.seats) for seat in winners):
        raise Refusal("record-field", field="result.winners")
    return {"scores": list(scores), "winners": list(winners)}
