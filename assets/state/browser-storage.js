/* What this browser remembers between visits, and this tab between reloads. Storage may be forbidden. */

/**
 * @param {'localStorage' | 'sessionStorage'} storage
 * @param {string} key
 */
function readFrom(storage, key) {
  try {
    return JSON.parse(window[storage].getItem(key));
  } catch {
    return null;
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
export function writeStored(key, value) {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The next visit starts without it.
  }
}

/**
 * A Dash store of this tab, before Dash has started; null if there is none.
 * @param {string} store
 */
export const readTabStore = (store) => readFrom('sessionStorage', store);
