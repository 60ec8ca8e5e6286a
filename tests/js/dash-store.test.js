import assert from 'node:assert/strict';
import { test } from 'node:test';

Object.assign(globalThis, { window: globalThis, UIEvent: class {} });
const { askOncePerTask, leaveOutEmptyResets } = await import('../../assets/state/dash-store.js');

/** A store that counts what reaches it. */
function makeStore(layoutHashes = {}) {
  const listeners = new Set();
  const actions = [];
  return {
    actions,
    getState: () => ({ layoutHashes }),
    dispatch(action) {
      actions.push(action);
      for (const listener of listeners) listener();
      return action;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A store and the number of times that its components were asked. */
function asked() {
  const store = makeStore();
  const count = { value: 0 };
  askOncePerTask(store);
  store.subscribe(() => (count.value += 1));
  return { store, count };
}

/** As while the browser handles an event. */
function during(event, call) {
  globalThis.event = event;
  call();
  globalThis.event = undefined;
}

test('components are asked once for all steps of a task, after it', async () => {
  const { store, count } = asked();
  for (let k = 0; k < 5; k++) store.dispatch({ type: 'step' });
  assert.equal(count.value, 0);
  await null;
  assert.equal(count.value, 1);
  store.dispatch({ type: 'step' });
  await null;
  assert.equal(count.value, 2);
});

for (const event of [new globalThis.UIEvent(), { type: 'input' }, { type: 'change' }])
  test(`components are asked within what the user does: ${event.type ?? 'UIEvent'}`, async () => {
    const { store, count } = asked();
    store.dispatch({ type: 'step' });
    during(event, () => store.dispatch({ type: 'typed' }));
    assert.equal(count.value, 1);
    await null;
    assert.equal(count.value, 1);
    during({ type: 'message' }, () => store.dispatch({ type: 'step' }));
    assert.equal(count.value, 1);
    await null;
    assert.equal(count.value, 2);
  });

test('a new component is left out where nothing below it was changed', () => {
  const store = makeStore({ 'components,1,props,children,2': { hash: 1 } });
  leaveOutEmptyResets(store);
  const reset = (itempath) => store.dispatch({ type: 'RESET_COMPONENT_STATE', payload: { itempath } });
  assert.equal(reset(['components', 3]).type, 'RESET_COMPONENT_STATE');
  assert.equal(store.actions.length, 0);
  reset(['components', 1]);
  reset(['components', 1, 'props', 'children', 2]);
  store.dispatch({ type: 'ON_PROP_CHANGE', payload: { itempath: ['components', 3] } });
  assert.equal(store.actions.length, 3);
});
