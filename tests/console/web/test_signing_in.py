"""Sign-in: badge and password, forms that only this console makes, sessions that end."""

from __future__ import annotations

import socket

import pytest

from console.web.entry.accounts import Account, is_password, load_accounts, store_accounts, why_shut
from console.web.entry.attempts import ALLOWED, FIRST_WAIT_S, Attempts
from console.web.entry.headers import HEADERS, LONGEST_BODY
from console.web.entry.sessions import IDLE_S, LONGEST_S, Sessions
from console.web.serving import HOST, listen
from console.web.signing_in import next_page
from projections.recording.badges import Holder, Register
from streams.errors import LogError
from tests.console.calling import pitledger
from tests.console.web.conftest import BADGES, PASSWORD, Console, give_accounts
from tests.console.web.visitor import Visitor

SURVEILLANCE = BADGES["surveillance"]
NO_ENTRY = "Badge and password do not open this console"


@pytest.fixture
def afresh(console: Console):
    """The same console, where nobody has failed yet; afterwards its accounts are as they were."""
    console.site.attempts.__init__(console.site.attempts._clock)
    yield console
    give_accounts(console.data)
    console.visitors.clear()
    console.site.attempts.__init__(console.site.attempts._clock)


def test_who_signs_in_comes_to_the_page_that_was_asked_for(afresh: Console):
    visitor = afresh.visitor()
    asked = visitor.ask("/findings?severity=money")
    assert asked.headers["location"] == "/sign-in?next=/findings%3Fseverity%3Dmoney"

    answered = visitor.sign_in(SURVEILLANCE, PASSWORD, "/findings?severity=money")

    assert (answered.status, answered.headers["location"]) == (303, "/findings?severity=money")
    assert visitor.ask("/findings").status == 200


@pytest.mark.parametrize(
    "wanted",
    ["//elsewhere/", "https:" + "//elsewhere/", "/\\elsewhere", "elsewhere", "", "/sign-in", "/a\r\nb"],
)
def test_a_sign_in_leads_nowhere_else(wanted):
    assert next_page(wanted) == "/"


@pytest.mark.parametrize(
    ("badge", "password"),
    [
        (SURVEILLANCE, "wrong"),
        ("nobody", PASSWORD),
        ("", ""),
        (SURVEILLANCE, "x" * 5_000),
        ("\0\u202e", "\0"),
    ],
)
def test_every_failure_has_one_text(afresh: Console, badge, password):
    answered = afresh.visitor().sign_in(badge, password)

    assert answered.status == 403
    assert NO_ENTRY in answered.text


def test_who_fails_too_often_waits_whether_there_is_an_account_or_not(afresh: Console):
    for badge in (SURVEILLANCE, "nobody"):
        for _ in range(ALLOWED):
            assert afresh.visitor().sign_in(badge, "wrong password").status == 403
        refused = afresh.visitor().sign_in(badge, PASSWORD)
        assert refused.status == 429
        assert "try again in 1 minute." in refused.text


def test_a_wait_doubles_ends_and_is_forgotten_with_a_success():
    now = [0.0]
    attempts = Attempts(lambda: now[0])
    for _ in range(ALLOWED):
        assert attempts.wait_s("a", "x") == 0
        attempts.failed("a", "x")
    assert attempts.wait_s("a", "y") == FIRST_WAIT_S
    assert attempts.wait_s("b", "x") == 0
    now[0] += FIRST_WAIT_S
    assert attempts.wait_s("a", "x") == 0
    attempts.failed("a", "x")
    assert attempts.wait_s("a", "x") == 2 * FIRST_WAIT_S
    attempts.succeeded("a")
    assert attempts.wait_s("a", "x") == 0


# --- forms ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["", "x", "é"])
def test_a_form_without_the_token_of_its_session_is_refused(afresh: Console, token):
    visitor = afresh.visitor()
    visitor.token()

    answered = visitor.ask("/sign-in", {"token": token, "badge": SURVEILLANCE, "password": PASSWORD})

    assert answered.status == 403
    assert visitor.ask("/floor").status == 303


def test_the_token_of_another_session_is_refused(afresh: Console):
    other, visitor = afresh.visitor(), afresh.visitor()
    visitor.token()

    form = {"token": other.token(), "badge": SURVEILLANCE, "password": PASSWORD}
    assert visitor.ask("/sign-in", form).status == 403


@pytest.mark.parametrize(
    "sent", [{"Origin": "http:" + "//elsewhere"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"}]
)
def test_a_form_that_another_page_sends_is_refused(afresh: Console, sent):
    visitor = afresh.visitor()
    form = {"token": visitor.token(), "badge": SURVEILLANCE, "password": PASSWORD}

    assert visitor.ask("/sign-in", form, **sent).status == 403


def test_nobody_is_signed_out_by_another_page(console: Console):
    visitor = console.signed_in("surveillance")

    assert visitor.ask("/sign-out", {"token": "x"}).status == 403
    assert visitor.ask("/floor").status == 200


@pytest.mark.parametrize("fields", [{"badge": "x" * LONGEST_BODY}, {f"f{n}": "x" for n in range(100)}])
def test_a_form_that_is_none_of_ours_is_refused(console: Console, fields):
    assert console.visitor().ask("/sign-in", fields).status == 413


# --- sessions ---------------------------------------------------------------------------------------------


def signed_in(console: Console) -> Visitor:
    visitor = console.visitor()
    assert visitor.sign_in(SURVEILLANCE, PASSWORD).status == 303
    return visitor


def test_a_stolen_session_dies_at_sign_out(afresh: Console):
    visitor, thief = signed_in(afresh), afresh.visitor()
    thief.cookies = dict(visitor.cookies)
    assert thief.ask("/floor").status == 200

    assert visitor.ask("/sign-out", {"token": visitor.token("/floor")}).status == 303

    assert thief.ask("/floor").status == 303
    assert thief.ask("/floor.json").status == 401


def test_the_session_of_before_the_sign_in_opens_nothing(afresh: Console):
    visitor = afresh.visitor()
    visitor.token()
    planted = dict(visitor.cookies)
    assert visitor.sign_in(SURVEILLANCE, PASSWORD).status == 303
    assert visitor.cookies != planted

    visitor.cookies = planted
    assert visitor.ask("/floor").status == 303


def test_a_cookie_is_for_this_site_and_no_script(afresh: Console):
    visitor = afresh.visitor()
    given = visitor.sign_in(SURVEILLANCE, PASSWORD).headers["set-cookie"].lower()
    assert "httponly" in given
    assert "samesite=strict" in given

    afresh.site.is_https = True
    try:
        given = afresh.visitor().ask("/sign-in").headers["set-cookie"]
    finally:
        afresh.site.is_https = False
    assert given.startswith("__Host-")
    assert "Secure" in given


def test_a_session_ends_when_nobody_uses_it_and_at_the_end_of_a_shift():
    now = [0.0]
    sessions = Sessions(lambda: now[0])
    token, session = sessions.begin()
    now[0] += IDLE_S
    assert sessions.find(token) is session
    now[0] += IDLE_S + 1
    assert sessions.find(token) is None

    token, session = sessions.begin()
    for _ in range(int(LONGEST_S // IDLE_S)):
        now[0] += IDLE_S - 1
        assert sessions.find(token) is session
    now[0] += IDLE_S - 1
    assert sessions.find(token) is None


def test_whoever_loses_account_password_or_role_is_out(afresh: Console):
    for spoil in (
        lambda accounts: accounts.pop(SURVEILLANCE.casefold()),
        lambda accounts: accounts.update({SURVEILLANCE.casefold(): _other(accounts, role="pit")}),
        lambda accounts: accounts.update({SURVEILLANCE.casefold(): _other(accounts, hashed="x")}),
    ):
        give_accounts(afresh.data)
        visitor = signed_in(afresh)
        accounts = load_accounts(afresh.data)
        spoil(accounts)
        store_accounts(afresh.data, accounts)
        assert visitor.ask("/findings").status == 303


def _other(accounts, **changed):
    before = accounts[SURVEILLANCE.casefold()]
    fields = {name: getattr(before, name) for name in ("badge", "department", "role", "hashed")}
    return Account(**fields | changed)


def test_an_account_is_shut_once_its_badge_is_withdrawn_or_of_another_department():
    account = Account("S-2", "surveillance", "surveillance", "x")

    def register(**changed):
        holder = Holder("S-2", "Surveillance ", "staff", 1)._replace(**changed)
        return Register(everybody={"s-2": holder})

    assert why_shut(account, register()) == ""
    assert "withdrawn" in why_shut(account, register(withdrawn_at_us=2))
    assert "is of pit by the register" in why_shut(account, register(department="pit"))
    assert "not in the register" in why_shut(account, Register())
    assert "cannot be read" in why_shut(account, Register(unreadable="a gap"))


def test_accounts_are_for_their_owner_alone_and_a_broken_file_says_so(console: Console, tmp_path):
    assert (console.data / "accounts.json").stat().st_mode & 0o777 == 0o600
    assert PASSWORD not in (console.data / "accounts.json").read_text()
    account = load_accounts(console.data)[SURVEILLANCE.casefold()]
    assert is_password(account, PASSWORD)
    assert not is_password(account, PASSWORD + "x")
    assert not is_password(None, PASSWORD)

    for broken in ("{", "[1]", '[{"badge": "x"}]', '[{"badge":"x","department":"y","role":"z","hashed":""}]'):
        (tmp_path / "accounts.json").write_text(broken)
        with pytest.raises(LogError, match="not a file of accounts"):
            load_accounts(tmp_path)


# --- headers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/sign-in", "/floor", "/nothing", "/floor.json", "/findings?x=1"])
def test_every_answer_says_what_a_browser_may_do(console: Console, path):
    for visitor in (console.visitor(), console.signed_in("surveillance")):
        answered = visitor.ask(path)
        assert {name: answered.headers[name] for name in HEADERS} == HEADERS
        assert "server" not in answered.headers


def test_nothing_on_a_page_needs_more_than_the_policy_allows(console: Console):
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    for path in ("/", "/floor", "/meters", "/rounds", "/findings"):
        text = console.signed_in("surveillance").ask(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert "<script>" not in text
        assert " onclick=" not in text


@pytest.mark.parametrize("name", ["elsewhere", "127.0.0.1.elsewhere", "", "localhost.elsewhere:80"])
def test_it_answers_to_its_own_names_alone(console: Console, name):
    assert console.visitor().ask("/sign-in", Host=name).status == 421


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "LOCALHOST:1", "[::1]:8737"])
def test_its_own_names_are_those_of_this_machine(console: Console, name):
    assert console.visitor().ask("/sign-in", Host=name).status == 200


def test_a_picture_or_script_may_be_kept_for_ever_under_its_own_address(console: Console):
    text = console.visitor().ask("/sign-in").text
    address = next(part.split('"')[0] for part in text.split('href="') if part.startswith("/assets/"))
    answered = console.visitor().ask(address)

    assert answered.status == 200
    assert "immutable" in answered.headers["cache-control"]
    assert console.visitor().ask(address.rpartition("/")[0] + "/../site.py").status == 404


# --- the commands -----------------------------------------------------------------------------------------


def test_accounts_are_made_and_taken_away_by_commands(afresh: Console):
    data = afresh.data
    made = pitledger("account", "set", "s-9", "--role", "pit", "--data", data, stdin="another password\n")
    assert (made.code, made.out) == (0, "S-9 of surveillance may sign in for pit.\n")
    assert afresh.visitor().sign_in("S-9", "another password").status == 303
    listed = pitledger("account", "list", "--data", data, "--json").document
    assert {"badge": "S-9", "department": "surveillance", "role": "pit", "shut": None} in listed

    assert pitledger("account", "remove", "S-9", "--data", data).code == 0
    assert afresh.visitor().sign_in("S-9", "another password").status == 403
    gone = pitledger("account", "remove", "S-9", "--data", data)
    assert gone.code == 2
    assert "S-9 has no account" in gone.err


@pytest.mark.parametrize(
    ("badge", "password", "words"),
    [
        ("X-1", "long enough it is", "the register does not have this badge"),
        ("S-9", "short", "at least 10 characters"),
        ("S-9", "x" * 300, "at most 256 characters"),
        ("S-9", "", "at least 10 characters"),
    ],
)
def test_an_account_needs_a_badge_and_a_password(afresh: Console, badge, password, words):
    called = pitledger("account", "set", badge, "--role", "pit", "--data", afresh.data, stdin=password)

    assert called.code == 2
    assert words in called.err
    assert load_accounts(afresh.data)["s-9"].role == "surveillance"


def test_whoever_calls_the_address_before_it_is_served_waits():
    """`serve` prints it a moment before, and scripts are quick."""
    with listen(HOST, 0) as listening:
        socket.create_connection(listening.getsockname(), timeout=5).close()
