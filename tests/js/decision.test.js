import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseByCriterion, costMark, limitLine } from '../../assets/core/criteria.js';
import '../../assets/core/criteria/capacity.js';
import '../../assets/core/criteria/error.js';
import { resultsAt } from '../../assets/core/operating-point.js';
import { amountBeside, barsOf } from '../../assets/text/bars.js';
import { againstPhrases, outcomeText, rulePhrases, textOf, trialPhrases } from '../../assets/text/decision.js';
import { ledgerTexts } from '../../assets/text/ledger.js';
import { costFormatter, formatMoney } from '../../assets/text/numbers.js';
import { thresholdSentences } from '../../assets/text/threshold.js';
import { assertClose, expected, randomNumbers, withPython } from './support.js';

const { samples = [] } = expected || {};

test('the sentences of the decision are those of Python', withPython, () => {
  for (const { live, sentences } of samples) {
    for (const { point, case_unit: caseUnit, today, rule, outcome, against } of sentences) {
      const results = resultsAt(live, point);
      assert.equal(textOf(rulePhrases(live, results)), rule);
      assert.equal(outcomeText(live, point, results, caseUnit), outcome);
      assert.equal(textOf(againstPhrases(live, point, results, today, caseUnit)), against);
      const chosen = textOf(againstPhrases(live, point, results, today, caseUnit, true));
      assert.doesNotMatch(chosen, /is cheapest/);
    }
  }
});

test('the ledger is that of Python', withPython, () => {
  for (const { live, sentences } of samples) {
    for (const { point, case_unit: caseUnit, ledger } of sentences) {
      const texts = ledgerTexts(point, resultsAt(live, point), caseUnit);
      for (const [cell, text] of Object.entries(texts))
        assert.equal(text, ledger[cell], `${cell} ${JSON.stringify(point)}`);
      assert.equal(Object.keys(texts).length, 14);
    }
  }
});

test('a count has few digits, also where its amount took what was left over of the sum', () => {
  const texts = ledgerTexts({ prior: 0.24, cost_fn: 1, cost_fp: 1 }, { fpr: 142 / 3 / 760, tpr: 1 - 190 / 3 / 240 });
  assert.deepEqual([texts['missed-count'], texts['alarm-count'], texts.total], ['63.3', '47.3', '110.7']);
});

test('the difference of two printed amounts is the printed difference, as in Python', withPython, () => {
  for (const { sentences } of samples) {
    for (const { point, beside } of sentences) {
      const { bare } = costFormatter(point);
      const [reference, other] = beside.costs;
      assert.equal(amountBeside(other, reference, bare), beside.text);
    }
  }
  assert.equal(amountBeside(144256, 86651, formatMoney), '$144,300');
  assert.equal(amountBeside(240000, 86651, formatMoney), '$240,000');
});

test('while a rule is tried, its bar is the first and the recommended one follows', () => {
  const point = { prior: 0.1, cost_fn: 100, cost_fp: 1 };
  const tried = { rule: 'nb ≥ 0.9', fpr: 0, tpr: 0.5, recommended: { fpr: 0.1, tpr: 0.9 } };
  const bars = barsOf(point, { fpr: 0.1, tpr: 0.8 }, null, { cases: 1000 }, tried);
  assert.deepEqual(
    bars.map(({ label, text }) => `${label} ${text}`),
    ['Trying nb ≥ 0.9 $5,000', 'Recommended $1,090', 'No model, flag all $900'],
  );
  assert.equal(
    textOf(trialPhrases(point, tried, tried.recommended, { cases: 1000 })),
    'Costs $3,910 per 1,000 cases more than the recommended rule.',
  );
});

test('the bars are those of Python', withPython, () => {
  for (const { live, sentences } of samples) {
    for (const { point, case_unit: caseUnit, today, bars } of sentences) {
      const drawn = barsOf(point, resultsAt(live, point), today, caseUnit);
      assert.deepEqual(
        drawn.map(({ label, text }) => [label, text]),
        bars.map(({ label, text }) => [label, text]),
      );
      drawn.forEach(({ missed, alarms }, k) => {
        assertClose(missed, bars[k].missed, 1e-9);
        assertClose(alarms, bars[k].alarms, 1e-9);
      });
    }
  }
});

test('what a threshold does and costs is said as in Python', withPython, () => {
  for (const { sentences } of samples) {
    for (const { point, case_unit: caseUnit, threshold } of sentences)
      assert.deepEqual(thresholdSentences('0.5', threshold, point, caseUnit, threshold.least), threshold.sentences);
  }
});

test('the bars have one scale, and their texts are their lengths', () => {
  const random = randomNumbers(4);
  for (let round = 0; round < 50; round += 1) {
    const point = { prior: random(), cost_fn: 1 + 99 * random(), cost_fp: 1 + random() };
    const rates = { fpr: random(), tpr: random() };
    const today = { rule: 'rf ≥ 0.5', fpr: random(), tpr: random(), same: false };
    const bars = barsOf(point, rates, today, { cases: 1 });
    assert.deepEqual(
      bars.map(({ label }) => label.split(',')[0]),
      ['This rule', 'Today', 'No model'],
    );
    const totals = bars.map(({ missed, alarms }) => missed + alarms);
    assertClose(Math.max(...totals), 1);
    const costs = bars.map(({ text }) => Number(text.replace(/[$,]/g, '')));
    const longest = Math.max(...costs);
    totals.forEach((share, k) => assertClose(share, costs[k] / longest, 0.01));
    assert.equal(barsOf(point, rates, { ...today, same: true }).length, 2);
  }
});

test('criteria choose what Python chooses, as it does', withPython, () => {
  for (const { live, choices } of samples) {
    for (const { point, kind, limit, rates } of choices) {
      const choice = chooseByCriterion(live.hull, point, { kind, limit, fpr: 0, tpr: 0 });
      assertClose(choice.fpr, rates[0], 1e-12);
      assertClose(choice.tpr, rates[1], 1e-12);
    }
  }
});

test('a choice lies on the line of its limit, unless the limit is wider than the hull', withPython, () => {
  for (const { live, choices } of samples) {
    for (const { point, kind, limit } of choices) {
      if (kind !== 'capacity') continue;
      const served = { kind, limit, fpr: 0, tpr: 0 };
      const choice = chooseByCriterion(live.hull, point, served);
      const used = point.prior * choice.tpr + (1 - point.prior) * choice.fpr;
      assert.ok(used <= limit + 1e-9);
      const [xs, ys] = limitLine(served, point, choice);
      xs.forEach((x, k) => assertClose(point.prior * ys[k] + (1 - point.prior) * x, limit, 1e-9));
    }
  }
});

test('a criterion that does not depend on the conditions keeps the rates of the server', () => {
  const hull = { fpr: [0, 1], tpr: [0, 1], tie: [0.5], owner: [-1, -1], text: [null, null], index: [0, 1] };
  const point = { prior: 0.1, cost_fn: 1, cost_fp: 1 };
  const served = { kind: 'fpr', limit: 0.1, fpr: 0.05, tpr: 0.7 };
  assert.deepEqual(chooseByCriterion(hull, point, served), { fpr: 0.05, tpr: 0.7 });
  assert.equal(limitLine(served, point, { fpr: 0.05, tpr: 0.7 }), null);
  assert.equal(chooseByCriterion(hull, point, null), null);
  assert.equal(chooseByCriterion({ ...hull, tie: [] }, point, served), null);
});

test('the mark of the least error rate lies on the cost line of the choice, at the prior', () => {
  const point = { prior: 0.25, cost_fn: 9, cost_fp: 1 };
  const choice = { fpr: 0.2, tpr: 0.6 };
  const [pcf, nec] = costMark({ kind: 'error', limit: 0, ...choice }, point, choice);
  assert.equal(pcf, 0.25);
  assertClose(nec, 0.25 * 0.4 + 0.75 * 0.2);
  assert.equal(costMark({ kind: 'capacity', limit: 0.1, ...choice }, point, choice), null);
});
