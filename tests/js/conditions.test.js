import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionsLine, limitText } from '../../assets/text/conditions.js';
import { withPython } from './support.js';

const POINT = { prior: 0.02, cost_fn: 4000, cost_fp: 80, criterion: null, ranges: null, case_unit: { cases: 10000 } };
const limited = (kind, limit, sure = false) => ({ ...POINT, criterion: { kind, limit, sure } });

test('the line of the conditions names the limit and the ranges', withPython, () => {
  const point = '2 % positives, $4,000 a miss, $80 a false alarm';
  assert.equal(conditionsLine(POINT), `${point}.`);
  assert.equal(conditionsLine(limited('max-flagged', 0.03)), `${point}; at most 3 % of all cases flagged.`);
  assert.equal(conditionsLine(limited('min-recall', 0.9, true)), `${point}; at least 90 % of positives found, sure.`);
  assert.equal(conditionsLine({ ...POINT, criterion: { kind: 'error' } }), `${point}.`);
  const ranges = { prior: [0.01, 0.03], cost_fn: [4000, 4000], cost_fp: [70, 90] };
  const typed = 'ranges 1 % to 3 %, $4,000 and $70 to $90';
  assert.equal(conditionsLine({ ...POINT, ranges }), `${point}; ${typed}.`);
  assert.equal(
    conditionsLine({ ...limited('max-alarms', 0.1), ranges }),
    `${point}; at most 10 % of negatives flagged; ${typed}.`,
  );
});

test('a limit of whole cases a day or a month is said in cases', withPython, () => {
  const month = {
    ...limited('max-flagged', (100 * 365.25) / 12 / 50000),
    case_unit: { cases: 50000, period: 'month' },
  };
  assert.equal(limitText(month), 'at most 100 cases flagged a day');
  const typed = { ...limited('max-flagged', 200 / 3000), case_unit: { cases: 3000, period: 'month' } };
  assert.equal(limitText(typed), 'at most 200 cases flagged a month');
  assert.equal(
    limitText({ ...typed, criterion: { kind: 'max-flagged', limit: 0.0123 } }),
    'at most 1.23 % of all cases flagged',
  );
});
