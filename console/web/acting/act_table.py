"""Every act of the console that needs no preview."""

from __future__ import annotations

from typing import Final

from console.web.acting.plain_act import Act
from console.web.entry.roles import COMPLIANCE
from console.web.showing.audit import exports
from console.web.showing.house import displays, pinning, settings

ACTS: Final = (
    Act(
        name="sign a checkpoint",
        address="/audit/checkpoint",
        about="Take in what was recorded, and sign it.",
        roles=frozenset({COMPLIANCE}),
        do=exports.sign,
    ),
    Act(
        name="begin an export",
        address="/audit/exports/begin",
        about="Export the audit log, or a part of it, and check the export.",
        roles=frozenset({COMPLIANCE}),
        do=exports.begin,
    ),
    Act(
        name="go on with an export",
        address="/audit/exports/{export}/go-on",
        about="Go on with an export that was cut off.",
        roles=frozenset({COMPLIANCE}),
        do=exports.go_on,
    ),
    Act(
        name="keep settings",
        address="/settings/keep",
        about="Keep in the browser how the console is to look.",
        do=settings.keep,
    ),
    Act(
        name="pin an address",
        address="/settings/pins/add",
        about="Keep an address in the browser, to have it on Home.",
        do=pinning.pin,
    ),
    Act(
        name="take a pin off",
        address="/settings/pins/remove",
        about="Forget an address that was pinned.",
        do=pinning.unpin,
    ),
    Act(
        name="sign out elsewhere",
        address="/settings/sign-out-others",
        about="End the other sessions of one's own badge.",
        do=settings.sign_out_others,
    ),
    Act(
        name="begin a display",
        address="/settings/displays/begin",
        about="Make this browser a display of a link in the pit, and sign out in it.",
        do=displays.begin,
    ),
    Act(
        name="end a display",
        address="/settings/displays/end",
        about="End a display: one's own, or as an administrator any.",
        do=displays.end,
    ),
)
