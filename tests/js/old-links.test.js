/* Addresses that earlier versions of the page wrote still open what they opened. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  conditionsFromQuery,
  fingerprint,
  openFromQuery,
  queryOfConditions,
  queryOfOpen,
  queryOfView,
  refusesConditions,
  viewFromQuery,
} from '../../assets/text/address.js';
import { withPython } from './support.js';

const given = JSON.parse(readFileSync(new URL('old-links.json', import.meta.url), 'utf8'));

/* Fields of the stores that bear another name today than when the links were kept: old name to new name. */
const RENAMED = {
  conditions: { basis: 'case_unit', likely: 'weighting' },
  view: { choose: 'evaluation', pin: 'today', chosen: 'trial', readings: 'modes' },
};
/* Fields that came later: such an address says nothing of them, so they are off. */
const ADDED = { conditions: { review: null, judge: null, currency: null }, view: { segment: null, more_labels: null } };
const WHOLE = { conditions: ['prior', 'ranges'], view: ['lines', 'flat'] };
const today = (store, fields) => ({
  ...(WHOLE[store].every((key) => key in fields) ? ADDED[store] : {}),
  ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [RENAMED[store][key] || key, value])),
});

const names = ({ models }) => models.map(({ name }) => name);
const written = (parts) => new URLSearchParams(parts.filter(([, text]) => text !== null)).toString();

for (const link of given.links) {
  test(`an old link opens what it opened: ${link.name}`, withPython, () => {
    const dataset = given.datasets[link.data];
    const query = new URLSearchParams(link.query);
    const conditions = conditionsFromQuery(query);
    const view = viewFromQuery(query, dataset, names(dataset));
    const open = openFromQuery(query, dataset.models);
    assert.deepEqual(conditions, today('conditions', link.conditions));
    assert.deepEqual(view, today('view', link.view));
    assert.deepEqual(open, link.open);
    assert.equal(refusesConditions(query), link.refused);
    if (link.name.startsWith('hand-')) return;
    const parts = [...queryOfConditions(conditions), ...queryOfView(view, dataset)];
    const about = [
      ['file', dataset.name],
      ['data', fingerprint(dataset)],
    ];
    assert.equal(written([...parts, ...about, ...queryOfOpen(open.tab || 'what-if', open.pair)]), link.query);
  });
}

test('the fingerprint in an old link is that of its data', withPython, () => {
  for (const dataset of Object.values(given.datasets)) assert.equal(fingerprint(dataset), dataset.fingerprint);
});

test('the old links cover every part of an address', withPython, () => {
  const covered = new Set(given.links.flatMap(({ query }) => [...new URLSearchParams(query).keys()]));
  const conditions = Object.fromEntries(given.links.flatMap((link) => Object.entries(link.conditions)));
  const view = Object.assign({ pin: null, chosen: null }, ...given.links.map((link) => link.view));
  const dataset = Object.values(given.datasets)[0];
  const writable = [
    ...queryOfConditions(today('conditions', conditions)),
    ...queryOfView(today('view', view), dataset),
    ...queryOfOpen('compare', ['a', 'b']),
  ];
  const later = Object.values(ADDED).flatMap(Object.keys);
  for (const [name] of writable) assert.ok(covered.has(name) || later.includes(name), name);
});
