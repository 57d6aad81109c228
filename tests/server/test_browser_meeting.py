"""The meeting place in a real browser: pairing of strangers, names, accounts, ratings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.conftest import ARGUMENTS, CHROMIUM
from tests.server.site import Site, serving

pytestmark = pytest.mark.compiled_only
PAGES = ("/", "/learn", "/ladder", "/account", "/players/me", "/owner", "/join", "/games/stratego")
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa"]}}


SMALL = """() => [...document.querySelectorAll('main *')]
  .filter((each) => each.getClientRects().length && parseFloat(getComputedStyle(each).fontSize) < 12)
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .map((each) => each.textContent.trim().slice(0, 40))"""


def address(site: Site) -> str:
    """Return the server's address by its name: passkeys are not made for bare numbers."""
    return site.base.replace("127.0.0.1", "localhost")


class Visitor:
    """A person with their own browser."""

    def __init__(self, browser: Browser, site: Site, **more: Any) -> None:
        self.context: BrowserContext = browser.new_context(**more)
        self.base = address(site)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.base}{path}")
        return self.page

    def say_name(self, name: str) -> None:
        """Answer when the page asks for a name."""
        self.page.fill("#name-dialog #name", name)
        self.page.click("#name-form .main")
        expect(self.page.locator("#name-dialog")).to_have_count(0)

    def introduce(self, name: str) -> None:
        answer = self.context.request.post(f"{self.base}/api/me", data={"name": name, "avatar": "owl"})
        assert answer.ok, answer.text()

    def make_account(self, name: str) -> str:
        """Make an account under a name; return the recovery code."""
        self.introduce(name)
        code: str = self.context.request.post(f"{self.base}/api/account/recovery", data={}).json()["code"]
        return code

    def add_authenticator(self) -> tuple[Any, str]:
        """Give this browser a device for passkeys, as the DevTools protocol has them."""
        tools = self.context.new_cdp_session(self.page)
        tools.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
        return tools, tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def command(self, table: str, text: str) -> None:
        """Play a command over the API."""
        at = f"{self.base}/api/tables/{table}"
        name = self.context.request.get(at).json()["state"]["name"]
        body = {"at": name, "command": text}
        answer = self.context.request.post(f"{at}/play", data=body, timeout=120_000)  # rules may have to be compiled
        assert answer.ok, answer.text()

    def close(self) -> None:
        """Leave, and assert that there were no errors except refusals in words."""
        wrong = [words for words in self.wrong if "Failed to load resource" not in words]
        assert not wrong, wrong[:3]
        self.context.close()


@pytest.mark.smoke
def test_a_stranger_finds_and_joins_an_open_table_within_two_clicks(browser: Browser, site: Site) -> None:
    host, stranger = Visitor(browser, site), Visitor(browser, site)
    host.introduce("Anna")
    stranger.introduce("Bert")
    stranger.go("/")  # he looks at the lobby before the table is there
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "link", "name": "Guest"}]
    body = {"game": "stratego", "preset": "micro", "seats": seats, "access": "open"}
    table = host.context.request.post(f"{host.base}/api/tables", data=body).json()["table"]
    row = stranger.page.locator("#open li", has_text="Anna")
    expect(row).to_be_visible()  # it came by an event
    row.get_by_role("button", name="Join").click()
    stranger.page.wait_for_url(f"**/tables/{table}")
    stranger.page.wait_for_selector("#table[aria-busy=false]")
    stranger.command(table, "fill")
    stranger.command(table, "ready")
    host.command(table, "fill")
    host.command(table, "ready")
    mine = host.context.request.get(f"{host.base}/api/tables/{table}/actions").json()["actions"]
    if not mine:  # the guest begins
        theirs = stranger.context.request.get(f"{host.base}/api/tables/{table}/actions").json()["actions"]
        stranger.command(table, theirs[0])
        mine = host.context.request.get(f"{host.base}/api/tables/{table}/actions").json()["actions"]
    said = stranger.page.locator("#right").inner_text()
    host.command(table, mine[0])
    expect(stranger.page.locator("#right")).not_to_have_text(said)  # he sees the host's move
    for each in (host, stranger):
        each.close()


@pytest.mark.long
def test_a_guest_is_asked_for_a_name_once_and_keeps_it_over_restarts(browser: Browser, tmp_path: Path) -> None:
    port = 0
    for visit in range(2):  # the browser and the server are both started again
        with serving(tmp_path / "tables.sqlite", port) as site:
            port = int(site.base.rpartition(":")[2])
            context = browser.browser_type.launch_persistent_context(
                str(tmp_path / "profile"), executable_path=CHROMIUM, args=ARGUMENTS
            )
            page = context.new_page()
            page.goto(site.base)
            page.click("#open-one")
            if visit == 0:
                page.fill("#name-dialog #name", "Gerda")
                page.click("#name-form .main")
            expect(page.locator("#table-dialog")).to_be_visible()  # the second time nobody asks for a name
            expect(page.locator("#my-name")).to_have_text("Gerda")
            context.close()


@pytest.mark.long
def test_an_account_by_passkey_on_two_devices(browser: Browser, site: Site) -> None:
    laptop, phone = Visitor(browser, site), Visitor(browser, site)
    laptop.go("/account")
    tools, device = laptop.add_authenticator()
    laptop.page.click("#passkey")
    laptop.say_name("Anna")
    expect(laptop.page.locator("#passkeys li")).to_have_count(1)
    expect(laptop.page.locator("#kind")).to_contain_text("account since")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "computer", "name": "random"}]
    body = {"game": "stratego", "preset": "micro", "seats": seats}
    table = laptop.context.request.post(f"{laptop.base}/api/tables", data=body).json()["table"]

    phone.go("/account")
    others, copy = phone.add_authenticator()  # passkeys are kept in step between a person's devices
    (credential,) = tools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    others.send("WebAuthn.addCredential", {"authenticatorId": copy, "credential": credential})
    phone.page.click("#sign-in")
    expect(phone.page.locator("#devices li")).to_have_count(2)
    expect(phone.page.locator("#my-name")).to_have_text("Anna")
    phone.go("/")
    expect(phone.page.locator(f"#mine a[href='/tables/{table}']")).to_be_visible()

    laptop.go("/account")
    laptop.page.locator("#devices li").nth(1).get_by_role("button", name="Sign out").click()
    expect(laptop.page.locator("#devices li")).to_have_count(1)
    phone.go("/")
    expect(phone.page.locator("#my-name")).to_have_text("Choose a name")
    for each in (laptop, phone):
        each.close()


@pytest.mark.long
def test_without_a_secure_context_an_account_has_a_recovery_code(browser: Browser, site: Site) -> None:
    home = Visitor(browser, site)
    home.base = site.base  # a bare number, as in a home network
    page = home.go("/account")
    expect(page.locator("#passkey")).to_be_hidden()
    expect(page.locator("#sign-in")).to_be_hidden()
    page.click("#recovery")
    home.say_name("Bert")
    expect(page.locator("#recovery-code")).to_have_text(re.compile(r"^\w{5}(-\w{5}){4}$"))
    code = page.locator("#recovery-code").inner_text()
    page.reload()
    expect(page.locator("#recovery-shown")).to_be_hidden()  # it is shown once
    other = Visitor(browser, site)
    other.base = site.base
    other.go("/account").fill("#code", code)
    other.page.click("#code-form button")
    expect(other.page.locator("#name")).to_have_text("Bert")
    page.click("#add-device")
    expect(page.locator("#device-code")).to_have_text(re.compile(r"^\w{4}-\w{4}$"))
    expect(page.locator("#device-qr svg path")).to_have_count(1)
    for each in (home, other):
        each.close()


@pytest.mark.long
def test_a_rated_match_changes_both_ratings_and_both_pages_show_it(browser: Browser, site: Site) -> None:
    anna, bert = Visitor(browser, site), Visitor(browser, site)
    for each, name in ((anna, "Wanda"), (bert, "Kasimir")):
        each.make_account(name)
    seats = [{"kind": "me", "name": "Wanda"}, {"kind": "link", "name": "Guest"}]
    body = {"game": "stratego", "preset": "micro", "seats": seats, "access": "open", "rated": True}
    table = anna.context.request.post(f"{anna.base}/api/tables", data=body).json()["table"]
    row = bert.go("/").locator("#open li", has_text="Wanda")
    expect(row).to_contain_text("rated")
    row.get_by_role("button", name="Join").click()
    bert.page.wait_for_url(f"**/tables/{table}")
    for each in (anna, bert):
        each.command(table, "fill")
    bert.context.request.post(f"{bert.base}/api/tables/{table}/resign", data={})
    expect(bert.page.locator("#result")).to_contain_text(re.compile(r"Your rating: −\d+"))
    page = anna.go("/players/me")
    game = page.locator("#last li", has_text="Kasimir")
    expect(game).to_contain_text("won")
    expect(game.locator(".change")).to_have_text(re.compile(r"^\+\d+$"))
    expect(page.locator("#ratings")).to_contain_text("1 game, 9 to go")
    theirs = bert.go("/players/me").locator("#last li", has_text="Wanda")
    expect(theirs.locator(".change")).to_have_text(re.compile(r"^−\d+$"))
    theirs.get_by_role("link", name="Wanda").click()
    expect(bert.page.locator("#name")).to_have_text("Wanda")
    for each in (anna, bert):
        each.close()


@pytest.mark.long
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("light", ["light", "dark"])
def test_pages_fit_and_can_be_read_by_everybody(
    browser: Browser, site: Site, size: tuple[int, int], light: str
) -> None:
    view: Any = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": light}
    person = Visitor(browser, site, **view)
    person.make_account("Lotte")
    person.context.request.post(f"{person.base}/api/join", data={"token": site.hall.owners.key})
    for path in PAGES:
        page = person.go(path)
        page.wait_for_load_state("networkidle" if path != "/" else "load")
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), (
            f"{path} is wider than the screen"
        )
        found = Axe().run(page, options=RULES)
        assert not found.response["violations"], f"{path}: {found.generate_report()[:1500]}"
        small = page.evaluate(SMALL)
        assert not small, f"{path}: {small[:3]}"
    person.close()
