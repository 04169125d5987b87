"""What every form does: the exact event before it is recorded, a signature, one event however often sent."""

from __future__ import annotations

import re
import threading

from streams.sqlite.file import LOG_FILE, WriterLock
from tests.console.web.conftest import PASSWORD, Console
from tests.console.web.forms.events import events_of
from tests.console.web.forms.filling import hidden, previewed, recorded, signed

READING = "/meters/HCF/progressive/reading"


def at_desk(desk: Console) -> list[dict]:
    return events_of(desk.data, "desk:accounting")


def test_a_preview_is_the_very_event_and_records_nothing(desk: Console):
    visitor = desk.signed_in("accounting")
    before = at_desk(desk)

    preview = previewed(visitor, READING, amount="31.00")

    assert preview.status == 200
    assert at_desk(desk) == before
    for said in ("reading_entered", "desk:accounting", "&#34;read_mc&#34;: 3100000", "A-9", "$31.00"):
        assert said in preview.text, said

    done = signed(visitor, READING, preview)
    assert done.status == 200
    entered, compared = at_desk(desk)[len(before) :]
    assert (entered["type"], compared["type"]) == ("reading_entered", "reading_compared")
    assert (entered["body"]["read_mc"], entered["actor"]) == (3_100_000, "A-9")
    assert f"desk:accounting seq {entered['seq']}" in done.text
    assert compared["body"]["reading_seq"] == entered["seq"]


def test_a_form_that_is_sent_twice_is_one_event(desk: Console):
    visitor = desk.signed_in("accounting")
    preview = previewed(visitor, READING, amount="32.00")
    before = len(at_desk(desk))
    answers = []

    def send():
        answers.append(signed(visitor, READING, preview))

    threads = [threading.Thread(target=send) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(at_desk(desk)) == before + 2
    numbers = {re.search(r"desk:accounting seq (\d+)", answer.text)[1] for answer in answers}
    assert ([answer.status for answer in answers], len(numbers)) == ([200] * 3, 1)


def test_what_has_moved_since_is_shown_and_nothing_is_recorded(desk: Console):
    visitor = desk.signed_in("accounting")
    preview = previewed(visitor, READING, amount="33.00")
    assert recorded(visitor, READING, amount="34.00").status == 200
    before = len(at_desk(desk))

    answered = signed(visitor, READING, preview)

    assert answered.status == 409
    assert f"desk:accounting: seq {before - 2} → seq {before}" in answered.text
    assert "Nothing was recorded" in answered.text
    assert len(at_desk(desk)) == before
    assert signed(visitor, READING, answered).status == 200
    assert len(at_desk(desk)) == before + 2


def test_a_wrong_password_records_nothing(desk: Console):
    visitor = desk.signed_in("accounting")
    before = len(at_desk(desk))

    answered = signed(visitor, READING, previewed(visitor, READING, amount="35.00"), "not it at all")

    assert answered.status == 403
    assert "This is not your password. Nothing was recorded." in answered.text
    assert len(at_desk(desk)) == before
    assert signed(visitor, READING, answered, PASSWORD).status == 200


def test_what_cannot_be_read_is_said_beside_its_field(desk: Console):
    visitor = desk.signed_in("accounting")

    answered = previewed(visitor, READING, amount="a lot", at="soon")

    assert answered.status == 400
    assert "is not an amount: write dollars and cents" in answered.text
    assert "is not a time" in answered.text
    assert "Nothing was recorded" in answered.text
    assert 'value="a lot"' in answered.text


def test_markup_that_is_typed_shows_as_text(desk: Console):
    answered = previewed(desk.signed_in("accounting"), READING, amount="<img src=x>")

    assert "<img src=x" not in answered.text
    assert "&lt;img src=x" in answered.text


def test_a_preview_of_another_hash_is_not_signed(desk: Console):
    visitor = desk.signed_in("accounting")
    preview = previewed(visitor, READING, amount="36.00")
    before = len(at_desk(desk))

    sent = {**hidden(preview, "sign"), "amount": "37.00", "password": PASSWORD}
    answered = visitor.ask(READING, sent)

    assert answered.status == 409
    assert len(at_desk(desk)) == before


def test_while_another_process_writes_the_log_nothing_is_recorded_and_the_same_form_may_be_sent_again(
    desk: Console,
):
    visitor = desk.signed_in("accounting")
    preview = previewed(visitor, READING, amount="38.00")
    before = len(at_desk(desk))
    lock = WriterLock(desk.data / LOG_FILE)
    try:
        refused = signed(visitor, READING, preview)
    finally:
        lock.release()

    assert refused.status == 503
    assert "is writing this log, and only one may." in refused.text
    assert "Nothing was recorded." in refused.text
    assert len(at_desk(desk)) == before
    assert signed(visitor, READING, preview).status == 200
    assert len(at_desk(desk)) == before + 2
