/* A box for a condition that a script makes, such as those of the sticky bar: it reads and refuses as the boxes of the
   conditions bar do. */

import { costRefusal, formatBoxCost, formatPrior, parseCost, priorNear, priorRefusal } from '../../text/parse.js';
import { presentConditions, setConditions } from '../../state/conditions.js';
import { make } from '../../state/elements.js';
import { isRange } from './ranges.js';
import { showShareMeaning } from './share-meaning.js';

/** @import { CompleteConditions, ConditionKey } from '../../core/types.js' */

const COST = { parse: parseCost, format: formatBoxCost, refusal: costRefusal };
/** @type {Record<ConditionKey, { parse: (text: string, present: number) => number | null, format: (value: number) => string,
   refusal: (text: string, old: number) => string, words: string }>} */
const BOXES = {
  prior: { parse: priorNear, format: formatPrior, refusal: priorRefusal, words: 'Positives among cases' },
  cost_fn: { ...COST, words: 'Cost of a missed positive' },
  cost_fp: { ...COST, words: 'Cost of a false alarm' },
};

/** Takes over what was typed. @param {ConditionKey} key @param {HTMLInputElement} box @param {HTMLElement} meaning */
function read(key, box, meaning) {
  const { parse, format, refusal } = BOXES[key];
  const present = presentConditions()[key];
  const value = parse(box.value, present);
  box.setAttribute('aria-invalid', String(value === null));
  box.title = value === null ? refusal(box.value, present) : '';
  if (value === null) return;
  const typed = box.value;
  box.value = format(value);
  setConditions(key === 'prior' ? { prior: value, touched: true } : { [key]: value });
  /** @param {string} text */
  const again = (text) => {
    box.value = text;
    read(key, box, meaning);
  };
  if (key === 'prior') showShareMeaning(meaning, typed, again, value);
}

/**
 * A box for a condition, and the place for the note on how a typed share was read.
 * @param {ConditionKey} key
 */
export function makePlainBox(key) {
  const box = make('input');
  box.setAttribute('aria-label', BOXES[key].words);
  box.autocomplete = 'off';
  const meaning = make('span', 'share-meaning');
  meaning.setAttribute('role', 'status');
  box.addEventListener('change', () => read(key, box, meaning));
  return { box, meaning };
}

/**
 * Shows a condition, or its range, which is not typed here; a box that is typed into stays as it is.
 * @param {HTMLInputElement} box
 * @param {ConditionKey} key
 * @param {CompleteConditions} now
 */
export function showInBox(box, key, now) {
  if (box === document.activeElement) return;
  const { format } = BOXES[key];
  const range = isRange(now.ranges, key) ? now.ranges[key] : null;
  box.value = range ? range.map(format).join('–') : format(now[key]);
  box.disabled = range !== null;
  box.classList.toggle('wide', range !== null);
  box.title = '';
  box.setAttribute('aria-invalid', 'false');
}
