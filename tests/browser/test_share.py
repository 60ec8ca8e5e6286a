"""From the Share button to somebody else's browser, and back."""

import numpy as np
import pandas as pd


def test_a_link_shows_the_decision_to_somebody_else(journey, served, tmp_path):
    rng = np.random.default_rng(5)
    label = rng.random(300) < 0.4
    table = pd.DataFrame({"label": label.astype(int), "score": rng.normal(label).round(3)})
    table.to_csv(tmp_path / "mine.csv", index=False)
    journey.upload(tmp_path / "mine.csv")
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    with journey.asking():
        journey.type("prior-box", "2 %")
    decision = journey.decision
    journey.click(".share-opener")
    journey.until("return document.querySelector('#share-make')?.offsetParent")
    journey.click("#share-make")
    link = journey.until("return document.querySelector('#share-link').value")
    assert link.startswith(f"{served}/shared/")
    assert "Good until" in journey.text("#share-note")

    nobody = {"origin": served, "storageTypes": "all"}
    journey.driver.execute_cdp_cmd("Storage.clearDataForOrigin", nobody)
    journey.run("window.sessionStorage.clear()")
    journey.driver.get(link)
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    assert "/shared/" not in journey.run("return window.location.href")
    assert journey.decision == decision
    assert "View only" in journey.text("#view-only")
    for button in ("delete-button", "columns-button", "export-button"):
        assert journey.run("return document.getElementById(arguments[0]).disabled", button)
    with journey.asking():
        journey.type("prior-box", "30 %")
    assert journey.decision != decision
