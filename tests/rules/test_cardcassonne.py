"""Cardcassonne, rule by rule: the numbered examples C1-C24, then the sections with every ruling.

Drawn tables go on where only a last meeple is missing: that turn ends the round.
"""

from __future__ import annotations

from typing import Unpack

import pytest

from games.cardcassonne.cards import COPIES, HANDS
from games.cardcassonne.events import (
    CardLaidFaceDown,
    CardPlayed,
    ChestOpened,
    ClaimWon,
    GameEnded,
    JokerAssigned,
    JokerTurnedUp,
    MisplacedCardDecided,
    OpeningCardLaid,
    PointsScored,
    RoundBegan,
    RoundEnded,
    RowClaimed,
    UnclaimedCardsRemoved,
)
from games.cardcassonne.scoring import series
from games.cardcassonne.view import Claim, Herd, RowCard, WinningsView
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, Outcome, Seat
from tests.games.cardcassonne.drawn import GAME, Colour, Rows, Table


def last_of_two(*texts: str, kept: tuple[str, ...] = ("", ""), **rows: Unpack[Rows]) -> Table:
    """Anna places the last meeple, and the round ends; Ben's stands alone in a row that is not drawn."""
    colours: tuple[Colour, ...] = ("blue", "yellow", "red", "green")
    free = next(colour for colour in colours if colour not in rows)
    rows[free] = "@1"
    table = Table.drawn(to_move=0, kept=kept, **rows)
    table.play(*texts)
    return table


def chest_points(chest: str) -> int:
    """Return what Anna's chest brings when the last round ends with an empty claim."""
    table = Table.drawn(to_move=0, number=10, kept=(chest, ""), yellow="@1")
    table.play("claim red")
    return table.gain(0, "buildings").points


# The examples of section 7


def test_c1_persons_bring_their_sum_times_their_number_and_leave() -> None:
    table = last_of_two("claim green", green="gP3 gP1 gP1")

    assert table.explained(0) == [("persons", 5, 3)]
    assert table.scores == (15, 0)
    assert table.view().row("green").cards == ()
    assert table.view().seat(0).herds == ()


def test_c2_two_sheep_of_the_first_round_bring_6_and_stay() -> None:
    table = last_of_two("claim green", green="gA gA")

    assert table.scores == (6, 0)
    assert table.view().seat(0).herds == (Herd("green", "sheep", 2, 0, 6),)


def test_c3_two_more_sheep_and_a_joker_count_all_five() -> None:
    table = last_of_two("claim green", green="gA gA JA", kept=("gA gA", ""))

    assert table.explained(0) == [("animals", 1, 14)]
    assert table.view().seat(0).herds == (Herd("green", "sheep", 4, 1, 14),)


def test_c4_a_lone_animal_joker_brings_3() -> None:
    table = last_of_two("claim green", green="JA")

    assert table.explained(0) == [("joker", 1, 3)]
    assert table.view().seat(0).loose == 1


def test_c5_two_lone_animal_jokers_bring_6() -> None:
    assert last_of_two("claim green", green="JA JA").scores == (6, 0)


def test_c6_a_lone_joker_must_join_the_first_chicken() -> None:
    table = last_of_two("claim yellow", yellow="yA", kept=("JA", ""))

    assert table.all(JokerAssigned) == [JokerAssigned(0, "yellow", False)]
    assert table.explained(0) == [("animals", 1, 6)]
    assert table.view().seat(0).loose == 0


def test_c7_a_species_without_a_new_card_brings_nothing() -> None:
    table = last_of_two("claim yellow", yellow="yA", kept=("gA gA", ""))

    assert table.explained(0) == [("animals", 1, 3)]
    assert table.gain(0).lines[0].colour == "yellow"


def test_c8_a_joker_alone_makes_its_species_count_again() -> None:
    assert last_of_two("claim yellow", yellow="JA", kept=("gA gA", "")).explained(0) == [("animals", 1, 9)]


def test_c9_a_meeple_claims_up_to_the_next_one_or_the_track() -> None:
    """Black is seat 0, Green 1, Red 2."""
    table = Table.drawn(
        to_move=2,
        hands=("", "", ""),
        green="gP1 gP1 gP2 gP3 @0",
        blue="bP1 bP1 bP1 bP1 @1 bP2 bP2 bP3",
    )

    table.play("claim blue")

    won = {event.seat: (event.row, [card.card for card in event.cards]) for event in table.all(ClaimWon)}
    assert won[0] == ("green", ["gP1", "gP1", "gP2", "gP3"])
    assert won[1] == ("blue", ["bP1", "bP1", "bP1", "bP1"])
    assert won[2] == ("blue", ["bP2", "bP2", "bP3"])


def test_c10_dragon_and_fairy_bring_10_each() -> None:
    assert last_of_two("claim red", red="DR").explained(0) == [("dragon", 1, 10)]
    both = last_of_two("claim red", red="DR FA")
    assert both.explained(0) == [("dragon", 1, 10), ("fairy", 1, 10)]
    assert both.scores == (20, 0)


def test_c11_a_person_in_a_wrong_row_brings_10_beside_the_others() -> None:
    table = last_of_two("claim blue", blue="bP2 (rP3)1 bP1")

    assert table.explained(0) == [("persons", 3, 2), ("wrong", 1, 10)]
    assert table.scores == (16, 0)


@pytest.mark.parametrize(("answer", "points", "herds"), [("cash gA", 10, ()), ("keep gA", 3, (Herd("green", "sheep", 1, 0, 3),))])
def test_c12_a_sheep_in_the_red_row_brings_10_or_is_kept(answer: str, points: int, herds: tuple[Herd, ...]) -> None:
    table = last_of_two("claim red", red="(gA)1")
    assert table.asked == (0,)
    assert table.legal == ["cash gA", "keep gA"]

    table.play(answer)

    assert table.scores == (points, 0)
    assert table.view().seat(0).herds == herds
    assert table.all(MisplacedCardDecided) == [MisplacedCardDecided(0, "gA", answer == "keep gA")]


@pytest.mark.parametrize(("answer", "points", "chest"), [("cash bH", 10, 0), ("keep bH", 0, 1)])
def test_c13_a_building_in_a_wrong_row_brings_10_or_goes_under_the_chest(answer: str, points: int, chest: int) -> None:
    table = last_of_two("claim red", red="(bH)1")
    assert table.legal == ["cash bH", "keep bH"]

    table.play(answer)

    assert table.scores == (points, 0)
    assert table.view().seat(0).chest == chest


def test_c14_c15_series_of_4_4_2_and_1_bring_65() -> None:
    chest = "bH bH bH bH rH rH rH yH yH gH JH"
    table = Table.drawn(to_move=0, number=10, kept=(chest, ""), yellow="@1")
    table.play("claim red")

    assert table.explained(0, "buildings") == [("series", 2, 30), ("series", 1, 5), ("series", 1, 0)]
    assert [line.cards for line in table.gain(0, "buildings").lines] == [4, 2, 1]
    assert table.scores == (65, 0)
    assert series((2, 3, 1, 4, 1)) == (4, 4, 2, 1)


def test_c16_each_colour_twice_and_a_joker_bring_60() -> None:
    assert chest_points("yH yH rH rH gH gH bH bH JH") == 60


def test_c17_two_building_jokers_bring_5() -> None:
    assert chest_points("JH JH") == 5


def test_c18_five_blue_and_four_jokers_bring_35() -> None:
    assert chest_points("bH bH bH bH bH JH JH JH JH") == 35


def test_c19_three_of_one_colour_bring_nothing() -> None:
    assert chest_points("rH rH rH") == 0


@pytest.mark.parametrize(("seats", "cards", "rounds"), [(2, 6, 10), (3, 5, 8), (4, 5, 6), (5, 4, 6)])
def test_c20_every_number_of_seats_deals_its_hands_and_empties_the_deck(seats: int, cards: int, rounds: int) -> None:
    table = Table.new(seats, initial_jokers="shortest_row")
    deals = []
    while table.asked:
        if table.asked == (CHANCE,):
            table.deal()
        elif table.state.phase == "turn" and table.state.step == 0:
            deals.append(([side.hand for side in table.view().seats], table.view().left))
            table.play(table.legal[0])
        else:
            table.play(table.legal[0])

    assert deals == [([cards] * seats, 120 - seats * cards * n) for n in range(1, rounds + 1)]
    assert deals[-1][1] == 0
    assert HANDS[seats] == (cards, rounds)


def test_c21_the_first_card_is_face_down_also_after_the_meeple() -> None:
    table = Table.drawn(to_move=0, hands=("yP1 yP2 rA gH bP3 DR", "rP1 rP2 rP3 gA gA gA"))
    table.play("claim red", "claim red")

    hand, rows = ("yP1", "yP2", "rA", "gH", "bP3", "DR"), ("yellow", "red", "green", "blue")
    assert set(table.legal) == {f"hide {card} {row}" for card in hand for row in rows}


def test_c22_a_second_card_goes_to_its_own_row_only() -> None:
    table = Table.drawn(to_move=0, hands=("bP3 bH", ""), green="@0 @1", yellow="(yP1)0")

    assert table.legal == ["play bP3 blue", "play bH blue"]


def test_c23_a_joker_as_second_card_goes_to_any_row_face_up() -> None:
    table = Table.drawn(to_move=0, hands=("JA yP2", ""), green="@0 @1", yellow="(yP1)0")
    assert table.legal == ["play yP2 yellow", *(f"play JA {row}" for row in ("yellow", "red", "green", "blue"))]

    events = table.play("play JA green")

    assert events == [CardPlayed(0, "JA", "green")]
    assert table.view().row("green").cards[-1] == RowCard("JA")


def test_c24_a_tie_goes_to_the_player_with_more_building_cards() -> None:
    """Both get 15 + 5; Anna has 7 cards, Ben 6."""
    chests = ("yH yH yH yH rH rH gH", "rH rH gH bH bH bH")
    table = Table.drawn(to_move=0, number=10, kept=chests, green="@1")
    table.play("claim blue")

    assert table.scores == (20, 20)
    assert GAME.outcome(table.state) == Outcome((20, 20), (Seat(0),))


# 1 and 2: deck and setup


def test_1_1_the_deck_has_130_cards() -> None:
    assert sum(COPIES) == 130
    assert {n.card: n.copies for n in Table.new(2).view().deck} == {
        **{colour + kind: n for colour in "yrgb" for kind, n in (("P1", 8), ("P2", 5), ("P3", 3), ("H", 5), ("A", 9))},
        "DR": 1,
        "FA": 1,
        "JA": 4,
        "JH": 4,
    }


def test_1_1_the_species_are_chickens_horses_sheep_and_pigs() -> None:
    table = last_of_two("claim red", red="rA", kept=("yA gA bA", ""))

    assert [herd.species for herd in table.view().seat(0).herds] == ["chickens", "horses", "sheep", "pigs"]


def test_2_1_the_rows_are_yellow_red_green_blue_and_empty() -> None:
    view = Table.new(3).view()

    assert [row.colour for row in view.rows] == ["yellow", "red", "green", "blue"]
    assert all(row.cards == () for row in view.rows)


def test_2_2_chance_names_the_dealer_and_every_seat_is_as_likely() -> None:
    table = Table.new(4)
    assert table.view().dealer is None
    assert [(GAME.write(a), n) for a, n in GAME.odds(table.state)] == [(f"dealer s{n}", 1) for n in range(4)]

    table.play("dealer s2")

    assert table.view().dealer == 2


def test_2_3_ten_cards_are_turned_up_each_into_the_row_of_its_colour() -> None:
    table = Table.new(2)
    table.play("dealer s0", "turn yP1", "turn gA", "turn gH", *["turn bA"] * 6)
    assert table.view().round == 0

    table.play("turn rP3")

    assert table.all(OpeningCardLaid)[-1] == OpeningCardLaid("rP3", "red")
    assert table.all(RoundBegan) == [RoundBegan(1, 0, 6)]

    assert [[card.card for card in row.cards] for row in table.view().rows] == [["yP1"], ["rP3"], ["gA", "gH"], ["bA"] * 6]
    assert table.view().left == 120


def test_2_3_the_odds_are_the_cards_left() -> None:
    table = Table.new(2)
    table.play("dealer s0", "turn DR", "lay DR red", "turn yP1")
    odds = {GAME.write(action): weight for action, weight in GAME.odds(table.state)}

    assert "turn DR" not in odds
    assert odds["turn yP1"] == 7
    assert sum(odds.values()) == 128


def test_2_3_the_dealer_chooses_the_row_of_a_joker() -> None:
    table = Table.new(3)
    table.play("dealer s1")

    assert table.play("turn JH") == [JokerTurnedUp("JH", 1)]
    assert table.asked == (1,)
    assert table.legal == [f"lay JH {row}" for row in ("yellow", "red", "green", "blue")]
    assert (table.view(0).decision, table.view().card) == ("lay", "JH")
    assert table.play("lay JH blue") == [OpeningCardLaid("JH", "blue", 1)]
    assert table.asked == (CHANCE,)


def test_2_3_unasked_a_joker_goes_to_the_shortest_row_first_in_order() -> None:
    table = Table.new(2, initial_jokers="shortest_row")
    table.play("dealer s0", "turn yP1")

    assert table.play("turn FA") == [OpeningCardLaid("FA", "red")]
    assert table.play("turn JA") == [OpeningCardLaid("JA", "green")]
    assert table.play("turn DR") == [OpeningCardLaid("DR", "blue")]
    assert table.play("turn JH") == [OpeningCardLaid("JH", "yellow")]


def test_2_3_the_last_opening_card_may_be_a_joker() -> None:
    table = Table.new(2)
    table.play("dealer s0", *["turn yP1"] * 8, "turn gA", "turn JA")
    assert table.view().round == 0

    table.play("lay JA green")

    assert (table.view().round, table.state.phase) == (1, "deal")


def test_2_4_hands_are_dealt_one_card_at_a_time_from_the_dealers_left() -> None:
    table = Table.new(3)
    table.play("dealer s1", *["turn yP1"] * 8, "turn gA", "turn gA")

    table.play("deal bA s2", "deal bP1 s0", "deal rA s1", "deal rA s2")

    assert [table.view(seat).hand for seat in range(3)] == [("bP1",), ("rA",), ("rA", "bA")]
    assert [side.hand for side in table.view().seats] == [1, 1, 2]
    with pytest.raises(IllegalActionError, match="not-legal"):
        table.play("deal rA s1")


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_2_4_two_to_five_play(seats: int) -> None:
    assert list(GAME.seats(GAME.options({}))) == [2, 3, 4, 5]
    with pytest.raises(IllegalActionError) as refusal:
        Table.new(seats)
    assert (refusal.value.code, refusal.value.params) == ("bad-seats", {"seats": seats, "low": 2, "high": 5})


# 3: a round


def full_hands(**rows: Unpack[Rows]) -> Table:
    return Table.drawn(to_move=1, hands=("yP1 yP1 yA gH bP3 DR", "rP1 rP2 rP3 gA gA gA"), **rows)


def test_3_the_seat_left_of_the_dealer_begins_and_then_clockwise() -> None:
    table = Table.new(4, initial_jokers="shortest_row")
    table.play("dealer s2")
    table.deal()
    order = []
    for _ in range(9):
        order.append(table.asked[0])
        table.play(table.legal[-1])

    assert order == [3, 0, 1, 2, 3, 0, 1, 2, 3]


def test_3_a_first_card_goes_face_down_into_any_row_and_only_its_player_knows_it() -> None:
    table = full_hands(red="rA")

    events = table.play("hide gA red")

    assert events[0] == CardLaidFaceDown(1, "red")
    assert table.view(1).row("red").cards == (RowCard("rA"), RowCard("gA", 1))
    for other in (None, 0):
        assert table.view(other).row("red").cards == (RowCard("rA"), RowCard(None, 1))
        assert [card.is_open for card in table.view(other).row("red").cards] == [True, False]


def test_3_a_first_card_that_fits_is_face_down_too() -> None:
    table = full_hands()
    table.play("hide rP1 red")

    assert table.view(0).row("red").cards == (RowCard(None, 1),)
    with pytest.raises(IllegalActionError, match="not-legal"):
        table.play("play yP1 yellow")


def test_3_a_first_card_may_be_a_joker_face_down() -> None:
    table = full_hands()
    table.play("hide rP1 red", "hide DR red")

    assert table.view(1).row("red").cards == (RowCard("rP1", 1), RowCard(None, 0))


def test_3_a_card_goes_behind_the_last_card_and_behind_a_meeple() -> None:
    table = Table.drawn(to_move=0, hands=("bP3", ""), blue="bA @1", yellow="(yP1)0 @0")
    table.play("play bP3 blue")

    assert {event.seat: [card.card for card in event.cards] for event in table.all(ClaimWon)} == {0: ["yP1"], 1: ["bA"]}
    assert [card.card for card in table.view().row("blue").cards] == ["bP3"]


def test_3_the_meeple_is_placed_once_in_any_row() -> None:
    table = full_hands(red="rA rA")
    assert table.legal[-4:] == ["claim yellow", "claim red", "claim green", "claim blue"]

    assert table.play("claim red") == [RowClaimed(1, "red", 2)]
    table.play("claim red")

    assert table.view().row("red").claims == (Claim(1, 0, 2), Claim(0, 2, 2))
    assert not any(text.startswith("claim") for text in table.legal)


def test_3_a_player_with_only_a_meeple_left_must_place_it() -> None:
    table = Table.drawn(to_move=0, hands=("", ""), yellow="@1")

    assert table.legal == ["claim yellow", "claim red", "claim green", "claim blue"]


def test_3_nobody_may_pass_and_nobody_else_may_act() -> None:
    table = full_hands()

    assert GAME.legal(table.state, Seat(0)) == ()
    with pytest.raises(IllegalActionError, match="unreadable"):
        table.play("skip")


def test_3_the_last_to_place_a_meeple_deals_the_next_round() -> None:
    """Seat 1 plays the last card, but seat 2 placed their meeple after them."""
    table = Table.drawn(to_move=1, hands=("", "yP1", ""), yellow="(yP1)0 @0 @1", red="@2")
    table.state.last_claim = 2
    table.play("play yP1 yellow")

    assert table.all(RoundEnded) == [RoundEnded(1, 2)]
    assert table.all(RoundBegan) == [RoundBegan(2, 2, 5)]
    assert table.view().dealer == 2
    table.deal()
    assert table.asked == (0,)


def test_3_equal_cards_are_offered_once() -> None:
    table = Table.drawn(to_move=0, hands=("yP1 yP1 yP1", "yP2 yP2"), green="@0 @1")

    assert table.legal == ["play yP1 yellow"]


# 4: scoring


def test_4_the_house_turns_the_claims_up_after_the_last_turn() -> None:
    table = Table.drawn(to_move=0, yellow="@1", red="(gP1)1 rP2")

    assert table.do("claim red") == [RowClaimed(0, "red", 2)]

    assert table.asked == (CHANCE,)
    assert table.view(0).row("red").cards == (RowCard(None, 1), RowCard("rP2"))
    assert table.do("reveal")[0] == RoundEnded(1, 0)
    assert table.scores == (12, 0)


def test_5_the_house_turns_the_chests_up_after_the_last_decision() -> None:
    table = Table.drawn(to_move=0, number=10, kept=("yH rH", ""), yellow="@1", red="(gA)1", green="(gP1)1")
    table.do("claim red")
    table.do("reveal")

    assert [type(event) for event in table.do("cash gA")] == [MisplacedCardDecided, PointsScored]

    assert (table.asked, table.view().over, table.scores) == ((CHANCE,), False, (10, 0))
    table.do("reveal")
    assert (table.asked, table.view().over, table.scores) == ((), True, (15, 0))


def test_4_unclaimed_cards_move_up_and_stay_as_they_lie() -> None:
    """Ruling: unclaimed face-down cards stay face down; who laid one still knows it."""
    table = Table.drawn(to_move=0, yellow="yP1 @1 yA (bH)0 (rA)1", red="rP1")
    table.play("claim red")

    assert table.view().row("yellow").cards == (RowCard("yA"), RowCard(None, 0), RowCard(None, 1))
    assert table.view(0).row("yellow").cards == (RowCard("yA"), RowCard("bH", 0), RowCard(None, 1))
    assert table.view().row("yellow").claims == ()
    assert all(side.has_meeple for side in table.view().seats)


def test_4_a_face_down_card_of_the_right_colour_counts_as_any_other() -> None:
    table = last_of_two("claim green", green="(gP3)0 gP1 (gA)1")

    assert table.explained(0) == [("persons", 4, 2), ("animals", 1, 3)]
    assert [(c.card, c.was_hidden, c.is_wrong) for c in table.all(ClaimWon)[1].cards] == [
        ("gP3", True, False),
        ("gP1", False, False),
        ("gA", True, False),
    ]


def test_4_a_claim_may_be_empty() -> None:
    table = Table.drawn(to_move=0, green="gP1 @1")
    table.play("claim green")

    assert ClaimWon(0, "green", ()) in table.all(ClaimWon)
    assert table.scores == (0, 1)


def test_4_1_persons_of_earlier_rounds_do_not_count_again() -> None:
    table = last_of_two("claim green", green="gP2 gP3")
    assert table.scores == (10, 0)

    assert table.view().seat(0).herds == ()
    assert GAME.dump(table.state)["animals"] == [[0] * 4, [0] * 4]


def test_4_2_all_cards_of_every_species_with_a_new_card_count() -> None:
    table = last_of_two("claim green", "keep bA", green="gA (bA)1", kept=("gA bA bA yA", ""))

    assert [(line.colour, line.cards, line.each) for line in table.gain(0).lines] == [("green", 2, 6), ("blue", 3, 9)]


@pytest.mark.parametrize(("cards", "points"), list(enumerate([3, 6, 9, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30], start=1)))
def test_4_2_the_animal_table(cards: int, points: int) -> None:
    joined = max(cards - 9, 0)
    before = " ".join(["gA"] * (cards - joined - 1) + ["JA>green"] * joined)

    assert last_of_two("claim green", green="gA", kept=(before, "")).explained(0) == [("animals", 1, points)]


def test_4_2_the_animal_table_is_an_option() -> None:
    table = Table.drawn(to_move=0, green="gA gA", yellow="@1", options={"animal_table": "1,4,9,9,9,9,9,9,9,9,9,9,9"})
    table.play("claim green")

    assert table.scores == (4, 0)
    assert table.view().animal_table == (1, 4, *[9] * 11)
    with pytest.raises(IllegalActionError, match="bad-option"):
        GAME.options({"animal_table": "1,2,3"})


def test_4_3_a_lone_joker_is_not_paid_twice() -> None:
    table = last_of_two("claim green", green="JA", kept=("JA", ""))
    assert table.explained(0) == [("joker", 1, 3)]
    assert table.view().seat(0).loose == 2

    assert last_of_two("claim green", green="gP1", kept=("JA", "")).explained(0) == [("persons", 1, 1)]


def test_4_3_each_joker_joins_any_species_of_its_owner_for_good() -> None:
    table = last_of_two("claim green", green="gA JA", kept=("yA yA JA", ""))
    assert (table.view().decision, table.view().card) == ("join", "JA")
    assert table.legal == ["join yellow", "join green"]

    table.play("join green")
    assert table.legal == ["join yellow", "join green"]
    table.play("join yellow")

    assert [(line.colour, line.cards, line.each) for line in table.gain(0).lines] == [("yellow", 3, 9), ("green", 2, 6)]
    assert table.all(JokerAssigned) == [JokerAssigned(0, "green", True), JokerAssigned(0, "yellow", True)]
    assert table.view().seat(0).herds == (Herd("yellow", "chickens", 2, 1, 9), Herd("green", "sheep", 1, 1, 6))


def test_4_3_jokers_join_after_the_wrongly_laid_cards_are_settled() -> None:
    kept = last_of_two("claim red", "keep gA", red="(gA)1 JA")
    assert kept.all(JokerAssigned) == [JokerAssigned(0, "green", False)]
    assert kept.explained(0) == [("animals", 1, 6)]

    cashed = last_of_two("claim red", "cash gA", red="(gA)1 JA")
    assert cashed.explained(0) == [("wrong", 1, 10), ("joker", 1, 3)]
    assert cashed.view().seat(0).loose == 1


def test_4_4_buildings_and_jokers_go_under_the_chest_unseen_without_points() -> None:
    """Ruling: only their number is shown, also to their owner."""
    table = last_of_two("claim green", green="gH JH (gH)1")

    assert table.scores == (0, 0)
    for viewer in (None, 0, 1):
        assert (table.view(viewer).seat(0).chest, table.view(viewer).seat(0).buildings) == (3, ())


def test_4_5_jokers_are_never_wrongly_laid() -> None:
    table = last_of_two("claim green", green="DR (FA)1 (JA)0 JH")

    assert table.explained(0) == [("dragon", 1, 10), ("fairy", 1, 10), ("joker", 1, 3)]
    assert table.view().seat(0).chest == 1
    assert not any(card.is_wrong for event in table.all(ClaimWon) for card in event.cards)


def test_4_6_a_person_in_a_wrong_row_is_no_choice() -> None:
    table = last_of_two("claim green", green="(rP1)1")

    assert table.explained(0) == [("wrong", 1, 10)]
    assert table.asked == (CHANCE,)


def test_4_6_a_kept_animal_counts_with_its_species() -> None:
    assert last_of_two("claim red", "keep gA", red="(gA)1", kept=("gA", "")).explained(0) == [("animals", 1, 6)]


def test_4_6_wrong_cards_are_asked_in_the_order_of_the_row() -> None:
    table = last_of_two("claim red", red="(gA)1 rP1 (bH)0 (gA)1")
    asked = []
    while table.asked == (0,):
        asked.append((table.view().decision, table.view().card))
        table.play(table.legal[0])

    assert asked == [("wrong", "gA"), ("wrong", "bH"), ("wrong", "gA")]
    assert table.explained(0) == [("persons", 1, 1), ("wrong", 3, 10)]


def test_4_6_players_decide_clockwise_from_the_dealers_left_and_then_points_are_added() -> None:
    """Ruling. Seat 1 moves last, so they are the dealer, and seat 2 is on their left."""
    table = Table.drawn(to_move=1, hands=("", "", ""), yellow="(gA)0 @0", red="(gA)1", green="gP1 (bH)2 @2")
    table.play("claim red")

    assert [event.seat for event in table.all(ClaimWon)] == [2, 0, 1]
    haul = table.view().seat(2).haul
    assert haul is not None
    assert haul._replace(lines=()) == WinningsView("green", ("gP1", "bH"), ("bH",))
    assert [(line.number, line.each) for line in haul.lines] == [(1, 1)]
    asked = []
    for text in ("cash bH", "cash gA", "keep gA"):
        assert table.all(PointsScored) == []
        asked.append(table.asked[0])
        table.play(text)
    assert asked == [2, 0, 1]
    assert [(gain.seat, gain.points, gain.total) for gain in table.all(PointsScored)[0].gains] == [
        (2, 11, 11),
        (0, 10, 10),
        (1, 3, 3),
    ]
    assert table.view().seat(2).haul is None


def test_4_6_everybody_sees_what_is_being_settled() -> None:
    table = last_of_two("claim red", red="(gA)1")

    for viewer in (None, 0, 1):
        assert table.view(viewer).seat(0).haul == WinningsView("red", ("gA",), ("gA",))
        assert {n.card: n.seen for n in table.view(viewer).deck}["gA"] == 1


# 5: the end


def last_round(kept: tuple[str, ...], **rows: Unpack[Rows]) -> Table:
    table = Table.drawn(to_move=0, number=10, kept=kept, **rows)
    table.play("claim blue")
    return table


def test_5_cards_still_in_the_rows_leave_the_game() -> None:
    table = last_round(("", ""), yellow="@1 yP1 (gA)0", red="rP3 rP3")

    assert table.all(UnclaimedCardsRemoved) == [
        UnclaimedCardsRemoved("yellow", ("yP1", "gA")),
        UnclaimedCardsRemoved("red", ("rP3", "rP3")),
    ]
    assert all(row.cards == () for row in table.view().rows)
    assert table.scores == (0, 0)


def test_5_the_last_round_is_scored_before_the_chests_open() -> None:
    table = last_round(("yH", "rH JH"), blue="bH bP2", red="@1")

    assert [(event.kind, [gain.points for gain in event.gains]) for event in table.all(PointsScored)] == [
        ("round", [0, 2]),
        ("buildings", [5, 5]),
    ]
    assert table.all(ChestOpened) == [ChestOpened(1, ("rH", "JH")), ChestOpened(0, ("yH", "bH"))]
    assert table.view().seat(0).buildings == ("yH", "bH")
    assert (table.view().over, table.asked, table.view().decision) == (True, (), "")


@pytest.mark.parametrize(("chest", "points"), [("yH", 0), ("yH rH", 5), ("yH rH bH", 15), ("yH rH bH gH", 30), ("yH JH", 5)])
def test_5_series_of_different_buildings(chest: str, points: int) -> None:
    assert chest_points(chest) == points


def test_5_most_points_win() -> None:
    table = last_round(("", "yH yH yH"), blue="bP1", red="@1")

    assert GAME.outcome(table.state) == Outcome((1, 0), (Seat(0),))
    assert table.all(GameEnded) == [GameEnded((1, 0), (0,))]


def test_5_building_jokers_count_as_building_cards_in_a_tie() -> None:
    table = last_round(("yH", "JH"), red="@1")
    assert GAME.outcome(table.state) == Outcome((0, 0), (Seat(0), Seat(1)))

    table = last_round(("yH yH", "JH"), red="@1")
    assert GAME.outcome(table.state) == Outcome((0, 0), (Seat(0),))

    table = last_round(("yH yH yH", "JH rH"), red="@1")
    assert GAME.outcome(table.state) == Outcome((0, 5), (Seat(1),))

    table = last_round(("yH rH", "JH rH rH"), red="@1")
    assert GAME.outcome(table.state) == Outcome((5, 5), (Seat(1),))


def test_5_still_tied_players_share_the_victory() -> None:
    assert GAME.outcome(last_round(("", ""), red="@1").state) == Outcome((0, 0), (Seat(0), Seat(1)))


def test_8_scores_begin_at_0_and_have_no_upper_end() -> None:
    assert Table.new(2).scores == (0, 0)
    table = Table.drawn(to_move=0, blue="DR", yellow="@1")
    table.state.scores[0] = 295
    table.play("claim blue")
    assert table.scores == (305, 0)


def test_6_the_options_have_the_defaults_of_the_rules() -> None:
    assert {option.key: option.default for option in GAME.schema()} == {
        "animal_table": ("3", "6", "9", "12", "14", "16", "18", "20", "22", "24", "26", "28", "30"),
        "initial_jokers": "ask",
    }


# Secrets of the log


def test_the_public_log_of_a_running_game_names_no_hidden_card() -> None:
    deal, hide = GAME.read("deal yP3 s1"), GAME.read("hide yP3 red")

    assert [GAME.public(CHANCE, deal, viewer) for viewer in (None, Seat(0), Seat(1))] == ["deal ? s1", "deal ? s1", "deal yP3 s1"]
    assert [GAME.public(Seat(0), hide, viewer) for viewer in (None, Seat(1), Seat(0))] == [
        "hide ? red",
        "hide ? red",
        "hide yP3 red",
    ]
    assert GAME.public(Seat(0), GAME.read("play yP3 yellow"), None) == "play yP3 yellow"
    with pytest.raises(IllegalActionError, match="unreadable"):
        GAME.read("deal ? s1")
