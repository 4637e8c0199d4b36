"""Documents sentence by sentence: UMR with the relations of a sentence, DocAMR with sentences and chains."""

import pytest
from tests.browser.documents import umr_document
from tests.browser.gallery import page_of, page_of_two

import tallystick as ts

SENTENCES = 200


@pytest.fixture(scope="session")
def long_document(pages):
    def build():
        report = ts.score(
            umr_document(SENTENCES),
            umr_document(SENTENCES, wrong=10),
            ["ancast++", "ancast++.temporal"],
            task="umr",
        )
        return ts.report_page(report, title="200 sentences")

    return pages("umr-200", build)


def test_one_sentence_at_a_time(visit, long_document, capsys):
    page = visit.open(long_document, "#item=1")
    assert page.locator(".sentence").count() == 1
    assert page.locator(".jumps button").count() == SENTENCES
    steps = """() => {
        const begun = performance.now();
        for (let step = 0; step < 20; step++) {
            document.querySelector("[aria-label='Next sentence']").click();
            document.body.offsetHeight;
        }
        return (performance.now() - begun) / 20;
    }"""
    spent = page.evaluate(steps)
    assert page.locator(".sentence h3").first.inner_text().startswith("snt21")
    with capsys.disabled():
        print(f"\n{SENTENCES} sentences: {spent:.0f} ms from one to the next")  # noqa: T201 - to be seen
    assert spent < 500


def test_errors_links_keys_and_the_address_lead_to_sentences(visit, long_document):
    page = visit.open(long_document, "#item=1")
    title = page.locator(".shown-sentence h3").first
    page.get_by_role("button", name="Next with errors").click()
    assert title.inner_text().startswith("snt10 ")
    page.locator(".sentence-relations button.variable", has_text="s9l").first.click()
    assert title.inner_text().startswith("snt9 ")
    page.locator("#item-title").focus()
    page.keyboard.press("n")
    assert title.inner_text().startswith("snt10 ")
    page.keyboard.press("p")
    assert title.inner_text().startswith("snt9 ")
    assert page.evaluate("location.hash") == "#item=1&sentence=9"
    page.locator(".document-relations summary").click()
    page.locator(".document-relations button.variable", has_text="s120l").first.click()
    assert title.inner_text().startswith("snt120")
    # Another metric keeps the sentence; a page that is opened by its address shows it.
    page.keyboard.press("m")
    assert title.inner_text().startswith("snt120")
    page.reload()
    page.wait_for_selector(".sentence")
    assert title.inner_text().startswith("snt120")


def test_relations_of_a_sentence_are_those_that_touch_it(visit, pages):
    page = visit.open(page_of(pages, "umr"), "#item=1&sentence=3")
    texts = page.locator(".sentence-relations .entry .triple").all_inner_texts()
    assert texts
    assert all("s3" in text for text in page.locator(".sentence-relations .entry").all_inner_texts())


def test_sentences_and_chains_side_by_side(visit, pages):
    """In the example a girl is mentioned in three sentences, of which the prediction finds two."""
    page = visit.open(page_of_two(pages, "docamr"), "#item=1")
    sentences, chains = (page.get_by_role("region", name=name) for name in ("Sentences", "Chains"))
    assert sentences.bounding_box()["y"] == chains.bounding_box()["y"]
    assert sentences.locator("li").count() == 4
    person = chains.locator("li", has_text="s1.p / person").first
    assert person.locator(".entry-text button").all_inner_texts() == ["snt1", "snt2", "snt3"]
    assert "s1.p / person, not in snt3" in person.inner_text()
    person.locator(".inner button").click()
    assert page.locator(".side").nth(0).locator(".node .concept").first.text_content() == "s3.w / watch-01"
    assert sentences.locator("[aria-current]").inner_text().startswith("snt3")
    page.locator("#item-title").focus()
    page.keyboard.press("p")
    assert sentences.locator("[aria-current]").inner_text().startswith("snt2")
    assert page.locator(".side").nth(1).locator(".graph .node.spurious").all_text_contents() == [
        "+ s2.i / it"
    ]
