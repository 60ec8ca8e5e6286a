/* The bar that stays when the decision has scrolled out of view: rule, total, saving, three boxes, PC(+). */

import { currentConditions, setConditions } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { basisAt } from '../../text/basis.js';
import { formatCost, formatPrior, parseCost, parsePrior } from '../../text/parse.js';
import { isRange } from '../band/ranges.js';

const BOXES = {
  prior: { parse: parsePrior, format: formatPrior, words: 'Positives among cases' },
  cost_fn: { parse: parseCost, format: formatCost, words: 'Cost of a missed positive' },
  cost_fp: { parse: parseCost, format: formatCost, words: 'Cost of a false alarm' },
};
const bar = () => document.getElementById('sticky-bar');
const part = (name) => bar().querySelector(`[data-sticky="${name}"]`);
const textOf = (node) => (node ? node.textContent.trim() : '');

function makeBoxes() {
  for (const place of /** @type {HTMLElement[]} */ ([...bar().querySelectorAll('[data-sticky-box]')])) {
    if (place.querySelector('input')) continue;
    const box = document.createElement('input');
    box.setAttribute('aria-label', BOXES[place.dataset.stickyBox].words);
    box.autocomplete = 'off';
    box.addEventListener('change', () => read(place.dataset.stickyBox, box));
    place.append(box);
  }
}

function read(key, box) {
  const value = BOXES[key].parse(box.value);
  box.setAttribute('aria-invalid', String(value === null));
  if (value !== null) setConditions(key === 'prior' ? { prior: value, touched: true } : { [key]: value });
}

/* The headline, with its colours, in fewer words. */
function writeRule() {
  const headline = document.querySelector('#decision .headline');
  if (!headline) return;
  const parts = [...headline.childNodes].map((node) => node.cloneNode(true));
  part('rule').replaceChildren(...parts);
  const first = part('rule').firstChild;
  if (first) first.textContent = first.textContent.replace('Flag a case when', 'Flag when');
}

/* "saves $153,000": the first amount of the line that compares, if that is a saving. */
function savingWords() {
  const line = document.querySelector('.decision .against-line');
  return textOf(line).startsWith('Saves') ? `saves ${textOf(line.querySelector('strong, b'))}` : '';
}

function write() {
  const now = currentConditions();
  if (!bar() || !now) return;
  makeBoxes();
  writeRule();
  const total = textOf(document.querySelector('.decision .total'));
  part('cost').textContent = total;
  part('per').textContent = total ? basisAt(now.basis, now.prior).per : '';
  part('saving').textContent = savingWords();
  part('pcf').textContent = textOf(document.querySelector('.readouts [data-read="pcf"]'));
  for (const [key, { format }] of Object.entries(BOXES)) {
    const box = /** @type {HTMLInputElement} */ (bar().querySelector(`[data-sticky-box="${key}"] input`));
    if (box === document.activeElement) continue;
    box.value = format(now[key]);
    box.disabled = isRange(now.ranges, key);
    box.setAttribute('aria-invalid', 'false');
  }
}

let watched = null;
/* The bar comes when the decision goes. */
function watchDecision() {
  const decision = document.querySelector('.decision');
  if (!decision || watched === decision) return;
  watched = decision;
  const margin = '-48px 0px 0px 0px'; // the top bar covers that much
  new IntersectionObserver(
    ([{ isIntersecting, boundingClientRect }]) => {
      const away = !isIntersecting && boundingClientRect.top < 0;
      bar().hidden = !away || document.body.classList.contains('present');
    },
    { rootMargin: margin },
  ).observe(decision);
}

const writeSoon = () => requestAnimationFrame(write);
on('answer', () => {
  watchDecision();
  setTimeout(write, 0);
});
on('panels-moved', writeSoon);
on('conditions-shown', writeSoon);
