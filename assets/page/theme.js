/* Light or dark: sets the colours before the first paint, and recolours the server's figures. */

import { bootData } from '../core/boot-data.js';
import { darkRecolouring } from '../core/recolour.js';
import { readStored, writeStored } from '../state/browser-storage.js';
import { setProps } from '../state/dash.js';
import { emit } from '../state/events.js';
import { drawFigure } from '../panels/plotly-adapter.js';

/** @import { Figure } from '../core/types.js' */

/** @typedef {'light' | 'dark'} Theme */

const KEY = 'costdash-theme';
const { palettes } = bootData;
const toDark = darkRecolouring(palettes);
const stored = readStored(KEY, null);
const system = window.matchMedia('(prefers-color-scheme: dark)');
const systemTheme = () => (system.matches ? 'dark' : 'light');
let isChosen = ['dark', 'light'].includes(stored); // with the button; otherwise the page follows the system
/** @type {Theme} */
let theme = isChosen ? stored : systemTheme();

let shown = theme; // differs from the theme on paper, which is light

function setColours() {
  document.documentElement.setAttribute('data-mantine-color-scheme', shown);
  for (const [name, colour] of Object.entries(palettes[shown])) {
    document.documentElement.style.setProperty('--' + name.replace(/_/g, '-'), colour);
  }
}

/* The entry of the menu names the theme that it switches to. */
function nameButton() {
  const button = document.getElementById('theme-button');
  if (button) button.textContent = theme === 'dark' ? 'Light theme' : 'Dark theme';
}

setColours();

/**
 * A figure of the server, which is light, in the theme of the page.
 * @param {Figure} figure
 * @returns {Figure}
 */
export const inTheme = (figure) => (shown === 'dark' ? toDark(figure) : figure);

/**
 * Clientside callback of a figure below the panels.
 * @param {Figure | null} figure the contents of its store
 * @param {string} _scheme the theme, which only triggers the callback
 * @param {string} box id of the element that it is drawn into
 */
export function drawInTheme(figure, _scheme, box) {
  if (figure) drawFigure(box, inTheme(figure));
}

/** @param {Theme} name */
function show(name) {
  if (name === shown) return;
  shown = name;
  setColours();
  emit('figures-outdated');
}

/**
 * Switches to the colours for paper, and back to the colours of the screen.
 * @param {boolean} onPaper
 */
export const dressForPaper = (onPaper) => show(onPaper ? 'light' : theme);

system.addEventListener('change', () => {
  if (isChosen) return;
  theme = systemTheme();
  show(theme);
  nameButton();
  setProps('provider', { forceColorScheme: theme });
});

/**
 * Clientside callback of the theme button.
 * @param {number} clicks
 */
export function switchTheme(clicks) {
  if (clicks) {
    theme = theme === 'dark' ? 'light' : 'dark';
    isChosen = true;
    writeStored(KEY, theme);
    show(theme);
  }
  nameButton();
  return theme;
}
