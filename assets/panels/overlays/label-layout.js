/* Places labels in a free area, one after the other. Each keeps its place until plotly draws the panel again, so that
   nothing jumps during a drag, and is left out while it would lie on something. */

import { followed, isClear, nearestFree, placeBeside } from './free-area.js';
import { boxOf, elementsOf, makeLabel } from './text.js';

/** @import { Label, LabelPlace, Place, Sheet } from '../../core/types.js' */
/** @import { FreeArea } from './free-area.js' */

/**
 * Where the labels of a panel lie, by their keys: the place of a candidate, a shift, or a place beside a line; null for a
 * label without a place.
 * @typedef {Record<string, number | Place | LabelPlace | null>} Choices
 */

/**
 * Places labels one after the other, each clear of those before it.
 * @param {FreeArea} area
 * @param {Choices} choices of the labels that have a place; gets those of the others
 * @param {boolean} moving whether the pointer drags
 * @returns {Pick<Sheet, 'put' | 'near' | 'along'>}
 */
export function labelLayout(area, choices, moving) {
  /** The label, if it lies on nothing. @param {Label | null | undefined} label */
  function shown(label) {
    const box = label && boxOf(label);
    if (!box || !isClear(area, box, moving)) return [];
    area.boxes.push(box);
    return elementsOf(label);
  }

  /** @type {Sheet['put']} */
  function put(key, candidates) {
    choices[key] ??= candidates.findIndex((label) => isClear(area, boxOf(label), false));
    return shown(candidates[/** @type {number} */ (choices[key])]);
  }

  /** @type {Sheet['near']} */
  function near(key, label) {
    const box = boxOf(label);
    if (choices[key] === undefined) {
      const place = nearestFree(area, box);
      choices[key] = place && [place.x - box.x, place.y - box.y];
    }
    const shift = /** @type {Place | null} */ (choices[key]);
    return shift ? shown({ ...label, x: label.x + shift[0], y: label.y + shift[1] }) : [];
  }

  /** @type {Sheet['along']} */
  function along(key, uid, lines, style = {}, must = false) {
    const label = makeLabel(lines, 0, 0, { ...style, anchor: 'middle' });
    const { wide, high } = boxOf(label);
    if (choices[key] === undefined) choices[key] = placeBeside(area, uid, { wide, high, must });
    const place = /** @type {LabelPlace | null} */ (choices[key]);
    const spot = place && followed(area, uid, place);
    return spot ? shown({ ...label, ...spot }) : [];
  }

  return { put, near, along };
}
