// A page as a tree of plain values, and one function that makes the document look like it.

const SVG_SPACE = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "selected", "disabled", "indeterminate", "open"]);

/**
 * What we know of the elements that we made.
 * @type {WeakMap<globalThis.Node, { key: Key | null, attrs: Attributes, handlers: Record<string, Handler | null | undefined>, listens: Set<string> }>}
 */
const made = new WeakMap();

/**
 * Return a node: a tag, its attributes (`key`, `on: {event: handler}`, `style: {name: value}`, `class`), its children.
 * @param {string} tag
 * @param {Attributes | null} [attrs]
 * @param {Child[]} children
 * @returns {Tree}
 */
export function h(tag, attrs, ...children) {
  const { key = null, ...rest } = attrs ?? {};
  return { tag, key, attrs: rest, children: shownOf(children) };
}

/**
 * Make the children of an element look like the given nodes, keeping every element whose key or place is the same.
 * @param {Element} root
 * @param {Child[]} nodes
 */
export function render(root, ...nodes) {
  const focused = document.activeElement;
  patchChildren(root, shownOf(nodes));
  if (focused && focused !== document.activeElement && focused.isConnected && root.contains(focused)) {
    /** @type {HTMLElement} */ (focused).focus({ preventScroll: true }); // moving an element takes its focus away
  }
}

/**
 * Return the key of an element that we made.
 * @param {Element | null} element
 */
export function keyOf(element) {
  return (element && made.get(element)?.key) ?? null;
}

/**
 * @param {Child[]} children
 * @returns {(Tree | string | number)[]}
 */
function shownOf(children) {
  const all = /** @type {any[]} */ (children).flat(Infinity);
  return all.filter((child) => child !== null && child !== undefined && typeof child !== "boolean" && child !== "");
}

/**
 * @param {Element} element
 * @param {(Tree | string | number)[]} wanted
 */
function patchChildren(element, wanted) {
  /** @type {Map<Key, ChildNode>} */
  const keyed = new Map();
  /** @type {ChildNode[]} */
  const unkeyed = [];
  for (const child of element.childNodes) {
    const key = made.get(child)?.key ?? null;
    if (key !== null) keyed.set(key, child);
    else unkeyed.push(child);
  }
  let next = element.firstChild;
  for (const node of wanted) {
    const key = typeof node === "object" ? node.key : null;
    const found = key !== null ? keyed.get(key) : unkeyed.shift();
    const fits = found && isSame(found, node);
    const child = fits ? found : make(node, element);
    if (found && !fits) {
      if (found === next) next = found.nextSibling;
      found.remove();
    }
    if (key !== null) keyed.delete(key);
    if (child === next) next = next.nextSibling;
    else element.insertBefore(child, next);
    patch(child, node);
  }
  for (const child of [...keyed.values(), ...unkeyed]) child.remove();
}

/**
 * @param {ChildNode} found
 * @param {Tree | string | number} node
 */
function isSame(found, node) {
  if (typeof node !== "object") return found instanceof Text;
  return found instanceof Element && found.localName === node.tag;
}

/**
 * @param {Tree | string | number} node
 * @param {Element} parent
 */
function make(node, parent) {
  if (typeof node !== "object") return document.createTextNode(String(node));
  const drawing = node.tag === "svg" || (parent.namespaceURI === SVG_SPACE && parent.localName !== "foreignObject");
  const element = drawing ? document.createElementNS(SVG_SPACE, node.tag) : document.createElement(node.tag);
  made.set(element, { key: node.key, attrs: {}, handlers: {}, listens: new Set() });
  return element;
}

/**
 * @param {ChildNode} child
 * @param {Tree | string | number} node
 */
function patch(child, node) {
  if (typeof node !== "object") {
    const text = /** @type {Text} */ (child);
    if (text.data !== String(node)) text.data = String(node);
    return;
  }
  const element = /** @type {HTMLElement} */ (child);
  const known = made.get(element) ?? { key: null, attrs: {}, handlers: {}, listens: new Set() };
  made.set(element, known);
  const before = known.attrs;
  for (const name of Object.keys(before)) if (!(name in node.attrs)) setAttr(element, name, null, before[name]);
  for (const [name, value] of Object.entries(node.attrs)) setAttr(element, name, value, before[name]);
  known.attrs = node.attrs;
  patchChildren(element, node.children);
}

/**
 * @param {any} element
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function setAttr(element, name, value, before) {
  if (name === "on") return setHandlers(element, value ?? {});
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

/**
 * @param {HTMLElement} element
 * @param {Record<string, Handler | null | undefined>} wanted
 */
function setHandlers(element, wanted) {
  const known = made.get(element);
  if (!known) return;
  known.handlers = wanted;
  for (const event of Object.keys(wanted)) {
    if (known.listens.has(event)) continue;
    known.listens.add(event);
    element.addEventListener(event, (happened) => known.handlers[event]?.(happened));
  }
}

/**
 * @param {HTMLElement} element
 * @param {Record<string, string | number>} wanted
 * @param {Record<string, string | number>} before
 */
function setStyle(element, wanted, before) {
  // Through the object model: the content policy of the site forbids style attributes.
  for (const name of Object.keys(before)) if (!(name in wanted)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(wanted)) {
    if (before[name] !== value) element.style.setProperty(name, String(value));
  }
}
