/* Scripts that the page does without at first. The server names them in the head; a line that breaks is tried again. */

const PAUSE = 1000; // ms until the first further attempt; each pause is twice as long

/** @param {string} name */
const addressOf = (name) =>
  document.querySelector(`meta[name="costdash-script-${name}"]`)?.getAttribute('content') || '';

/** Runs a script once; rejects if it does not arrive. @param {string} address @returns {Promise<void>} */
function run(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} did not arrive.`));
    };
    script.src = address;
    document.head.append(script);
  });
}

/** @type {Map<string, Promise<void>>} */
const loads = new Map();
/** @type {Promise<void>} */
const parsed = new Promise((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve());
  else resolve();
});

/**
 * Loads a script when those that build the page have arrived. Resolves when it has run; never where the page names none.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function loadScript(name) {
  const load = loads.get(name) || loadOnce(addressOf(name));
  loads.set(name, load);
  return load;
}

/** @param {string} address @returns {Promise<void>} */
async function loadOnce(address) {
  if (!address) return new Promise(() => {});
  await parsed;
  for (let pause = PAUSE; ; pause *= 2) {
    try {
      return await run(address);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
