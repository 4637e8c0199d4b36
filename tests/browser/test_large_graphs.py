"""Graphs larger than the window: fit, zoom, find, fold, and both sides together."""

import random

import pytest
from tests.browser.conftest import until

import tallystick as ts

CONCEPTS = ("want-01", "boy", "go-02", "city", "name", "person", "say-01", "believe-01", "dog", "country")
ROLES = (":ARG0", ":ARG1", ":mod", ":time", ":location")


def graph(size, errors=0.0):
    """A tree of so many nodes; some roles and concepts are wrong."""
    draw, wrong = random.Random(1), random.Random(2)
    parents = [draw.randrange(max(0, node - 12), node) for node in range(1, size)]
    concepts = [draw.choice(CONCEPTS) for _ in range(size)]
    roles = [draw.choice(ROLES) for _ in range(size)]
    children = [[] for _ in range(size)]
    for node, parent in enumerate(parents, 1):
        children[parent].append(node)
        if wrong.random() < errors:
            roles[node] = ":ARG2"
        if wrong.random() < errors:
            concepts[node] = "thing"
    texts = [""] * size
    for node in reversed(range(size)):
        below = " ".join(f"{roles[child]} {texts[child]}" for child in children[node])
        texts[node] = f"(x{node} / {concepts[node]} {below})"
    return f"# ::id g{size}\n{texts[0]}\n"


@pytest.fixture(params=[150, 500])
def large(request, visit, pages):
    """A page with one item, and its number of nodes."""
    size = request.param

    def build():
        return ts.report_page(ts.score(graph(size), graph(size, 0.06), ["smatch"], task="amr"))

    page = visit.open(pages(f"graph{size}", build), "#item=1")
    page.wait_for_selector(".side svg.graph .node")
    return page, size


def view(page, side=1):
    """What is seen of a drawing: left, top, width, height."""
    text = page.get_attribute(f".side:nth-child({side}) svg.graph", "viewBox")
    return [float(number) for number in text.split()]


def all_in_sight(page, side=1):
    return page.evaluate(
        """(side) => {
            const box = document.querySelector(`.side:nth-child(${side}) .viewport`).getBoundingClientRect();
            return [...document.querySelectorAll(`.side:nth-child(${side}) svg.graph .node`)].every((node) => {
                const place = node.getBoundingClientRect();
                return place.left >= box.left - 1 && place.right <= box.right + 1
                    && place.top >= box.top - 1 && place.bottom <= box.bottom + 1;
            });
        }""",
        side,
    )


def test_it_opens_at_its_root_where_it_can_be_read_and_fit_shows_all_of_it(large):
    page, _ = large
    for side in (1, 2):
        root = page.locator(f".side:nth-child({side}) svg.graph .node:has(.root)").bounding_box()
        box = page.locator(f".side:nth-child({side}) .viewport").bounding_box()
        assert root["height"] > 15
        assert box["x"] <= root["x"] < root["x"] + root["width"] <= box["x"] + box["width"]
        assert box["y"] <= root["y"] < box["y"] + box["height"]
    page.click("text=Fit")
    assert all_in_sight(page, 1)
    assert all_in_sight(page, 2)


def test_zoom_and_move_on_both_sides_together(large):
    page, _ = large
    page.click("text=Fit")
    whole = view(page)
    page.focus(".side:nth-child(1) .viewport")
    for _ in range(3):
        page.keyboard.press("+")
    near = view(page)
    assert near[2] < whole[2] * 0.6
    assert view(page, 2)[2] < whole[2] * 0.7
    page.keyboard.press("ArrowRight")
    assert view(page)[0] > near[0]
    page.keyboard.press("0")
    assert view(page) == pytest.approx(whole, abs=0.5)
    page.click("text=move together")
    page.keyboard.press("+")
    page.focus(".side:nth-child(1) .viewport")
    page.keyboard.press("+")
    assert view(page, 2)[2] == pytest.approx(whole[2], rel=0.3)


def test_the_wheel_zooms_with_a_modifier_and_dragging_moves(large):
    page, _ = large
    page.click("text=Fit")
    whole = view(page)
    page.locator(".side:nth-child(1) .viewport").scroll_into_view_if_needed()
    box = page.locator(".side:nth-child(1) .viewport").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 200)
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -600)
    page.keyboard.up("Control")
    until(page, lambda: view(page)[2] < whole[2])
    near = view(page)
    page.mouse.down()
    page.mouse.move(x - 60, y - 20)
    page.mouse.up()
    assert view(page)[0] > near[0]
    assert page.locator(".side:nth-child(1) .minimap.needed").count() == 1


def test_a_node_is_found(large):
    page, size = large
    page.uncheck("text=collapse matched parts")
    until(page, lambda: page.locator(".side:nth-child(1) svg.graph .node").count() == size)
    page.fill("input[type=search][placeholder='find a node']", f"x{size - 1} /")
    assert page.locator("svg.graph .node.found").count() == 2
    assert page.text_content(".node-search:last-child [role=status]") == "1 of 2"
    found = page.locator(".side:nth-child(1) svg.graph .node.found").bounding_box()
    box = page.locator(".side:nth-child(1) .viewport").bounding_box()
    assert box["x"] <= found["x"] <= box["x"] + box["width"]
    assert found["height"] > 15


def test_errors_one_after_another(large):
    page, _ = large
    page.click("text=Next error")
    first = page.text_content(".node-search:has(button) [role=status]")
    number = int(first.split(" of ")[1])
    assert first.startswith("1 of ")
    assert number > 4
    assert page.locator(".found").count() == 1
    page.click("text=Next error")
    assert page.text_content(".node-search:has(button) [role=status]") == f"2 of {number}"


def test_what_matched_is_folded_and_unfolded(large):
    page, size = large
    folded = page.locator(".side:nth-child(1) svg.graph .node").count()
    assert folded < size
    assert page.locator(".side:nth-child(1) svg.graph .node text:has-text('matched node')").count()
    page.uncheck("text=collapse matched parts")
    assert page.locator(".side:nth-child(1) svg.graph .node").count() == size


def test_a_phone_sees_no_overflow(visit, pages):
    def build():
        return ts.report_page(ts.score(graph(150), graph(150, 0.06), ["smatch"], task="amr"))

    visit.page.set_viewport_size({"width": 390, "height": 800})
    page = visit.open(pages("graph150", build), "#item=1")
    page.wait_for_selector(".side svg.graph .node")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_print_shows_all_of_a_drawing(visit, pages):
    def build():
        return ts.report_page(ts.score(graph(150), graph(150, 0.06), ["smatch"], task="amr"))

    page = visit.open(pages("graph150", build), "#item=1")
    page.wait_for_selector(".side svg.graph .node")
    page.focus(".side:nth-child(1) .viewport")
    page.keyboard.press("+")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    left, top, *_ = view(page)
    assert (left, top) == (0, 0)


def centre_of(page, side, name):
    """The middle of a node, in pixels from the middle of its window."""
    return page.evaluate(
        """([side, name]) => {
            const box = document.querySelector(`.side:nth-child(${side}) .viewport`).getBoundingClientRect();
            const nodes = [...document.querySelectorAll(`.side:nth-child(${side}) svg.graph .node`)];
            const place = nodes.find((node) => node.textContent.includes(name)).getBoundingClientRect();
            const middle = (one) => [one.x + one.width / 2, one.y + one.height / 2];
            return middle(place).map((at, axis) => at - middle(box)[axis]);
        }""",
        [side, name],
    )


def wide(concept, order):
    """A graph of forty branches; in another order they are drawn elsewhere."""
    branches = " ".join(f":op{n} (x{n} / {concept} :mod (y{n} / thing{n}))" for n in order)
    return f"# ::id wide\n(t / and {branches})\n"


def test_both_sides_look_at_nodes_that_are_aligned(visit, pages):
    def build():
        gold, pred = wide("dog", range(1, 41)), wide("cat", [*range(21, 41), *range(1, 21)])
        return ts.report_page(ts.score(gold, pred, ["smatch"], task="amr"))

    page = visit.open(pages("wide-and-turned", build), "#item=1")
    page.wait_for_selector(".side svg.graph .node")
    page.click("button:has-text('Fit')")
    before = page.locator(".side:nth-child(1) .viewport").bounding_box()["height"]
    page.fill("input[type=search][placeholder='find a node']", "x3 /")
    gold, pred = centre_of(page, 1, "x3 /"), centre_of(page, 2, "x3 /")
    assert gold == pytest.approx([0, 0], abs=200)
    assert pred == pytest.approx(gold, abs=200)
    # What is wide and flat has more room as soon as it is seen from near.
    assert page.locator(".side:nth-child(1) .viewport").bounding_box()["height"] >= before
    page.click("button:has-text('Fit')")
    assert page.locator(".side:nth-child(1) .viewport").bounding_box()["height"] == before


def test_a_long_text_leaves_the_drawing_in_sight(visit, pages):
    text = " ".join(["A sentence that goes on and on."] * 200)

    def build():
        gold = f"# ::id long\n# ::snt {text}\n(b / bark-01 :ARG0 (d / dog))\n"
        return ts.report_page(ts.score(gold, gold.replace("dog", "cat"), ["smatch"], task="amr"))

    page = visit.open(pages("long-text", build), "#item=1")
    page.wait_for_selector(".side svg.graph .node")
    assert page.locator(".side:nth-child(1) svg.graph").bounding_box()["y"] < 800
    page.click("text=Show full text")
    assert page.locator(".quote").bounding_box()["height"] > 500
    assert page.text_content(".quote") == text
    page.click("text=Show less")
    assert page.locator(".quote").bounding_box()["height"] < 200
