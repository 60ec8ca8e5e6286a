"""A review of doubtful cases: added, dragged, taken away, and in the address."""


def test_a_review_from_the_door_to_the_address_and_away_again(journey):
    before = journey.decision
    assert not journey.find("review-condition").is_displayed()
    with journey.asking():
        journey.click("#review-add")
    box = journey.select(".review-field input")
    with journey.asking():
        journey.run(
            "arguments[0].value = '$1'; arguments[0].dispatchEvent(new Event('change'))", box
        )
    assert journey.stored["review"] == {"price": 1}
    journey.says(".headline", "look from")
    journey.says("#confusion", "Looked at")
    assert "review=1" in journey.driver.current_url
    settled = journey.text("#confusion .total")
    thumb = journey.select("#cost-fp-slider [role=slider]")
    journey.press_and_drag(thumb, -40)
    journey.until("return document.querySelector('[data-ledger=reviewed-count]') !== null")
    moved = journey.text("#confusion .total")
    assert moved != settled
    with journey.asking():
        journey.release()
    journey.says("#confusion", "Looked at")
    with journey.asking():
        journey.click("#undo")
    with journey.asking():
        journey.click("#review-remove")
    assert journey.decision == before
