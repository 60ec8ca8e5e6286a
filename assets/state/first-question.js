/* The question that the server has answered in the page: `first` of the boot data. */

/**
 * Whether a store holds what the server took for granted.
 * @param {Record<string, any>} store
 * @param {Record<string, any>} asked
 */
export const holds = (store, asked) =>
  Object.entries(asked).every(([key, value]) => JSON.stringify(store[key] ?? null) === JSON.stringify(value));
