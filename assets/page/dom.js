/* The server's plain components as elements. What stands there already stays, so that the focus
   does; text is never read as markup. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const NAMES = { className: 'class', htmlFor: 'for' };

  const listed = (parts) => [parts].flat(Infinity).filter((part) => part !== null && part !== undefined);

  function attributes(props) {
    const found = new Map();
    for (const [key, value] of Object.entries(props)) {
      if (key === 'children' || value === null || value === false) continue;
      found.set(NAMES[key] || key.toLowerCase(), value === true && !key.includes('-') ? '' : String(value));
    }
    return found;
  }

  function dress(node, props) {
    const wanted = attributes(props);
    for (const { name } of [...node.attributes]) if (!wanted.has(name)) node.removeAttribute(name);
    for (const [name, value] of wanted) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }

  function grown(there, part) {
    if (typeof part !== 'object') {
      const text = String(part);
      if (!there || there.nodeType !== Node.TEXT_NODE) return document.createTextNode(text);
      if (there.data !== text) there.data = text;
      return there;
    }
    const { type, props } = part;
    const same = there && there.nodeName === type.toUpperCase();
    const node = same ? there : document.createElement(type);
    dress(node, props);
    fill(node, props.children);
    return node;
  }

  function fill(node, children) {
    const parts = listed(children);
    parts.forEach((part, i) => {
      const there = node.childNodes[i];
      const wanted = grown(there, part);
      if (there === wanted) return;
      if (there) there.replaceWith(wanted);
      else node.append(wanted);
    });
    while (node.childNodes.length > parts.length) node.lastChild.remove();
  }

  costdash.elements = {
    fill(id, children) {
      const place = document.getElementById(id);
      if (place) fill(place, children);
    },
  };
})();
