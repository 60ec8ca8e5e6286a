import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedCost, modelAt, totalCost } from '../../assets/core/operating-point.js';
import { zoneAt, zoneEnvelope } from '../../assets/core/review-zone.js';
import { lookedAtText, textOf, zonePhrases } from '../../assets/text/decision.js';
import { ledgerTexts } from '../../assets/text/ledger.js';
import { expected as python, withPython } from './support.js';

/** @param {number} value @param {number} wanted @param {number} [share] */
const near = (value, wanted, share = 1e-9) =>
  assert.ok(Math.abs(value - wanted) <= share * Math.max(1e-12, Math.abs(wanted)), `${value} is not ${wanted}`);

/** Drawn rates are rounded, so a number may round the other way or to fewer digits.
   @param {string} text @param {string} wanted */
function sameButForRounding(text, wanted) {
  const numbers = /\d[\d,]*(\.\d+)?/g;
  assert.equal(text.replace(numbers, '0'), wanted.replace(numbers, '0'));
  const [values, targets] = [text, wanted].map((each) =>
    (each.match(numbers) ?? []).map((x) => Number(x.replace(/,/g, ''))),
  );
  values.forEach((value, k) => near(value, targets[k], 2.5e-3));
}

test('the review zone that scripts move is that of Python', withPython, () => {
  let [zones, ties] = [0, 0];
  for (const { live, zones: tried } of python?.samples ?? [])
    for (const { point, review, zone: wanted } of tried) {
      const [pcf, nec] = review.envelope;
      const model = modelAt(live, review.owner);
      pcf.forEach((p, k) => near(zoneEnvelope(model, review, point, p), nec[k], 1e-5));
      const zone = zoneAt(live, review, point);
      assert.equal(zone === null, wanted === null);
      if (!zone) continue;
      zones += 1;
      const { rates } = zone;
      const cost = expectedCost(point, rates.fpr, rates.tpr) + review.price * rates.review.share;
      near(cost, wanted.rows_cost, 1e-5); // drawn rates are rounded
      near(totalCost(point, rates), wanted.expected_cost, 0.06);
      if (Math.abs(totalCost(point, rates) / wanted.expected_cost - 1) > 0.01) ties += 1; // on other folds they go either way
      assert.equal(textOf(zonePhrases(live, zone)), wanted.rule);
      sameButForRounding(lookedAtText(point, rates), wanted.outcome);
      const { fpr, tpr, review: reviews } = rates;
      const onRows = { fpr, tpr, review: { ...reviews, tuned: reviews.share, expected: reviews.share } };
      const texts = ledgerTexts(point, onRows);
      const names = Object.keys(wanted.ledger).filter((name) => !review.between || !name.endsWith('-amount'));
      for (const name of names) sameButForRounding(texts[name], wanted.ledger[name]); // small amounts: other digits
    }
  assert.ok(zones > 100);
  assert.ok(ties < 0.02 * zones, `${ties} of ${zones}`);
});
