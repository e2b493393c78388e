"""Laws that hold in every position of every game: replay, text, snapshots, clones, sums, the deck - and secrets."""

from __future__ import annotations

import json
import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.cardcassonne.actions import Action
from games.cardcassonne.cards import CODES, COPIES, card_in, laid_by
from games.cardcassonne.events import CardDealt, FaceDownCardNamed, GameEnded, PointsScored, SeatPoints
from games.cardcassonne.state import CardState
from games.core.action_gateway import LoggedAction, play, replay
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, Event, Seat, audience
from games.core.options import Options
from tests.games.cardcassonne.randomly import GAME, ended, walk

games = settings(max_examples=5)
seeds = st.integers(0, 2**32)
seat_counts = st.integers(2, 5)
options = st.builds(
    lambda jokers, table: GAME.options({"initial_jokers": jokers, "animal_table": ",".join(map(str, table))}),
    st.sampled_from(["ask", "shortest_row"]),
    st.lists(st.integers(0, 60), min_size=13, max_size=13),
)


def viewers(state: CardState) -> list[Seat | None]:
    return [None, *(Seat(n) for n in range(state.seats))]


def after(state: CardState, seat: Seat, action: Action, viewer: Seat | None) -> tuple[object, list[Event]]:
    """Return what `viewer` sees and hears once `action` is done."""
    following, events = play(GAME, state, seat, action)
    heard = [e for e in events if (to := audience(e)) is None or viewer in to]
    return GAME.view(following, viewer), heard


@games
@given(seeds, seat_counts, options)
def test_replaying_the_log_gives_the_same_state_and_events(seed: int, seats: int, chosen: Options) -> None:
    told: list[Event] = []
    log = []
    for moment in walk(seed, seats, chosen, told.append):
        log.append(LoggedAction(moment.seat, GAME.write(moment.action)))

    state, events = replay(GAME, chosen, seats, log)

    assert GAME.dump(state) == GAME.dump(moment.state)
    assert events == told


@games
@given(seeds, seat_counts)
def test_every_offered_action_is_offered_once_and_survives_being_written(seed: int, seats: int) -> None:
    for moment in walk(seed, seats):
        assert len(set(moment.offered)) == len(moment.offered) > 0
        for action in moment.offered:
            assert GAME.read(GAME.write(action)) is action
            assert len(GAME.write(action)) <= 40
        for stranger in {Seat(n) for n in range(seats)} - {moment.seat}:
            assert list(GAME.legal(moment.state, stranger)) == []
        assert list(GAME.legal(moment.state, moment.seat)) == moment.offered


@given(st.text(max_size=30) | st.from_regex(r"(deal|play|hide|lay|claim|join|dealer|turn) [\w?]* ?\w*", fullmatch=True))
def test_any_text_is_read_as_itself_or_refused(text: str) -> None:
    try:
        assert GAME.write(GAME.read(text)) == text
    except IllegalActionError as refusal:
        assert refusal.code == "unreadable"


@games
@given(seeds, seat_counts, options)
def test_a_loaded_snapshot_goes_on_like_the_state_it_was_taken_from(seed: int, seats: int, chosen: Options) -> None:
    chance = random.Random(seed)
    loaded = GAME.start(chosen, seats)
    for moment in walk(seed, seats, chosen):
        if chance.random() < 0.05:
            loaded = GAME.load(json.loads(json.dumps(GAME.dump(moment.state))))
        assert GAME.to_act(loaded) == GAME.to_act(moment.state)
        assert list(GAME.legal(loaded, moment.seat)) == moment.offered
        GAME.advance(loaded, moment.seat, moment.action, lambda event: None)
    assert GAME.dump(loaded) == GAME.dump(moment.state)


@games
@given(seeds, seat_counts)
def test_a_clone_and_a_snapshot_are_independent_of_what_happens_next(seed: int, seats: int) -> None:
    for moment in walk(seed, seats):
        clone, snapshot = GAME.clone(moment.state), GAME.dump(moment.state)
        before = json.dumps(snapshot)
        GAME.advance(clone, moment.seat, moment.action, lambda event: None)
        assert json.dumps(GAME.dump(moment.state)) == before
        GAME.advance(GAME.load(snapshot), moment.seat, moment.action, lambda event: None)
        assert json.dumps(snapshot) == before


@games
@given(seeds, seat_counts, options)
def test_points_are_the_sum_of_their_lines_and_scores_the_sum_of_points(seed: int, seats: int, chosen: Options) -> None:
    events: list[Event] = []
    state = ended(seed, seats, chosen, events.append)

    gains: list[SeatPoints] = [gain for e in events if isinstance(e, PointsScored) for gain in e.gains]

    totals = Counter[int]()
    for gain in gains:
        assert gain.points == sum(line.number * line.each for line in gain.lines)
        totals[gain.seat] += gain.points
        assert gain.total == totals[gain.seat]
    assert GAME.scores(state) == tuple(totals[seat] for seat in range(seats))


@games
@given(seeds, seat_counts)
def test_a_game_ends_with_the_deck_used_up_and_every_card_seen(seed: int, seats: int) -> None:
    events: list[Event] = []
    state = ended(seed, seats, emit=events.append)
    outcome = GAME.outcome(state)

    assert outcome is not None
    assert events[-1] == GameEnded(outcome.scores, outcome.winners)
    assert (GAME.to_act(state), GAME.odds(state)) == ((), [])
    assert (state.left, state.bag) == (0, [0] * len(COPIES))
    assert [n.seen for n in GAME.view(state, None).deck] == list(COPIES)


@games
@given(seeds, seat_counts)
def test_no_card_is_lost_or_doubled(seed: int, seats: int) -> None:
    """What was never seen lies in the deck, in a hand, or face down; and nowhere else."""
    for moment in walk(seed, seats):
        state = moment.state
        hidden = [card_in(item) for row in state.rows for item in row if item >= 0 and laid_by(item) >= 0]
        counter = Counter(hidden + [card for hand in state.hands for card in hand])
        for card, copies in enumerate(COPIES):
            assert state.bag[card] + state.seen[card] + counter[card] == copies, CODES[card]


@games
@given(seeds, seat_counts)
def test_an_imagined_state_looks_the_same_to_its_viewer_and_to_spectators(seed: int, seats: int) -> None:
    chance = random.Random(seed)
    for number, moment in enumerate(walk(seed, seats)):
        for seat in {Seat(number % seats), max(moment.seat, Seat(0))}:
            other = GAME.imagine(moment.state, seat, chance.randrange)
            assert GAME.view(other, seat) == GAME.view(moment.state, seat)
            assert GAME.view(other, None) == GAME.view(moment.state, None)
            assert list(GAME.legal(other, seat)) == list(GAME.legal(moment.state, seat))


@games
@given(seeds, seat_counts)
def test_what_is_imagined_depends_on_nothing_hidden(seed: int, seats: int) -> None:
    """The same luck, from two states that the viewer cannot tell apart, deals the same."""
    chance = random.Random(seed)
    for number, moment in enumerate(walk(seed, seats)):
        seat = Seat(number % seats)
        other = GAME.imagine(moment.state, seat, chance.randrange)
        first = GAME.imagine(moment.state, seat, random.Random(number).randrange)
        second = GAME.imagine(other, seat, random.Random(number).randrange)
        assert GAME.dump(first) == GAME.dump(second)


@games
@given(seeds, seat_counts)
def test_an_imagined_game_can_be_played_to_its_end(seed: int, seats: int) -> None:
    chance = random.Random(seed)
    for number, moment in enumerate(walk(seed, seats)):
        if number % 40 == 0:
            state = GAME.imagine(moment.state, Seat(number // 40 % seats), chance.randrange)
            while seats_to_act := GAME.to_act(state):
                open_to = [a for a, _ in GAME.odds(state)] if seats_to_act[0] == CHANCE else GAME.legal(state, seats_to_act[0])
                GAME.advance(state, seats_to_act[0], chance.choice(open_to), lambda event: None)
            assert (state.left, sum(state.bag)) == (0, 0)
            assert min(state.bag) == 0


def test_imagining_deals_what_is_hidden_again() -> None:
    """Otherwise the laws above would hold for doing nothing."""
    hands = set()
    rows = set()
    for moment in walk(5, 3):
        if moment.state.phase == "turn" and moment.state.step == 5:
            break
    for luck in range(30):
        other = GAME.imagine(moment.state, Seat(0), random.Random(luck).randrange)
        hands.add(tuple(other.hands[1]))
        rows.add(json.dumps(other.rows))
        assert other.hands[0] == moment.state.hands[0]
        assert other.chests == moment.state.chests

    assert len(hands) > 20
    assert len(rows) > 5


@games
@given(seeds, seat_counts)
def test_nobody_else_sees_or_hears_which_card_was_dealt_or_laid_face_down(seed: int, seats: int) -> None:
    """Whatever card it was: same view, same events, same line of the log for each stranger."""
    for number, moment in enumerate(walk(seed, seats)):
        state, done = moment.state, moment.action
        if number % 11 or done.verb not in ("deal", "hide"):
            continue
        knows = Seat(done.seat) if done.verb == "deal" else moment.seat
        alike = [a for a in moment.offered if (a.verb, a.row) == (done.verb, done.row)]
        for viewer in viewers(state):
            told = {repr((after(state, moment.seat, a, viewer), GAME.public(moment.seat, a, viewer))) for a in alike}
            assert len(told) == (len(alike) if viewer == knows else 1)


@games
@given(seeds, seat_counts)
def test_what_you_cannot_see_cannot_change_what_you_are_shown(seed: int, seats: int) -> None:
    """A player's own turn, the last of a round too, shows them the same in every state that they cannot tell apart.

    So trying a turn in private, or taking one back, tells nothing: only the house turns cards up.
    """
    chance = random.Random(seed)
    for number, moment in enumerate(walk(seed, seats)):
        state, done = moment.state, moment.action
        if number % 3 or done.verb not in ("play", "claim", "hide"):
            continue
        viewer = moment.seat
        other = GAME.imagine(state, viewer, chance.randrange)
        assert after(state, viewer, done, viewer) == after(other, viewer, done, viewer)


@games
@given(seeds, seat_counts)
def test_events_with_a_secret_have_exactly_its_owner_as_audience(seed: int, seats: int) -> None:
    events: list[Event] = []
    ended(seed, seats, emit=events.append)

    for event in events:
        assert audience(event) == ((event.seat,) if isinstance(event, (CardDealt, FaceDownCardNamed)) else None)
    assert sum(isinstance(event, CardDealt) for event in events) == 120


@games
@given(seeds, seat_counts)
def test_a_view_is_plain_frozen_data_that_tells_the_public_counts(seed: int, seats: int) -> None:
    for number, moment in enumerate(walk(seed, seats)):
        if number % 4:
            continue
        state = moment.state
        for viewer in viewers(state):
            view = GAME.view(state, viewer)
            assert hash(view) == hash(GAME.view(GAME.clone(state), viewer))
            assert [side.hand for side in view.seats] == [len(hand) for hand in state.hands]
            assert [side.chest for side in view.seats] == [sum(chest) for chest in state.chests]
            assert all(side.buildings == () for side in view.seats)
            unknown = sum(card.card is None for row in view.rows for card in row.cards)
            hands = sum(side.hand for side in view.seats if side.seat != viewer)
            assert sum(n.copies - n.seen for n in view.deck) == view.left + hands + unknown
            if state.phase == "turn":
                standing = {claim.seat for row in view.rows for claim in row.claims}
                assert standing == {side.seat for side in view.seats if not side.has_meeple}


@games
@given(seeds, seat_counts, options)
def test_the_estimate_is_a_number_for_every_seat_and_in_the_end_the_score(seed: int, seats: int, chosen: Options) -> None:
    for moment in walk(seed, seats, chosen):
        before = GAME.dump(moment.state)
        guess = GAME.estimate(moment.state)
        assert len(guess) == seats
        assert all(score <= points < 5000 for score, points in zip(GAME.scores(moment.state), guess, strict=True))
        assert GAME.dump(moment.state) == before
    assert tuple(GAME.estimate(moment.state)) == GAME.scores(moment.state)
