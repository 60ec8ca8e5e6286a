/* What this browser remembers between visits, and this tab between reloads. Storage may be forbidden. */

/**
 * @param {'localStorage' | 'sessionStorage'} storage
 * @param {string} key
 * @returns {any}
 */
function readFrom(storage, key) {
  try {
    return JSON.parse(window[storage].getItem(key) || 'null');
  } catch {
    return null;
  }
}

/**
 * @param {'localStorage' | 'sessionStorage'} storage
 * @param {string} key
 * @param {any} value
 */
function writeTo(storage, key, value) {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // The next visit, or the tab after a reload, starts without it.
  }
}

/**
 * @param {string} key
 * @param {any} otherwise the value if nothing is stored
 */
export function readStored(key, otherwise) {
  const stored = readFrom('localStorage', key);
  return stored === null ? otherwise : stored;
}

/**
 * @param {string} key
 * @param {any} value
 */
export const writeStored = (key, value) => writeTo('localStorage', key, value);

/**
 * What this tab keeps, also a Dash store before Dash has started; null if there is none.
 * @param {string} store
 */
export const readTabStore = (store) => readFrom('sessionStorage', store);

/**
 * @param {string} key
 * @param {any} value
 */
export const writeTabStore = (key, value) => writeTo('sessionStorage', key, value);
