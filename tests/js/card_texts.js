/* Reads conditions, live data and rates of cards as JSON, and writes what the scripts print of each card while a slider
   moves and in the presentation: `ledgerLines`, the total, and the amounts of the bars. */

import { readFileSync } from 'node:fs';
import { bootData } from '../../assets/core/boot-data.js';
import { resultsAt, totalCost } from '../../assets/core/operating-point.js';
import { barsOf } from '../../assets/text/bars.js';
import { ledgerLines, ledgerTexts } from '../../assets/text/ledger.js';

const { boot, cards } = JSON.parse(readFileSync(0, 'utf8'));
Object.assign(bootData, boot);

const printed = cards.map(({ live, point, bars, choice }) => {
  const rates = choice ? bars : resultsAt(live, point);
  const texts = barsOf(point, rates, bars.today).map(({ label, text }) => [label, text]);
  const { total } = ledgerTexts(point, rates);
  return { lines: ledgerLines(point, rates), total, bars: texts, cost: totalCost(point, rates) };
});
process.stdout.write(JSON.stringify(printed));
