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
const live = (role) => document.querySelector(`#decision [data-live="${role}"]`);
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

/* "Flag when logistic scores 0.069 or more", or the headline of another answer. */
function writeRule() {
  const [model, threshold] = [live('model'), live('threshold')];
  const rule = part('rule');
  if (!textOf(model) || !textOf(threshold)) {
    rule.textContent = textOf(document.querySelector('#decision .headline, #decision h1')).split('.')[0];
    return;
  }
  const bold = [model, threshold].map((node) =>
    Object.assign(document.createElement('b'), { textContent: textOf(node), className: node.className }),
  );
  rule.replaceChildren('Flag when ', bold[0], ' scores ', bold[1], ' or more');
}

function write() {
  const now = currentConditions();
  if (!bar() || !now) return;
  makeBoxes();
  writeRule();
  part('cost').textContent = textOf(live('cost'));
  part('per').textContent = textOf(live('cost')) ? basisAt(now.basis, now.prior).per : '';
  part('saving').textContent = textOf(live('saving')) ? `${textOf(live('saving'))} than no model` : '';
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
