/* The controls of the basis: for how many cases amounts are given. */

import { currentConditions, setConditions } from '../../state/conditions.js';
import { setProps, userChanges } from '../../state/dash.js';
import { on } from '../../state/events.js';
import { basisAt, FIXED_BASES, PERIOD } from '../../text/basis.js';
import { parseCost } from '../../text/parse.js';

const FIRST_MONTH = 10000; // cases in a month before the user has typed a number
const HELP = 'Type how many cases come in a month, such as 20,000.';
const written = {}; // last value written to each control, to recognise echoes
let month = null; // the last number of cases in a month
let shown = ''; // what the controls show, as JSON

function kindOf(basis) {
  return basis.period || Object.keys(FIXED_BASES).find((kind) => FIXED_BASES[kind].cases === basis.cases);
}

/* "Per 10,000": the words on the button. */
function showName({ basis, prior }) {
  const name = document.getElementById('basis-name');
  const { per, cases } = basisAt(basis, prior);
  const words = basis.period ? `${cases.toLocaleString('en-US')} a ${basis.period}` : `P${per.slice(1)}`;
  if (name && name.textContent !== words) name.textContent = words;
}

function show(now) {
  showName(now);
  const { basis } = now;
  const text = JSON.stringify(basis);
  if (text === shown) return;
  shown = text;
  if (basis.period) month = basis.cases;
  written.basis = kindOf(basis);
  setProps('basis', { value: written.basis });
  setProps('month-row', { hidden: written.basis !== PERIOD });
  if (!month) return;
  written.month = month.toLocaleString('en-US');
  setProps('month', { value: written.month, error: false });
}

/* What a new value of each control means. */
const HANDLERS = {
  basis(kind) {
    const monthly = { cases: month || FIRST_MONTH, period: PERIOD };
    setConditions({ basis: kind === PERIOD ? monthly : FIXED_BASES[kind] });
  },
  month(text) {
    const cases = Math.round(parseCost(text));
    if (cases >= 1) setConditions({ basis: { cases, period: PERIOD } });
    else setProps('month', { error: HELP });
  },
};

/** Clientside callback of the controls. */
export function controlBasis() {
  if (!currentConditions()) return;
  for (const [id, value] of userChanges(written)) {
    written[id] = value;
    shown = '';
    HANDLERS[id](value);
  }
}

on('conditions-shown', show);
on('conditions-moved', showName);
