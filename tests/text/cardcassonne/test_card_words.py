"""The words of the card game: the story of a round, choices, typed moves, and that all of it fits."""

from __future__ import annotations

import inspect
import random
import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cardcassonne import actions, events
from games.cardcassonne.actions import Action
from games.cardcassonne.cards import CODES
from games.cardcassonne.events import ClaimedCard, ClaimWon, PointsScored, ScoringLine, SeatPoints
from games.cardcassonne.game import SCHEMA
from games.cardcassonne.view import SeatGain, seat_gains
from games.core.game import Seat
from tests.text.cardcassonne.card_positions import GAME, NAMES, Position, after, of_kind, played
from text.cardcassonne import choices, highlights, move_log, parse_errors, score_lines, standings, table, terms
from text.cardcassonne.texts import WORDS
from text.help import topics
from text.protocol import ALT, CHOICES, DETAIL, LABEL, Misread
from text.translator import Translator, languages, translator_for
from text.users.player_names import COLOURS

SAY = WORDS
EN = translator_for("en")
IN_EVERY_LANGUAGE = pytest.mark.parametrize("spoken", [translator_for(locale) for locale in languages()], ids=languages())


@cache
def some() -> list[Position]:
    """Positions of a few games."""
    return [p for seed in range(4) for p in played(seed, 2 + seed).positions[::5]]


def read(text: str, position: Position) -> Action:
    action, rest = SAY.read.typed(text, position.view, position.legal, EN)
    assert rest == ""
    return action


def refused(text: str, position: Position) -> str:
    with pytest.raises(Misread) as caught:
        SAY.read.typed(text, position.view, position.legal, EN)
    return SAY.read.refusal(caught.value.code, caught.value.params, position.view, EN)


def first_turn() -> Position:
    return next(p for p in played(1).positions if p.view.decision == "turn")


def later_turn() -> Position:
    """Return a turn with a card that may be played face up, and the meeple at hand."""
    return next(
        p
        for p in played(1).positions
        if {a.verb for a in p.legal} == {"play", "claim"} and all(a.card[:1].islower() for a in p.legal if a.card)
    )


def test_a_claim_is_told_as_a_sum() -> None:
    claim = tuple(ClaimedCard(card, False, False) for card in ("gP3", "gP1", "gP1", "gH"))
    won = ClaimWon(0, "green", claim)
    scored = PointsScored("round", 1, (SeatPoints(0, 15, (ScoringLine("persons", 5, 3, 3, "green"),), 15),))

    story = SAY.say.story((won, scored), played(1).final, ("Black", "Ben", "Chi"), EN)

    assert story == [
        "Black takes 4 cards, green row · 1 card under the chest · people (3+1+1) × 3 = 15 · Black +15 (15)",
    ]


def test_a_claim_that_is_not_scored_yet_is_told_card_by_card() -> None:
    won = ClaimWon(1, "red", (ClaimedCard("rA", False, False), ClaimedCard("gA", True, True)))

    story = SAY.say.story((won,), played(1).final, NAMES, EN)

    assert story == ["Ben takes 2 cards, red row (red horse, green sheep) · turned up in the wrong row: green sheep"]


def test_the_public_reads_of_no_card_that_lies_face_down() -> None:
    game = played(3)
    story = SAY.say.story(game.events, game.final, NAMES, EN)

    laid = [line for line in story if "face down" in line]
    assert len(laid) == 3 * 8
    assert all(re.fullmatch(r"\w+: a card face down in the \w+ row", line) for line in laid)
    assert not any("Dealt" in line for line in story)


def test_players_read_of_their_own_hidden_cards_and_of_no_others() -> None:
    game = played(3)
    story = SAY.say.log(game.events, game.final, NAMES, EN, viewer=Seat(1))

    own = [line for line in story if line.startswith(tuple(f"R{n} Ben:" for n in range(1, 9))) and "face down" in line]
    others = [line for line in story if "face down" in line and line not in own]
    assert len(own) == 8
    assert not any(": a card face down" in line for line in own)
    assert all(": a card face down" in line for line in others)
    assert sum("Dealt to you" in line for line in story) == 8


@pytest.mark.parametrize("seed", range(4))
def test_the_totals_told_end_with_the_scores(seed: int) -> None:
    game = played(seed, 2 + seed)
    story = "\n".join(SAY.say.story(game.events, game.final, NAMES, EN))

    for seat in game.final.seats:
        assert re.findall(rf"{NAMES[seat.seat]} \+\d+ \((\d+)\)", story)[-1] == str(seat.score)


def test_every_event_line_and_decision_has_words() -> None:
    parts = {events.ScoringLine, events.SeatPoints, events.ClaimedCard}
    kinds = {c for _, c in inspect.getmembers(events, inspect.isclass) if c.__module__ == events.__name__}
    lines = {
        line.what
        for seed in range(6)
        for e in played(seed).events
        if isinstance(e, PointsScored)
        for g in e.gains
        for line in g.lines
    }

    assert set(move_log.TELL) == kinds - parts
    assert lines <= set(score_lines.TERMS)
    assert set(terms.CARDS) == set(CODES)
    assert {p.view.decision for p in some()} <= {*table.DECISIONS, "turn"}
    house = {"dealer", "turn", "deal", "reveal"}
    assert {action.verb for group in actions._TABLES for action in _flat(group)} - house == set(choices.SAY)


def _flat(group: object) -> list[Action]:
    if isinstance(group, Action):
        return [group]
    assert isinstance(group, tuple)
    return [action for part in group for action in _flat(part)]


@IN_EVERY_LANGUAGE
def test_everything_said_about_a_position_fits(spoken: object) -> None:
    assert isinstance(spoken, type(EN))
    long = ("W" * 32,) * 5
    for p in some():
        for action in p.legal:
            texts = SAY.say.choice(action, p.view, long, spoken)
            assert 0 < len(texts.label) <= LABEL
            assert len(texts.group) <= LABEL
            assert len(texts.detail) <= DETAIL
            assert "…" not in texts.label + texts.group
        for kind in ("turn", "spots", "hand", "end", "fields"):
            assert 0 < len(SAY.say.alt(p.view, kind, long, spoken)) <= ALT
        for option in ("card", "row", "spot", "square"):
            offers = SAY.read.autocomplete(option, "", p.view, p.legal, long, spoken)
            assert len(offers) <= CHOICES
            assert all(0 < len(label) <= DETAIL and 0 < len(value) <= DETAIL for label, value in offers)


def test_labels_tell_the_choices_of_a_card_apart() -> None:
    for p in some():
        texts = [(c.group, c.label) for action in p.legal for c in (SAY.say.choice(action, p.view, NAMES, EN),)]
        assert len(set(texts)) == len(texts)


def test_every_choice_can_be_typed_as_it_is_said_and_as_it_is_written() -> None:
    for p in some():
        for action in p.legal:
            texts = SAY.say.choice(action, p.view, NAMES, EN)
            assert read(f"{texts.group} {texts.short}".strip(), p) == action
            assert read(GAME.write(action), p) == action


def test_every_offer_can_be_typed() -> None:
    for p in some():
        for _, card in SAY.read.autocomplete("card", "", p.view, p.legal, NAMES, EN):
            there = [a for a in p.legal if card in (a.card, "claim") and (a.card == card or a.verb == card)] or list(p.legal)
            rows = SAY.read.autocomplete("row", "", p.view, there, NAMES, EN)
            typed = {read(f"{card} {row}".strip() if card in (*CODES, "claim") else card, p) for _, row in rows or [("", "")]}
            assert typed <= set(p.legal)


def test_short_words_are_understood() -> None:
    p = first_turn()
    card = next(a.card for a in p.legal if a.card[:1].islower() and "P" in a.card)
    colour, number = terms.card_colour(card), card[2]

    assert read(f"{card} blue", p) == GAME.read(f"hide {card} blue")
    assert read(f"{colour} {number} in the green row", p) == GAME.read(f"hide {card} green")
    assert read(f"{colour[0]}p{number} r", p) == GAME.read(f"hide {card} red")
    assert read("claim red", p) == GAME.read("claim red")
    assert read("my meeple on the yellow row", p) == GAME.read("claim yellow")
    assert read("1 red", p) == GAME.read(f"hide {p.view.hand[0]} red")


def test_choices_without_cards_are_typed_by_their_number() -> None:
    for p in (of_kind("lay"), of_kind("wrong"), of_kind("join")):
        assert [read(str(number), p) for number in range(1, len(p.legal) + 1)] == list(p.legal)


def test_a_card_that_goes_to_one_row_only_needs_no_row() -> None:
    p = later_turn()
    card = next(a.card for a in p.legal if a.card)

    assert read(card, p).card == card


def test_what_does_not_fit_is_answered_with_what_would() -> None:
    p = later_turn()
    own = next(a for a in p.legal if a.verb == "play")
    missing = next(code for code in CODES if code not in p.view.hand)
    other = next(colour for colour in terms.ROWS if colour != own.row)

    assert "Your cards: " in refused("nonsense", p)
    assert refused(missing, p).startswith("Not in your hand: ")
    assert f"Possible: {own.row} row." in refused(f"{own.card} {other}", p)
    assert refused("claim", p) == "Which row? Possible: yellow row, red row, green row, blue row."
    assert "99" in refused("99 red", p)
    assert "Possible: 10, keep." in refused("what", of_kind("wrong"))


@settings(max_examples=150)
@given(text=st.text(max_size=40), p=st.deferred(lambda: st.sampled_from(some())))
def test_any_text_is_read_or_refused_in_words(text: str, p: Position) -> None:
    try:
        action, _ = SAY.read.typed(text, p.view, p.legal, EN)
    except Misread as misread:
        assert SAY.read.refusal(misread.code, misread.params, p.view, EN)
    else:
        assert action in p.legal


def test_a_draft_is_summed_up_for_its_author() -> None:
    for p in some():
        for action in p.legal:
            state, caused = after(p, action)
            told = SAY.say.summary((action,), caused, GAME.view(state, p.seat), NAMES, EN)
            assert told.endswith(".")
            assert not action.card or terms.card_name(action.card, EN) in told


def test_the_text_of_the_table_names_every_card_that_the_viewer_may_see() -> None:
    for p in some():
        told = SAY.say.board(p.view, NAMES, EN)
        lines = {line.partition(":")[0].lower(): line for line in told.splitlines()}
        for row in p.view.rows:
            for card in row.cards:
                if card.card is not None:  # in the row of its own colour that goes without saying
                    own = row.colour if card.is_open else ""
                    assert terms.name_in_row(card.card, own, EN) in lines[terms.row_name(row.colour, EN)]
        for code in p.view.hand:
            assert terms.card_name(code, EN) in told
        for seat in p.view.seats:
            assert f"{NAMES[seat.seat]}: {seat.score} point" in told


def test_collections_tell_what_one_more_card_would_bring() -> None:
    p = next(p for p in played(2).positions if any(h.animals + h.jokers == 2 for s in p.view.seats for h in s.herds))

    assert "2 cards = 6, with one more 9" in SAY.forecast.ahead(p.view, NAMES, EN)


def test_the_deck_is_told_as_far_as_the_viewer_has_seen_it() -> None:
    p = first_turn()
    spectator = GAME.view(p.state, None)

    hidden = sum(c.copies - c.seen for c in p.view.deck)
    assert f"You haven't seen {hidden} cards." in SAY.stock.left(p.view, EN)
    assert f"{hidden + len(p.view.hand)} cards haven't been seen yet." in SAY.stock.left(spectator, EN)


def test_the_result_adds_up() -> None:
    for seed in range(4):
        game = played(seed, 2 + seed)
        for line in SAY.say.result(game.events, game.final, NAMES, EN):
            head, *parts = line.split(" · ")
            points = [int(part.split()[-1]) for part in parts if not part.endswith("cards")]
            assert int(head.split()[-1]) == sum(points)


@IN_EVERY_LANGUAGE
def test_help_and_options_have_words(spoken: object) -> None:
    assert isinstance(spoken, type(EN))
    for key, title in SAY.explain.topics(spoken):
        assert 0 < len(title) <= DETAIL
        assert 0 < len(SAY.explain.help(key, spoken)) <= topics.LONGEST
    for option in SCHEMA:
        label, about = SAY.explain.option(option.key, spoken)
        assert 0 < len(label) <= LABEL
        assert 0 < len(about) <= DETAIL
        for value in option.choices or (option.write(option.default),):
            assert SAY.explain.value(option.key, value, spoken)
    assert all(callable(each_value) for each_value in parse_errors.MISREADS.values())


def test_words_depend_on_nothing_that_the_viewer_cannot_see() -> None:
    """The same for a state and for any other that the viewer could be in."""
    chance = random.Random(5)
    for p in some():
        for viewer in map(Seat, range(len(p.view.seats))):
            other = GAME.imagine(p.state, viewer, chance.randrange)
            views = [GAME.view(state, viewer) for state in (p.state, other)]
            texts = [
                (
                    SAY.say.board(view, NAMES, EN),
                    SAY.say.alt(view, "hand", NAMES, EN),
                    SAY.say.panel(view, NAMES, EN),
                    SAY.forecast.ahead(view, NAMES, EN),
                    SAY.stock.left(view, EN),
                    [SAY.say.choice(a, view, NAMES, EN) for a in (p.legal if viewer == p.seat else ())],
                )
                for view in views
            ]
            assert texts[0] == texts[1]


@IN_EVERY_LANGUAGE
def test_every_score_can_be_explained_by_its_parts(spoken: Translator) -> None:
    """Of whole games: each gain once, its parts add up, and every line fits."""
    assert SAY.scores is not None
    for seed in range(3):
        game = played(seed, 2 + seed)
        every = [gain for event in game.events if isinstance(event, PointsScored) for gain in event.gains if gain.points]

        scored = SAY.scores.scored(game.events, game.final)

        assert [thing.gain for thing in scored] == every and scored
        for thing in scored:
            head, parts, sign = SAY.scores.line(thing, game.final, NAMES, spoken)
            assert (
                sign == COLOURS[thing.gain.seat]
                and f"+{thing.gain.points}" in head
                and 0 < len(parts) <= DETAIL
                and len(head) <= DETAIL
            )
            told = SAY.scores.why(thing, game.final, None, NAMES, spoken)
            assert all(score_lines.explained(part, spoken) in "\n".join(told) for part in thing.gain.lines)
            assert not SAY.scores.has_place(thing)


def test_who_got_nothing_is_told_so_and_the_others_are_named() -> None:
    event = PointsScored(
        "round",
        2,
        (SeatPoints(0, 15, (ScoringLine("persons", 5, 3, 3, "green"),), 21), SeatPoints(1, 0, (), 4), SeatPoints(2, 3, (), 9)),
    )
    assert SAY.scores is not None
    thing, also = SAY.scores.scored([event], later_turn().view)

    assert SAY.scores.why(thing, later_turn().view, Seat(1), NAMES, EN) == [
        "**Round 2**: Anna +15 (21 in all)",
        "· people 5 × 3 = 15",
        "-# People in the row of their own colour score the sum of their numbers, times how many there are.",
        "The others: Ben +0 and Chi +3.",
        "Nothing for you here: none of your cards counted.",
    ]
    assert not any("nothing" in line for line in SAY.scores.why(also, later_turn().view, Seat(0), NAMES, EN))
    assert SAY.scores.line(thing, later_turn().view, NAMES, EN) == ("Round 2: Anna +15", "people 5 × 3 = 15", COLOURS[0])


def test_the_end_tells_the_largest_gains_by_their_sums_and_who_got_most_from_what() -> None:
    game = played(3)
    told_of = WORDS.highlights
    assert told_of is not None
    gains = seat_gains(game.events)
    sums = [sum(each.gain.points for each in gains if each.gain.seat == seat) for seat in range(len(game.final.seats))]
    assert sums == [seat.score for seat in game.final.seats], "every point is somebody's"

    moments = told_of.moments(game.events, game.final, NAMES, EN)

    assert len(moments) == 3 and len({line.thing.round for line in moments}) == 3
    for line in moments:
        largest = max(each.gain.points for each in gains if each.round == line.thing.round)
        assert f": {NAMES[line.thing.gain.seat]} +{largest}, " in line.text and line.thing.cards
    animals = [
        sum(
            part.number * part.each
            for each in gains
            if each.gain.seat == seat
            for part in each.gain.lines
            if part.what == "animals"
        )
        for seat in range(len(sums))
    ]
    told = told_of.foremost(game.events, game.final, NAMES, EN)
    assert told.startswith("Most points: ") and "Biggest claim: " in told
    best = max(animals)
    assert (f"animals {best} ({NAMES[animals.index(best)]})" in told) is (animals.count(best) == 1)


def test_standings_say_what_each_holds_while_the_game_runs_and_only_points_before_and_after() -> None:
    game = played(3)
    running = next(position.view for position in game.positions if position.view.round > 1 and not position.view.over)
    before = replace(running, round=0)

    first, then, last = (standings.standings(view, NAMES, EN) for view in (before, running, game.final))

    assert "card" not in first and "meeple" not in first
    assert then.count("card") == len(running.seats)
    assert then.count("meeple") == sum(seat.has_meeple for seat in running.seats) > 0
    assert game.final.over and "card" not in last
    assert all(f"{name} {seat.score}" in last for name, seat in zip(NAMES, game.final.seats, strict=False))


def test_a_hand_is_told_with_the_meeple_that_is_still_to_be_placed() -> None:
    told = {position.view.seat(position.seat).has_meeple: table.hand_line(position.view, EN) for position in some()}

    assert told.keys() == {True, False}
    assert all(("still have to place your meeple" in line) == has_meeple for has_meeple, line in told.items())


@pytest.mark.parametrize(("number", "head"), [(None, "Chests: Anna +7"), (4, "Round 4: Anna +7")])
def test_a_gain_says_its_round_or_that_it_is_of_the_chests(number: int | None, head: str) -> None:
    assert highlights._highlight(SeatGain(number, SeatPoints(Seat(0), 7, (), 7), (), ""), NAMES, EN).startswith(head)
