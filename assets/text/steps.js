/* A change of the conditions or of the models in words: the step that undo takes back. */

import { formatCost, formatPrior } from './parse.js';

/** @type {Record<string, (conditions: Record<string, any>) => string>} */
const VALUES = {
  prior: ({ prior }) => `prior ${formatPrior(prior)}`,
  cost_fn: ({ cost_fn }) => `missed positive ${formatCost(cost_fn)}`,
  cost_fp: ({ cost_fp }) => `false alarm ${formatCost(cost_fp)}`,
};
/** @type {Record<string, string>} */
const OTHERS = {
  ranges: 'ranges',
  weighting: 'weighting',
  criterion: 'criterion',
  matrix: 'cost matrix',
  case_unit: 'unit of amounts',
  scenarios: 'scenarios',
};

/** @param {Record<string, any>} before @param {Record<string, any>} after */
const differs = (before, after) => (/** @type {string} */ key) =>
  JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null);

/**
 * "logistic recalibrated added"
 * @param {string[]} before names of models
 * @param {string[]} after
 */
export function modelWords(before, after) {
  const [added, removed] = [
    after.filter((name) => !before.includes(name)),
    before.filter((name) => !after.includes(name)),
  ];
  return [...added.map((name) => `${name} added`), ...removed.map((name) => `${name} removed`)].join(', ');
}

/**
 * "prior 0.6 %": the new values of prior and costs; if these did not change, the names of the other changed conditions.
 * @param {Record<string, any>} before
 * @param {Record<string, any>} after
 */
export function stepWords(before, after) {
  if (before.words) return before.words;
  if (before.revision !== after.revision) return 'new data';
  const changed = differs(before, after);
  const values = Object.keys(VALUES).filter(changed);
  if (values.length > 0) return values.map((key) => VALUES[key](after)).join(', ');
  const others = Object.keys(OTHERS).filter(changed);
  return others.map((key) => OTHERS[key]).join(', ') || 'prior of the file';
}
