/* A narrow window: the switch of the panels, and the dock whose button opens the sheet of conditions. */

import { currentConditions } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { formatCost, formatPrior } from '../../text/parse.js';
import { isRange } from '../band/ranges.js';

const FORMATS = { prior: formatPrior, cost_fn: formatCost, cost_fp: formatCost };
const panelsRow = () => /** @type {HTMLElement} */ (document.querySelector('.panels'));
const cardOf = (graph) => /** @type {HTMLElement} */ (document.querySelector(`.panel[data-panel="${graph}"]`));
const switches = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-shows-panel]')]);
const adjust = () => document.getElementById('adjust');
const isOpen = () => document.body.classList.contains('sheet-open');

/* The pressed switch is the one of the panel that is nearest to the left edge. */
function markShown() {
  const apart = (button) => Math.abs(cardOf(button.dataset.showsPanel).offsetLeft - panelsRow().scrollLeft);
  const least = Math.min(...switches().map(apart));
  for (const button of switches()) button.setAttribute('aria-pressed', String(apart(button) === least));
}

function openSheet(open) {
  document.body.classList.toggle('sheet-open', open);
  adjust().setAttribute('aria-expanded', String(open));
  adjust().textContent = open ? 'Done' : 'Adjust';
}

function write() {
  const now = currentConditions();
  if (!now || !adjust()) return;
  for (const [key, format] of Object.entries(FORMATS)) {
    const values = isRange(now.ranges, key) ? now.ranges[key] : [now[key]];
    document.querySelector(`[data-dock="${key}"]`).textContent = values.map(format).join('–');
  }
  const pcf = document.querySelector('.readouts [data-read="pcf"]');
  document.querySelector('[data-dock="pcf"]').textContent = pcf ? pcf.textContent : '';
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest('[data-shows-panel]'));
  if (button) panelsRow().scrollTo({ left: cardOf(button.dataset.showsPanel).offsetLeft });
  if (target.closest('#adjust')) openSheet(!isOpen());
  else if (isOpen() && target.isConnected && !target.closest('.band, .dock, [data-portal]')) openSheet(false);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !isOpen()) return;
  openSheet(false);
  adjust().focus();
});
document.addEventListener(
  'scroll',
  (event) => {
    if (event.target === panelsRow()) markShown();
  },
  { capture: true, passive: true },
);
const writeSoon = () => requestAnimationFrame(write);
for (const event of ['answer', 'conditions-moved', 'conditions-shown', 'panels-moved']) on(event, writeSoon);
