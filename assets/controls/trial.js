/* While a threshold is tried, the card speaks of it. What speaks of the recommended rule waits until the trial ends, so
   that no two rules stand side by side. Escape ends it. */

import { setProps } from '../state/dash.js';
import { around, elementsOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { currentView } from '../state/view.js';

const OF_RECOMMENDED =
  '#validity, .map-card, .doubts-card, .segments-card, .scenarios-card, #rules, #tab-answer, #rule-as-code';
const OPEN = '.popover:not([hidden]), [role="dialog"], [role="menu"], #tour:not([hidden]), .sheet-open';
const isTrial = () => Boolean(currentView()?.trial);

function show() {
  const trial = isTrial();
  document.documentElement.classList.toggle('with-trial', trial);
  for (const part of elementsOf(OF_RECOMMENDED)) part.inert = trial;
}

/* Escape closes what is open first. */
document.addEventListener(
  'keydown',
  ({ key, target }) => {
    const busy = elementsOf(OPEN).some((element) => element.checkVisibility()) || around(target, 'input, textarea');
    if (key === 'Escape' && isTrial() && !busy)
      setProps('panel-choice', { data: { what: 'end-trial', at: Date.now() } });
  },
  true,
);
on('answer', show);
