// The panel above the composer: the option being typed, and what it could be.

import { h, replace } from './dom.js';
import { hintOf } from './commands.js';

export class Menu {
  constructor({ onPick, onChip }) {
    this.onPick = onPick;
    this.onChip = onChip;
    this.items = [];
    this.at = -1;
    this.mark = '';
    this.head = h('div', { class: 'hint', data: { testid: 'command-hint' } });
    this.list = h('ul', { class: 'menu-list', id: 'composer-menu', role: 'listbox', 'aria-label': 'Suggestions', data: { testid: 'suggestions' } });
    this.el = h('div', { class: 'composer-menu', hidden: true, data: { testid: 'command-menu' }, on: { pointerdown: (e) => e.preventDefault() } }, this.head, this.list);
  }

  get open() { return !this.el.hidden; }
  get size() { return this.open ? this.items.length : 0; }
  get active() { return this.open ? this.items[this.at] : undefined; }
  get first() { return this.open ? this.items[0] : undefined; }
  get activeId() { return this.open && this.at >= 0 ? `composer-item-${this.at}` : null; }

  hide() { this.el.hidden = true; }

  show(view, items, { found, closed, activate }) {
    const mark = items.map((i) => i.label).join('\n');
    if (mark !== this.mark || this.moved !== true) { this.at = activate; this.moved = false; }
    this.mark = mark;
    this.items = items;
    if (this.at >= items.length) this.at = -1;
    const entry = view.kind === 'entry' ? view : null;
    this.el.hidden = closed || (!items.length && !entry);
    if (view.kind === 'commands' && !items.length && !closed) {
      this.el.hidden = false;
      replace(this.head, h('p', { class: 'hint-note' }, 'No command fits. ', h('kbd', {}, 'Esc'), ' closes this.'));
      this.head.hidden = false;
    } else {
      this.head.hidden = !entry;
      replace(this.head, entry && this.hint(entry, found));
    }
    this.list.hidden = !items.length;
    this.list.dataset.kind = items[0]?.kind ?? '';
    this.draw();
  }

  hint({ entry, args, current }, found) {
    const option = current?.option;
    const filled = new Set(args.filter((a) => a.raw && a.option).map((a) => a.option.name));
    const chips = entry.options.map((o) => h('button', {
      type: 'button', tabindex: '-1', class: `chip${o.required ? ' required' : ''}${filled.has(o.name) ? ' filled' : ''}${o === option ? ' now' : ''}`,
      title: `${o.description} (${hintOf(o)})`, data: { testid: 'option-chip', option: o.name, required: o.required ? 'true' : 'false' },
      on: { click: () => this.onChip(o) },
    }, o.name, o.required && !filled.has(o.name) && h('span', { class: 'req' }, '*')));
    return [
      h('p', { class: 'hint-command' }, h('strong', {}, entry.label), h('span', {}, entry.description)),
      chips.length > 0 && h('div', { class: 'chips' }, chips),
      option && h('p', { class: 'hint-option', data: { testid: 'option-hint', option: option.name } },
        h('strong', {}, option.name), ' ', option.description, h('span', { class: 'hint-type' }, hintOf(option))),
      found?.pending && h('p', { class: 'hint-note' }, 'Loading suggestions…'),
      found?.error && h('p', { class: 'hint-note bad' }, found.error),
      !option && h('p', { class: 'hint-note' }, h('kbd', {}, 'Enter'), ' sends', entry.options.some((o) => !filled.has(o.name)) && [' · ', h('kbd', {}, 'Tab'), ' adds an option']),
    ];
  }

  draw() {
    let group = null;
    const rows = [];
    this.items.forEach((item, i) => {
      if (item.group && item.group !== group) {
        group = item.group;
        rows.push(h('li', { class: 'menu-group', role: 'presentation' }, item.group, item.groupNote && h('small', {}, item.groupNote)));
      }
      rows.push(this.row(item, i));
    });
    this.list.replaceChildren(...rows);
    this.point();
  }

  row(item, i) {
    return h('li', {
      class: `menu-item of-${item.kind}`, role: 'option', id: `composer-item-${i}`, 'aria-selected': 'false',
      data: { testid: item.kind === 'command' ? 'command-item' : 'suggestion', label: item.label, value: item.value },
      on: { click: () => this.onPick(item), pointermove: (e) => { if (e.movementX || e.movementY) this.to(i, false); } },
    },
    item.avatar,
    h('span', { class: 'menu-label' },
      h('span', { class: 'menu-name' }, item.label, item.required && h('span', { class: 'req' }, '*'),
        item.options?.length > 0 && h('span', { class: 'menu-options' }, item.options.map((o) => h('code', {}, o)))),
      item.detail && h('small', {}, item.detail)),
    item.hint && h('span', { class: 'menu-side' }, item.hint));
  }

  move(step) {
    const n = this.items.length;
    if (!n) return;
    const from = this.at < 0 && step < 0 ? 0 : this.at;
    this.to(Math.abs(step) === 1 ? (from + step + n) % n : Math.max(0, Math.min(n - 1, from + step)), true);
  }

  to(i, scroll) {
    if (this.at === i) return;
    this.at = i;
    this.moved = true;
    this.point(scroll);
  }

  point(scroll = true) {
    this.list.querySelectorAll('.menu-item').forEach((el, i) => {
      el.classList.toggle('active', i === this.at);
      el.setAttribute('aria-selected', String(i === this.at));
      if (i !== this.at || !scroll) return;
      if (i === 0) this.list.scrollTop = 0;
      else el.scrollIntoView({ block: 'nearest' });
    });
  }
}
