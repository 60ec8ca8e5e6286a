"""Share links: made with the Share button, opened in another browser."""

import numpy as np
import pandas as pd

VIEW = "return [page.currentView().models, page.currentView().level]"


def test_a_link_shows_the_decision_in_another_browser(journey, served, tmp_path):
    rng = np.random.default_rng(5)
    label = rng.random(300) < 0.4
    scores = {name: rng.normal(label).round(3) for name in ("score_a", "score_b~%7E")}
    table = pd.DataFrame({"label": label.astype(int)} | scores)
    table.to_csv(tmp_path / "mine.csv", index=False)
    journey.upload(tmp_path / "mine.csv")
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    with journey.asking():
        journey.type("prior-box", "2 %")
    with journey.asking():
        journey.run("document.querySelector('#model-checkboxes input').click()")
    view = journey.run(VIEW)
    assert view == [["score_b~%7E"], 0.95]
    with journey.asking():
        journey.driver.back()
    assert journey.run(VIEW) == [["score_a", "score_b~%7E"], 0.95]
    with journey.asking():
        journey.driver.forward()
    assert journey.run(VIEW) == view
    decision = journey.decision
    journey.click(".share-opener")
    journey.until("return document.querySelector('#share-make')?.offsetParent")
    journey.click("#share-make")
    link = journey.until("return document.querySelector('#share-link').value")
    assert link.startswith(f"{served}/shared/")
    assert "Good until" in journey.text("#share-note")
    journey.driver.get(link)
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    assert not journey.find("view-only").is_displayed()
    assert journey.find("report-button").is_enabled()

    nobody = {"origin": served, "storageTypes": "all"}
    journey.driver.execute_cdp_cmd("Storage.clearDataForOrigin", nobody)
    journey.run("window.sessionStorage.clear()")
    journey.driver.get(link)
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    assert "/shared/" not in journey.run("return window.location.href")
    assert journey.decision == decision
    assert journey.run(VIEW) == view
    assert "View only" in journey.text("#view-only")
    for button in ("delete-button", "columns-button", "export-button", "report-button"):
        journey.until("return document.getElementById(arguments[0]).disabled", button)
    assert "owner" in journey.find("report-button").get_attribute("title")
    with journey.asking():
        journey.type("prior-box", "30 %")
    assert journey.decision != decision
    assert not journey.select(".share-opener").is_displayed()
    assert not journey.select(".report-place").is_displayed()
    with journey.asking():
        journey.click("#view-only [data-back]")
    journey.says("#dataset-name", "Card fraud")
    assert not journey.find("view-only").is_displayed()
