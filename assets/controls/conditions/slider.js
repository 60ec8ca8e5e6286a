/* A slider with one or two thumbs on a line from 0 to 1. Places are set at once in the document, so it is as quick as
   the PC(+) line. A touch moves a thumb only when it goes sideways; if the page scrolls instead, the thumb returns. */

import { elementsOf } from '../../state/elements.js';

const STEP = 0.005; // of the line, by an arrow key
const LEAP = 0.05; // by PageUp and PageDown
const SIDEWAYS = 4; // pixels after which the direction of a touch is known

/**
 * @typedef {object} Slider
 * @property {HTMLElement} root
 * @property {number[]} places
 * @property {(place: number, thumb: number) => void} onSlide
 * @property {Held | null} held what the pointer does, if it is down
 */

/**
 * A pressed thumb: where it and the pointer were, and whether it moves.
 * @typedef {{ k: number, from: number, offset: number, x: number, y: number, active: boolean }} Held
 */

/** @type {Record<string, Slider>} */
const sliders = {};

/** @param {HTMLElement} root */
const thumbsOf = (root) => elementsOf('[role=slider]', root);

/** @param {string} className @param {HTMLElement} parent */
function element(className, parent) {
  const element = document.createElement('div');
  element.className = className;
  parent.append(element);
  return element;
}

/** @param {HTMLElement} root @param {number} x */
function placeAt(root, x) {
  const { left, width } = root.getBoundingClientRect();
  return Math.min(Math.max((x - left) / width, 0), 1);
}

/** @param {number[]} places @param {number} at */
function nearest(places, at) {
  const apart = places.map((place) => Math.abs(place - at));
  if (apart[0] !== apart[1]) return apart.indexOf(Math.min(...apart));
  return at < places[0] ? 0 : 1;
}

/** A thumb stops at its neighbour. @param {Slider} slider @param {number} k @param {number} place */
function slide(slider, k, place) {
  const [low, high] = slider.places.length === 2 ? [k ? slider.places[0] : 0, k ? 1 : slider.places[1]] : [0, 1];
  slider.onSlide(Math.min(Math.max(place, low), high), k);
}

/** @param {Slider} slider @param {Held} held @param {PointerEvent} event */
function hold(slider, held, event) {
  held.active = true;
  slider.root.setPointerCapture(event.pointerId);
  thumbsOf(slider.root)[held.k].focus({ preventScroll: true });
}

/** @param {Slider} slider @param {PointerEvent} event */
function press(slider, event) {
  if (event.button !== 0 || slider.places.length === 0) return;
  const at = placeAt(slider.root, event.clientX);
  const thumb = thumbsOf(slider.root).findIndex((node) => node === event.target);
  const k = thumb >= 0 ? thumb : nearest(slider.places, at);
  const from = slider.places[k];
  const held = { k, from, offset: thumb >= 0 ? at - from : 0, x: event.clientX, y: event.clientY, active: false };
  slider.held = held;
  if (event.pointerType === 'touch') return;
  event.preventDefault();
  hold(slider, held, event);
  if (thumb < 0) slide(slider, k, at);
}

/** @param {Slider} slider @param {PointerEvent} event */
function drag(slider, event) {
  const { held } = slider;
  if (!held) return;
  if (!held.active) {
    const [dx, dy] = [Math.abs(event.clientX - held.x), Math.abs(event.clientY - held.y)];
    if (Math.max(dx, dy) < SIDEWAYS) return;
    if (dx <= dy) slider.held = null;
    else hold(slider, held, event);
  }
  if (slider.held) slide(slider, held.k, placeAt(slider.root, event.clientX) - held.offset);
}

/** @param {Slider} slider @param {PointerEvent} event */
function release(slider, event) {
  const { held } = slider;
  slider.held = null;
  if (held && !held.active) slide(slider, held.k, placeAt(slider.root, event.clientX)); // a tap
}

/** @param {Slider} slider */
function giveBack(slider) {
  const { held } = slider;
  slider.held = null;
  if (held && held.active) slider.onSlide(held.from, held.k);
}

/** @param {Slider} slider @param {KeyboardEvent} event */
function step(slider, event) {
  const k = thumbsOf(slider.root).findIndex((node) => node === event.target);
  if (k < 0) return;
  const from = slider.places[k];
  /** @type {Record<string, number>} */
  const moves = {
    ArrowLeft: from - STEP,
    ArrowDown: from - STEP,
    ArrowRight: from + STEP,
    ArrowUp: from + STEP,
    PageDown: from - LEAP,
    PageUp: from + LEAP,
    Home: 0,
    End: 1,
  };
  if (!(event.key in moves) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  slide(slider, k, moves[event.key]);
}

/** @param {HTMLElement} root @param {Slider['onSlide']} onSlide @returns {Slider} */
function build(root, onSlide) {
  const slider = { root, places: [], onSlide, held: null };
  element('slider-track', root);
  element('slider-fill', root);
  root.addEventListener('pointerdown', (event) => press(slider, event));
  root.addEventListener('pointermove', (event) => drag(slider, event));
  root.addEventListener('pointerup', (event) => release(slider, event));
  root.addEventListener('pointercancel', () => giveBack(slider));
  root.addEventListener('keydown', (event) => step(slider, event));
  return slider;
}

/** @param {HTMLElement} root @param {string[]} labels */
function setThumbs(root, labels) {
  const thumbs = thumbsOf(root);
  for (const [k, label] of labels.entries()) {
    const thumb = thumbs[k] || element('slider-thumb', root);
    if (thumb.getAttribute('aria-label') === label) continue;
    for (const [name, value] of Object.entries({ role: 'slider', 'aria-label': label, tabindex: '0' }))
      thumb.setAttribute(name, value);
    thumb.setAttribute('aria-valuemin', '0');
    thumb.setAttribute('aria-valuemax', '100');
  }
  for (const thumb of thumbs.slice(labels.length)) thumb.remove();
}

/** @param {number} x */
const percent = (x) => `${(100 * x).toFixed(2)}%`;

/**
 * Shows places; the first call makes the slider.
 * @param {string} id of the empty element that becomes the slider
 * @param {{ places: number[], labels: string[], texts: string[], ticks: number[], onSlide: Slider['onSlide'] }} shown
 *   place, accessible name and spoken value of each thumb, marks on the line, and what a new place of a thumb does
 */
export function showSlider(id, { places, labels, texts, ticks, onSlide }) {
  const root = document.getElementById(id);
  if (!root) return;
  if (!sliders[id] || sliders[id].root !== root) sliders[id] = build(root, onSlide);
  Object.assign(sliders[id], { places, onSlide });
  setThumbs(root, labels);
  for (const [k, thumb] of thumbsOf(root).entries()) {
    thumb.style.left = percent(places[k]);
    thumb.setAttribute('aria-valuenow', (100 * places[k]).toFixed(1));
    thumb.setAttribute('aria-valuetext', texts[k]);
  }
  const [from, to] = places.length === 2 ? places : [0, places[0]];
  const fill = /** @type {HTMLElement} */ (root.querySelector('.slider-fill'));
  Object.assign(fill.style, { left: percent(from), width: percent(to - from) });
  setTicks(root, ticks);
}

/** @param {HTMLElement} root @param {number[]} ticks */
function setTicks(root, ticks) {
  const existing = elementsOf('.slider-tick', root);
  for (const [k, at] of ticks.entries()) (existing[k] || element('slider-tick', root)).style.left = percent(at);
  for (const tick of existing.slice(ticks.length)) tick.remove();
}
