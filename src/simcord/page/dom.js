// Builds DOM nodes. Strings always become text nodes: nothing that comes from the server is ever read as HTML.

/**
 * h('button', { class: 'x', on: { click }, data: { testid: 'y' }, 'aria-label': 'z' }, 'text', node, [more])
 * `vars` sets CSS custom properties; true gives an empty attribute, false/null/undefined none.
 */
export function h(tag, props, ...children) {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) setProp(el, key, value);
  append(el, children);
  return el;
}

function setProp(el, key, value) {
  if (value === null || value === undefined || value === false) return;
  switch (key) {
    case 'class': el.className = value; break;
    case 'on': for (const [type, fn] of Object.entries(value)) el.addEventListener(type, fn); break;
    case 'data': for (const [k, v] of Object.entries(value)) if (v !== undefined && v !== null) el.dataset[k] = v; break;
    case 'vars': for (const [k, v] of Object.entries(value)) if (v) el.style.setProperty(k, v); break;
    case 'value': el.value = value; break;
    default: el.setAttribute(key, value === true ? '' : value);
  }
}

export function append(el, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    el.append(child instanceof Node ? child : String(child));
  }
  return el;
}

export function replace(el, ...children) {
  el.replaceChildren();
  return append(el, children);
}

export const byId = (id) => document.getElementById(id);

/** Only web addresses and this server's own paths may become a link or a picture. */
export function safeUrl(url) {
  if (typeof url !== 'string') return null;
  try {
    const parsed = new URL(url, location.origin);
    return parsed.protocol === 'http:' || parsed.protocol === 'https:' ? parsed.href : null;
  } catch {
    return null;
  }
}

/** Draws a part anew and puts the focus back on what is the same thing in it. */
export function keepingFocus(container, draw) {
  const focused = document.activeElement;
  const mark = container.contains(focused) ? ['testid', 'channelId', 'userId', 'label'].filter((k) => focused.dataset[k]).map((k) => `[data-${k.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}="${CSS.escape(focused.dataset[k])}"]`).join('') : '';
  draw();
  if (mark) container.querySelector(mark)?.focus({ preventScroll: true });
}

let counter = 0;
export const freshId = (prefix) => `${prefix}-${++counter}`;

export function remember(key, value) {
  try {
    if (value === undefined) return localStorage.getItem(`custodian.${key}`);
    localStorage.setItem(`custodian.${key}`, value);
  } catch { /* storage may be switched off */ }
  return null;
}

export const isNarrow = () => matchMedia('(max-width: 900px)').matches;
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
