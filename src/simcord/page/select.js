// Select menus of a message: options, people, roles, channels; one or several.

import { h, freshId } from './dom.js';
import { icon } from './icons.js';
import { store, people } from './store.js';
import { avatar, nameOf, colourText } from './format.js';
import { openPopup } from './popup.js';
import { emojiNode } from './emoji.js';
import { press, pressOf, choiceOf } from './interactions.js';

export const SELECT = { STRING: 3, USER: 5, ROLE: 6, MENTIONABLE: 7, CHANNEL: 8 };

export function selectNode(message, component) {
  const last = choiceOf(message, component.custom_id);
  const options = optionsOf(component).map((o) => (last ? { ...o, default: last.includes(o.value) } : o));
  const chosen = options.filter((o) => o.default);
  const min = component.min_values ?? 1;
  const max = Math.min(component.max_values ?? 1, Math.max(options.length, 1));
  const pending = pressOf(message, component.custom_id) === 'pending';
  const label = component.placeholder || (max > 1 ? `Choose up to ${max}` : 'Make a selection');
  const button = h('button', {
    type: 'button', class: 'select', disabled: component.disabled, 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-busy': pending ? 'true' : null,
    'aria-label': chosen.length ? `${label}: ${chosen.map((o) => o.label).join(', ')}` : label,
    data: { testid: 'select', customId: component.custom_id, placeholder: component.placeholder },
    on: { click: () => show(), keydown: (e) => { if (e.key === 'ArrowDown' || e.key === 'ArrowUp') { e.preventDefault(); show(); } } },
  },
  h('span', { class: `select-text${chosen.length ? '' : ' faint'}` }, chosen.length
    ? chosen.map((o) => h('span', { class: 'select-chip' }, emojiNode(o.emoji), o.label)) : label),
  pending ? h('span', { class: 'dots' }, h('i'), h('i'), h('i')) : icon('chevron'));

  function show() {
    if (button.disabled || button.getAttribute('aria-expanded') === 'true') return;
    openMenu({ button, label, options, min, max, done: (values) => press(message, component, values) });
  }
  return button;
}

function optionsOf(component) {
  const wanted = new Set((component.default_values ?? []).map((d) => d.id));
  const person = (u) => ({ value: u.id, label: nameOf(u), description: `@${u.username}`, avatar: u, default: wanted.has(u.id) });
  const role = (r) => ({ value: r.id, label: `@${r.name}`, colour: colourText(r.color), default: wanted.has(r.id) });
  const channel = (c) => ({ value: c.id, label: `#${c.name}`, default: wanted.has(c.id) });
  const roles = () => (store.guild?.roles ?? []).filter((r) => r.id !== store.guild?.id && r.name !== '@everyone').map(role);
  switch (component.type) {
    case SELECT.USER: return [...people().map(person), ...(store.bot ? [person(store.bot)] : [])];
    case SELECT.ROLE: return roles();
    case SELECT.MENTIONABLE: return [...people().map(person), ...roles()];
    case SELECT.CHANNEL: return store.channels.filter((c) => c.type !== 1 && (!component.channel_types?.length || component.channel_types.includes(c.type))).map(channel);
    default: return component.options ?? [];
  }
}

function openMenu({ button, label, options, min, max, done }) {
  const many = max > 1 || min === 0;
  const chosen = new Set(options.filter((o) => o.default).map((o) => o.value));
  const before = [...chosen].sort().join('\n');
  const listId = freshId('list');
  let shown = options;
  let active = Math.max(0, options.findIndex((o) => o.default));

  const listEl = h('ul', { class: 'menu-list', role: 'listbox', id: listId, 'aria-label': label, 'aria-multiselectable': many ? 'true' : null });
  const search = h('input', {
    class: 'input menu-search', type: 'text', placeholder: 'Search', role: 'combobox', 'aria-expanded': 'true', 'aria-controls': listId, 'aria-label': `Search in ${label}`,
    autocomplete: 'off', on: { input: () => { filter(search.value); } },
  });
  const keys = options.length > 10 ? search : listEl;
  if (keys === listEl) listEl.tabIndex = 0;
  const count = h('span', { class: 'menu-count' });
  const ok = h('button', { type: 'button', class: 'btn btn-primary btn-small', data: { testid: 'select-done' }, on: { click: () => finish() } }, 'Done');
  const box = h('div', { class: 'menu', data: { testid: 'select-menu' }, on: { keydown: onKey } },
    h('p', { class: 'menu-title' }, label), keys === search && search, listEl, many && h('div', { class: 'menu-foot' }, count, ok));

  function filter(text) {
    const low = text.toLowerCase();
    shown = options.filter((o) => `${o.label} ${o.description ?? ''}`.toLowerCase().includes(low));
    active = 0;
    draw();
  }
  function draw() {
    listEl.replaceChildren(...shown.map((o, i) => row(o, i)));
    if (!shown.length) listEl.append(h('li', { class: 'menu-empty' }, 'Nothing fits.'));
    mark();
    const enough = chosen.size >= min;
    count.textContent = `${chosen.size} chosen · ${min === max ? `choose ${max}` : `${min} to ${max}`}`;
    ok.disabled = !enough;
  }
  function row(option, i) {
    const on = chosen.has(option.value);
    const full = many && max > 1 && !on && chosen.size >= max;
    return h('li', {
      class: `menu-item${full ? ' off' : ''}`, role: 'option', id: `${listId}-${i}`, 'aria-selected': String(on), 'aria-disabled': full ? 'true' : null,
      data: { testid: 'select-option', value: option.value, label: option.label },
      on: { click: () => choose(option), pointermove: () => { if (active !== i) { active = i; mark(); } } },
    },
    option.avatar ? avatar(option.avatar, 'small') : emojiNode(option.emoji),
    option.colour && h('span', { class: 'role-dot', vars: { '--role': option.colour } }),
    h('span', { class: 'menu-label' }, option.label, option.description && h('small', {}, option.description)),
    many ? h('span', { class: `tick${on ? ' on' : ''}` }, on && icon('check')) : on && icon('check'));
  }
  function mark() {
    [...listEl.children].forEach((el, i) => el.classList.toggle('active', i === active));
    const el = listEl.children[active];
    if (el?.id) { keys.setAttribute('aria-activedescendant', el.id); el.scrollIntoView({ block: 'nearest' }); }
  }
  function choose(option) {
    if (!option) return;
    if (!many) { popup.close('chosen'); done([option.value]); return; }
    if (chosen.has(option.value)) chosen.delete(option.value);
    else if (max === 1) { chosen.clear(); chosen.add(option.value); } else if (chosen.size < max) chosen.add(option.value);
    const at = active;
    draw();
    active = at;
    mark();
  }
  function finish() {
    if (chosen.size < min) return;
    popup.close('chosen');
    done(options.filter((o) => chosen.has(o.value)).map((o) => o.value));
  }
  function onKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step) {
      event.preventDefault();
      active = Math.max(0, Math.min(shown.length - 1, active + step));
      mark();
    } else if (event.key === 'Home' && keys === listEl) { event.preventDefault(); active = 0; mark(); } else if (event.key === 'End' && keys === listEl) { event.preventDefault(); active = shown.length - 1; mark(); } else if (event.key === 'Enter' && event.target !== ok) {
      event.preventDefault();
      if (many && (event.ctrlKey || event.metaKey)) finish(); else choose(shown[active]);
    } else if (event.key === ' ' && keys === listEl && event.target === listEl) { event.preventDefault(); choose(shown[active]); }
  }

  button.setAttribute('aria-expanded', 'true');
  const popup = openPopup(button, box, {
    className: 'select-popup', label, width: Math.max(button.offsetWidth, 300),
    onClose(why) {
      button.setAttribute('aria-expanded', 'false');
      if (document.activeElement === document.body) button.focus({ preventScroll: true });
      const changed = [...chosen].sort().join('\n') !== before;
      if (many && why === 'outside' && changed && chosen.size >= min) done(options.filter((o) => chosen.has(o.value)).map((o) => o.value));
    },
  });
  draw();
  popup.place();
  mark();
  if (keys === search && matchMedia('(pointer: coarse)').matches) listEl.tabIndex = 0;
  (keys === search && matchMedia('(pointer: coarse)').matches ? listEl : keys).focus({ preventScroll: true });
}
