/* What Python expects, and random numbers that are the same at every run. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { bootData } from '../../assets/core/boot-data.js';

const PYTHON = new URL('../../.venv/bin/python', import.meta.url).pathname;
const WRITER = new URL('write_expected.py', import.meta.url).pathname;

function load() {
  const file = process.env.COSTDASH_EXPECTED;
  if (file) return JSON.parse(readFileSync(file, 'utf8'));
  if (!existsSync(PYTHON)) return null;
  return JSON.parse(execFileSync(PYTHON, [WRITER], { encoding: 'utf8', maxBuffer: 1 << 28 }));
}

/** What write_expected.py writes; null without Python. */
export const expected = load();
if (expected) Object.assign(bootData, expected.boot);

/** Options of a test that needs it. */
export const withPython = { skip: expected ? false : 'needs .venv (bin/prepare test), or COSTDASH_EXPECTED' };

/**
 * A generator of numbers in [0, 1): mulberry32.
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * @param {number | null} actual
 * @param {number | null} wanted
 */
export function assertClose(actual, wanted, tolerance = 1e-9, message = '') {
  if (actual === null || wanted === null) {
    assert.equal(actual, wanted, message);
    return;
  }
  const allowed = tolerance * Math.max(1, Math.abs(wanted));
  assert.ok(Math.abs(actual - wanted) <= allowed, `${message} ${actual} is not ${wanted}`);
}
