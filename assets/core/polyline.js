/* Curves in pixels: the re-weighted precision-recall curve, and the text of SVG paths. */

import { expit } from './scales.js';

/** @import { Emit, Panel } from './types.js' */
/** @import { LiveModel } from './wire.js' */

const DISTANCE = 0.0005; // largest distance of the polyline from the exact curve
const RATIO = 1.1; // largest growth of recall and fpr from one point to the next

/** @param {number} pixel */
export const roundPixel = (pixel) => Math.round(pixel * 100) / 100;

/** @type {WeakMap<object, Path>} */
/** @typedef {{ fpr: number[], tpr: number[], at: number[] }} Path at: the nearest threshold of each point */

const densified = new WeakMap(); // cache: model -> its path with intermediate points

/** The ROC path with the intermediate points that its image in the PR panel needs to look smooth, as in
   costdash.core; `at` is the place of the nearest threshold.
   @param {Pick<LiveModel, 'fpr' | 'tpr'>} model @returns {Path} */
function densify(model) {
  const cached = densified.get(model);
  if (cached) return cached;
  /** @type {Path} */
  const path = { fpr: [], tpr: [], at: [] };
  model.fpr.forEach((fpr, k) => {
    append(path, fpr, model.tpr[k], k);
    if (k + 1 < model.fpr.length) appendBetween(path, model, k);
  });
  densified.set(model, path);
  return path;
}

/** @param {Path} path @param {number} fpr @param {number} tpr @param {number} at */
function append(path, fpr, tpr, at) {
  path.fpr.push(fpr);
  path.tpr.push(tpr);
  path.at.push(at);
}

/** @param {Path} path @param {Pick<LiveModel, 'fpr' | 'tpr'>} model @param {number} k */
function appendBetween(path, { fpr, tpr }, k) {
  const [run, rise] = [fpr[k + 1] - fpr[k], tpr[k + 1] - tpr[k]];
  if (!(rise > DISTANCE) || run * tpr[k] === rise * fpr[k]) return;
  const toAxis = run > 0 ? fpr[k] / run : Infinity;
  const origin = Math.max(Math.min(tpr[k] / rise, toAxis), DISTANCE / (2 * (RATIO - 1) * rise));
  const growth = Math.log1p(1 / origin);
  const steps = Math.ceil(growth / Math.log(RATIO));
  for (let step = 1; step < steps; step += 1) {
    const share = origin * Math.expm1((growth * step) / steps);
    append(path, fpr[k] + share * run, tpr[k] + share * rise, share < 0.5 ? k : k + 1);
  }
}

/**
 * Calls emit(x, y, at) with pixels along the PR curve at the prior. At the origin, where precision is
 * 0/0, it uses the limit from the first point beyond.
 * @param {Pick<LiveModel, 'fpr' | 'tpr'>} model
 * @param {number} prior
 * @param {Pick<Panel, 'linear'>} panel
 * @param {Emit} emit
 */
export function precisionCurve(model, prior, panel, emit) {
  const { fpr, tpr, at } = densify(model);
  const [left, wide, bottom, high] = panel.linear;
  const other = 1 - prior;
  const first = fpr.findIndex((x, k) => x > 0 || tpr[k] > 0); // thresholds before it call only rows of weight 0
  for (let k = 0; k < fpr.length; k += 1) {
    const seen = Math.max(k, first);
    const truePositives = prior * tpr[seen];
    emit(left + wide * tpr[k], bottom + (high * truePositives) / (truePositives + other * fpr[seen]), at[k]);
  }
}

/** Collects points into the `d` attribute of an SVG path. It keeps every point, because plotly measures dashes along the path. */
export function pathPen() {
  let text = '';
  return {
    /**
     * @param {number} x
     * @param {number} y
     */
    to(x, y) {
      text += (text === '' ? 'M' : 'L') + roundPixel(x) + ',' + roundPixel(y);
    },
    end: () => text,
  };
}

const LONG = 0.15; // normal deviates between two points, beyond which points are added, as in costdash.core
const SHARES = Array.from({ length: 49 }, (_, k) => expit(-9 + (18 * k) / 48)); // close together towards both ends

/** Emits the points that a straight line of ROC space needs where it is curved.
   @param {Panel} panel @param {number[]} xs @param {number[]} ys @param {number} k
   @param {Emit} emit */
function emitBetween({ axes, x, y }, xs, ys, k, emit) {
  const [x0, x1, y0, y1] = [xs[k], xs[k + 1], ys[k], ys[k + 1]];
  /** @param {(value: number) => number} place @param {number} from @param {number} to */
  const apart = (place, from, to) => Math.abs(place(to) - place(from));
  if (Math.max(apart(axes.x, x0, x1), apart(axes.y, y0, y1)) <= LONG) return;
  for (const share of SHARES) {
    emit(x(x0 + share * (x1 - x0)), y(y0 + share * (y1 - y0)), share < 0.5 ? k : k + 1);
  }
}

/**
 * Calls emit(x, y, at) with pixels along straight lines between points; at: the place of the nearest point.
 * @param {Panel} panel
 * @param {number[]} xs
 * @param {number[]} ys
 * @param {Emit} emit
 */
export function lineThrough(panel, xs, ys, emit) {
  for (let k = 0; k < xs.length; k += 1) {
    emit(...panel.at(xs[k], ys[k]), k);
    if (panel.axes.bent && k + 1 < xs.length) emitBetween(panel, xs, ys, k, emit);
  }
}

/**
 * The `d` of a path through points, in values of the panel.
 * @param {Panel} panel
 * @param {number[]} xs
 * @param {number[]} ys
 */
export function linePath(panel, xs, ys) {
  const pen = pathPen();
  lineThrough(panel, xs, ys, pen.to);
  return pen.end();
}
