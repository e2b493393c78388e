"""Laws of matches that hold after every transaction (`ALWAYS`), or once the world has come to rest (`AT_REST`).

Each function gets a match as stored on the disk and returns what is wrong with it, or None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from games.core.game import CHANCE
from service.clocks.clock_service import CLOCK
from service.clocks.reminders import REMINDER
from service.lobby.match_start import BEGIN, EXPIRY
from service.match import match_log as logs
from service.match.match_transaction import DRAW
from service.play.pending_moves import PASS
from service.watching.server_seat import UNVOTED, VOTE
from storage.rows import CANCELLED, FINISHED, LOBBY, LOST, RUNNING, Post
from tools.simulation.fake_discord import SimulatedServer
from tools.simulation.state_oracle import ObservedMatch
from tournament.results import FLAG, RESIGNED, WALKOVER

Law = Callable[[ObservedMatch], str | None]
BY_ITS_EVENT = (WALKOVER, RESIGNED, FLAG)
"""How games end that their event ends."""


MOST_REMINDERS = 3
"""Of one seat in one turn."""


def every_game_goes_on(seen: ObservedMatch) -> str | None:
    """Check that a match can continue: each asked player was notified or will be, or a timer is set."""
    if seen.match.status == LOBBY:
        return None if any(timer.kind == EXPIRY for timer in seen.timers) else "a lobby without an end"
    if seen.match.status != RUNNING:
        return None
    if not seen.asked:
        return "it runs, and nobody is asked"
    if seen.asked == (CHANCE,):
        if not any(timer.kind == DRAW for timer in seen.timers):
            return "the house is asked and will never draw"
        return None if any(post.kind == BEGIN for post in seen.posts) else "the house waits for a message that was never written"
    return next((complaint for complaint in (_untold(seen, seat) for seat in seen.asked) if complaint), None)


def every_end_is_told(seen: ObservedMatch) -> str | None:
    """Check that the end of a game queues a message about it."""
    kinds = {post.kind for post in seen.posts}
    if not seen.ends_now or seen.match.started_at is None:
        return None
    if (seen.match.result or {}).get("how") in BY_ITS_EVENT:
        return None  # its event has decided it, and says so
    if seen.match.status == FINISHED:
        return None if "end" in kinds and (not seen.asked or seen.lost_by_time) else "its end is not told"
    return None if seen.match.status != CANCELLED or "notice" in kinds else "that it was cancelled is not told"


def no_result_is_kept_back(seen: ObservedMatch) -> str | None:
    """Check that players get a direct message about an end that their closed channel could not show."""
    end = next((post for post in seen.posts if post.kind == "end"), None)
    players = [row for row in seen.seats if row.is_human and (row.user_id or -1) > 0]
    if seen.match.status != FINISHED or end is None or end.dead_at is None or not players:
        return None
    return None if any(post.kind == "result" for post in seen.posts) else f"nobody was told how it ended: {end.error}"


def nobody_waits_for_the_gone(seen: ObservedMatch) -> str | None:
    """Check that only seats that must act are marked as waited for."""
    waited = {row.seat for row in seen.seats if row.waiting_since is not None}
    if seen.match.status in (RUNNING, LOST) and not waited <= set(seen.asked):
        return f"seats {sorted(waited)} are waited for, and {sorted(seen.asked)} are asked"
    return None


def a_confirmed_move_passes_on(seen: ObservedMatch) -> str | None:
    """Check that a timer exists if a confirmed move can still be taken back; the timer performs the move later."""
    if seen.match.status != RUNNING or not seen.waits:
        return None
    return None if any(timer.kind == PASS for timer in seen.timers) else f"the moves of {seen.waits} wait for nothing"


def a_vote_closes_once(seen: ObservedMatch) -> str | None:
    """Check that exactly the seats that a whole server plays and that must act have a timer that closes the vote."""
    if seen.match.status == LOST:
        return None
    asked = [seat for seat in seen.asked if seat != CHANCE and seen.seats[seat].is_town] if seen.match.status == RUNNING else []
    waiting = sorted(timer.seat or 0 for timer in seen.timers if timer.kind == VOTE)
    return None if waiting == asked else f"votes of seats {waiting} are waited for, and {asked} are asked"


def nothing_is_granted_without_consent(seen: ObservedMatch) -> str | None:
    """Check that every granted request has the consent of all players but the one who asked."""
    lacking = ((row, people - {row.seat, *row.agreed}) for row, people in seen.granted_now)
    return next((f"request {row.number} was granted without seats {sorted(seats)}" for row, seats in lacking if seats), None)


def one_timer_waits_for_the_clocks(seen: ObservedMatch) -> str | None:
    """Check that a running match has at most one clock timer, and any other none."""
    waiting = sum(timer.kind == CLOCK for timer in seen.timers)
    most = 1 if seen.match.status == RUNNING else 0
    return None if waiting <= most else f"{waiting} timers wait for the clocks of a match that is {seen.match.status}"


def nobody_is_reminded_more_than_three_times_a_turn(seen: ObservedMatch) -> str | None:
    """Check that no player is reminded more than three times a turn.

    A reminder that failed in private and comes in the game instead is the same one.
    """
    reminders = (post for post in seen.posts if post.kind == REMINDER and post.dead_at is None)
    often = Counter((post.seat, post.upto) for post in reminders)
    return next((f"seat {seat} was reminded {n} times of its turn" for (seat, _), n in often.items() if n > MOST_REMINDERS), None)


def every_timeout_is_told(seen: ObservedMatch) -> str | None:
    """Check that each timeout of a running match has one message."""
    if seen.match.status != RUNNING:
        return None  # what was told of a match that is over may have been tidied away
    happened = sum(logs.kind_of(row) == logs.TIMEOUT for row in seen.log)
    told = sum(post.kind == "notice" and post.payload.get("code") in ("timed-out", UNVOTED) for post in seen.posts)
    return None if happened == told else f"time ran out {happened} times, and {told} messages say so"


ALWAYS: tuple[Law, ...] = (
    every_game_goes_on,
    every_end_is_told,
    no_result_is_kept_back,
    nobody_waits_for_the_gone,
    a_confirmed_move_passes_on,
    a_vote_closes_once,
    nothing_is_granted_without_consent,
    one_timer_waits_for_the_clocks,
    nobody_is_reminded_more_than_three_times_a_turn,
    every_timeout_is_told,
)

AtRest = Callable[[ObservedMatch, SimulatedServer], str | None]


def no_computer_stands_still(seen: ObservedMatch, _server: SimulatedServer) -> str | None:
    """Check that no game waits for a computer player or for chance."""
    if seen.match.status == RUNNING and not any(seat != CHANCE and not seen.seats[seat].is_computer for seat in seen.asked):
        return f"only machines are asked: {seen.asked}"
    return None


def everything_is_sent(seen: ObservedMatch, _server: SimulatedServer) -> str | None:
    """Check that the outbox is empty."""
    waiting = [post.id for post in seen.posts if post.sent_at is None and post.dead_at is None]
    return f"posts {waiting} wait" if waiting else None


def what_is_sent_can_be_seen(seen: ObservedMatch, server: SimulatedServer) -> str | None:
    """Check that a message that counts as sent is in the place where it was sent."""
    missing = [
        (post.id, post.kind, post.channel_id, post.user_id)
        for post in seen.posts
        if post.sent_at is not None and server.arrived(post) is None
    ]
    return f"posts {missing} count as sent" if missing else None


def players_asked_have_been_told(seen: ObservedMatch, server: SimulatedServer) -> str | None:
    """Check that each player who must act has a turn message in the game's current channel."""
    if seen.match.status != RUNNING:
        return None
    for seat in seen.asked:
        row = seen.seats[seat]
        posts = [post for post in _turn_posts(seen, seat) if post.channel_id == seen.match.channel_id]
        if row.is_human and row.user_id in server.members and not any(server.arrived(post) for post in posts):
            return f"seat {seat} was not told about version {row.told} where the game is"
    return None


def no_move_waits(seen: ObservedMatch, _server: SimulatedServer) -> str | None:
    """Check that no confirmed move still waits to be performed."""
    return f"the moves of {seen.waits} still wait" if seen.match.status == RUNNING and seen.waits else None


AT_REST: tuple[AtRest, ...] = (
    everything_is_sent,
    no_computer_stands_still,
    no_move_waits,
    what_is_sent_can_be_seen,
    players_asked_have_been_told,
)


def law_in_words(law: Callable[..., object]) -> str:
    """Return the name of a law as words."""
    return law.__name__.replace("_", " ")


def _untold(seen: ObservedMatch, seat: int) -> str | None:
    row = seen.seats[seat]
    if not row.is_human:
        return None
    posts = _turn_posts(seen, seat)
    if row.waiting_since is None or not posts:
        return f"seat {seat} is asked, and no message was written"
    given_up = [post.error for post in posts if post.dead_at is not None and post.error != "user-unreachable"]
    if len(given_up) == len(posts):
        return f"seat {seat} is asked, and its message was given up: {given_up}"
    return None


def _turn_posts(seen: ObservedMatch, seat: int) -> list[Post]:
    """Return the current turn messages of a seat, one for each channel in which the game has been."""
    wanted = seen.seats[seat].told
    return [post for post in seen.posts if (post.kind, post.seat, post.upto) == ("turn", seat, wanted)]
