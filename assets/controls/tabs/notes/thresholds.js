/* What the tab Thresholds answers: the best threshold, or the one that another criterion chose. */

import { isChosenByCriterion } from '../../../panels/overlays/criterion.js';
import { addTabNote } from '../tab-rows.js';

addTabNote('thresholds', () => {
  const threshold = document.querySelector('.headline [data-role="threshold"]');
  const chosen = isChosenByCriterion() ? 'is chosen' : 'is best';
  return threshold ? `${threshold.textContent} ${chosen}` : '';
});
