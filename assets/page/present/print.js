/* Paper: the first screen of the page in the light theme, as wide as the sheet. */

import { bootData } from '../../core/boot-data.js';
import { dressForPaper } from '../theme.js';

const SHEET = 1039; // CSS pixels across A4 landscape, without its margins

function dress() {
  const content = /** @type {HTMLElement | null} */ (document.querySelector('.page-content'));
  const head = /** @type {HTMLElement | null} */ (document.querySelector('.page-head'));
  if (!content || !head) return;
  const { style } = document.documentElement;
  const width = Math.max(content.offsetWidth, bootData.breakpoints.middle); // what narrower windows change is for screens
  style.setProperty('--print-width', `${width}px`);
  style.setProperty('--print-zoom', String(Math.min(1, SHEET / width)));
  head.dataset.printed = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  dressForPaper(true);
}

window.addEventListener('beforeprint', dress);
window.addEventListener('afterprint', () => dressForPaper(false));
