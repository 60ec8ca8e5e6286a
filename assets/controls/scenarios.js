/* Scenarios: named conditions that the user saves, loads, renames, moves and deletes. */

import { existing } from '../core/existing.js';
import { MOST_SCENARIOS } from '../text/address.js';
import { currentConditions, setConditions } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, dataOf, inputOf } from '../state/elements.js';
import { notify } from '../state/notices.js';

/** @import { Scenario } from '../core/wire.js' */

/** @type {number | null} */
let renaming = null; // place of the scenario whose name is in the box

const nameBox = () => inputOf('scenario-name');
const scenarios = () => currentConditions()?.scenarios || [];
/** @param {Scenario[]} list */
const setScenarios = (list) => setConditions({ scenarios: list });

/** What each button of a scenario does. @type {Record<string, (place: number) => void>} */
const HANDLERS = {
  load(place) {
    const { prior, cost_fn, cost_fp } = scenarios()[place];
    setConditions({ prior, cost_fn, cost_fp, touched: true });
  },
  rename(place) {
    renaming = place;
    setProps('scenario-name', { value: scenarios()[place].name });
    setProps('scenario-save', { children: 'Rename' });
    nameBox().focus();
  },
  up: (place) => move(place, place - 1),
  down: (place) => move(place, place + 1),
  delete: (place) => setScenarios(scenarios().filter((_, k) => k !== place)),
};

/** @param {number} from @param {number} to */
function move(from, to) {
  const moved = scenarios().slice();
  if (to < 0 || to >= moved.length) return;
  moved.splice(to, 0, ...moved.splice(from, 1));
  setScenarios(moved);
}

function save() {
  const name = nameBox().value.trim();
  const saved = scenarios();
  if (renaming !== null && renaming < saved.length) {
    const place = renaming;
    if (name) setScenarios(saved.map((scenario, k) => (k === place ? { ...scenario, name } : scenario)));
  } else if (saved.length >= MOST_SCENARIOS) {
    notify(`At most ${MOST_SCENARIOS} scenarios are kept. Delete one first.`);
    return;
  } else {
    const { prior, cost_fn, cost_fp } = existing(currentConditions());
    setScenarios([...saved, { name: name || 'Scenario ' + (saved.length + 1), prior, cost_fn, cost_fp }]);
  }
  renaming = null;
  setProps('scenario-name', { value: '' });
  setProps('scenario-save', { children: 'Save as scenario' });
}

document.addEventListener('click', (event) => {
  const { target } = event;
  const button = around(target, '[data-scenario]');
  if (button) HANDLERS[dataOf(button, 'scenario')](Number(button.dataset.place));
  if (around(target, '#scenario-save') && currentConditions()) save();
});
document.addEventListener('keydown', (event) => {
  if (/** @type {Element} */ (event.target).id === 'scenario-name' && event.key === 'Enter') save();
});
