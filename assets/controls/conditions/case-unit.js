/* The controls of the case unit: for how many cases amounts are given. The cases of a month have a box in the
   conditions bar. */

import { firstCaseUnit, FIXED_CASE_UNITS, PERIOD } from '../../text/case-unit.js';
import { parseCost } from '../../text/parse.js';
import { currentConditions, presentConditions, setConditions } from '../../state/conditions.js';
import { setProps, userChanges } from '../../state/dash.js';
import { around, elementOf, inputOf } from '../../state/elements.js';
import { on } from '../../state/events.js';

/** @import { CompleteConditions } from '../../core/types.js' */
/** @import { CaseUnit } from '../../core/wire.js' */

const HELP = 'Type how many cases come in a month, such as 20,000.';
/** @type {Record<string, string | undefined>} */
const written = {}; // last value written to each control, to recognise echoes
/** @type {number | null} */
let month = null; // the last number of cases in a month
let shown = ''; // what the controls show, as JSON

/** @param {CaseUnit} caseUnit */
function kindOf(caseUnit) {
  const fixed = Object.entries(FIXED_CASE_UNITS).find(([, { cases }]) => cases === caseUnit.cases);
  return caseUnit.period || fixed?.[0];
}

/** @param {CompleteConditions} now */
function show(now) {
  const { case_unit: caseUnit } = now;
  const text = JSON.stringify(caseUnit);
  if (text === shown || !caseUnit) return;
  shown = text;
  if (caseUnit.period) month = caseUnit.cases;
  written['case-unit'] = kindOf(caseUnit);
  setProps('case-unit', { value: written['case-unit'] });
  written['cases-per-month'] = caseUnit.period ? caseUnit.cases.toLocaleString('en-US') : '';
  setProps('cases-per-month', { value: written['cases-per-month'], error: false });
}

/** Goes to the box for the cases of a month, in the sheet of a narrow page too; nothing changes before a number is
   typed, and the menu then shows the unit in use again. */
function askForMonth() {
  shown = '';
  requestAnimationFrame(() => {
    if (!elementOf('conditions-bar').checkVisibility()) elementOf('adjust').click();
    inputOf('cases-per-month').select();
    show(presentConditions());
  });
}

/** What a new value of each control means. @type {Record<string, (value: string) => void>} */
const HANDLERS = {
  'case-unit'(kind) {
    if (kind !== PERIOD) setConditions({ case_unit: FIXED_CASE_UNITS[kind] });
    else if (month) setConditions({ case_unit: { cases: month, period: PERIOD } });
    else askForMonth();
  },
  'cases-per-month'(text) {
    if (!text.trim()) {
      setConditions({ case_unit: firstCaseUnit(presentConditions().prior) });
      return;
    }
    const cases = Math.round(Number(parseCost(text)));
    if (cases >= 1) setConditions({ case_unit: { cases, period: PERIOD } });
    else setProps('cases-per-month', { error: HELP });
  },
};

/** Clientside callback of the controls. */
export function controlCaseUnit() {
  if (!currentConditions()) return;
  for (const [id, value] of userChanges(written)) {
    written[id] = value;
    shown = '';
    HANDLERS[id](value);
  }
}

/* The menu says what the interval beside the total is of. */
/** @param {HTMLElement | null} label */
function showNote(label) {
  if (!label) return;
  const { note = '' } = label.dataset;
  Object.assign(elementOf('case-unit-note'), { textContent: note, hidden: !note });
}
document.addEventListener('click', ({ target }) => showNote(around(target, 'button.ledger-label')));
on('conditions-shown', (now) => {
  show(now);
  showNote(document.querySelector('.decision button.ledger-label')); // of the new unit, if the menu is still open
});
