/* Parses a CSV file into rows of texts, and thins out long lists. */

const MOST_ROWS = 200;
const CELL = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/y;

/**
 * The lines of a CSV file, each a list of its cells.
 * @param {string} text
 */
export function parseCsv(text) {
  /** @type {string[][]} */
  const lines = [[]];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const [, cell, end] = /** @type {RegExpExecArray} */ (CELL.exec(text)); // it matches anywhere
    lines[lines.length - 1].push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ',' && CELL.lastIndex < text.length) lines.push([]);
  }
  return lines;
}

/**
 * At most `most` items, evenly spaced, with the first and the last.
 * @template T
 * @param {T[]} items
 * @returns {T[]}
 */
export function thinned(items, most = MOST_ROWS) {
  if (items.length <= most) return items;
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, k) => items[Math.round(k * step)]);
}
