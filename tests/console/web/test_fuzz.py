"""Whatever is asked, no page answers with a defect. `make faults NAME=web-requests` asks more."""

from __future__ import annotations

from tests.console.web.conftest import Console
from tests.console.web.odd_requests import ANSWERS, ask_oddly

COUNT = 400


def test_no_request_meets_a_defect(console: Console, capfd):
    statuses = ask_oddly(console.signed_in("compliance"), COUNT, seed=16)

    assert capfd.readouterr().err == ""
    assert set(statuses) <= ANSWERS
    assert statuses[200] > COUNT // 20, "some of what is asked must be asked rightly"
    assert statuses[400] + statuses[404] > COUNT // 4
