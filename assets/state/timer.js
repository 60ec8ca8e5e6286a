/* Timers of which each waits for one thing at a time, and calls that wait for the next frame. */

/** A timer; starting it again replaces what it waits for. */
export function makeTimer() {
  /** @type {number | undefined} */
  let id;
  function stop() {
    clearTimeout(id);
    id = undefined;
  }
  return {
    /**
     * @param {() => void} call
     * @param {number} delay in ms
     */
    start(call, delay) {
      stop();
      id = setTimeout(() => {
        id = undefined;
        call();
      }, delay);
    },
    stop,
    isRunning: () => id !== undefined,
  };
}

/**
 * A function that calls another one in the next frame, once for all of its own calls until then.
 * @param {() => void} call
 */
export function oncePerFrame(call) {
  let waits = false;
  return () => {
    if (!waits)
      requestAnimationFrame(() => {
        waits = false;
        call();
      });
    waits = true;
  };
}

/**
 * Calls when so many frames have begun, outside of them: what is drawn before the call of the last is painted.
 * @param {number} count at least 1
 * @param {() => void} call
 */
export function afterFrames(count, call) {
  requestAnimationFrame(() => {
    if (count > 1) afterFrames(count - 1, call);
    else setTimeout(call, 0);
  });
}
