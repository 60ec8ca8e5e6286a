/* Dash's store, made lighter: Dash asks every component of the page for its properties at every step of a write or of a
   callback, some 900 times before the panels are drawn and 270 times after a slider is released. */

/**
 * What Dash tells its store. RESET_COMPONENT_STATE: a component is new, and the counts of changes below it start again.
 * @typedef {{ type?: string, payload?: { itempath?: (string | number)[] } }} Action
 */
/**
 * Dash's Redux store. layoutHashes: the counts of changes, by the path of the component.
 * @typedef {{ dispatch: (action: Action) => unknown, getState: () => { layoutHashes: Record<string, unknown> },
 *   subscribe: (listener: () => void) => () => void }} DashStore
 */

const TYPED = ['input', 'change'];

/* A text box that is not drawn again within its event loses the place of its caret. */
const isUserEvent = () => window.event instanceof UIEvent || TYPED.includes(window.event?.type ?? '');

/**
 * Components subscribe after Dash has handed out its store. They are asked once for all steps of a task, before anything is
 * painted.
 * @param {DashStore} store
 */
export function askOncePerTask(store) {
  const { subscribe } = store;
  store.subscribe = (listener) => {
    let waits = false;
    function ask() {
      if (waits) listener();
      waits = false;
    }
    return subscribe(() => {
      const wasWaiting = waits;
      waits = true;
      if (isUserEvent()) ask();
      else if (!wasWaiting) queueMicrotask(ask);
    });
  };
}

/**
 * Leaves out that a component is new where nothing below it was changed: every new component would have all asked.
 * @param {DashStore} store
 */
export function leaveOutEmptyResets(store) {
  const { dispatch, getState } = store;
  store.dispatch = (action) => {
    const { type, payload } = action;
    if (type === 'RESET_COMPONENT_STATE' && payload?.itempath) {
      const path = payload.itempath.join(',');
      if (!Object.keys(getState().layoutHashes).some((changed) => changed.startsWith(path))) return action;
    }
    return dispatch(action);
  };
}

/* Dash adds its store to this list as soon as it has made it. */
if (typeof window !== 'undefined') {
  /** @type {DashStore[]} */
  const stores = [];
  stores.push = (store) => {
    leaveOutEmptyResets(store);
    askOncePerTask(store);
    return Array.prototype.push.call(stores, store);
  };
  window.dash_stores = stores;
}
