/* Turns the server's plain elements and components into elements. Existing elements stay, and with them the focus;
   texts are never parsed as HTML. */

const NAMES = { className: 'class', htmlFor: 'for' };

const SVG = 'http://www.w3.org/2000/svg';

/* [tag, attributes, children], as `Element.node` in costdash/report/elements.py makes it. */
const isNode = (part) => Array.isArray(part) && Array.isArray(part[2]) && !Array.isArray(part[1]);

function flatten(parts) {
  if (parts === null || parts === undefined) return [];
  return Array.isArray(parts) && !isNode(parts) ? parts.flatMap(flatten) : [parts];
}

/* The style of a component as CSS: { fontSize: '2px', '--stroke': 'red' }. */
function cssOf(style) {
  const name = (key) => (key.startsWith('--') ? key : key.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase()));
  return Object.entries(style)
    .map(([key, value]) => `${name(key)}: ${value}`)
    .join('; ');
}

function attributesOf(props) {
  const attributes = new Map();
  for (const [key, value] of Object.entries(props)) {
    if (key === 'children' || value === null || value === false) continue;
    if (key === 'style') {
      attributes.set(key, cssOf(value));
      continue;
    }
    attributes.set(NAMES[key] || key.toLowerCase(), value === true && !key.includes('-') ? '' : String(value));
  }
  return attributes;
}

function setAttributes(node, wanted) {
  for (const { name } of [...node.attributes]) if (!wanted.has(name)) node.removeAttribute(name);
  for (const [name, value] of wanted) {
    const text = value === true ? '' : value;
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/* The node for a part: the existing node if it fits, otherwise a new node. */
function nodeFor(part, existing, place) {
  if (typeof part !== 'object') {
    const text = String(part);
    if (!existing || existing.nodeType !== Node.TEXT_NODE) return document.createTextNode(text);
    if (existing.data !== text) existing.data = text;
    return existing;
  }
  const [tag, attributes, children] = isNode(part)
    ? [part[0], new Map(Object.entries(part[1])), part[2]]
    : [part.type.toLowerCase(), attributesOf(part.props), part.props.children];
  const space = tag === 'svg' ? SVG : place.namespaceURI;
  const node = existing && existing.localName === tag ? existing : document.createElementNS(space, tag);
  setAttributes(node, attributes);
  fill(node, children);
  return node;
}

function fill(node, children) {
  const parts = flatten(children);
  parts.forEach((part, i) => {
    const existing = node.childNodes[i];
    const wanted = nodeFor(part, existing, node);
    if (existing === wanted) return;
    if (existing) existing.replaceWith(wanted);
    else node.append(wanted);
  });
  while (node.childNodes.length > parts.length) node.lastChild.remove();
}

/**
 * Makes components the children of an element.
 * @param {string} id
 * @param {any} children components ({type, props}), texts, or lists of them
 */
export function fillElement(id, children) {
  const place = document.getElementById(id);
  if (place) fill(place, children);
}
