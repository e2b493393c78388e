"""Wires the Discord layer's handlers to changes, sent posts and timers, like `service.wiring.post_commit` for the services.

Nothing depends on a callback surviving a restart: timers are in the database, and the rest is found again by checking.
"""

from __future__ import annotations

from cogs import audience
from cogs.app_context import AppContext
from cogs.background.background_jobs import BackgroundJobsCog
from cogs.background.guilds.champion_roles import ChampionRoleSync
from cogs.background.lobby.lobby_messages import STRIP, LobbyMessages
from cogs.background.lobby.matchmaking_list import MatchmakingList
from cogs.background.play.thread_keepalive import THREADS
from cogs.background.users.member_departures import PRESENCE
from service.guilds.guild_lifecycle import GONE
from service.guilds.server_settings import LANGUAGE
from service.lobby.matchmaking import WISH
from service.tournaments.champions import CROWN, UNCROWN
from service.tournaments.repository import CALENDAR


def register(app: AppContext, rounds: BackgroundJobsCog, lobby_messages: LobbyMessages, seekers: MatchmakingList) -> None:
    """Register all handlers. Call once, before the background work starts."""
    services, languages, boards = app.services, app.languages, rounds.event_boards
    services.ui_listeners.on_server = lambda server: languages.server_chose(server.guild_id, server.prefs.get(LANGUAGE))
    services.ui_listeners.on_person = lambda person: languages.person_chose(person.user_id, person.locale)
    services.cluster_events.after_missed.append(languages.forget)
    services.cluster_events.after_operated.append(rounds.operated)
    services.puzzles.making.is_shown = lambda guild_id, channel_id, beside: audience.may_tell(
        app, audience.of_channel(guild_id, channel_id), audience.Place(guild_id, beside)
    )
    services.repository.told_to = lambda guild_id, channel_id: audience.told_to(app, guild_id, channel_id)
    services.leaderboards.beside = lambda guild_id, channel_id: audience.figures(
        app, guild_id, audience.Place(guild_id, channel_id)
    )

    lobby_messages.after_refresh.append(seekers.lobby_changed)
    services.tournaments.repository.after_commit.append(boards.changed)
    services.outbox.after_sent += [seekers.seat_changed, rounds.event_threads.sent, boards.sent]
    services.database_outage.begun.append(rounds.database_lost)
    services.database_outage.over.append(rounds.database_back)

    services.timers.register(STRIP, lobby_messages.strip)
    services.timers.register(WISH, seekers.lapse)
    services.timers.register(THREADS, rounds.threads.look)
    services.timers.register(PRESENCE, rounds.presence.look)
    services.timers.register(CALENDAR, rounds.calendar.look)
    services.timers.register(GONE, rounds.membership.due)
    services.timers.register(CROWN, ChampionRoleSync(app).due)
    services.timers.register(UNCROWN, ChampionRoleSync(app).gone)
