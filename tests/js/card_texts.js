/* Reads conditions, live data and rates of a card as JSON from each line, and answers with what the scripts print of it
   while a slider moves and in the presentation: `ledgerLines`, the total, and the amounts of the bars. */

import { createInterface } from 'node:readline';
import { bootData } from '../../assets/core/boot-data.js';
import { resultsAt, totalCost } from '../../assets/core/operating-point.js';
import { barsOf } from '../../assets/text/bars.js';
import { ledgerLines, ledgerTexts } from '../../assets/text/ledger.js';

for await (const line of createInterface({ input: process.stdin })) {
  const { boot, live, point, bars, choice } = JSON.parse(line);
  Object.assign(bootData, boot);
  const rates = choice ? bars : resultsAt(live, point);
  const texts = barsOf(point, rates, bars.today).map(({ label, text }) => [label, text]);
  const { total } = ledgerTexts(point, rates);
  const printed = { lines: ledgerLines(point, rates), total, bars: texts, cost: totalCost(point, rates) };
  process.stdout.write(`${JSON.stringify(printed)}\n`);
}
