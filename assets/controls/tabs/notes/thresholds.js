/* What the tab Thresholds answers: the best threshold. */

import { addTabNote } from '../tab-rows.js';

addTabNote('thresholds', () => {
  const threshold = document.querySelector('.headline [data-role="threshold"]');
  return threshold ? `${threshold.textContent} is best` : '';
});
