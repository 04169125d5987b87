"""How a change of a link is recorded and answered, whichever it is.

Each is an event on the link's own stream, signed by two people of different departments. What the system
refuses, the recorder at once or the keeper afterwards, is on record too, and printed with its reason. Only a
name that no link can be meant by leaves nothing behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from console.acts.link_changes import Change, answers_of, refusal_of
from console.calls.arguments import one
from console.calls.names import owner
from console.calls.options import GlobalOptions
from console.instances.instance import read_model_file, require_instance
from console.instances.read_model import open_read_model
from console.printing.output import print_json, print_message
from console.recording import on_record
from console.recording.clerk import Answer, Clerk, open_clerk, refused_because
from console.recording.signing import REASON, SIGN, Recording, Signature
from events.money import text
from events.naming import comparable
from events.vocabulary.award_records import PaymentMended
from events.vocabulary.links import LinkLegSetAside, LinkOpened
from events.vocabulary.transfers import TransferSent
from streams.read_model.queries.links import has_heard_of, known_links, meter_names
from streams.recorder.recorder import Recorded

Link = Annotated[str, one(owner, "LINK", "the link")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Signing:
    """Who signs a change, and why."""

    sign: Annotated[tuple[Signature, ...], SIGN]
    reason: Annotated[str, REASON]


def record(change: Change, signing: Signing, recording: Recording, options: GlobalOptions) -> int:
    """Record the change and show the keeper's answer.

    1 where it was refused, 2 where no answer came, or where nothing can be meant by a name.
    """
    if change.type != LinkOpened.TYPE:
        require_instance(options.location())
    with open_clerk(options, recording.facility, recording.wait) as clerk:
        mistaken = _mistaken(change, clerk, options)
        if mistaken:
            return _not_recorded(change, mistaken, options)
        recorded = change.fact(signing.sign, signing.reason).record(clerk, recording.id)
        answers = [] if recorded.refused else answers_of(clerk, recorded)
        if recorded.refused:
            clerk.process()
    refused = refused_because(recorded.event) if recorded.refused else refusal_of(answers)
    if options.json:
        print_json(_document(change, recorded, answers, refused))
    else:
        _show(recorded, answers)
    if refused is not None:
        print_message(f"pitledger link: refused: {refused}")
        return 1
    if not answers or isinstance(answers[-1].body, TransferSent):
        link = change.other_link if answers else change.link
        print_message(
            f"pitledger link: {on_record.so_far()}. The keeper of {link} has not answered within "
            f"{recording.wait:g} s. Is a keeper running? `pitledger meters {link}` shows it when it has."
        )
        return 2
    return 0


def _mistaken(change: Change, clerk: Clerk, options: GlobalOptions) -> str:
    """What is wrong with the names of links, before a mistyped one has a stream for ever; or nothing."""
    if change.type == LinkOpened.TYPE:
        return _same_name(change.link, clerk, options)
    if change.type == LinkLegSetAside.TYPE:  # tables may have joined before the link is opened
        return _no_such_leg(change, clerk, options)
    for link in (change.link, change.other_link):
        if link is not None and clerk.recorder.link(link) is None:
            return f"nobody has opened the link {link}: `pitledger meters` lists those that are there"
    return _no_such_meter(change, clerk, options)


def _no_such_meter(change: Change, clerk: Clerk, options: GlobalOptions) -> str:
    """What is wrong with the name of the link's meter, as far as the read model knows the link."""
    where, meter = options.location(), change.fields.get("meter")
    clerk.process()
    if meter is None or not read_model_file(where).exists():
        return ""
    with open_read_model(where, as_it_is=True) as store:
        known = meter_names(store, change.link)
    if not known or meter in known:
        return ""
    return f"{change.link} has no meter {meter}, but {', '.join(known)}: `pitledger meters` lists them"


def _no_such_leg(change: Change, clerk: Clerk, options: GlobalOptions) -> str:
    """What is wrong with link and table of a leg, as far as the read model has come."""
    clerk.process()
    where, table = options.location(), change.fields["table"]
    if not read_model_file(where).exists():
        return ""
    with open_read_model(where, as_it_is=True) as store:
        if has_heard_of(store, change.link, table):
            return ""
    return (
        f"no leg of the table {table} has come to the link {change.link}: `pitledger meters` lists links and "
        "the legs that they wait for"
    )


def _same_name(link: str, clerk: Clerk, options: GlobalOptions) -> str:
    """People read `hcf` and `HCF` as one link, and would sign for the wrong one."""
    clerk.process()
    where = options.location()
    if not read_model_file(where).exists():  # on Kafka, before the sinks have ever run
        return ""
    with open_read_model(where) as store:
        names = [known.link for known in known_links(store)]
    for name in names:
        if name != link and comparable(name) == comparable(link):
            return f"the link {name} is there already, and people would take {link} for it: name it otherwise"
    return ""


def _not_recorded(change: Change, mistaken: str, options: GlobalOptions) -> int:
    if options.json:
        nothing = {"stream": f"link:{change.link}", "seq": None, "recorded": None, "existed": False}
        print_json({"action": change.action, **nothing, "refused": mistaken, "answers": []})
    print_message(f"pitledger link {change.action}: {mistaken}. Nothing was recorded.")
    return 2


def _document(
    change: Change, recorded: Recorded, answers: list[Answer], refused: str | None
) -> dict[str, Any]:
    return {
        "action": change.action,
        "stream": recorded.event.stream,
        "seq": recorded.seq,
        "recorded": recorded.event.type,
        "existed": recorded.existed,
        "refused": refused,
        "answers": [answer.as_json() for answer in answers],
    }


def _show(recorded: Recorded, answers: list[Answer]) -> None:
    before = " (recorded before)" if recorded.existed else ""
    print(f"{recorded.event.stream} seq {recorded.seq}: {recorded.event.type}{before}")
    for answer in answers:
        print(f"{answer.link} record {answer.record}: {answer.body.TYPE}")
        if isinstance(answer.body, PaymentMended):
            _show_mended(answer.body)
            continue
        for balance in answer.body.balances:
            print(f"  {balance.meter:<24} {text(balance.primary_mc):>18}", end="")
            print(f"   reserve {text(balance.reserve_mc)}")


def _show_mended(mended: PaymentMended) -> None:
    """What became of a payment, and of the share that it had settled."""
    outcome = mended.outcome.replace("_", " ")
    mc = mended.beyond_mc + mended.unsettled_mc
    print(f"  payment {mended.payment_seq} of {mended.table}: {text(mc)} {outcome}")
    for share in mended.shares:
        if share.amount_mc:
            print(f"  owed to seat {share.seat}: {text(share.amount_mc)}")
