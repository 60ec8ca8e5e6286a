/* The connection to Dash: writes properties of components, reads what triggered a callback, and draws
   plain HTML, of which Dash need not know. */

import { bootData } from '../core/boot-data.js';
import { STRIP } from '../core/panels.js';
import { makeTimer } from './timer.js';

const LONGEST = 500; // ms that a deferred write may wait
const AGAIN = 50; // ms until a page that was not built is looked at again
/** @type {Map<string, () => void>} */
const deferred = new Map();
/** @type {Set<string>} */
const plainIds = new Set(); // of elements whose properties Dash cannot set
const flushing = makeTimer();

/**
 * Sets properties of a Dash component.
 * @param {string} id
 * @param {Record<string, any>} props
 */
export function setProps(id, props) {
  if (plainIds.has(id)) throw new Error(`${id} is plain HTML: name it in costdash/web/page/plain_html.py`);
  window.dash_clientside.set_props(id, props);
}

/** The value by which a clientside callback leaves its output as it is. */
export const noUpdate = () => window.dash_clientside.no_update;

/**
 * What triggered the clientside callback that is running: the component's id and the new value.
 * @returns {{ id: string, value: any }[]}
 */
export const triggers = () =>
  window.dash_clientside.callback_context.triggered.map((/** @type {any} */ { prop_id, value }) => ({
    id: prop_id.split('.')[0],
    value,
  }));

/**
 * The [id, value] pairs that the user changed: neither empty nor an echo of what scripts wrote.
 * @param {Record<string, any>} written what scripts last wrote to each control
 * @returns {Generator<[string, any]>}
 */
export function* userChanges(written) {
  for (const { id, value } of triggers()) {
    const echo = id in written && Object.is(written[id], value);
    if (value !== undefined && value !== null && !echo) yield [id, value];
  }
}

/**
 * Postpones a write to Dash until the next answer is painted, because Dash walks through the whole
 * page at every write. A later write with the same name replaces the earlier one.
 * @param {string} name
 * @param {() => void} write
 */
export function writeAfterAnswer(name, write) {
  deferred.set(name, write);
  flushing.start(flushWrites, LONGEST);
}

/* Dash knows no component of the page before it has built it. */
const notBuilt = () => 'dataset' in bootData && document.getElementById(STRIP) === null;

/** Makes the postponed writes now, or as soon as the page is built. */
export function flushWrites() {
  flushing.stop();
  if (notBuilt()) {
    flushing.start(flushWrites, AGAIN);
    return;
  }
  const writes = [...deferred.values()];
  deferred.clear();
  for (const write of writes) write();
}

export const hasDeferredWrites = () => deferred.size > 0;

/** @type {Set<() => void>} */
const closedBoxes = new Set(); // calls that build the controls of boxes with data-later
let areBoxesBuilt = false;

/** Builds the controls in closed boxes, which the first drawing does without: nothing reads them until then. */
export function buildClosedBoxes() {
  areBoxesBuilt = true;
  for (const build of closedBoxes) build();
  closedBoxes.clear();
}

/**
 * A component in a closed box.
 * @param {{ child: any }} props
 */
function InClosedBox({ child }) {
  const [isBuilt, setBuilt] = window.React.useState(areBoxesBuilt);
  window.React.useEffect(() => {
    if (!areBoxesBuilt) closedBoxes.add(() => setBuilt(true));
    else setBuilt(true);
  }, []);
  return isBuilt ? child : null;
}

/**
 * A text, an element, or the place of a child.
 * @typedef {string | number | [string, Record<string, any>, PlainNode[]]} PlainNode
 */

/**
 * @param {PlainNode} node
 * @param {any[]} children
 * @param {boolean} [isClosed] whether the node is in a closed box that is built later
 * @returns {any}
 */
function draw(node, children, isClosed = false) {
  const { createElement } = window.React;
  if (typeof node === 'number') {
    const child = children[node];
    return isClosed ? createElement(InClosedBox, { child, key: child.key }) : child;
  }
  if (typeof node === 'string') return node;
  const [tag, attributes, nodes] = node;
  if (attributes.id) plainIds.add(attributes.id);
  const isBox = isClosed || 'data-later' in attributes;
  return createElement(tag, attributes, ...nodes.map((inner) => draw(inner, children, isBox)));
}

/**
 * Dash's component of plain HTML. Its children take their properties from Dash's store also when they are built late;
 * Dash would give them those of the time at which the page was built.
 * @param {{ nodes: PlainNode[], children: any }} props
 */
export function PlainHtml({ nodes, children }) {
  const { cloneElement, createElement, Fragment } = window.React;
  const given = [children ?? []].flat().map((/** @type {any} */ child) => cloneElement(child, { _newRender: 0 }));
  return createElement(Fragment, null, ...nodes.map((node) => draw(node, given)));
}
