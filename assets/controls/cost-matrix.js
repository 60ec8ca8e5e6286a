/* The dialog of the full cost matrix: it opens with the current costs, and "use" turns its four costs into conditions. */

import { PERIOD } from '../text/case-unit.js';
import { currentCaseUnit, currentConditions, setConditions } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, inputOf } from '../state/elements.js';

/** @import { CompleteConditions } from '../core/types.js' */
/** @import { CostMatrix } from '../core/wire.js' */

/** @type {Record<'found' | 'missed' | 'false_alarm' | 'left_alone', string>} */
const CELLS = {
  found: 'matrix-true-positive',
  missed: 'matrix-false-negative',
  false_alarm: 'matrix-false-positive',
  left_alone: 'matrix-true-negative',
};
/** @type {('found' | 'missed' | 'false_alarm' | 'left_alone')[]} */
const KEYS = ['found', 'missed', 'false_alarm', 'left_alone'];
/** @param {number} x */
const round = (x) => Number(x.toPrecision(15));

/** The matrix that the costs were derived from; otherwise a matrix in which correct calls are free.
   @param {CompleteConditions} conditions @returns {CostMatrix} */
function matrixOf({ cost_fn, cost_fp, matrix }) {
  const derived =
    matrix && matrix.missed - matrix.found === cost_fn && matrix.false_alarm - matrix.left_alone === cost_fp;
  return derived ? matrix : { found: 0, missed: cost_fn, false_alarm: cost_fp, left_alone: 0 };
}

function open() {
  const now = currentConditions();
  if (!now) return;
  const matrix = matrixOf(now);
  for (const key of KEYS) setProps(CELLS[key], { value: String(round(matrix[key])) });
  const { case_unit: caseUnit } = now;
  setProps('matrix-cases', { value: caseUnit && caseUnit.period ? String(caseUnit.cases) : '' });
  setProps('matrix-dialog', { opened: true });
}

/**
 * Clientside callback of the "use" button.
 * @param {number} clicks
 * @param {CostMatrix | null} read the matrix as the server read it
 */
export function useCostMatrix(clicks, read) {
  if (!clicks || !read) return;
  const { cases, ...matrix } = read;
  const { found, missed, false_alarm, left_alone } = matrix;
  const caseUnit = cases ? { cases, period: PERIOD } : currentCaseUnit();
  setConditions({ matrix, case_unit: caseUnit, cost_fn: missed - found, cost_fp: false_alarm - left_alone });
  setProps('matrix-dialog', { opened: false });
}

/* The slides of 2013: the second table is better at every PC(+). */
const EXAMPLE = { first: [150, 40, 60, 250], second: [250, 45, 5, 200] };

/* Only into tables without a number: what the user typed stays. */
function showExample() {
  for (const [table, counts] of Object.entries(EXAMPLE)) {
    const ids = ['true-positive', 'false-negative', 'false-positive', 'true-negative'].map(
      (cell) => `${table}-${cell}`,
    );
    const typed = ids.map((id) => inputOf(id).value);
    if (typed.some(Boolean)) continue;
    ids.forEach((id, k) => setProps(id, { value: String(counts[k]) }));
  }
}

document.addEventListener('click', (event) => {
  const { target } = event;
  if (around(target, '#matrix-button')) open();
  if (around(target, '[data-matrix-example]')) showExample();
});
