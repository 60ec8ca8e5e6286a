"""What a write to Dash costs the page."""

import re

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


# What the page asks Dash for while choosers of closed tabs are written, then while that of the open
# tab is.
QUESTIONS = """
const [[first, second], done] = arguments;
const asked = [];
const send = window.fetch;
window.fetch = (address, options) => {
  if (String(address).includes('update-component')) asked.push(JSON.parse(options.body).output);
  return send(address, options);
};
const write = (id) => window.dash_clientside.set_props(id, { value: second });
const quiet = (then) => setTimeout(then, 500);
['folds-model', 'threshold-model', 'pair-a'].forEach(write);
quiet(() => {
  const whileClosed = asked.splice(0);
  window.dash_clientside.set_props('tabs', { value: 'folds' });
  quiet(() => {
    asked.length = 0;
    window.dash_clientside.set_props('folds-model', { value: first });
    quiet(() => {
      window.fetch = send;
      done([whileClosed, asked]);
    });
  });
});
"""


def test_a_closed_tab_asks_the_server_nothing(journey):
    names = journey.run("return page.liveData().models.map(({ name }) => name)")
    while_closed, while_open = journey.driver.execute_async_script(QUESTIONS, names[:2])
    assert [output for output in while_closed if re.search("folds|threshold|pair", output)] == []
    assert len(while_open) == 1
    assert "folds-table" in while_open[0]
