// A page as a tree of plain values, and one function that makes the document look like it.

const SVG_SPACE = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "selected", "disabled", "indeterminate", "open"]);

/** Return a node: a tag, its attributes (`key`, `on: {event: handler}`, `style: {name: value}`, `class`), its children. */
export function h(tag, attrs, ...children) {
  const { key = null, ...rest } = attrs ?? {};
  return { tag, key, attrs: rest, children: children.flat(Infinity).filter(isShown) };
}

/** Make the children of an element look like the given nodes, keeping every element whose key or place is the same. */
export function render(root, ...nodes) {
  const focused = document.activeElement;
  patchChildren(root, nodes.flat(Infinity).filter(isShown));
  if (focused && focused !== document.activeElement && focused.isConnected && root.contains(focused)) {
    focused.focus({ preventScroll: true }); // moving an element takes its focus away
  }
}

function isShown(child) {
  return child !== null && child !== undefined && child !== false && child !== true && child !== "";
}

function patchChildren(element, wanted) {
  const keyed = new Map();
  const unkeyed = [];
  for (const child of element.childNodes) {
    if (child.nodeKey !== undefined && child.nodeKey !== null) keyed.set(child.nodeKey, child);
    else unkeyed.push(child);
  }
  let next = element.firstChild;
  for (const node of wanted) {
    const found = typeof node === "object" && node.key !== null ? keyed.get(node.key) : unkeyed.shift();
    const fits = found && isSame(found, node);
    const child = fits ? found : make(node, element);
    if (found && !fits) {
      if (found === next) next = found.nextSibling;
      found.remove();
    }
    if (node.key !== undefined && node.key !== null) keyed.delete(node.key);
    if (child === next) next = next.nextSibling;
    else element.insertBefore(child, next);
    patch(child, node);
  }
  for (const child of [...keyed.values(), ...unkeyed]) child.remove();
}

function isSame(found, node) {
  if (typeof node !== "object") return found.nodeType === Node.TEXT_NODE;
  return found.nodeType === Node.ELEMENT_NODE && found.localName === node.tag;
}

function make(node, parent) {
  if (typeof node !== "object") return document.createTextNode(node);
  const drawing = node.tag === "svg" || (parent.namespaceURI === SVG_SPACE && parent.localName !== "foreignObject");
  const element = drawing ? document.createElementNS(SVG_SPACE, node.tag) : document.createElement(node.tag);
  element.nodeKey = node.key;
  return element;
}

function patch(element, node) {
  if (typeof node !== "object") {
    if (element.data !== String(node)) element.data = node;
    return;
  }
  const before = element.nodeAttrs ?? {};
  for (const name of Object.keys(before)) if (!(name in node.attrs)) setAttr(element, name, null, before[name]);
  for (const [name, value] of Object.entries(node.attrs)) setAttr(element, name, value, before[name]);
  element.nodeAttrs = node.attrs;
  patchChildren(element, node.children);
}

function setAttr(element, name, value, before) {
  if (name === "on") return setHandlers(element, value ?? {}, before ?? {});
  if (name === "style") return setStyle(element, value ?? {}, before ?? {});
  if (PROPERTIES.has(name)) {
    // What somebody is typing stays, unless the page means another value than last time.
    if (before !== value) element[name] = value ?? (name === "value" ? "" : false);
    return;
  }
  if (before === value) return;
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

function setHandlers(element, wanted, before) {
  element.nodeHandlers = wanted;
  for (const event of Object.keys(wanted)) {
    if (event in before || element.nodeListens?.has(event)) continue;
    (element.nodeListens ??= new Set()).add(event);
    element.addEventListener(event, (happened) => element.nodeHandlers[event]?.(happened));
  }
}

function setStyle(element, wanted, before) {
  // Through the object model: the content policy of the site forbids style attributes.
  for (const name of Object.keys(before)) if (!(name in wanted)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(wanted)) {
    if (before[name] !== value) element.style.setProperty(name, value);
  }
}
