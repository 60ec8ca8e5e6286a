/* Turns the server's plain components into elements. Existing elements stay, and with them the focus;
   texts are never parsed as HTML. */

const NAMES = { className: 'class', htmlFor: 'for' };

const flatten = (parts) => [parts].flat(Infinity).filter((part) => part !== null && part !== undefined);

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

function setAttributes(node, props) {
  const wanted = attributesOf(props);
  for (const { name } of [...node.attributes]) if (!wanted.has(name)) node.removeAttribute(name);
  for (const [name, value] of wanted) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/* The node for a part: the existing node if it fits, otherwise a new node. */
function nodeFor(part, existing) {
  if (typeof part !== 'object') {
    const text = String(part);
    if (!existing || existing.nodeType !== Node.TEXT_NODE) return document.createTextNode(text);
    if (existing.data !== text) existing.data = text;
    return existing;
  }
  const { type, props } = part;
  const fits = existing && existing.nodeName === type.toUpperCase();
  const node = fits ? existing : document.createElement(type);
  setAttributes(node, props);
  fill(node, props.children);
  return node;
}

function fill(node, children) {
  const parts = flatten(children);
  parts.forEach((part, i) => {
    const existing = node.childNodes[i];
    const wanted = nodeFor(part, existing);
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
