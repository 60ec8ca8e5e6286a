/* Values that may be missing, where the caller knows that they are there. */

/**
 * The value; throws if there is none.
 * @template T
 * @param {T} value
 * @param {string} [name] for the error
 * @returns {NonNullable<T>}
 */
export function existing(value, name = 'value') {
  if (value === null || value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}
