/* The panels and the names of the trivial classifiers. All scripts read this list. */

const registry = {
  panels: [
    { name: 'roc', graph: 'roc-panel' },
    { name: 'pr', graph: 'pr-panel' },
    { name: 'cost', graph: 'cost-panel' },
  ],
  trivial: { none: 'flag none', all: 'flag all' },
};

/**
 * Replaces the defaults by the values of the boot data, where it has them.
 * @param {{ panels?: { name: string, graph: string }[], trivial?: { none: string, all: string } }} served
 */
export function configurePanels({ panels, trivial }) {
  if (panels) registry.panels = panels;
  if (trivial) registry.trivial = trivial;
}

/** The id of the place over the strip of the cost panel, where keys step through its ranges. */
export const STRIP = 'strip-panel';

/** Names of the panels, from left to right. */
export const panelNames = () => registry.panels.map(({ name }) => name);

/**
 * The id of the element that a panel's graph is drawn into.
 * @param {string} name
 */
export function graphIdOf(name) {
  const panel = registry.panels.find((entry) => entry.name === name);
  return panel ? panel.graph : null;
}

/** @param {string} call 'none' or 'all' */
export const trivialName = (call) => registry.trivial[call];

/**
 * "flagging none" for "flag none".
 * @param {string} rule
 */
export const asGerund = (rule) => rule.replace('flag ', 'flagging ');
