/* The handle of the threshold: dragged by pointer or touch, stepped by keys. */

import { windowBelow } from '../../state/breakpoints.js';

/** @type {Record<string, 'first' | 'last' | [number, boolean]>} */
const STEPS = {
  ArrowRight: [1, false],
  ArrowUp: [1, false],
  ArrowLeft: [-1, false],
  ArrowDown: [-1, false],
  PageUp: [1, true],
  PageDown: [-1, true],
  Home: 'first',
  End: 'last',
};
const HALF = { wide: 14, narrow: 22 }; // pixels on either side of the line in which a press grabs it

/**
 * What the handle does to the threshold.
 * @typedef {object} Moves
 * @property {(pixel: number) => void} drag to a place of the box
 * @property {(kind: 'first' | 'last' | [number, boolean]) => void} step
 * @property {() => void} settle when it is let go
 * @property {() => () => void} begin returns what takes the drag back if it is cancelled
 */

/** @type {{ node: HTMLElement, box: HTMLElement } | null} */
let drawn = null;

/** @param {HTMLElement} box @param {Moves} moves */
function build(box, moves) {
  const node = document.createElement('div');
  node.className = 'score-handle';
  node.tabIndex = 0;
  node.setAttribute('role', 'slider');
  node.append(Object.assign(document.createElement('span'), { className: 'pill' }));
  node.addEventListener('keydown', (event) => {
    if (!(event.key in STEPS) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moves.step(STEPS[event.key]);
  });
  node.addEventListener('keyup', (event) => {
    if (event.key in STEPS) moves.settle();
  });
  followPointer(box, node, moves);
  box.append(node);
  return node;
}

/** A press moves the threshold there. A finger takes it only when it moves sideways, or taps: otherwise it scrolls.
   @param {HTMLElement} box @param {HTMLElement} node @param {Moves} moves */
function followPointer(box, node, moves) {
  /** @type {{ x: number, y: number, restore: () => void, held: boolean } | null} */
  let grip = null;
  /** @param {PointerEvent} event */
  const placeOf = (event) => event.clientX - box.getBoundingClientRect().left;
  box.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    grip = { x: event.clientX, y: event.clientY, restore: moves.begin(), held: event.pointerType !== 'touch' };
    if (!grip.held) return;
    event.preventDefault();
    box.setPointerCapture(event.pointerId);
    node.focus({ preventScroll: true });
    moves.drag(placeOf(event));
  });
  box.addEventListener('pointermove', (event) => {
    if (!grip) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y].map(Math.abs);
    if (!grip.held && dx > dy && dx > 4) {
      grip.held = true;
      box.setPointerCapture(event.pointerId);
    }
    if (grip.held) moves.drag(placeOf(event));
  });
  box.addEventListener('pointerup', (event) => {
    if (!grip) return;
    if (!grip.held) moves.drag(placeOf(event));
    grip = null;
    moves.settle();
  });
  box.addEventListener('pointercancel', () => {
    if (grip) grip.restore();
    grip = null;
  });
}

/**
 * The handle in a box; it is made once.
 * @param {HTMLElement} box
 * @param {Moves} moves
 */
export function makeHandle(box, moves) {
  if (!drawn || drawn.box !== box) drawn = { box, node: build(box, moves) };
  const { node } = drawn;
  if (!box.contains(node)) box.append(node);
  return {
    /**
     * @param {number} left
     * @param {string} words on the pill
     * @param {string} spoken
     * @param {string} model
     * @param {number} threshold
     */
    place(left, words, spoken, model, threshold) {
      const held = HALF[windowBelow('narrow').matches ? 'narrow' : 'wide'];
      node.style.left = `${left - held}px`;
      node.style.width = `${2 * held}px`;
      const pill = /** @type {HTMLElement} */ (node.firstChild);
      if (pill.textContent !== words) pill.textContent = words;
      const half = pill.offsetWidth / 2;
      const shift = Math.max(0, half - left) - Math.max(0, half - (box.clientWidth - left));
      pill.style.transform = `translateX(calc(-50% + ${shift}px))`;
      node.setAttribute('aria-label', `Threshold of ${model}`);
      node.setAttribute('aria-valuenow', String(Number.isFinite(threshold) ? threshold : Number.MAX_VALUE));
      node.setAttribute('aria-valuetext', spoken);
    },
  };
}
