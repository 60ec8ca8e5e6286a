import assert from 'node:assert/strict';
import test from 'node:test';

import { emit, on, reverseListeners } from '../../assets/state/events.js';

test('all listeners of an event are called, in one order or the other', () => {
  const calls = [];
  for (const name of ['a', 'b', 'c']) on('test-event', (...details) => calls.push([name, ...details]));
  emit('test-event', 1, 2);
  reverseListeners();
  emit('test-event', 3);
  reverseListeners();
  assert.deepEqual(calls, [
    ['a', 1, 2],
    ['b', 1, 2],
    ['c', 1, 2],
    ['c', 3],
    ['b', 3],
    ['a', 3],
  ]);
  emit('test-event-without-listeners');
});
