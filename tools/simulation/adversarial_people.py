"""The entrants of a simulated event with their habits, and the event that belongs to a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random

from service.tournaments.tournament_settings import TournamentSettings, preset_settings
from storage.rows import UserId
from tournament.presets import PRESETS

STEADY, STALLING, VANISHING, WITHDRAWING, SKIPPING, LATE, HOLIDAY, COLLUDING, MODERATING = (
    *("steady", "stalling", "vanishing", "withdrawing", "skipping", "late", "holiday", "colluding", "moderating"),
)
"""Plays on; plays as late as the rules allow and stops for good when behind; is seen no more; leaves; skips a round; enters when
the first round is published; goes on vacation in the middle of games; gives every game to the next colluder at once; organises the
event, plays in it, and tries every command of organisers, referees and moderators (`tools.simulation.adversarial_moderators`).
"""
LEADING, SERVING = "leading", "serving"
"""Of a gang of three (`tools.simulation.gangs`): who is to win, and who loses to them on purpose."""
SHARES = {STALLING: 0.08, VANISHING: 0.06, WITHDRAWING: 0.05, SKIPPING: 0.06, LATE: 0.05, HOLIDAY: 0.05, COLLUDING: 0.05} | {
    MODERATING: 0.06
}
"""How many behave so; everybody else is steady."""
SHRINKING = {WITHDRAWING: 0.35, VANISHING: 0.25, STALLING: 0.1}
"""The same of a field of which few are left in the end."""
EACH = dict.fromkeys((STALLING, VANISHING, WITHDRAWING, SKIPPING, LATE, HOLIDAY, COLLUDING, MODERATING), 0.11)
"""As many of each, and hardly anybody who is steady."""
ANSWERING = (STEADY, STALLING, SKIPPING, LATE, COLLUDING, MODERATING)
"""Habits of people who answer whenever they are asked for a first turn, or whether they are there."""
FIRST_PERSON = 100


@dataclass
class Person:
    """An entrant with a habit, such as vanishing, withdrawing or skipping, and the rhythm in which they play."""

    id: UserId
    habit: str
    hours: int
    """They look at their games every so many ticks."""
    until: int
    """The round in which a vanishing one is seen no more, a withdrawing one leaves, a skipping one skips the next."""
    done: bool = False
    """Whether they have done what only happens once."""


def field_of(random: Random, number: int, shares: dict[str, float], least: int = 0) -> dict[UserId, Person]:
    """Return `number` people by user id, with habits drawn by `shares`; none of the first `least` enters late."""
    people = {person.id: person for person in (_person(random, index, shares) for index in range(number))}
    for person in list(people.values())[:least]:
        person.habit = STEADY if person.habit == LATE else person.habit
    return people


def _person(random: Random, at: int, shares: dict[str, float]) -> Person:
    habit = random.choices((*shares, STEADY), (*shares.values(), 1 - sum(shares.values())))[0]
    return Person(UserId(FIRST_PERSON + at), habit, random.choice((1, 1, 2, 3)), random.randint(1, 4))


def having(people: Sequence[Person], *habits: str) -> tuple[Person, ...]:
    """Return the people with one of these habits."""
    return tuple(person for person in people if person.habit in habits)


# --- which event -------------------------------------------------------------------------------------------------------

LEAST = {
    "championship": 8,
    "tables": 4,
    "divisions": 4,
    "teams": 7,
    "team-match": 12,
    "groups-knock-out": 4,
    "duplicate": 4,
    "evening": 4,
}
"""Entrants without whom a preset cannot start: of teams two whole ones. For the others three are enough."""
MOST = {"league-best-of-three": 10, "league": 30}
"""Entrants of kinds in which everybody meets everybody: more of them make a thousand games and show nothing else."""
SIZES = ((3, 8, 0.6), (9, 20, 0.3), (21, 64, 0.1))
"""From, to, and how often."""
NASTY = {STALLING: 0.4, VANISHING: 0.2, COLLUDING: 0.2}
FIELDS = (SHARES, SHARES, SHRINKING, NASTY, EACH)


@dataclass(frozen=True)
class SeasonPlan:
    """Parameters of one simulated event: its settings, the number of entrants and the shares of habits."""

    settings: TournamentSettings
    entrants: int
    """The first `least` of them are there at its start."""
    shares: dict[str, float]
    least: int = 0


def season_of(seed: int, game: str, options: Mapping[str, str], preset: str = "", most: int = 64) -> SeasonPlan:
    """Return the event of a seed: any preset, 3 to 64 entrants, all mixes of habits, sometimes a waiting list.

    There are at most `most` entrants, or the fewest that the preset needs.
    """
    random = Random(f"plan {seed}")
    preset = preset or random.choice(sorted(PRESETS))
    low, high, _ = random.choices(SIZES, [share for *_, share in SIZES])[0]
    least = LEAST.get(preset, 3)
    entrants = max(min(random.randint(low, high), most, MOST.get(preset, most)), least)
    settings = replace(preset_settings(preset, game), options=dict(options))
    if random.random() < 0.2 and entrants > least + 1:
        settings = replace(settings, most=entrants - 2)
    if settings.round_length is not None and random.random() < 0.3:  # short rounds, so that games are open at their date
        settings = replace(settings, round_length=timedelta(days=random.randint(3, 8)))
    return SeasonPlan(settings, entrants, dict(random.choice(FIELDS)), least)
