// The rows under a message: buttons and select menus.

import { h, safeUrl } from './dom.js';
import { icon } from './icons.js';
import { emojiNode } from './emoji.js';
import { selectNode } from './select.js';
import { press, pressOf, pressError } from './interactions.js';

const ROW = 1;
const BUTTON = 2;
const SELECTS = [3, 5, 6, 7, 8];
const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

export function componentRows(message) {
  const rows = (message.components ?? []).filter((row) => row.type === ROW).map((row) => h('div', { class: 'row' }, (row.components ?? []).map((c) => nodeOf(message, c))));
  if (!rows.length) return null;
  const error = pressError(message);
  return h('div', { class: 'rows', data: { testid: 'components' } }, rows,
    error && h('p', { class: 'press-error', role: 'alert', data: { testid: 'press-error' } }, icon('warn'), error));
}

function nodeOf(message, component) {
  if (component.type === BUTTON) return component.style === 5 ? linkButton(component) : button(message, component);
  if (SELECTS.includes(component.type)) return selectNode(message, component);
  return null;
}

function face(component) {
  return [emojiNode(component.emoji), component.label && h('span', { data: { testid: 'button-label' } }, component.label)];
}

function button(message, component) {
  const pending = pressOf(message, component.custom_id) === 'pending';
  return h('button', {
    type: 'button', class: `btn btn-${STYLES[component.style] ?? 'secondary'}`, disabled: component.disabled, 'aria-busy': pending ? 'true' : null,
    'aria-label': component.label ? null : component.emoji?.name ?? 'button',
    data: { testid: 'button', label: component.label ?? component.emoji?.name, customId: component.custom_id, style: component.style },
    on: { click: () => press(message, component) },
  }, face(component), pending && h('span', { class: 'dots over', 'aria-label': 'waiting' }, h('i'), h('i'), h('i')));
}

function linkButton(component) {
  const href = safeUrl(component.url);
  return h('a', {
    class: 'btn btn-link', href, target: '_blank', rel: 'noopener noreferrer', 'aria-disabled': component.disabled || !href ? 'true' : null,
    data: { testid: 'button', label: component.label, style: 5 },
  }, face(component), icon('open'));
}
