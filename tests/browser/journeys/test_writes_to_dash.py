"""What a write to Dash costs the page."""

import pytest

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
