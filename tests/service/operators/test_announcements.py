"""Letters of operators, once to the owner of each server, and the pause of announcements."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from service.operators.announcements import PAUSABLE
from service.tournaments.rulings import MESSAGE
from storage.rows import MATCH, PERSON, Post, PostId, Subject, UserId, of_person
from storage.store import Store
from storage.tournament_rows import of_event
from tests.service.conftest import ANNA, BEN, CHI, NOW, make_services, refused
from tests.service.tournaments.conftest import ORGANISER, Fair, fair

__all__ = ["fair"]

OPERATOR = UserId(1)


async def test_a_letter_goes_once_to_each_owner_whatever_restarts(store: Store) -> None:
    services = make_services(store)
    await services.exclusion.bar(CHI, PERSON, OPERATOR, now=NOW)
    await services.announcements.write("Maintenance on Sunday.", OPERATOR, now=NOW)

    assert await services.announcements.deliver([ANNA, CHI, ANNA], now=NOW) == 1
    await services.stop()
    services = make_services(store)
    await services.exclusion.open()
    assert await services.announcements.deliver([BEN, ANNA, CHI], now=NOW) == 1
    assert await services.announcements.deliver([UserId(104)], now=NOW + timedelta(days=3)) == 0

    posts = [*await services.outbox.about(of_person(ANNA)), *await services.outbox.about(of_person(BEN))]
    assert [(post.user_id, post.channel_id, post.payload) for post in posts] == [
        (ANNA, None, {"text": "Maintenance on Sunday."}),
        (BEN, None, {"text": "Maintenance on Sunday."}),
    ]
    assert await services.outbox.about(of_person(CHI)) == ()
    await services.stop()


async def test_a_pause_holds_for_other_processes_and_refuses_letters(store: Store) -> None:
    services, other = make_services(store), make_services(store)
    await services.announcements.pause(OPERATOR, now=NOW)
    await other.announcements.open()

    assert all(other.announcements.leaves_out(_post(topic, kind)) for topic, kind in PAUSABLE)
    assert not other.announcements.leaves_out(_post(MATCH, "turn")) and not other.announcements.leaves_out(_post(PERSON, "digest"))
    assert await refused(other.announcements.write("…", OPERATOR, now=NOW)) == "announcements-paused"
    await other.announcements.resume(OPERATOR, now=NOW)
    assert not other.announcements.paused
    await services.stop()
    await other.stop()


async def test_a_pause_stops_letters_of_organisers_also_those_that_wait(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    rulings, announcements = fair.services.tournaments.rulings, fair.services.announcements
    await rulings.message(event_id, ORGANISER, "Have fun!", now=fair.now)
    (letter, *_) = [post for post in await fair.services.outbox.about(of_event(event_id)) if post.payload.get("code") == MESSAGE]
    call = replace(letter, payload={**letter.payload, "code": "play"})

    await announcements.pause(OPERATOR, now=fair.now)

    assert await refused(rulings.message(event_id, ORGANISER, "Once more", now=fair.now)) == "letters-paused"
    assert announcements.leaves_out(letter) and not announcements.leaves_out(call)
    await announcements.resume(OPERATOR, now=fair.now)
    assert await rulings.message(event_id, ORGANISER, "Once more", now=fair.now) == 2
    assert not announcements.leaves_out(letter)


def _post(topic: str, kind: str) -> Post:
    return Post(PostId(1), Subject(topic, 1), kind, {}, "n", 1, None, None, 0, NOW, NOW)
