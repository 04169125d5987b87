"""Whatever is asked, no page answers with a defect. `make faults NAME=web-requests` asks more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.console.web.conftest import Console, copied, serving
from tests.console.web.odd_requests import ANSWERS, ask_oddly, send_oddly

COUNT = 400


def test_no_request_meets_a_defect(console: Console, capfd):
    statuses = ask_oddly(console.signed_in("compliance"), COUNT, seed=16)

    assert capfd.readouterr().err == ""
    assert set(statuses) <= ANSWERS
    assert statuses[200] > COUNT // 20, "some of what is asked must be asked rightly"
    assert statuses[400] + statuses[404] > COUNT // 4


@pytest.mark.parametrize("role", ["accounting", "surveillance"])
def test_no_form_meets_a_defect_whatever_is_sent(house: Path, tmp_path_factory, capfd, role):
    for console in serving(copied(house, tmp_path_factory), "odd"):
        console.site.attempts.failed = lambda _badge, _address: None  # nobody waits here
        statuses = send_oddly(console.signed_in(role), role, COUNT // 4, seed=17)

    assert capfd.readouterr().err == ""
    assert set(statuses) <= ANSWERS | {409}
    assert statuses[200] + statuses[400] > COUNT // 20, statuses
