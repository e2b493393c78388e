"""The story of a card game: a line for each move, and a line for each player's points of a round.

"Ben: red person 2 in the red row" · "Black takes 4 cards, green row: people (3+1+1) × 3 = 15 · Black +15 (15)". Every type of event
has a function in `TELL`. The lines reveal only what is in the events that the reader may see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.cardcassonne import events as ev
from games.cardcassonne.view import CardView
from games.core.emoji_names import seat_emoji
from games.core.game import Event, Seat
from text.cardcassonne.score_lines import explained
from text.cardcassonne.terms import card_colour, card_list, into_row, row_name, shown_card, species_name
from text.play.ending_texts import over
from text.protocol import visible
from text.translator import Translator
from text.users.player_names import safe


@dataclass
class NarratedLine:
    """One line of the story while it is being written: a head, the cards won and notes."""

    head: str
    round: int
    notes: list[str] = field(default_factory=list)
    contents: str = ""
    """What was won; left out once the points explain it."""
    numbers: tuple[int, ...] = ()
    """The numbers of the people that were won in their own row."""

    def text(self, words: Translator) -> str:
        """Return the line as text: `head (contents) · notes`."""
        head = words.say("{head} ({cards})", head=self.head, cards=self.contents) if self.contents else self.head
        notes = " · ".join(self.notes)
        return words.say("{head} · {notes}", head=head, notes=notes) if notes else head


class EventNarrator:
    """The state of narrating events in order: the lines so far, and cards yet to be mentioned."""

    def __init__(self, view: CardView, names: Sequence[str], words: Translator, *, first: int) -> None:
        self.view = view
        self.names = names
        self.words = words
        self.round = first
        """The round of the event being told; 0 before the first one."""
        self.lines: list[NarratedLine] = []
        self.turned_up: list[str] = []
        """Opening cards that wait to be told in one line."""
        self.dealt: list[str] = []
        """Cards that came to the reader's hand and wait to be told in one line."""
        self.shares: dict[int, NarratedLine] = {}
        """By seat the line about its share of the round that is being settled."""

    def name(self, seat: int) -> str:
        """Return a player's name, escaped."""
        return safe(self.names[seat])

    def shown(self, seat: int) -> str:
        """Return a player's escaped name for the beginning of a line, after their figure's emoji if emojis can be shown."""
        return self.words.sign(seat_emoji(seat)) + self.name(seat)

    def line(self, head: str) -> NarratedLine:
        """Begin a new line with a head, and return it."""
        self.flush()
        self.lines.append(NarratedLine(head, self.round))
        return self.lines[-1]

    def share(self, seat: int) -> NarratedLine:
        """Return the line about a seat's points in the round being scored; begins a new line if there is none yet."""
        if seat not in self.shares:
            self.shares[seat] = self.line(self.shown(seat))
        return self.shares[seat]

    def flush(self) -> None:
        """Add a line for the cards that were turned up since the last line, and one for those dealt to the reader."""
        opened, dealt, self.turned_up, self.dealt = self.turned_up, self.dealt, [], []
        if opened:
            self.line(self.words.say("Turned up: {cards}", cards=card_list(opened, self.words)))
        if dealt:
            self.line(self.words.say("Dealt to you: {cards}", cards=card_list(sorted(dealt), self.words)))


def story(
    events: Sequence[Event], view: CardView, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
) -> list[str]:
    """Return the story of the events that the viewer may see, line by line."""
    return [line.text(words) for line in _narrate_all(visible(events, viewer), view, names, words)]


def brief(
    events: Sequence[Event], view: CardView, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
) -> list[str]:
    """Return the story without the scoring of the last round, which `milestone` describes."""
    seen = visible(events, viewer)
    end = max((place for place, event in enumerate(seen) if isinstance(event, ev.PointsScored)), default=-1)
    begin = next((place for place in range(end, -1, -1) if isinstance(seen[place], ev.RoundEnded)), 0)
    lines = (
        _narrate_all(seen, view, names, words)
        if end < 0
        else [*_narrate_all(seen[:begin], view, names, words), *_narrate_all(seen[end + 1 :], view, names, words)]
    )
    return [line.text(words) for line in lines]


def milestone(events: Sequence[Event], view: CardView, names: Sequence[str], words: Translator) -> str:
    """Return the line with each player's points from the last scored round, and in total; empty if no round was scored."""
    last = next((event for event in reversed(events) if isinstance(event, ev.PointsScored) and event.kind == "round"), None)
    if last is None or len(last.gains) != len(view.seats):
        return ""
    gains = sorted(last.gains, key=lambda gain: (-gain.points, gain.seat))
    each = [
        words.say("{name} +{points} ({total})", name=safe(names[gain.seat]), points=gain.points, total=gain.total) for gain in gains
    ]
    return words.say("**Round {number} is over:** {points}", number=last.number, points=", ".join(each))


def log(
    events: Sequence[Event], view: CardView, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
) -> list[str]:
    """Return the story with each line's round number."""
    return [
        words.say("R{round} {line}", round=line.round, line=line.text(words)) if line.round else line.text(words)
        for line in _narrate_all(visible(events, viewer), view, names, words)
    ]


def _narrate_all(events: Sequence[Event], view: CardView, names: Sequence[str], words: Translator) -> list[NarratedLine]:
    teller = EventNarrator(view, names, words, first=_first_round(events, view))
    for event in events:
        TELL[type(event)](teller, event)
    teller.flush()
    return teller.lines


def _first_round(events: Sequence[Event], view: CardView) -> int:
    """Return the number of the round to which the first event belongs."""
    began = next((event.number for event in events if isinstance(event, ev.RoundBegan)), None)
    return view.round if began is None else began - 1


def _narrate_dealer(told: EventNarrator, event: ev.DealerNamed) -> None:
    told.line(told.words.say("{name} deals first (picked at random)", name=told.name(event.seat)))


def _narrate_turn_up(told: EventNarrator, event: ev.JokerTurnedUp) -> None:
    told.line(
        told.words.say(
            "Turned up: {card}; {name} chooses its row", card=shown_card(event.card, told.words), name=told.name(event.seat)
        )
    )


def _narrate_lay_out(told: EventNarrator, event: ev.OpeningCardLaid) -> None:
    if event.seat is not None:
        told.line(_laid_card(told, event.seat, shown_card(event.card, told.words), event.row))
    elif card_colour(event.card):
        told.turned_up.append(event.card)
    else:
        told.line(
            told.words.say("Turned up: {card}, {row}", card=shown_card(event.card, told.words), row=into_row(event.row, told.words))
        )


def _laid_card(told: EventNarrator, seat: int, card: str, row: str) -> str:
    return told.words.say("{name}: {card} {row}", name=told.shown(seat), card=card, row=into_row(row, told.words))


def _narrate_round(told: EventNarrator, event: ev.RoundBegan) -> None:
    told.flush()
    told.shares, told.round = {}, event.number
    told.line(
        told.words.count(
            "Round {round} of {rounds}: {name} deals {number} card each",
            "Round {round} of {rounds}: {name} deals {number} cards each",
            event.cards,
            round=event.number,
            rounds=told.view.rounds,
            name=told.name(event.dealer),
        )
    )


def _narrate_deal(told: EventNarrator, event: ev.CardDealt) -> None:
    told.dealt.append(event.card)


def _narrate_hidden_card(told: EventNarrator, event: ev.CardLaidFaceDown) -> None:
    told.line(_laid_card(told, event.seat, told.words.say("a card face down"), event.row))


def _narrate_revealed_card(told: EventNarrator, event: ev.FaceDownCardNamed) -> None:
    """Name the face-down card in the line of the player who laid it.

    The event directly follows `CardLaidFaceDown`, and only this player sees it.
    """
    card = told.words.say("{card} face down", card=shown_card(event.card, told.words))
    told.lines[-1].head = _laid_card(told, event.seat, card, event.row)


def _narrate_play(told: EventNarrator, event: ev.CardPlayed) -> None:
    told.line(_laid_card(told, event.seat, shown_card(event.card, told.words), event.row))


def _narrate_claim(told: EventNarrator, event: ev.RowClaimed) -> None:
    if not event.cards:
        row = into_row(event.row, told.words)
        told.line(told.words.say("{name}: meeple {row}, claims nothing", name=told.shown(event.seat), row=row))
        return
    told.line(
        told.words.count(
            "{name}: meeple {row}, claims {number} card",
            "{name}: meeple {row}, claims {number} cards",
            event.cards,
            name=told.shown(event.seat),
            row=into_row(event.row, told.words),
        )
    )


def _narrate_round_end(told: EventNarrator, event: ev.RoundEnded) -> None:
    told.shares = {}
    told.line(
        told.words.say(
            "Round {number} is over; {name} placed the last meeple and deals next",
            number=event.number,
            name=told.name(event.dealer),
        )
    )


def _narrate_row_won(told: EventNarrator, event: ev.ClaimWon) -> None:
    words = told.words
    if not event.cards:
        told.shares[event.seat] = told.line(words.say("{name} takes nothing", name=told.shown(event.seat)))
        return
    line = told.line(
        words.count(
            "{name} takes {number} card, {row}",
            "{name} takes {number} cards, {row}",
            len(event.cards),
            name=told.shown(event.seat),
            row=row_name(event.row, words),
        )
    )
    line.contents = card_list([won.card for won in event.cards], words)
    line.numbers = tuple(int(w.card[2]) for w in event.cards if w.card[1] == "P" and not w.is_wrong)
    line.notes += [_turned_cards(won, words) for won in event.cards if won.was_hidden]
    buildings = sum(won.card[1] == "H" and not won.is_wrong for won in event.cards)
    if buildings:
        line.notes.append(words.count("{number} card under the chest", "{number} cards under the chest", buildings))
    told.shares[event.seat] = line


def _turned_cards(won: ev.ClaimedCard, words: Translator) -> str:
    card = shown_card(won.card, words)
    if won.is_wrong:
        return words.say("turned up in the wrong row: {card}", card=card)
    return words.say("turned up: {card}", card=card)


def _narrate_settlement(told: EventNarrator, event: ev.MisplacedCardDecided) -> None:
    card = shown_card(event.card, told.words)
    if event.kept:
        told.share(event.seat).notes.append(told.words.say("keeps: {card}", card=card))
    else:
        told.share(event.seat).notes.append(told.words.say("10 points for: {card}", card=card))


def _narrate_join(told: EventNarrator, event: ev.JokerAssigned) -> None:
    told.share(event.seat).notes.append(told.words.say("animal joker → {species}", species=species_name(event.colour, told.words)))


def _narrate_scoring(told: EventNarrator, event: ev.PointsScored) -> None:
    for gain in event.gains:
        line = told.share(gain.seat)
        line.contents = ""
        line.notes += [explained(part, told.words, numbers=line.numbers) for part in gain.lines]
        if gain.points:
            line.notes.append(
                told.words.say("{name} +{points} ({total})", name=told.name(gain.seat), points=gain.points, total=gain.total)
            )
    told.shares = {}


def _narrate_left_over(told: EventNarrator, event: ev.UnclaimedCardsRemoved) -> None:
    told.line(
        told.words.say("Unclaimed, {row}: {cards}", row=row_name(event.row, told.words), cards=card_list(event.cards, told.words))
    )


def _narrate_chest(told: EventNarrator, event: ev.ChestOpened) -> None:
    line = told.line(told.words.say("{name} opens the chest", name=told.name(event.seat)))
    line.notes.append(card_list(event.cards, told.words) or told.words.say("it's empty"))
    told.shares[event.seat] = line


def _narrate_end(told: EventNarrator, event: ev.GameEnded) -> None:
    told.line(over(event.scores, told.name, told.words))


Tell = Callable[[EventNarrator, Any], None]
TELL: Mapping[type, Tell] = {
    ev.DealerNamed: _narrate_dealer,
    ev.JokerTurnedUp: _narrate_turn_up,
    ev.OpeningCardLaid: _narrate_lay_out,
    ev.RoundBegan: _narrate_round,
    ev.CardDealt: _narrate_deal,
    ev.CardLaidFaceDown: _narrate_hidden_card,
    ev.FaceDownCardNamed: _narrate_revealed_card,
    ev.CardPlayed: _narrate_play,
    ev.RowClaimed: _narrate_claim,
    ev.RoundEnded: _narrate_round_end,
    ev.ClaimWon: _narrate_row_won,
    ev.MisplacedCardDecided: _narrate_settlement,
    ev.JokerAssigned: _narrate_join,
    ev.PointsScored: _narrate_scoring,
    ev.UnclaimedCardsRemoved: _narrate_left_over,
    ev.ChestOpened: _narrate_chest,
    ev.GameEnded: _narrate_end,
}
"""How each event is told."""
