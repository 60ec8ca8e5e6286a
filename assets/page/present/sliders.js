/* The sliders of a presentation: the share of positives, and what a missed positive costs in false alarms. */

import { costScale, priorScale, roundToThree } from '../../core/scales.js';
import { formatNumber, formatPercent } from '../../text/numbers.js';
import { currentConditions, currentDataset, dragConditions, releaseConditions } from '../../state/conditions.js';
import { make } from './views.js';

const STEPS = 500; // of a slider from end to end
const CLEAR = 28; // percent of the slider that the words of its ends take

const SLIDERS = {
  prior: {
    title: 'Positives among cases',
    scale: (now) => priorScale(currentDataset().prevalence, now.prior),
    read: ({ prior }) => prior,
    words: (prior) => formatPercent(prior),
    end: (prior) => formatPercent(prior),
    write: (prior) => ({ prior, touched: true }),
  },
  ratio: {
    title: 'A missed positive costs',
    scale: ({ cost_fn, cost_fp }) => costScale(cost_fn / cost_fp),
    read: ({ cost_fn, cost_fp }) => cost_fn / cost_fp,
    words: (ratio) => `${formatNumber(ratio)} \u00d7 a false alarm`,
    end: (ratio) => `${formatNumber(ratio)} \u00d7`,
    write: (ratio) => ({ cost_fn: roundToThree(currentConditions().cost_fp * ratio) }),
  },
};

/* The share of positives in the file, below the slider. */
function homeMark({ share }) {
  const { prevalence } = currentDataset();
  const mark = make('span', 'present-home', `in the file ${formatPercent(prevalence)}`);
  mark.style.left = `${Math.min(Math.max(100 * share(prevalence), CLEAR), 100 - CLEAR)}%`;
  return mark;
}

function sliderOf(key) {
  const { title, scale, read, words, end, write } = SLIDERS[key];
  const { share, at, ends } = scale(currentConditions());
  const input = /** @type {HTMLInputElement} */ (make('input', ''));
  Object.assign(input, { type: 'range', min: '0', max: String(STEPS), step: '1' });
  input.setAttribute('aria-label', title);
  const text = make('b', '');
  input.addEventListener('input', () => {
    dragConditions(write(at(Number(input.value) / STEPS)));
  });
  input.addEventListener('change', releaseConditions);
  const show = () => {
    const value = read(currentConditions());
    if (!input.matches(':active')) input.value = String(Math.round(STEPS * share(value)));
    input.style.setProperty('--filled', `${100 * share(value)}%`);
    text.textContent = words(value);
    input.setAttribute('aria-valuetext', words(value));
  };
  const scaleWords = make('small', '', ...ends.map((value) => make('span', '', end(value))));
  if (key === 'prior') scaleWords.append(homeMark({ share }));
  return { node: make('div', 'present-slider', make('p', '', title, text), input, scaleWords), show };
}

/** The sliders, and a function that shows the present conditions. */
export function makeSliders() {
  const sliders = Object.keys(SLIDERS).map(sliderOf);
  return {
    node: make('div', 'present-sliders', ...sliders.map(({ node }) => node)),
    show: () => sliders.forEach(({ show }) => show()),
  };
}
