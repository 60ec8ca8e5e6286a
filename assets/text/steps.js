/* A change of the conditions or of the models in words: the step that undo takes back. */

import { CONDITION_KEYS } from '../core/ranges.js';
import { formatCost, formatPrior } from './parse.js';

/** @import { CompleteConditions, ConditionKey } from '../core/types.js' */
/** @import { Conditions, OperatingPoint } from '../core/wire.js' */

/** @type {Record<ConditionKey, (point: OperatingPoint) => string>} */
const VALUES = {
  prior: ({ prior }) => `prior ${formatPrior(prior)}`,
  cost_fn: ({ cost_fn }) => `missed positive ${formatCost(cost_fn)}`,
  cost_fp: ({ cost_fp }) => `false alarm ${formatCost(cost_fp)}`,
};
/** @type {[keyof Conditions, string][]} */
const OTHERS = [
  ['ranges', 'ranges'],
  ['weighting', 'weighting'],
  ['criterion', 'criterion'],
  ['matrix', 'cost matrix'],
  ['case_unit', 'unit of amounts'],
  ['currency', 'currency'],
  ['scenarios', 'scenarios'],
  ['review', 'review'],
  ['judge', "judge's error rates"],
];

/** @param {Conditions} before @param {Conditions} after */
const differs = (before, after) => (/** @type {keyof Conditions} */ key) =>
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
 * @param {CompleteConditions & { words?: string }} before
 * @param {CompleteConditions} after
 */
export function stepWords(before, after) {
  if (before.words) return before.words;
  if (before.revision !== after.revision) return 'new data';
  const changed = differs(before, after);
  const values = CONDITION_KEYS.filter(changed);
  if (values.length > 0) return values.map((key) => VALUES[key](after)).join(', ');
  const others = OTHERS.filter(([key]) => changed(key));
  return others.map(([, name]) => name).join(', ') || 'prior of the file';
}
