/* Elements of the page: those that must be there, and those around the target of an event. */

import { existing } from '../core/existing.js';

/**
 * The element with this id; throws if there is none.
 * @param {string} id
 */
export const elementOf = (id) => existing(document.getElementById(id), `element #${id}`);

/**
 * The input or select with this id; throws if there is none.
 * @param {string} id
 */
export const inputOf = (id) => /** @type {HTMLInputElement} */ (elementOf(id));

/**
 * The first element that matches; throws if there is none.
 * @param {string} selector
 * @param {ParentNode} [parent]
 * @returns {HTMLElement}
 */
export const firstOf = (selector, parent = document) => existing(parent.querySelector(selector), `element ${selector}`);

/**
 * All elements that match.
 * @param {string} selector
 * @param {ParentNode} [parent]
 * @returns {HTMLElement[]}
 */
export const elementsOf = (selector, parent = document) => Array.from(parent.querySelectorAll(selector));

/**
 * An element with a class and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [className]
 * @param {(Node | string)[]} children
 */
export function make(tag, className = '', ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/**
 * The nearest element that matches, of the target of an event and what holds it; null if there is none.
 * @param {EventTarget | null} target
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * Whether the target of an event is an element that is still on the page.
 * @param {EventTarget | null} target
 * @returns {target is Element}
 */
export const isOnPage = (target) => target instanceof Element && target.isConnected;

/**
 * The value of a data attribute; throws if there is none.
 * @param {HTMLElement} element
 * @param {string} name as in `dataset`
 */
export const dataOf = ({ dataset }, name) => existing(dataset[name], `data of ${name}`);
