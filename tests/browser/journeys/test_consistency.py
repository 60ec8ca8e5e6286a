"""What one place of the page says, another place, a reload or a link says too."""

CHOSEN = (
    "return (page.currentView().chosen || {}).model + ' ' + (page.currentView().chosen || {}).text"
)
ROW = '#threshold-table .ag-row[row-index="%d"] .ag-cell'


def test_the_cost_panel_may_be_pointed_at_without_a_model(journey):
    with journey.asking():
        for box in journey.driver.find_elements("css selector", "#models-box input"):
            journey.run("arguments[0].click()", box)
    journey.point("cost", 0.5, 0.1)
    journey.point("cost", 0.4, 0.2)


def test_costs_are_of_other_folds_unless_the_address_asks_for_the_same_rows(journey):
    refining = "return document.querySelector('[data-refining]')"
    assert journey.run("return page.currentView().choose") == "other"
    assert "choose" not in journey.driver.current_url
    assert journey.run(refining) is None
    folds = journey.decision
    with journey.asking():
        journey.click("#choose input[value='same'] + label")
    assert "choose=same" in journey.driver.current_url
    assert journey.decision != folds
    same = journey.decision
    journey.driver.refresh()
    journey.settled()
    assert journey.decision == same


def test_a_row_clicked_in_thresholds_is_chosen_once(journey):
    journey.tab("Thresholds")
    journey.until("return document.querySelector(arguments[0])", ROW % 3)
    with journey.asking():
        journey.click(ROW % 3)
    first = journey.run(CHOSEN)
    text, model = first.split()[-1], first.split()[0]
    other = journey.run(
        "return page.currentView().models.find((name) => name !== arguments[0])",
        model,
    )
    with journey.asking():
        journey.run(
            "dash_clientside.set_props('hand',"
            " { data: { what: 'choose', model: arguments[0], index: 5, text: '0.5' } })",
            other,
        )
    assert journey.run(CHOSEN) == f"{other} 0.5"
    with journey.asking():
        journey.type("prior-box", "3 %")
    journey.until("return document.querySelector(arguments[0])", ROW % 3)
    assert journey.run(CHOSEN) == f"{other} 0.5"
    with journey.asking():
        journey.click(ROW % 3)
    assert journey.run(CHOSEN) == f"{model} {text}"
    with journey.asking():
        journey.type("prior-box", "4 %")
    assert journey.run(CHOSEN) == f"{model} {text}"
    journey.driver.get(journey.driver.current_url)
    journey.settled()
    assert journey.run(CHOSEN) == f"{model} {text}"
