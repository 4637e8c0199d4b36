"""A browser to open report pages in; where there is none, the tests are skipped and say so."""

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.browser.corpus import corpus

import tallystick as ts

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@dataclass
class Visit:
    """A page that is open, and everything that went wrong or was asked for since."""

    page: object
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def open(self, place: Path, where: str = "", **media: str):
        if media:
            self.page.emulate_media(**media)
        self.page.goto(f"{place.as_uri()}{where}")
        self.page.wait_for_selector("main > *")
        return self.page


def until(page, condition):
    """Wait until something holds; the policy of the page forbids the browser to wait for an expression itself."""
    for _ in range(100):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen within five seconds")


@pytest.fixture(scope="session")
def context(tmp_path_factory):
    if sync_playwright is None:
        pytest.skip("Playwright is not installed: make browser")
    if CHROMIUM is None:
        pytest.skip("there is no chromium: install it, or name it in $CHROMIUM")
    with sync_playwright() as driver:
        profile = tmp_path_factory.mktemp("profile")
        opened = driver.chromium.launch_persistent_context(
            str(profile), executable_path=CHROMIUM, args=ARGUMENTS, headless=True,
            viewport={"width": 1400, "height": 900},
        )  # fmt: skip
        yield opened
        opened.close()


@pytest.fixture
def visit(context):
    """A new page. At the end it must have had no complaint, and must have asked for nothing but itself."""
    found = Visit(context.new_page())
    found.page.on(
        "console",
        lambda message: (
            found.complaints.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
    found.page.on("request", lambda request: found.requests.append(request.url))
    yield found
    assert found.complaints == []
    elsewhere = [url for url in found.requests if not url.startswith(("file:", "data:"))]
    assert elsewhere == []
    files = {url.partition("#")[0] for url in found.requests if url.startswith("file:")}
    assert len(files) <= 1
    found.page.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """Makes pages: of the example of a task, or of text."""
    folder = tmp_path_factory.mktemp("pages")
    made: dict[str, Path] = {}

    def write(name, build):
        if name not in made:
            place = folder / f"{name}.html"
            place.write_text(build(), "utf-8")
            made[name] = place
        return made[name]

    return write


@pytest.fixture(scope="session")
def tales(pages):
    """A page about 300 items and two systems."""

    def build():
        gold, base, new = corpus(300, 0.35, 0.22)
        systems = {"baseline": base, "improved": new}
        metrics = ["smatch", "ancast.relation"]
        reports = {name: ts.score(gold, pred, metrics, confidence=0.95) for name, pred in systems.items()}
        comparison = ts.compare(gold, systems, metrics, trials=200, resamples=200)
        return ts.report_page(reports, comparison=comparison, title="Tales")

    return pages("tales", build)
