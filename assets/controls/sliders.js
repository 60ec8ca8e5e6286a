/* What all sliders share: texts for screen readers, an arrow beyond the end, and fast reports of their thumbs.
   Dash needs a frame for every value, so scripts follow the thumbs and Dash hears on release. */

import { HIGH_PRIOR, logit, lowestPrior } from '../core/scales.js';
import { emit } from '../state/events.js';
import { formatPrior } from '../text/parse.js';

const watchedThumbs = new WeakSet();
const valueTexts = {}; // id of a slider -> the text of each thumb
const watchedSliders = new Set(); // sliders whose texts are written again when Dash draws them again

const thumbsOf = (root) => Array.from(root.querySelectorAll('[role=slider]'));

function writeTexts(id) {
  const root = document.getElementById(id);
  for (const [k, thumb] of root ? thumbsOf(root).entries() : [])
    thumb.setAttribute('aria-valuetext', valueTexts[id][k]);
}

function watchThumbs(event) {
  const root = event.target.closest && event.target.closest('.slider');
  for (const thumb of root ? thumbsOf(root) : []) {
    if (watchedThumbs.has(thumb)) continue;
    watchedThumbs.add(thumb);
    const report = () => {
      const values = thumbsOf(root).map((one) => Number(one.getAttribute('aria-valuenow')));
      emit('slider-moved', root.id, values);
    };
    new MutationObserver(report).observe(thumb, { attributeFilter: ['aria-valuenow'] });
  }
}

/**
 * @param {string} id
 * @param {string[]} texts for screen readers, one per thumb
 * @param {{ low: boolean, high: boolean }} beyond whether a value lies beyond the first or the last end
 */
export function describeSlider(id, texts, beyond) {
  const root = document.getElementById(id);
  if (!root) return;
  valueTexts[id] = texts;
  writeTexts(id);
  if (!watchedSliders.has(id)) {
    new MutationObserver(() => writeTexts(id)).observe(root.parentNode, { childList: true, subtree: true });
  }
  watchedSliders.add(id);
  root.classList.toggle('beyond-low', beyond.low);
  root.classList.toggle('beyond-high', beyond.high);
}

/**
 * Ends and marks of a slider of priors, with the file's prevalence among the marks.
 * @param {number} prevalence
 */
export function priorSliderProps(prevalence) {
  const lowest = lowestPrior(prevalence);
  const mark = (prior, label) => ({ value: logit(prior), label });
  const marks = [mark(lowest, formatPrior(lowest)), mark(prevalence, 'file'), mark(HIGH_PRIOR, '99.9 %')];
  return { min: logit(lowest), max: logit(HIGH_PRIOR), marks };
}

for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, watchThumbs, true);
