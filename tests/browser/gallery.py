"""Pages of every kind of item, for tests that concern all of them."""

from tests.browser.story import GOLD, PRED, document

import tallystick as ts
from tallystick.registry import tasks

WORDS = [("She", 2, "nsubj"), ("sings", 0, "root"), ("loudly", 2, "advmod")]
TREE = (
    "".join(
        f"{n}\t{form}\t_\tX\t_\t_\t{head}\t{label}\t_\t_\n" for n, (form, head, label) in enumerate(WORDS, 1)
    )
    + "\n"
)


def sides(name):
    """The gold and the prediction of a kind of item: the example of a task, or one made for the page."""
    if name == "trees":
        return TREE, TREE.replace("advmod", "obj"), {"task": "dependencies"}
    if name == "story":
        return [document(GOLD)], [document(PRED)], {"task": "coref"}
    task = tasks()[name]
    options = {key.replace("-", "_"): value for key, value in task.example_options.items()}
    return *task.example, {"task": name, **options}


#: Every task, and kinds of items that its example does not show.
NAMES = [*tasks(), "trees", "story"]


def page_of(pages, name):
    """A page about one system."""

    def build():
        gold, pred, options = sides(name)
        return ts.report_page(ts.score(gold, pred, confidence=0.95, **options), title=name)

    return pages(f"one-{name}", build)


def page_of_two(pages, name):
    """A page about two systems: the prediction, and the gold itself."""

    def build():
        gold, pred, options = sides(name)
        systems = {"predicted": pred, "perfect": gold}
        reports = {own: ts.score(gold, side, confidence=0.95, **options) for own, side in systems.items()}
        few = {"trials": 50, "resamples": 50}
        return ts.report_page(reports, comparison=ts.compare(gold, systems, **options, **few), title=name)

    return pages(f"two-{name}", build)


def views(page):
    """Go to every tab and to the first item, one after another."""
    for tab in page.locator("[data-tab]").evaluate_all("tabs => tabs.map((tab) => tab.dataset.tab)"):
        page.locator(f"[data-tab={tab}]").click()
        yield tab
    page.evaluate("location.hash = '#item=1'")
    page.wait_for_selector("article.item")
    page.wait_for_timeout(100)
    yield "item"
