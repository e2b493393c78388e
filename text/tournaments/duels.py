"""The texts of duels: the challenge, the one message from challenge to result, and the form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator, phrase
from text.users.player_names import safe

title = sentence("Duel")
"""What a duel is called where a tournament would have a name."""
form_title: MessageTemplate[str] = pattern("Challenge {name}", name=safe)
"""Above the form in which somebody is challenged."""
how_many = sentence("How many games?")
"""In that form, above one, three or five."""
how_many_about = sentence("The players take turns going first. A longer duel ends once nobody can catch up.")
"""Below it."""
whom = sentence("Whom do you challenge?")
"""Above the members of the server."""
whom_about = sentence("They get a ping, and can say no.")
"""Below it."""
how_fast_about = sentence("Every game of the duel has this pace.")
"""Below the paces."""
does_it_count = sentence("Does it count for ratings?")
"""In that form, above yes and no."""
does_it_count_about = sentence("The whole duel counts once. Without a clock, it never counts.")
"""Below it."""


def length(games: int, words: Translator) -> str:
    """Return the length of a duel: `best of 3`, `one game`."""
    return words.say("best of {games}", games=games) if games > 1 else words.say("one game")


def challenge(challenger: str, mention: str, games: int, words: Translator) -> str:
    """Return the heading of an unanswered challenge; `mention` is that of the challenged person."""
    return words.say(
        "⚔️ {mention}, **{name}** challenges you to a duel: {length}",
        mention=mention,
        name=safe(challenger),
        length=length(games, words),
    )


def head(names: Sequence[str], games: int, words: Translator) -> str:
    """Return the heading of a duel that is being played, is over or was called off."""
    first, other = map(safe, names)
    return words.say("⚔️ **{one} – {other}** · {length}", one=first, other=other, length=length(games, words))


def how(game: str, pace: str, words: Translator, *, rated: bool) -> str:
    """Return the line with the game, the pace and whether the duel is rated."""
    sentence = words.say("{game} · {pace}", game=game, pace=pace)
    return sentence + " · " + (words.say("rated") if rated else words.say("not rated"))


agreed_to: MessageTemplate[str, str] = pattern(
    "-# It lapses {when}. If you accept, you both have {time} for the first turn, or lose."
)
"""Below a challenge: how long it waits, and what people who accept agree to."""
stands: MessageTemplate[str, str] = pattern("{score} · {place}")
"""How a duel stands, and its thread."""

_ENDED: Mapping[str, str] = {
    "declined": phrase("{name} declined."),
    "withdrawn": phrase("The challenge was withdrawn."),
    "lapsed": phrase("{name} didn't answer in time."),
    "": phrase("This duel was called off."),
}


def called_off(why: str, name: str, words: Translator) -> str:
    """Return the reason why a duel did not begin; `name` is the person who was challenged."""
    return words.say(_ENDED.get(why, _ENDED[""]), name=safe(name))


def score(won: tuple[int, int], games: Sequence[tuple[int, int]]) -> str:
    """Return the games won by each player, and the points of each game: `2–1 (71–64, 50–61, 80–77)`; empty before any."""
    points = ", ".join(f"{own}–{other}" for own, other in games)
    return f"{won[0]}–{won[1]} ({points})" if games else ""


LEVEL, WON, GAVE_UP, NO_SHOW = "level", "won", "gave-up", "no-show"
NOBODY, RULED, ELSEWHERE = "nobody", "ruled", "elsewhere"
"""How a duel ended."""
_RESULTS: Mapping[str, str] = {
    LEVEL: phrase("⚔️ **{one} – {other}**: nobody wins the duel."),
    WON: phrase("⚔️ **{one}** wins the duel against {other}."),
    GAVE_UP: phrase("⚔️ **{one}** wins the duel: {other} gave up."),
    NO_SHOW: phrase("⚔️ **{one}** wins the duel: {other} didn't come."),
    NOBODY: phrase("⚔️ **{one} – {other}**: nobody came."),
    RULED: phrase("⚔️ **{one}** wins the duel against {other} by ruling."),
    ELSEWHERE: phrase("⚔️ **{one}** wins the duel against {other}, played elsewhere."),
}


def result(names: Sequence[str], how_: str, points: str, words: Translator) -> str:
    """Return the result of a duel; the winner comes first in `names` and in `points`, which is a text from `score`."""
    first_name, other = map(safe, names)
    sentence = words.say(_RESULTS[how_], one=first_name, other=other)
    return f"{sentence} **{points}**" if points else sentence


titled: MessageTemplate[str, str] = pattern("⚔️ {one} – {other}", one=safe, other=safe)
"""What a duel is called in messages about it."""
sent: MessageTemplate[str, str] = pattern("Challenge sent to {name}, in {place}.", name=safe)
"""To the challenger."""
