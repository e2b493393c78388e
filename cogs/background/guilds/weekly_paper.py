"""The weekly paper: a server's games of the week as one picture and at most ten lines, posted silently.

It only mentions games that every reader of its channel can read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from discord.utils import format_dt

from clocks.sleep_windows import zone_of
from cogs import audience, match_context
from cogs.app_context import AppContext
from cogs.background.guilds.hall_of_fame import disclosure_check, record_line
from cogs.background.message_builders import MessageBuilders
from cogs.images import match_images, tournament_images
from cogs.messages.message_parts import Message, Picture
from cogs.messages.play import turn_messages
from games.core.game_summary import TURN
from service.core.outbox import PostRejectedError
from service.core.post_content import read
from service.guilds.server_settings import ZONE
from service.guilds.weekly_paper import LEAST, LOST_PAPER, TOO_FEW, WEEK, WEEKLY, PaperLost, PaperPost
from service.match.eligibility import FEATS
from storage.rows import SERVER, EndedMatch, Post, UserId
from text.guilds import weekly_paper_texts as said
from text.message_templates import whole_words
from text.protocol import ALT
from text.translator import Translator
from tournament.chart_data import FrontPage

LINES = 10
"""Most lines below the picture."""
EACH = 2
"""Most news items of one kind."""
ITEMS = 4
"""Most items on the picture."""
LOBBIES, MEETINGS = 3, 3
LOOKED_AT = 25
"""Most lobbies that are checked; at most `LOBBIES` of them and `MEETINGS` appointments are listed."""
LOOKED_THROUGH = 3
"""Most games replayed to find the turn of the week."""


def register(builders: MessageBuilders) -> None:
    """Register the builders of the paper and of the notice that it can't be posted."""
    builders.register(SERVER, WEEKLY, _build_paper)
    builders.register(SERVER, LOST_PAPER, _paper_lost)


class TurnOfTheWeek(NamedTuple):
    """The turn of the week: most points at once. `picture` is PNG, empty if there is none."""

    game: EndedMatch
    name: str
    others: tuple[str, ...]
    points: int
    picture: bytes


@dataclass
class _News:
    """News items: `lines` for the message; `items`, as (kind, text), for the picture."""

    lines: list[str] = field(default_factory=list)
    items: list[tuple[str, str]] = field(default_factory=list)

    def tell(self, sign: str, what: str, told: str, plain: str) -> None:
        self.lines.append(said.news(sign, what, told))
        self.items.append((what, plain))

    def by_turns(self) -> _News:
        order = round_robin_order([what for what, _ in self.items])
        return _News([self.lines[at] for at in order], [self.items[at] for at in order])


def round_robin_order(kinds: Sequence[str]) -> list[int]:
    """Return indices that order items round-robin by kind: the first of each kind, then the second ones."""
    return sorted(range(len(kinds)), key=lambda index: kinds[:index].count(kinds[index]))


async def _build_paper(app: AppContext, post: Post) -> Message:
    assert post.channel_id is not None
    guild_id, words = post.topic.id, app.server_words(post.topic.id)
    here = audience.Place(guild_id, post.channel_id)
    paper = read(post, PaperPost)
    games = [
        game
        for game in await app.services.weekly_paper.games(guild_id, paper.since, paper.until)
        if await audience.may_tell(app, await _audience(app, game), here)
    ]
    if len(games) < LEAST:
        raise PostRejectedError(TOO_FEW)
    swing, news = await _swing(app, games, words), (await _news_items(app, here, games, words)).by_turns()
    head = said.quiet(len(games), words) if swing is None else said.headline(swing.name, swing.points, words)
    first = [] if swing is None else [said.swing(head, f"<#{swing.game.channel_id}>", words)]
    last = await _coming_appointments(app, guild_id, post.channel_id, paper.until, words)
    last += await _open_seats(app, guild_id, post.channel_id, words)
    items = (*news.items[: ITEMS - 1], (said.played(words), said.ended(len(games), words)))
    picture = await _front_page(app, post, head, swing, items, words)
    message = Message(silent=True).say(f"**{said.title(words)}** · {_week(app, post, words)}")
    return message.show(picture).say(*first, *news.lines[: LINES - 1 - len(first) - len(last)], *last)


async def _audience(app: AppContext, game: EndedMatch) -> audience.Audience:
    return await audience.match_audience(app, await app.services.match_queries.match(game.id))


async def _paper_lost(app: AppContext, post: Post) -> Message:
    """Private notice to the person who added the bot: the paper can't be posted."""
    guild, words = app.client.get_guild(post.topic.id), app.server_words(post.topic.id)
    channel = f"https://discord.com/channels/{post.topic.id}/{read(post, PaperLost).channel}"
    return Message().say(said.lost_in("" if guild is None else guild.name, channel, words))


def _week(app: AppContext, post: Post, words: Translator) -> str:
    """First and last day of the paper's week in the server's time zone, with the server's name."""
    guild = app.client.get_guild(post.topic.id)
    zone = zone_of(app.services.server_settings.value(post.topic.id, ZONE))
    paper = read(post, PaperPost)
    first, last = (moment.astimezone(zone).date() for moment in (paper.since, paper.until))
    return said.week(first + timedelta(days=1), last, guild.name if guild is not None else "", words)


async def _front_page(
    app: AppContext, post: Post, head: str, swing: TurnOfTheWeek | None, items: Sequence[tuple[str, str]], words: Translator
) -> Picture | None:
    if post.channel_id is None or not app.visibility.may_attach(post.topic.id, post.channel_id):
        return None
    week = _week(app, post, words)
    detail = "" if swing is None else said.against(swing.others, words)
    shown = FrontPage(said.title(words), week, head, detail, b"" if swing is None else swing.picture, tuple(items))
    alt = whole_words(said.alt(shown.title, week, head, shown.items, words), ALT)
    return await tournament_images.paint_or_none(app, post.topic.id, None, lambda charts: (charts.paper, shown), alt, "paper.png")


async def _swing(app: AppContext, games: Sequence[EndedMatch], words: Translator) -> TurnOfTheWeek | None:
    """Return the turn with the most points in these games, with a picture; None if no game reports such turns."""
    turn_of_the_week: TurnOfTheWeek | None = None
    for game in sorted(games, key=_greatest, reverse=True)[:LOOKED_THROUGH]:
        then = await app.services.match_queries.moment(game.id)
        context = await match_context.context_for_view(app, then.table, words)
        best = max(turn_messages.best_moments(context, then.entries), key=lambda each: each.points, default=None)
        if best is not None and (turn_of_the_week is None or best.points > turn_of_the_week.points):
            picture = await match_images.explanation_picture(context, best.thing)
            others = tuple(name for seat, name in enumerate(context.names) if seat != best.seat)
            turn_of_the_week = TurnOfTheWeek(
                game, context.names[best.seat], others, best.points, b"" if picture is None else picture.png
            )
    return turn_of_the_week


def _greatest(game: EndedMatch) -> int:
    """Most points scored in one turn of the game; 0 if unknown."""
    value: int = game.result.get(FEATS, {}).get(TURN, (0,))[0]
    return value


async def _news_items(app: AppContext, here: audience.Place, games: Sequence[EndedMatch], words: Translator) -> _News:
    """News items: broken records, rivalries with a new leader, risen ratings."""
    papers, news, guild_id = app.services.weekly_paper, _News(), here.guild_id
    servers = await app.services.told_records.records(guild_id, disclosure_check(app, here), again=True)
    figures = await audience.figures(app, guild_id, here)

    async def name(user: UserId) -> str:
        return await app.people.name(user, guild_id, words)

    for record in [server for server in papers.broken(servers, games) if record_line(app, server, words)][:EACH]:
        seats = await app.services.match_queries.seats(record.match_id)
        names = [await name(user) for user in await app.services.leaderboards.holders(record, seats)]
        line = record_line(app, record, words)
        news.tell("🏅", said.record(words), said.held(line, list(map(said.named, names)), words), said.held(line, names, words))
    for each in (await papers.rivalries(guild_id, games, figures))[:EACH]:
        each_name, other = await name(each.leader), await name(each.other)
        line = said.leads(said.named(each_name), said.named(other), each.won, each.lost, words)
        news.tell("⚔️", said.rivalry(words), line, said.leads(each_name, other, each.won, each.lost, words))
    for climb in (await papers.climbs(games, figures))[:EACH]:
        who = await name(climb.user_id)
        line = said.climbs(said.named(who), climb.points, climb.value, words)
        news.tell("📈", said.climber(words), line, said.climbs(who, climb.points, climb.value, words))
    return news


async def _coming_appointments(app: AppContext, guild_id: int, channel_id: int, now: datetime, words: Translator) -> list[str]:
    """Return at most one line: tournament appointments of the next week that every reader of the paper may see."""
    coming: list[tuple[datetime, str]] = []
    for row in await app.services.tournaments.queries.of_guild(guild_id, ended=False):
        if not await audience.may_tell(app, audience.of_channel(guild_id, row.channel_id), audience.Place(guild_id, channel_id)):
            continue
        state = await app.services.tournaments.queries.state(row.id)
        for place, agreed in () if state.settings.private else state.hours.agreed.items():
            users = [state.user(who) for who in state.rounds[place[0] - 1].seats(place[1])]
            if now < agreed.at < now + WEEK and min(users) > 0:
                names = [await app.people.name(user, guild_id, words) for user in users]
                coming.append((agreed.at, said.meets(names, format_dt(agreed.at, "f"))))
    return [said.coming([line for _, line in sorted(coming)[:MEETINGS]], words)] if coming else []


async def _open_seats(app: AppContext, guild_id: int, channel_id: int, words: Translator) -> list[str]:
    """Return at most one line: open lobbies that every reader of the paper can join."""
    free, links = 0, list[str]()
    for match, seats in await app.services.match_queries.lobbies(guild_id, limit=LOOKED_AT):
        left = match.seats_wanted - len(seats)
        place = audience.Place(guild_id, channel_id)
        if left > 0 and await audience.may_tell(app, audience.of_channel(guild_id, match.channel_id), place):
            free += left
            links.append(f"<#{match.channel_id}>")
    return [said.seats(free, links[:LOBBIES], words)] if links else []
