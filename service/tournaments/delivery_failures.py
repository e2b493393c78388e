"""The handling of an event's undeliverable posts: closed channels, and users who take no private messages."""

from __future__ import annotations

from datetime import datetime

from service.core.change_scope import Decision
from service.errors import Refusal
from service.records import MatchLocation
from service.tournaments.event_posts import LetterUnheard
from service.tournaments.letters import EventTrouble
from service.tournaments.log.organiser_events import ChannelChange, ChannelClosure
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.state import Place as Table
from service.tournaments.state import TournamentState
from storage.changes import QueuePosts
from storage.rows import LOST, Post, UserId
from storage.tournament_rows import RUNNING, UNDER_WAY, EventId, of_event


class DeliveryFailures:
    """The handler of the outbox for undeliverable posts of events."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def closed(self, post: Post, reason: str, now: datetime) -> None:
        """Give up a post whose channel is closed for good; notify the organiser once for each channel."""
        await self._tournaments.store.posts.dead(post, now, reason)
        event_id = EventId(post.topic.id)

        def decide(state: TournamentState) -> Decision[TournamentState]:
            if post.channel_id != state.row.channel_id or state.row.status not in UNDER_WAY or state.is_closed:
                return Decision(lambda: state)
            step = TournamentTransaction(state, now)
            step.note(ChannelClosure(reason, post.channel_id))
            step.write_to(state.row.host_id, EventTrouble("channel-closed"))
            return self._tournaments.decided(step)

        await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def unheard(self, post: Post, now: datetime) -> None:
        """Ping a user who takes no private messages in their game's thread, or in the event's channel.

        The content of the private message is not revealed.
        """
        event_id = EventId(post.topic.id)
        if (user := post.user_id) is None:
            return

        def decide(loaded: tuple[TournamentState, int | None]) -> Decision[TournamentState]:
            step = TournamentTransaction(loaded[0], now)
            step.tell(LetterUnheard(user), in_channel=loaded[1])
            return self._tournaments.decided(step)

        of = self._tournaments.of(event_id).also(lambda state: self._channel_of(state, user))
        await self._tournaments.unit_of_work.change(of, decide, now=now)

    async def rehome(self, event_id: EventId, place: MatchLocation, *, now: datetime) -> TournamentState:
        """Move the event to another channel, with the posts that the former channel did not take.

        Games that have lost their threads get new ones. Refuses `no-event`, `event-over`.
        """

        def decide(loaded: tuple[TournamentState, list[Table]]) -> Decision[TournamentState]:
            state, lost = loaded
            if state.row.status not in UNDER_WAY or place.guild_id != state.row.guild_id:
                raise Refusal("event-over", status=state.row.status)
            step = TournamentTransaction(state, now)
            step.note(ChannelChange(place.channel_id))
            step.become(channel_id=place.channel_id)
            step.also.append(QueuePosts(of_event(event_id), now, revive_in=place.channel_id))
            step.board()
            for round_, table in lost:
                step.pairing(round_, table)
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id).also(self._lost_tables), decide, now=now)

    async def _lost_tables(self, state: TournamentState) -> list[Table]:
        """Return the open tables whose game has no thread any more."""
        newest = {(match.round, match.table): match for match in await self._tournaments.store.events.matches(state.row.id)}
        open_ = [(drawn.number, table) for drawn, table in state.open_tables()]
        return [place for place in open_ if place in newest and newest[place].status == LOST]

    async def _channel_of(self, state: TournamentState, user_id: UserId) -> int | None:
        drawn = state.round
        if drawn is None or state.row.status != RUNNING:
            return None
        matches = await self._tournaments.store.events.matches(state.row.id, drawn.number)
        event_matches = [match for match in matches if any(seat.user_id == user_id for seat in match.seats)]
        return event_matches[-1].channel_id if event_matches else None
