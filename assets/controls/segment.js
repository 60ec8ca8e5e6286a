/* The card Where the money goes: a click on a segment draws its curve in the panels, over everybody's; a second click,
   the chip beside the models, or Escape ends that. */

import { lastAnswer } from '../state/answer.js';
import { setProps } from '../state/dash.js';
import { around, dataOf, elementOf, elementsOf, firstOf, make } from '../state/elements.js';
import { on } from '../state/events.js';
import { currentView } from '../state/view.js';

/** @import { SegmentChoice, View } from '../core/wire.js' */

const OPEN = '.popover:not([hidden]), [role="dialog"]:not([hidden]), [role="menu"], #tour:not([hidden]), .sheet-open';
/** What a row has besides its button. */
const ROW = '.segments tbody tr, .segment-months li';

const shown = () => currentView()?.segment?.name || null;

/** @param {string | null} name */
const choose = (name) => setProps('panel-choice', { data: { what: 'segment', name, at: Date.now() } });

/** The name is that of the button in a row. @param {Element | null} row */
function toggle(row) {
  const button = row?.querySelector('[data-segment]');
  if (!(button instanceof HTMLElement)) return;
  const name = dataOf(button, 'segment');
  choose(name === shown() ? null : name);
}

/** Which row the panels show; rows that are drawn later come with it. */
function mark() {
  for (const button of elementsOf('#segment-body [data-segment]'))
    button.setAttribute('aria-pressed', String(dataOf(button, 'segment') === shown()));
}

/** The chip says which segment it is, and of how many cases. */
function describe() {
  const segment = lastAnswer()?.segment;
  const chip = elementOf('segment-chip');
  chip.hidden = !segment;
  document.documentElement.classList.toggle('with-segment', Boolean(segment));
  if (!segment) return;
  const end = make('span', 'segment-end', '×');
  end.setAttribute('aria-hidden', 'true');
  chip.replaceChildren(
    make('b', '', segment.name),
    make('span', 'unseen', ', '),
    make('span', '', segment.words),
    end,
    make('span', 'unseen', ': show everybody again'),
  );
}

/**
 * The view's segment after a choice in the card; another column or period shows everybody.
 * @param {View['segment']} before
 * @param {Partial<NonNullable<View['segment']>>} change
 * @returns {SegmentChoice | null}
 */
export function segmentWith(before, change) {
  const { column = '', period = 'month', until = '', name = null } = { ...before, name: null, ...change };
  return column ? { column, period, until, name } : null;
}

/* Where the cost is highest: shows the card in the tab that the entry opens, and chooses the first column that fits
   unless one is chosen. */
let isAsked = false;
function chooseColumn() {
  const body = elementOf('segment-body');
  const offered = body.querySelector('[data-segment-column]');
  if (!isAsked || !(offered instanceof HTMLElement || body.childElementCount)) return;
  isAsked = false;
  if (offered instanceof HTMLElement) offered.click();
  firstOf('.segments-card').scrollIntoView({ block: 'start' });
}
const watchBody = new MutationObserver(chooseColumn);

function showCard() {
  isAsked = true;
  watchBody.observe(elementOf('segment-body'), { childList: true, subtree: true });
  requestAnimationFrame(chooseColumn); // after the tab is scrolled into view
}

document.addEventListener('click', ({ target }) => {
  const column = around(target, '[data-segment-column]');
  if (around(target, '#segment-door')) showCard();
  if (column) setProps('segment-column', { value: dataOf(column, 'segmentColumn') });
  else if (around(target, '#segment-chip')) choose(null);
  else if (around(target, '#segment-body, #present-segments')) toggle(around(target, ROW));
});

document.addEventListener(
  'keydown',
  ({ key, target }) => {
    const busy = elementsOf(OPEN).some((element) => element.checkVisibility()) || around(target, 'input, textarea');
    if (key === 'Escape' && shown() && !currentView()?.trial && !busy) choose(null);
  },
  true,
);
on('question-changed', mark);
on('answer', describe);
