/* Recolours a figure from the light palette to the dark one. */

const TEXT_FIELDS = new Set(['text', 'name', 'hovertext', 'title']); // names may look like colours

/**
 * A function that replaces every light colour in a figure by its dark counterpart. It leaves texts
 * alone, because a model may be named "#244ecb".
 * @param {{ light: Record<string, string>, dark: Record<string, string> }} palettes
 */
export function darkRecolouring(palettes) {
  const dark = new Map(Object.entries(palettes.light).map(([key, colour]) => [colour, palettes.dark[key]]));

  /**
   * @param {any} value
   * @param {string} [field]
   * @returns {any}
   */
  function recolour(value, field) {
    if (typeof value === 'string') return field && TEXT_FIELDS.has(field) ? value : dark.get(value) || value;
    if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map((item) => recolour(item, field));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, recolour(part, key)]));
  }

  /** @template T @param {T} figure @returns {T} */
  return (figure) => recolour(figure);
}
