"""The commands of `pitledger` and the options of all of them, and a command line taken apart by them.

Nothing here needs the parser: `pitledger --help` is printed from these tables alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

PROGRAM: Final = "pitledger"
ABOUT: Final = "Event-sourced progressive jackpots and audit for casino table games."


class Command(NamedTuple):
    """A command and its purpose: the function below `console.commands`, or else the actions that it has."""

    name: str
    help: str
    function: str = ""
    actions: tuple[Command, ...] = ()


_LEDGER: Final = (
    Command("postings", "every movement as balanced postings", "ledger.postings:postings"),
    Command("trial", "the balance of every account, debits and credits", "ledger.trial:trial"),
    Command("statement", "a meter: opening, what moved it, closing", "ledger.statement:statement"),
    Command("hits", "every award with its steps, and which are missing", "ledger.hits:hits"),
    Command("liability", "meters, awards unpaid, money in transit", "ledger.liability:liability"),
    Command("hold", "what was kept of each wager against theory", "ledger.hold:hold"),
    Command("export", "journals, CSV with a data package, Parquet", "ledger.export:export"),
)
_LINK: Final = (
    Command("open", "put a link into play, its meters funded with their seeds", "link.open:open_link"),
    Command("change", "replace the terms of a link that is closed; amounts stay", "link.change:change_link"),
    Command("close", "take a link out of play; its meters keep their amounts", "link.close:close_link"),
    Command("adjust", "correct a meter's amount, at the house's cost or gain", "link.adjust:adjust_meter"),
    Command("transfer", "send money from a meter to a meter of another link", "link.transfer:transfer"),
    Command("retire", "give a closed and empty link up for good", "link.retire:retire_link"),
    Command("mend", "a link's payment: undone, come back or written off", "link.mend:mend_payment"),
    Command("mend-table", "the same for a table's own book", "link.mend_table:mend_table_payment"),
    Command("set-aside", "do not wait for a leg that cannot be read", "link.set_aside:set_aside"),
)
_BADGE: Final = (
    Command("issue", "give somebody a badge", "badge.issue:issue_badge"),
    Command("change", "another department or rank for a holder", "badge.change:change_badge"),
    Command("withdraw", "take a badge back", "badge.withdraw:withdraw_badge"),
    Command("list", "who is in the register, and whether it is in force", "badge.list:list_badges"),
)
_AUDIT: Final = (
    Command("init", "begin the audit log: make its key; or change that", "audit.init:init"),
    Command("checkpoint", "take in what was recorded, and sign it", "audit.checkpoint:checkpoint"),
    Command("prove", "that events are in it, or that it continues an older one", "audit.prove:prove"),
    Command("export", "all of it in a bag, with the program that checks it", "audit.export:export"),
    Command("packet", "one disputed hand, with what proves it, in a zip file", "audit.packet:packet"),
    Command("verify", "check such a bag, by the log's public key", "audit.verify:verify"),
    Command("policy", "which witnesses cosign it, and how many must", "audit.policy:policy"),
    Command("witness", "cosign logs that only ever grow, for somebody else", "audit.witness:witness"),
)
_CASE: Final = (
    Command("open", "take down what a player claims", "case.open:open_case"),
    Command("note", "put something on record about a case", "case.note:note_on_case"),
    Command("rule-out", "a round that the claim is not about", "case.rule_out:rule_out"),
    Command("hold", "video, cards or papers are to be kept", "case.holding:hold"),
    Command("lift", "they need not be kept any longer", "case.holding:lift"),
    Command("decide", "a correcting payment, or none, and why; signed", "case.decide:decide_case"),
    Command("pay", "the player has what was decided", "case.pay:pay"),
    Command("reopen", "look at a decided case again", "case.reopen:reopen_case"),
    Command("show", "a case with all that was done about it", "case.show:show"),
    Command("list", "cases that are open, and how long there is to reply", "case.list:list_cases"),
)
_ACCOUNT: Final = (
    Command("set", "give a badge an account, or another role or password", "account.set:set_account"),
    Command("remove", "take an account away; its sessions end", "account.remove:remove_account"),
    Command("list", "who may sign in as what, and whom the register shuts out", "account.list:list_accounts"),
)
_VAULT: Final = (
    Command("list", "which references can be opened; it discloses nobody", "vault.list:list_openings"),
    Command("disclose", "who a reference stands for; it is on record", "vault.disclose:disclose"),
    Command("forget", "delete who a reference stands for; no event changes", "vault.forget:forget"),
)
COMMANDS: Final[tuple[Command, ...]] = (
    Command("demo", "the simulated floor in a fresh embedded instance, live", "demo:demo"),
    Command("serve", "the console in the browser, for those who have an account", "serve:serve"),
    Command("floor", "the simulated floor into an instance, to Kafka or to a file", "floor.command:floor"),
    Command("import", "record events from JSON lines", "importing.command:import_events"),
    Command("export-events", "the events of the log as JSON lines", "export_events:export_events"),
    Command("schema", "JSON Schema of the envelope and every event body", "schema:schema"),
    Command("rounds", "rounds found by table, seat, time, hand, or what differs", "rounds:rounds"),
    Command("round", "a round rebuilt, event by event", "round:round_"),
    Command("findings", "what broke which section", "findings:findings"),
    Command("case", "what players claim: open, rule out, hold, decide, pay, show, list", actions=_CASE),
    Command("meters", "every progressive meter, and what is owed", "meters:meters"),
    Command("ledger", "postings, trial balance, statements, hits, liability, hold", actions=_LEDGER),
    Command("day", "the reconciliation of a gaming day; readings; its close", "day.command:day"),
    Command("link", "a link's meters: open, change, adjust, transfer, retire; mend payments", actions=_LINK),
    Command("badge", "the register of badges: issue, change, withdraw, list", actions=_BADGE),
    Command("account", "accounts of the console in the browser: set, remove, list", actions=_ACCOUNT),
    Command("settle", "what a described round must pay, as JSON lines", "settle:settle"),
    Command("hold", "exact theoretical hold of every wager that needs no strategy", "hold:hold"),
    Command("rebuild", "build the read model again, beside the old one", "rebuild:rebuild"),
    Command("check", "every invariant of the log and the read models", "check:check"),
    Command(
        "audit",
        "the audit log that outsiders check: prove, export, packet, witness",
        actions=_AUDIT,
    ),
    Command("vault", "who players' references stand for: list, disclose, forget", actions=_VAULT),
    Command("resume", "let a halted stream go on, signed by two people", "resume:resume"),
    Command("topics", "create the topics on Kafka, or check them", "kafka.topics:topics"),
    Command("worker", "run router, keeper, examiner or sinks on Kafka", "kafka.worker:worker"),
    Command("completion", "completion of commands and options in a shell", "completion:completion"),
)
"""In the order in which a newcomer meets them."""


class GlobalOption(NamedTuple):
    """An option of every command: what follows it, nothing for a flag, and its purpose."""

    metavar: str
    help: str


GLOBAL_OPTIONS: Final = {
    "--data": GlobalOption("DIR", "the directory of an embedded instance (or PITLEDGER_DATA)"),
    "--kafka": GlobalOption("HOSTS", "the log is on Kafka, at these brokers (or PITLEDGER_KAFKA)"),
    "--json": GlobalOption("", "one JSON document on standard output and nothing else"),
    "--zone": GlobalOption(
        "ZONE", "the facility's time zone: gaming days, times (or PITLEDGER_ZONE; America/New_York)"
    ),
    "--cut-off": GlobalOption("HH:MM", "when a gaming day begins, local time (or PITLEDGER_CUT_OFF; 06:00)"),
}


class ParameterText(NamedTuple):
    """An argument or option of a command: what follows its name, its purpose, whether it must be given."""

    name: str
    value: str
    about: str
    required: bool

    @property
    def is_option(self) -> bool:
        """Whether it is given by its name."""
        return self.name.startswith("-")

    @property
    def spelt(self) -> str:
        """The parameter as it is typed."""
        return f"{self.name} {self.value}".rstrip()


@dataclass(frozen=True, slots=True)
class Call:
    """A command line: the words that name the command, the options before them, and what comes after."""

    words: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    actions: tuple[Command, ...]
    """What could have come next, where the words do not name a command in full."""

    @property
    def spelt(self) -> str:
        """The words as they are typed, with the program's name."""
        return " ".join((PROGRAM, *self.words))

    @property
    def asks_for_help(self) -> bool:
        """Whether `--help` is among the options."""
        return "--help" in self._options or "-h" in self._options

    @property
    def global_options(self) -> dict[str, str]:
        """The options of every command that were typed, the last of each; a flag has no value."""
        found: dict[str, str] = {}
        typed = iter(self._options)
        for each in typed:
            name, equals, value = each.partition("=")
            if name in GLOBAL_OPTIONS:
                found[name] = value if equals or not GLOBAL_OPTIONS[name].metavar else next(typed, "")
        return found

    @property
    def _options(self) -> tuple[str, ...]:
        """What was typed before a `--`, behind which nothing is an option."""
        given = (*self.before, *self.after)
        return given[: given.index("--")] if "--" in given else given


def read_call(tokens: Sequence[str]) -> Call:
    """Find the command; the options of every command may come before it, and are kept for it."""
    words: list[str] = []
    before: list[str] = []
    rest, actions = list(tokens), COMMANDS
    while rest and actions:
        option, equals, _ = rest[0].partition("=")
        if option in ("-h", "--help"):
            before.append(rest.pop(0))
        elif option in GLOBAL_OPTIONS:
            taken = 2 if GLOBAL_OPTIONS[option].metavar and not equals else 1
            before += rest[:taken]
            del rest[:taken]
        elif found := [command for command in actions if command.name == rest[0]]:
            words.append(rest.pop(0))
            actions = found[0].actions
        else:
            break
    return Call(tuple(words), tuple(before), tuple(rest), actions)
