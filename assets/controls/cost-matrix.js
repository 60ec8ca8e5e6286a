/* The dialog of the full cost matrix: it opens with the current costs, and "use" turns its four costs into conditions. */

import { chosenBasis, currentConditions, setConditions } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { PERIOD } from '../text/basis.js';

const CELLS = {
  found: 'matrix-found',
  missed: 'matrix-missed',
  false_alarm: 'matrix-alarm',
  left_alone: 'matrix-alone',
};
const round = (x) => Number(x.toPrecision(15));

/* The matrix that the costs were derived from; otherwise one in which correct calls are free. */
function matrixOf({ cost_fn, cost_fp, matrix }) {
  const derived =
    matrix && matrix.missed - matrix.found === cost_fn && matrix.false_alarm - matrix.left_alone === cost_fp;
  return derived ? matrix : { found: 0, missed: cost_fn, false_alarm: cost_fp, left_alone: 0 };
}

function open() {
  const now = currentConditions();
  if (!now) return;
  const matrix = matrixOf(now);
  for (const [key, id] of Object.entries(CELLS)) setProps(id, { value: String(round(matrix[key])) });
  const { basis } = now;
  setProps('matrix-cases', { value: basis && basis.period ? String(basis.cases) : '' });
  setProps('matrix', { opened: true });
}

/**
 * Clientside callback of the "use" button.
 * @param {number} clicks
 * @param {any} read the matrix as the server read it
 */
export function useMatrix(clicks, read) {
  if (!clicks || !read) return;
  const { cases, ...matrix } = read;
  const { found, missed, false_alarm, left_alone } = matrix;
  const basis = cases ? { cases, period: PERIOD } : chosenBasis();
  setConditions({ matrix, basis, cost_fn: missed - found, cost_fp: false_alarm - left_alone });
  setProps('matrix', { opened: false });
}

/* The slides of 2013: the second table is better at every PC(+). */
const EXAMPLE = { first: [150, 40, 60, 250], second: [250, 45, 5, 200] };

/* Only into tables without a number: what the user typed stays. */
function showExample() {
  for (const [table, counts] of Object.entries(EXAMPLE)) {
    const ids = ['found', 'missed', 'alarm', 'alone'].map((cell) => `${table}-${cell}`);
    const typed = ids.map((id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value);
    if (typed.some(Boolean)) continue;
    ids.forEach((id, k) => setProps(id, { value: String(counts[k]) }));
  }
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('#matrix-button')) open();
  if (target.closest('[data-matrix-example]')) showExample();
});
