/* The controls of the case unit: for how many cases amounts are given. */

import { FIXED_CASE_UNITS, PERIOD } from '../../text/case-unit.js';
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
  setProps('cases-per-month-row', { hidden: written['case-unit'] !== PERIOD });
  if (!month) return;
  written['cases-per-month'] = month.toLocaleString('en-US');
  setProps('cases-per-month', { value: written['cases-per-month'], error: false });
}

/** Opens the box for the cases of a month and goes there; nothing changes before a number is typed. */
function askForMonth() {
  setProps('cases-per-month-row', { hidden: false });
  requestAnimationFrame(() => inputOf('cases-per-month').select());
}

/** What a new value of each control means. @type {Record<string, (value: string) => void>} */
const HANDLERS = {
  'case-unit'(kind) {
    if (kind === PERIOD) askForMonth();
    if (kind !== PERIOD) setConditions({ case_unit: FIXED_CASE_UNITS[kind] });
    else if (month) setConditions({ case_unit: { cases: month, period: PERIOD } });
  },
  'cases-per-month'(text) {
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

/* A menu that is closed without a number shows the unit in use when it opens again. */
document.addEventListener('click', () => {
  const now = currentConditions();
  const forgotten = written['case-unit'] === PERIOD && now?.case_unit && !now.case_unit.period;
  if (!forgotten || !elementOf('case-unit-menu').hidden) return;
  shown = '';
  setProps('cases-per-month', { value: '', error: false });
  show(presentConditions());
});

/* The menu says what the interval beside the total is of. */
document.addEventListener('click', ({ target }) => {
  const label = around(target, 'button.ledger-label');
  if (!label) return;
  const { note = '' } = label.dataset;
  Object.assign(elementOf('case-unit-note'), { textContent: note, hidden: !note });
});
on('conditions-shown', show);
