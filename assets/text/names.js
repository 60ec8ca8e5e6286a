/* Short names of models: the part that distinguishes them. */

import { shortenName } from './numbers.js';

const LONGEST = 18;
const SEPARATOR = /[\s_\-./:]+/;
const SEPARATORS = new RegExp(SEPARATOR, 'g');

/** How many tokens at the start all names have in common, leaving at least one part of each. @param {string[][]} all */
function commonTokens(all) {
  const fewest = Math.min(...all.map((tokens) => tokens.length)) - 1;
  let n = 0;
  while (n < fewest && all.every((tokens) => tokens[n] === all[0][n])) n += 1;
  return n;
}

/** Where a part begins in a name: the lengths of the tokens and separators before it.
   @param {string} name @param {number} n */
function startOf(name, n) {
  const last = [...name.matchAll(SEPARATORS)][n - 1];
  return last ? last.index + last[0].length : 0;
}

/** @param {string} text */
const reversed = (text) => [...text].reverse().join('');

/** Names that are cut to the same text show the part in which they differ.
   @param {string[]} names @param {string[]} shown @param {number} longest @returns {string[]} */
function apart(names, shown, longest) {
  return shown.map((text, k) => {
    const alike = names.filter((_, i) => shown[i] === text);
    if (alike.length < 2 || alike.length === names.length) return text;
    return shortNames(alike, longest)[alike.indexOf(names[k])];
  });
}

/**
 * Removes from long names the tokens that all names share, then cuts them in the middle. Short names stay.
 * @param {string[]} names
 */
export function shortNames(names, longest = LONGEST) {
  if (names.length < 2 || names.every((name) => name.length <= longest))
    return names.map((name) => shortenName(name, longest));
  const first = commonTokens(names.map((name) => name.split(SEPARATOR)));
  const bare = names.map((name) => name.slice(startOf(name, first)));
  const last = commonTokens(bare.map((name) => reversed(name).split(SEPARATOR)));
  const short = bare.map((name) => reversed(reversed(name).slice(startOf(reversed(name), last))));
  const shown = short.map((name) => shortenName(name, longest));
  const distinct = new Set(shown).size === names.length;
  const labels = names.map((name, k) =>
    name.length <= longest || !distinct || !shown[k] ? shortenName(name, longest) : shown[k],
  );
  return apart(names, labels, longest);
}
