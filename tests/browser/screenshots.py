"""Makes the pictures of docs/report.md: ``python -m tests.browser.screenshots``, where there is a chromium."""

import sys
import tempfile
from pathlib import Path

from tests.browser.conftest import ARGUMENTS, CHROMIUM, sync_playwright
from tests.browser.corpus import corpus
from tests.browser.story import GOLD, PRED, document

import tallystick as ts
from tallystick.registry import tasks

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"


def pages() -> dict[str, str]:
    """The pages that are photographed."""
    gold, *preds = corpus(600, 0.3, 0.27, 0.18)
    systems = dict(zip(("baseline", "beam-search", "improved"), preds, strict=True))
    metrics = ["smatch", "ancast.concept", "ancast.relation", "ancast.unlabeled"]
    reports = {name: ts.score(gold, pred, metrics, confidence=0.95) for name, pred in systems.items()}
    comparison = ts.compare(gold, systems, metrics)
    chains = ts.score(
        [document(GOLD)], [document(PRED)], ["conll", "muc", "b3", "ceaf-e", "lea"], task="coref"
    )
    examples = {
        name: ts.report_page(ts.score(*tasks()[name].example, task=name), title=f"{name}.gold ↔ {name}.pred")
        for name in ("umr", "docamr", "json")
    }
    return {
        "tale": ts.report_page(reports["baseline"], title="tales.gold.amr ↔ baseline.amr"),
        "tales": ts.report_page(
            reports, comparison=comparison, title="tales.gold.amr ↔ baseline, beam-search, improved"
        ),
        "coref": ts.report_page(chains, title="boat.gold.jsonl ↔ boat.pred.jsonl"),
        **examples,
    }


#: The picture, the page, the place in it, the size, and what is pointed at.
SHOTS = [
    ("overview", "tale", "#overview", (1280, 900), None),
    ("ranking", "tales", "#overview", (1280, 620), None),
    ("items", "tales", "#items&with=improved", (1280, 640), None),
    ("graph", "tale", "#item=102", (1280, 900), ".side:nth-child(1) .node.partly"),
    ("systems", "tales", "#item=102&with=improved", (1280, 900), None),
    ("umr", "umr", "#item=1&sentence=2", (1280, 1000), None),
    ("relations", "umr", "#item=1&sentence=3&metric=ancast%2B%2B.temporal", (1280, 760), None),
    ("documents", "docamr", "#item=1&sentence=3", (1280, 960), None),
    ("coref", "coref", "#item=1", (1280, 900), ".side:nth-child(1) .bracket.chain-1"),
    ("json", "json", "#item=1", (1280, 700), None),
    ("fields", "json", "#fields", (1280, 860), None),
    ("errors", "tales", "#errors", (1280, 800), None),
    ("comparison", "tales", "#compare", (1280, 1000), None),
    ("phone", "tales", "#item=102&with=improved", (390, 844), None),
]


def _shrink(place: Path) -> None:
    """The same picture with fewer colours; as it is where there is no Pillow."""
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(place) as image:
        image.convert("RGB").quantize(200, dither=Image.Dither.NONE).save(place, optimize=True)


def main() -> None:
    """Take the pictures, in light and in dark colours."""
    if sync_playwright is None or CHROMIUM is None:
        sys.exit("Playwright and chromium are needed")
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        for name, text in pages().items():
            Path(folder, f"{name}.html").write_text(text, "utf-8")
        browser = driver.chromium.launch_persistent_context(
            f"{folder}/profile", executable_path=CHROMIUM, args=ARGUMENTS, headless=True
        )
        for picture, name, where, (width, height), pointed in SHOTS:
            for theme in ("light", "dark"):
                page = browser.new_page()
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                page.goto(f"{Path(folder, f'{name}.html').as_uri()}{where}")
                page.wait_for_selector("main > *")
                page.wait_for_timeout(300)
                if pointed:
                    page.locator(pointed).first.hover()
                place = IMAGES / f"report-{picture}-{theme}.png"
                page.screenshot(path=place)
                _shrink(place)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
