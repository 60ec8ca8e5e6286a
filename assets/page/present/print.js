/* Paper: the first screen of the page in the light theme, as wide as the sheet. */

import { dressForPaper } from '../theme.js';

const SHEET = 1039; // CSS pixels across A4 landscape, without its margins
const WIDE = 1280; // of the window, from which decision and panels have three columns

function dress() {
  const content = /** @type {HTMLElement | null} */ (document.querySelector('.page-content'));
  const head = /** @type {HTMLElement | null} */ (document.querySelector('.page-head'));
  if (!content || !head) return;
  const { style, dataset } = document.documentElement;
  dataset.print = window.innerWidth >= WIDE ? 'wide' : 'narrow';
  style.setProperty('--print-width', `${content.offsetWidth}px`);
  style.setProperty('--print-zoom', String(Math.min(1, SHEET / content.offsetWidth)));
  head.dataset.printed = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  dressForPaper(true);
}

window.addEventListener('beforeprint', dress);
window.addEventListener('afterprint', () => dressForPaper(false));
