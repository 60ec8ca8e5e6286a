/* Presenting on a large screen: large type, and decision, panels and sliders alone on the whole screen. */

import { emit } from '../state/events.js';

const MARGIN = { l: 62, r: 12, t: 14, b: 58, pad: 0 };
const [TICK, TITLE, LABEL] = [15, 16, 12]; // font sizes in pixels
const isPresenting = () => document.body.classList.contains('present');

function setPresenting(on) {
  if (isPresenting() === on) return;
  document.body.classList.toggle('present', on);
  const button = document.getElementById('present');
  const label = button.querySelector('.button-label') || button;
  label.textContent = on ? 'Leave (Esc)' : 'Present';
  button.setAttribute('aria-pressed', String(on));
  setFullScreen(on);
  emit('figures-outdated'); // other font sizes, other places
  window.dispatchEvent(new Event('resize'));
  window.scrollTo(0, 0);
  button.focus({ preventScroll: on });
}

/* A browser may have no full screen, or refuse it: then the window is used. */
function setFullScreen(on) {
  const root = document.documentElement;
  if (on && root.requestFullscreen) root.requestFullscreen().catch(() => {});
  if (!on && document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

const enlargeAxis = (axis) =>
  axis && { ...axis, tickfont: { size: TICK }, title: { ...axis.title, font: { size: TITLE } } };

/**
 * A figure with large type, while presenting.
 * @param {any} figure
 */
export function enlargeFigure(figure) {
  if (!isPresenting()) return figure;
  const { layout } = figure;
  const annotations = (layout.annotations || []).map((one) => ({ ...one, font: { ...one.font, size: LABEL } }));
  const axes = { xaxis: enlargeAxis(layout.xaxis), yaxis: enlargeAxis(layout.yaxis) };
  return { ...figure, layout: { ...layout, ...axes, annotations, margin: MARGIN } };
}

document.addEventListener('click', (event) => {
  if (/** @type {Element} */ (event.target).closest('#present')) setPresenting(!isPresenting());
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') setPresenting(false);
});
// In full screen the browser handles Escape itself and sends no key event.
document.addEventListener('fullscreenchange', () => {
  if (!document.fullscreenElement) setPresenting(false);
  window.dispatchEvent(new Event('resize'));
});
