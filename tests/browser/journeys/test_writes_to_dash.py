"""What a write to Dash costs the page."""

import pytest
from selenium.webdriver.common.keys import Keys

# Types of components on the page, and those in which Dash searches all others for changed children.
TYPES = """
const [types, searched] = [new Set(), new Set()];
const walk = (part) => {
  if (part === null || typeof part !== 'object') return;
  if (part.namespace) types.add(part.type);
  if (window[part.namespace]?.[part.type]?.dashChildrenUpdate) searched.add(part.type);
  Object.values(part).forEach(walk);
};
walk(window.dash_stores[0].getState().layout);
return [[...types], [...searched]];
"""


@pytest.mark.same_page
def test_dash_searches_the_children_of_no_component(journey):
    types, searched = journey.run(TYPES)
    assert "MenuItem" in types
    assert searched == []


# How often all components are asked for writes of one task; every task of Dash itself may add one.
ASKED = """
const done = arguments[0];
let asked = 0;
const stop = window.dash_stores[0].subscribe(() => (asked += 1));
const write = (placeholder) => window.dash_clientside.set_props('prior-box', { placeholder });
for (let k = 0; k < 50; k++) write(`${k % 2}`);
write('');
setTimeout(() => {
  stop();
  done(asked);
});
"""


@pytest.mark.same_page
def test_components_are_asked_once_for_the_writes_of_a_task(journey):
    assert 1 <= journey.driver.execute_async_script(ASKED) < 10


@pytest.mark.same_page
def test_the_caret_stays_where_the_user_types(journey):
    box = journey.find("prior-box")
    box.click()
    box.send_keys("12", Keys.ARROW_LEFT, "3", "4")
    caret = journey.run("return arguments[0].selectionStart", box)
    assert (box.get_attribute("value"), caret) == ("1342", 3)
    box.send_keys(Keys.ESCAPE)
