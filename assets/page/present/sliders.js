/* The sliders of a presentation, each with a box to type in: the share of positives, and what a missed positive costs. */

import { costScale, priorScale, roundToThree } from '../../core/scales.js';
import { formatMoney, formatNumber, formatPercent } from '../../text/numbers.js';
import { dragConditions, presentConditions, presentDataset, releaseConditions } from '../../state/conditions.js';
import { make } from '../../state/elements.js';
import { makePlainBox, showInBox } from '../../controls/conditions/plain-box.js';

/** @import { Scale } from '../../core/scales.js' */
/** @import { CompleteConditions, ConditionKey } from '../../core/types.js' */
/** @import { Conditions } from '../../core/wire.js' */

const STEPS = 500; // of a slider from end to end
const CLEAR = 28; // percent of the slider that the words of its ends take

/**
 * @typedef {object} Slider
 * @property {string} title
 * @property {ConditionKey} key of the box beside the title
 * @property {(now: CompleteConditions) => Scale} scale
 * @property {(now: CompleteConditions) => number} read
 * @property {(value: number) => string} words
 * @property {(value: number) => string} end words of an end
 * @property {(value: number) => Partial<Conditions>} write
 */

/** The price of a miss, as in the ledger beside it; null before prices are set.
   @param {number} ratio */
function asMoney(ratio) {
  const { cost_fn, cost_fp } = presentConditions();
  return cost_fn === 1 && cost_fp === 1 ? null : formatMoney(roundToThree(cost_fp * ratio));
}

/** @type {Record<'prior' | 'ratio', Slider>} */
const SLIDERS = {
  prior: {
    title: 'Positives among cases',
    key: 'prior',
    scale: (now) => priorScale(presentDataset().prevalence, now.prior),
    read: ({ prior }) => prior,
    words: (prior) => formatPercent(prior),
    end: (prior) => formatPercent(prior),
    write: (prior) => ({ prior, touched: true }),
  },
  ratio: {
    title: 'A missed positive costs',
    key: 'cost_fn',
    scale: ({ cost_fn, cost_fp }) => costScale(cost_fn / cost_fp),
    read: ({ cost_fn, cost_fp }) => cost_fn / cost_fp,
    words: (ratio) => asMoney(ratio) ?? `${formatNumber(ratio)} \u00d7 a false alarm`,
    end: (ratio) => asMoney(ratio) ?? `${formatNumber(ratio)} \u00d7`,
    write: (ratio) => ({ cost_fn: roundToThree(presentConditions().cost_fp * ratio) }),
  },
};

/** The share of positives in the file, below the slider. @param {Scale} scale */
function homeMark({ share }) {
  const { prevalence } = presentDataset();
  const mark = make('span', 'present-home', `in the file ${formatPercent(prevalence)}`);
  mark.style.left = `${Math.min(Math.max(100 * share(prevalence), CLEAR), 100 - CLEAR)}%`;
  return mark;
}

/** @param {'prior' | 'ratio'} name */
function sliderOf(name) {
  const { title, key, scale, read, words, end, write } = SLIDERS[name];
  const drawn = scale(presentConditions());
  const { share, at, ends } = drawn;
  const input = make('input');
  Object.assign(input, { type: 'range', min: '0', max: String(STEPS), step: '1' });
  input.setAttribute('aria-label', title);
  const { box, meaning } = makePlainBox(key);
  input.addEventListener('input', () => {
    dragConditions(write(at(Number(input.value) / STEPS)));
  });
  input.addEventListener('change', releaseConditions);
  const show = () => {
    const value = read(presentConditions());
    if (!input.matches(':active')) input.value = String(Math.round(STEPS * share(value)));
    input.style.setProperty('--filled', `${100 * share(value)}%`);
    showInBox(box, key, presentConditions());
    input.setAttribute('aria-valuetext', words(value));
  };
  const scaleWords = make('small', '', ...ends.map((value) => make('span', '', end(value))));
  if (name === 'prior') scaleWords.append(homeMark(drawn));
  const typed = make('span', 'present-box control-box', box, meaning);
  return { node: make('div', 'present-slider', make('p', '', title, typed), input, scaleWords), show };
}

/** The sliders, and a function that shows the present conditions. */
export function makeSliders() {
  const sliders = [sliderOf('prior'), sliderOf('ratio')];
  return {
    node: make('div', 'present-sliders', ...sliders.map(({ node }) => node)),
    show: () => sliders.forEach(({ show }) => show()),
  };
}
