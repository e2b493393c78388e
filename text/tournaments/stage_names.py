"""The names of events' presets, stages and tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from text.input_vocabulary import folded
from text.message_templates import aside, labelled
from text.translator import Translator, meant, phrase
from tournament.knockout import CHAMPIONSHIP
from tournament.stages import ARENA, DOUBLE, GROUPS, KNOCK_OUT, LADDER, LEAGUE, SWISS, TABLES, Stage, rounds_of

PRESETS: Mapping[str, tuple[str, str]] = {
    "championship": (
        phrase("Championship"),
        phrase("Five Swiss rounds, then quarter-finals of the best eight, with everyone there"),
    ),
    "slow-swiss": (phrase("Slow Swiss"), phrase("Everyone plays every round, a few weeks each; nobody drops out")),
    "cup": (meant("a kind of tournament", "Cup"), phrase("Knock-out: lose and you're out")),
    "double-elimination": (phrase("Double elimination"), phrase("Lose twice and you're out")),
    "league": (meant("a kind of tournament", "League"), phrase("Everyone meets everyone")),
    "groups-knock-out": (
        meant("a kind of tournament", "Groups, then knock-out"),
        phrase("Two groups in which everyone meets everyone, then a knock-out of the best four"),
    ),
    "league-best-of-three": (
        meant("a kind of tournament", "League, best of three"),
        phrase("Everyone meets everyone; two games won win a duel"),
    ),
    "team-match": (
        meant("a kind of tournament", "Team match, five boards"),
        phrase("Two teams of five or more at five boards, with hidden line-ups; with more teams a knock-out"),
    ),
    "evening": (meant("a kind of tournament", "Evening"), phrase("Three Swiss rounds in one evening, with everyone there")),
    "tables": (
        meant("a kind of tournament", "Tables"),
        phrase("Three rounds at tables of three to five, then a final table of the best four"),
    ),
    "duplicate": (
        meant("a kind of tournament", "Duplicate"),
        phrase("Three Swiss rounds with the same tiles at all tables, with everyone there"),
    ),
    "teams": (
        meant("a kind of tournament", "Teams"),
        phrase("Swiss of teams at three boards, with hidden line-ups"),
    ),
    "ladder": (
        meant("a kind of tournament", "Ladder"),
        phrase("Challenge someone just above you at any time; win to swap places"),
    ),
    "arena": (
        meant("a kind of tournament", "Arena"),
        phrase("Two hours of quick games: free players are paired again and again"),
    ),
    "divisions": (
        meant("a kind of tournament", "Divisions"),
        phrase("Two divisions over two seasons; the best go up, the last go down"),
    ),
}
"""Name and what it is, by preset."""

PEOPLE: Mapping[str, tuple[int, int]] = {
    "championship": (8, 60),
    "slow-swiss": (6, 100),
    "cup": (4, 64),
    "double-elimination": (4, 32),
    "league": (4, 10),
    "groups-knock-out": (6, 24),
    "league-best-of-three": (3, 8),
    "team-match": (10, 30),
    "evening": (4, 16),
    "tables": (6, 30),
    "duplicate": (6, 20),
    "teams": (12, 60),
    "ladder": (3, 100),
    "arena": (4, 30),
    "divisions": (6, 20),
}
"""For how many people each preset is meant."""

RARE = ("tables", "arena", "duplicate")
"""Presets that stand last, as further kinds: a newcomer looks for none of them."""

TIE_BREAKS: Mapping[str, str] = {
    "points": meant("a column of the standings", "Points"),
    "wins": meant("a column of the standings", "Wins"),
    "buchholz": phrase("Buchholz"),
    "buchholz-cut-1": phrase("Buchholz−1"),
    "sonneborn-berger": phrase("Sonneborn"),
    "difference": meant("a column of the standings", "Difference"),
    "points-for": meant("a column of the standings", "Scored"),
    "games-won": phrase("Games"),
    "head-to-head": meant("a column of the standings", "Direct"),
    "comparison": phrase("vs. field"),
    "lot": meant("a column of the standings", "Random"),
    "share": phrase("Share %"),
}
"""The heads of the columns of a table."""


SETTINGS: Mapping[str, str] = {
    "name": phrase("name"),
    "most": phrase("number of places"),
    "starts_at": phrase("start time"),
    "check_in": phrase("check-in"),
    "vacations": phrase("vacations stop clocks"),
    "preview": phrase("preview of rounds"),
    "first_turn": phrase("time for the first turn"),
    "round_length": phrase("length of a round"),
    "referees": phrase("referees"),
    "private": phrase("private threads"),
    "by_appointment": phrase("play by appointment"),
    "absent_loses": phrase("absence from an appointment"),
    "every": phrase("how often it's held"),
    "rosters_lock_at": phrase("until when teams can change"),
    "rate_elsewhere": phrase("rating of results from elsewhere"),
    "least_rating": phrase("lowest rating"),
    "most_rating": phrase("highest rating"),
    "least_games": phrase("finished games"),
    "least_days": phrase("days on the server"),
    "least_kept": phrase("turns in time"),
    "role": phrase("role"),
}
"""What can be changed later."""


RULINGS: Mapping[str, str] = {
    "win": phrase("win: this member wins the game"),
    "draw": phrase("draw: the game is a draw"),
    "neither": phrase("neither: both lose the game"),
    "confirm": phrase("confirm: the result from elsewhere that one of the players proposes counts"),
    "elsewhere": phrase("elsewhere: this member won a game played elsewhere (equal score: a draw)"),
    "disqualify": phrase("disqualify: this member is out"),
    "more-time": phrase("more-time: this member, or everyone, gets more time"),
    "pause": phrase("pause: the clocks of this game, or of all games, stop for some time"),
    "resume": phrase("resume: a pause is over"),
    "take-back": phrase("take-back: this member's last turn is undone"),
    "replay": phrase("replay: this game is played again from the start"),
    "substitute": phrase("substitute: the first on the waiting list plays for this member"),
}
"""What can be ruled."""


def offers(current: str, words: Translator) -> list[tuple[str, str]]:
    """Return (label, key) of the presets that match the typed text, or that suit the typed number of people."""
    offers = [
        (
            labelled(
                aside(_preset_heading(key, words), f"{PEOPLE[key][0]}–{PEOPLE[key][1]}", words), words.say(PRESETS[key][1]), words
            ),
            key,
        )
        for key in (*(key for key in PRESETS if key not in RARE), *RARE)
    ]
    wanted = folded(current)
    if wanted.isdecimal():
        return [offer for offer in offers if PEOPLE[offer[1]][0] <= int(wanted) <= PEOPLE[offer[1]][1]]
    return [offer for offer in offers if wanted in folded(f"{offer[0]} {offer[1]}")]


def _preset_heading(key: str, words: Translator) -> str:
    """Return the name of a preset; for a rare one, marked as one of the further kinds."""
    name = preset(key, words)
    return words.say("More kinds · {kind}", kind=name) if key in RARE else name


def rulings(current: str, words: Translator) -> list[tuple[str, str]]:
    """Return (name, key) of the kinds of rulings whose name contains the typed text."""
    ruling_names = [(words.say(text), key) for key, text in RULINGS.items()]
    return [offer for offer in ruling_names if folded(current) in folded(offer[0])]


def preset(name: str, words: Translator) -> str:
    """Return the name of a preset."""
    return words.say(PRESETS[name][0])


def stages(plan: Sequence[Stage], words: Translator) -> str:
    """Return the stages of an event in order: `Swiss, 3 rounds, then knock-out of 4`."""
    text, *rest = (_stage(stage, words) for stage in plan)
    for stage in rest:
        text = words.say("{stages}, then {stage}", stages=text, stage=stage)
    return text


def _stage(stage: Stage, words: Translator) -> str:
    sentence = words.say("quarter-finals of the best eight") if stage.shape == CHAMPIONSHIP else _STAGES[stage.kind](stage, words)
    if stage.best_of > 1:
        sentence = words.say("{stage}, best of {games}", stage=sentence, games=stage.best_of)
    if stage.boards:
        sentence = words.count(
            "{stage}, teams at {number} board", "{stage}, teams at {number} boards", stage.boards, stage=sentence
        )
    if stage.final > 1:
        sentence = words.say("{stage}, final best of {games}", stage=sentence, games=stage.final)
    return words.say("{stage}, with a game for third place", stage=sentence) if stage.third else sentence


def _swiss(stage: Stage, words: Translator) -> str:
    if stage.size:
        return words.count("Swiss, {number} round", "Swiss, {number} rounds", stage.size)
    return words.say("Swiss, as many rounds as it takes")


def _knock_out(stage: Stage, words: Translator) -> str:
    return words.say("knock-out of {number}", number=stage.size) if stage.size else words.say("knock-out")


def _double(stage: Stage, words: Translator) -> str:
    return words.say("double elimination of {number}", number=stage.size) if stage.size else words.say("double elimination")


def _groups(stage: Stage, words: Translator) -> str:
    if stage.size > 1:
        return words.count(
            "{number} group, everyone meets everyone", "{number} groups, everyone meets everyone in the group", stage.size
        )
    return words.say("everyone meets everyone twice") if stage.twice else words.say("everyone meets everyone")


def _tables(stage: Stage, words: Translator) -> str:
    rounds = stage.size or 3
    if stage.best:
        count = words.count(
            "{number} round of the best {best} at tables of {seats}",
            "{number} rounds of the best {best} at tables of {seats}",
            rounds,
            best=stage.best,
            seats=stage.seats,
        )
        return words.say("final table of the best {best}", best=stage.best) if rounds == 1 and stage.best <= stage.seats else count
    return words.count("{number} round at tables of {seats}", "{number} rounds at tables of {seats}", rounds, seats=stage.seats)


def _league(stage: Stage, words: Translator) -> str:
    if stage.size < 2:
        return _groups(stage, words)
    count = words.count("season in {number} division", "season in {number} divisions", stage.size)
    return words.count("{season}, {number} goes up and down", "{season}, {number} go up and down", stage.moving, season=count)


def _ladder(stage: Stage, words: Translator) -> str:
    return words.count(
        "ladder: challenge the person {number} place above you, and win to swap places",
        "ladder: challenge anyone up to {number} places above you, and win to swap places",
        stage.size or 3,
    )


def _arena(stage: Stage, words: Translator) -> str:
    """Return the text about an arena with its length in hours, or in days if these are whole."""
    hours = stage.size or 2
    if hours % 24:
        return words.count("arena of {number} hour", "arena of {number} hours", hours)
    return words.count("arena of {number} day", "arena of {number} days", hours // 24)


_STAGES: Mapping[str, Callable[[Stage, Translator], str]] = {
    SWISS: _swiss,
    KNOCK_OUT: _knock_out,
    DOUBLE: _double,
    GROUPS: _groups,
    TABLES: _tables,
    LEAGUE: _league,
    LADDER: _ladder,
    ARENA: _arena,
}


def round_name(number: int, stage: Stage, there: int, of_stage: int, words: Translator) -> str:
    """Return the usual name of a round: `round 3`, `semi-finals`, `final`.

    `there` is the number of entrants in its stage, `of_stage` its number within the stage, from 1.
    """
    if stage.kind == KNOCK_OUT:
        named = {0: meant("a round", "final"), 1: meant("a round", "semi-finals"), 2: meant("a round", "quarter-finals")}
        left = rounds_of(stage, there) - of_stage
        if left in named:
            return words.say(named[left])
    if stage.kind == DOUBLE:
        finals = {1: meant("a round", "final"), 0: meant("a round", "second final")}
        left = rounds_of(stage, there) - of_stage
        if left in finals:
            return words.say(finals[left])
    if stage.kind == LADDER:
        return words.say("challenge {number}", number=number)
    if stage.kind == ARENA:
        return words.say("game {number}", number=number)
    return words.say("round {number}", number=number)
