"""Laws of duels and tournaments; each function returns what is wrong, or None.

Those of `ALWAYS` are checked after every transaction about an event, those of `AT_REST` once the world has come to rest. The laws
of an ended tournament are in `tools.simulation.adversarial_invariants`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from service.core.post_content import code_of, content_of, read
from service.guilds.weekly_paper import LEAST, WEEKLY, PaperPost
from service.tournaments.event_posts import BULLETIN, LETTERS, PAIRING
from service.tournaments.log.entrant_events import EntrantEntry, ReservedPlaces
from service.tournaments.log.organiser_events import ChannelChange
from service.tournaments.log.result_events import PairingResult
from service.tournaments.log.round_events import EventCancellation, EventFinish, EventReopening, EventStart
from service.tournaments.tournament_settings import LAPSES_AFTER
from storage.queries import outbox
from storage.rows import FINISHED as ENDED
from storage.rows import MatchId, of_server
from storage.tournament_rows import DUEL, FINISHED, OPEN, RUNNING
from tools.simulation import adversarial_invariants as of_seasons
from tools.simulation import appointment_invariants
from tools.simulation.adversarial_invariants import FinishedTournament
from tools.simulation.fake_discord import GUILD, SimulatedServer
from tools.simulation.killable_database import Disk
from tools.simulation.state_oracle import ObservedMatch
from tools.simulation.tournament_ledgers import EventLaw, TournamentLedger

SLACK = timedelta(seconds=5)
ONCE = ("event-started", "round", "round-over", "champion", "no-champion", "duel-over", "event-cancelled")
"""What everybody is told at most once, of each round where it is about one."""


def an_event_ends_once(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that an event finishes at most once (again only if reopened) or is cancelled once, and that its end is dated."""
    kinds = EventFinish, EventReopening, EventCancellation
    finished, reopened, cancelled = (len(list(book.rows(kind))) for kind in kinds)
    if finished > 1 + reopened or cancelled > 1 or (cancelled and finished):
        return f"finished {finished}, reopened {reopened}, cancelled {cancelled} times"
    is_over = book.row.status not in (OPEN, RUNNING, "draft")
    return None if is_over == (book.row.ended_at is not None) else f"it is {book.row.status} and ended at {book.row.ended_at}"


def a_duel_is_between_the_two(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that only the challenged person accepted the duel, and that it has exactly two entrants."""
    if book.row.kind != DUEL:
        return None
    for row in book.log:
        if isinstance(row.event, EntrantEntry | EventStart):
            number = row.event.entrant if isinstance(row.event, EntrantEntry) else 2
            if row.by != book.users[number]:
                return f"{row.by} did what is for {book.users[number]} to do: {row.event}"
    return None if set(book.users) == {1, 2} else f"{book.users} are in it"


def a_duel_counts_once(book: TournamentLedger, server: SimulatedServer) -> str | None:
    """Check that a duel has one result, at most one change of ratings, no needless game, and one open thread."""
    if book.row.kind != DUEL:
        return None
    results = sum(not row.event.is_open for row in book.rows(PairingResult))
    wanted = book.state.rounds[0].best_of if book.state.rounds else 0
    if results > 1 or len(book.rated) > 1 or len(book.matches) > 2 * wanted + 1:
        return f"{results} results, {len(book.matches)} games of {wanted}, rated: {sorted(book.rated)}"
    threads = {match.channel_id for match in book.matches if match.channel_id not in server.closed}
    return f"it is played in {threads}" if len(threads) > 1 and not list(book.rows(ChannelChange)) else None


def games_of_a_pairing_come_one_after_the_other(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that no game of a pairing exists twice, and none begins before the previous one has ended."""
    games = Counter((match.round, match.table, match.game) for match in book.matches)
    live = Counter((match.round, match.table) for match in book.matches if match.status in ("lobby", "running", "lost"))
    all_games = [*games.items(), *live.items()]
    return next((f"{number} times {place}" for place, number in all_games if number > 1), None)


def everything_is_told_once(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that there is one announcement of each round, its end and the event's end, and one message of each pairing.

    A pairing may have more if the channel changed or the event was reopened.
    """
    announcements = Counter(
        (code_of(content), getattr(content, "round", None))
        for content in (content_of(post) for post in book.posts if post.kind == BULLETIN)
        if code_of(content) in ONCE
    )
    pairings = Counter((post.kind, str(post.payload)) for post in book.posts if post.kind == PAIRING)
    moved = bool([*book.rows(ChannelChange), *book.rows(EventReopening)])
    pairs = [*announcements.items(), *(() if moved else pairings.items())]
    return next((f"{what} is told {number} times" for what, number in pairs if number > 1), None)


def letters_name_nobody_twice(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that no user gets the same direct message twice at the same moment."""
    letters = Counter(
        (post.user_id, str(post.payload), post.created_at)
        for post in book.posts
        if post.kind in LETTERS and post.user_id is not None
    )
    return next((f"{letter} {number} times" for letter, number in letters.items() if number > 1), None)


ALWAYS: tuple[EventLaw, ...] = (
    an_event_ends_once,
    a_duel_is_between_the_two,
    a_duel_counts_once,
    games_of_a_pairing_come_one_after_the_other,
    everything_is_told_once,
    letters_name_nobody_twice,
    *appointment_invariants.ALWAYS,
)


# --- at rest -----------------------------------------------------------------------------------------------------------


def a_challenge_lapses(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that no challenge to a duel stays open longer than its deadline."""
    waits = book.row.kind == DUEL and book.row.status == OPEN and book.at - book.row.created_at > LAPSES_AFTER + timedelta(hours=1)
    return f"it waits since {book.row.created_at}" if waits else None


def what_is_over_is_as_seasons_must_be(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check a finished tournament by those laws of `adversarial_invariants` that need only what was played."""
    if book.row.status != FINISHED or book.row.kind == DUEL or list(book.rows(EventReopening)):
        return None
    lived = FinishedTournament(book.state, {}, book.matches, book.log)
    laws = (
        of_seasons.seated_once,
        of_seasons.met_once,
        of_seasons.games_are_over,
        of_seasons.who_has_lost_twice_is_out,
        of_seasons.an_arena_counts_as_it_says,
        of_seasons.nobody_meets_twice_in_a_row_while_others_are_free,
    )
    return next((f"{law.__name__}: {how}" for law in laws for how in law(lived)), None)


def games_of_what_is_over_are_over(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that no game of an ended duel or tournament is still being played."""
    live = [match.match_id for match in book.matches if match.status in ("lobby", "running")]
    is_over = book.row.status == FINISHED and book.row.kind == DUEL
    return f"games {live} go on" if is_over and live else None


def a_season_holds_its_places_once(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that no user has two places in the seeding of the next season."""
    for row in book.rows(ReservedPlaces):
        users = [book.users[number] for number in row.event.entrants]
        if len(users) != len(set(users)):
            return f"places are held for {users}"
    return None


AT_REST: tuple[EventLaw, ...] = (
    a_challenge_lapses,
    *appointment_invariants.AT_REST,
    what_is_over_is_as_seasons_must_be,
    games_of_what_is_over_are_over,
    a_season_holds_its_places_once,
)


class LeagueWorld(Protocol):
    """The part of the world that laws about the whole server use."""

    disk: Disk
    server: SimulatedServer
    books: dict[MatchId, ObservedMatch]


def a_paper_has_something_to_tell(world: LeagueWorld) -> str | None:
    """Check that there is at most one weekly paper a week, and none for a week with fewer than three ended games."""
    papers = [post for post in world.disk.now(lambda con: outbox.posts(con, of_server(GUILD))) if post.kind == WEEKLY]
    weeks = Counter(read(post, PaperPost).until for post in papers)
    if twice := [week for week, number in weeks.items() if number > 1]:
        return f"{twice} have several papers"
    ends = [book.match.ended_at for book in world.books.values() if book.match.status == ENDED]
    for post in papers:
        paper = read(post, PaperPost)
        since, until = paper.since, paper.until
        if (number := sum(end is not None and since - SLACK <= end < until + SLACK for end in ends)) < LEAST:
            return f"the week until {until} has a paper, and {number} games ended"
    return None


def the_role_is_with_people_who_are_there(world: LeagueWorld) -> str | None:
    """Check that only members of the server hold roles, and that the bot knows exactly the roles it gave."""
    for number, role in world.server.guild.roles.items():
        if not role.is_gone and (strangers := role.users - set(world.server.members)):
            return f"{strangers} have role {number}"
    return None


OF_SERVER: tuple[Callable[[LeagueWorld], str | None], ...] = (
    a_paper_has_something_to_tell,
    the_role_is_with_people_who_are_there,
)
"""When everything has come to rest."""
