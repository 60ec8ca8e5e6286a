/* Turns the server's plain elements and components into elements. Existing elements stay, and with them the focus;
   texts are never parsed as HTML. */

/**
 * A component of Dash, or [tag, attributes, children], as `Element.node` in costdash/report/elements.py makes it.
 * @typedef {{ type: string, props: { children?: Plain, style?: Record<string, string>, [name: string]: unknown } }} Component
 * @typedef {[tag: string, attributes: Record<string, string | true>, children: Plain[]]} PlainElement
 * @typedef {Component | PlainElement | string | number} Part
 * @typedef {Part | null | undefined | any[]} Plain any[]: of Plain
 */

/** @type {Record<string, string>} */
const NAMES = { className: 'class', htmlFor: 'for' };

const SVG = 'http://www.w3.org/2000/svg';

/** @param {Plain} part @returns {part is PlainElement} */
const isElement = (part) =>
  Array.isArray(part) && Array.isArray(part[2]) && typeof part[1] === 'object' && !Array.isArray(part[1]);

/** @param {Plain} parts @returns {Part[]} */
function flatten(parts) {
  if (parts === null || parts === undefined) return [];
  return Array.isArray(parts) && !isElement(parts) ? parts.flatMap(flatten) : [parts];
}

/** The style of a component as CSS: { fontSize: '2px', '--stroke': 'red' }. @param {Record<string, string>} style */
function cssOf(style) {
  /** @param {string} key */
  const name = (key) => (key.startsWith('--') ? key : key.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase()));
  return Object.entries(style)
    .map(([key, value]) => `${name(key)}: ${value}`)
    .join('; ');
}

/** @param {Component['props']} props */
function attributesOf(props) {
  /** @type {Record<string, string>} */
  const attributes = {};
  for (const [key, value] of Object.entries(props)) {
    if (key === 'children' || value === null || value === false) continue;
    if (key === 'style' && props.style) {
      attributes.style = cssOf(props.style);
      continue;
    }
    attributes[NAMES[key] || key.toLowerCase()] = value === true && !key.includes('-') ? '' : String(value);
  }
  return attributes;
}

/** @param {Element} node @param {Record<string, string | true>} wanted */
function setAttributes(node, wanted) {
  for (const { name } of [...node.attributes]) if (!Object.hasOwn(wanted, name)) node.removeAttribute(name);
  for (const [name, value] of Object.entries(wanted)) {
    const text = value === true ? '' : value;
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/** The node for a part: the existing node if it fits, otherwise a new node.
   @param {Part} part @param {ChildNode | undefined} existing @param {Element} place @returns {ChildNode} */
function nodeFor(part, existing, place) {
  if (typeof part !== 'object') {
    const text = String(part);
    if (!(existing instanceof Text)) return document.createTextNode(text);
    if (existing.data !== text) existing.data = text;
    return existing;
  }
  /** @type {PlainElement} */
  const [tag, attributes, children] = isElement(part)
    ? part
    : [part.type.toLowerCase(), attributesOf(part.props), flatten(part.props.children)];
  const space = tag === 'svg' ? SVG : place.namespaceURI;
  const node =
    existing instanceof Element && existing.localName === tag ? existing : document.createElementNS(space, tag);
  setAttributes(node, attributes);
  fill(node, children);
  return node;
}

/** @param {Element} node @param {Plain} children */
function fill(node, children) {
  const parts = flatten(children);
  parts.forEach((part, i) => {
    const existing = node.childNodes[i];
    const wanted = nodeFor(part, existing, node);
    if (existing === wanted) return;
    if (existing) existing.replaceWith(wanted);
    else node.append(wanted);
  });
  while (node.childNodes.length > parts.length) node.lastChild?.remove();
}

/**
 * Makes components the children of an element.
 * @param {string} id
 * @param {Plain} children components ({type, props}), texts, or lists of them
 */
export function fillElement(id, children) {
  const place = document.getElementById(id);
  if (place) fill(place, children);
}
