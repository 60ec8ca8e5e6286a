/* The connection to Dash: writes properties of components and reads what triggered a callback. */

const LONGEST = 500; // ms that a deferred write may wait
const deferred = new Map();
let flushing = null;

/**
 * Sets properties of a Dash component.
 * @param {string} id
 * @param {Record<string, any>} props
 */
export const setProps = (id, props) => window.dash_clientside.set_props(id, props);

/** The value by which a clientside callback leaves its output as it is. */
export const noUpdate = () => window.dash_clientside.no_update;

/** What triggered the clientside callback that is running: the component's id and the new value. */
export const triggers = () =>
  window.dash_clientside.callback_context.triggered.map(({ prop_id, value }) => ({ id: prop_id.split('.')[0], value }));

/**
 * The [id, value] pairs that the user changed: neither empty nor an echo of what scripts wrote.
 * @param {Record<string, any>} written what scripts last wrote to each control
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
  clearTimeout(flushing);
  flushing = setTimeout(flushWrites, LONGEST);
}

/** Makes the postponed writes now. */
export function flushWrites() {
  clearTimeout(flushing);
  const writes = [...deferred.values()];
  deferred.clear();
  for (const write of writes) write();
}

export const hasDeferredWrites = () => deferred.size > 0;
