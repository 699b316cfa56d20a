// "Acting as": which of the eight people we are, and who has something waiting.

import { h, byId, replace, isNarrow, keepingFocus } from './dom.js';
import { icon } from './icons.js';
import { store, on, people, unreadOf } from './store.js';
import { connect } from './client.js';
import { avatar, nameOf, plural } from './format.js';
import { badgeNode } from './sidebar.js';
import { openSettings } from './settings.js';
import { openPopup, closePopup, announce } from './popup.js';
import { closeDrawers } from './drawers.js';
import { forgetAll } from './interactions.js';

export function actAs(userId) {
  closePopup();
  closeDrawers();
  if (!userId || userId === store.me?.id) return;
  byId('app').setAttribute('aria-busy', 'true');
  forgetAll();
  connect(userId);
}

export function renderSwitcher() {
  if (!store.me) return;
  keepingFocus(byId('acting'), () => replace(byId('acting'),
    h('div', { class: 'acting-me' }, avatar(store.me),
      h('div', { class: 'acting-name' }, h('small', {}, 'Acting as'), h('strong', { data: { testid: 'acting-as', userId: store.me.id, username: store.me.username } }, nameOf(store.me))),
      h('button', { type: 'button', class: 'icon-btn', 'aria-label': `Settings of ${nameOf(store.me)}`, title: 'Settings', data: { testid: 'settings' }, on: { click: openSettings } }, icon('gear'))),
    h('div', { class: 'acting-row', role: 'group', 'aria-label': 'Act as' }, people().map((u, i) => personButton(u, i)))));
}

function personButton(user, i) {
  const unread = unreadOf(user.id);
  const me = user.id === store.me.id;
  const label = `${nameOf(user)}${me ? ' (you)' : ''}${unread.direct ? `, ${plural(unread.direct, 'unread message')} for them` : ''}`;
  return h('button', {
    type: 'button', class: `person${me ? ' on' : ''}`, 'aria-pressed': String(me), 'aria-label': label, title: `${label}${i < 9 ? `  Alt+${i + 1}` : ''}`,
    data: { testid: 'user', userId: user.id, username: user.username, unread: String(unread.direct + unread.quiet), direct: String(unread.direct) }, on: { click: () => actAs(user.id) },
  }, avatar(user), badgeNode(unread.direct, true) ?? (unread.quiet ? h('span', { class: 'quiet' }) : null), i < 9 && h('span', { class: 'person-key', 'aria-hidden': 'true' }, String(i + 1)));
}

/** The phone's way: a sheet with everybody's full name. */
export function openSwitcher(anchor) {
  const list = h('div', { class: 'menu', data: { testid: 'user-menu' } }, h('p', { class: 'menu-title' }, 'Acting as'),
    h('ul', { class: 'menu-list' }, people().map((u, i) => {
      const unread = unreadOf(u.id);
      const me = u.id === store.me.id;
      return h('li', {}, h('button', {
        type: 'button', class: 'menu-item', 'aria-current': me ? 'true' : null, data: { testid: 'user', userId: u.id, username: u.username, direct: String(unread.direct) }, on: { click: () => actAs(u.id) },
      }, avatar(u, 'small'), h('span', { class: 'menu-label' }, nameOf(u)), me ? icon('check') : badgeNode(unread.direct) ?? (unread.quiet ? h('span', { class: 'count' }, String(unread.quiet)) : null), !isNarrow() && h('kbd', {}, `Alt+${i + 1}`)));
    })),
    h('div', { class: 'menu-foot' }, h('button', { type: 'button', class: 'btn btn-secondary btn-small', on: { click: () => { closePopup(); openSettings(); } } }, icon('gear'), 'Settings')));
  openPopup(anchor, list, { width: 280, label: 'Acting as' });
  list.querySelector('[aria-current]')?.focus();
}

/** The next person after us who has something to read that is meant for them. */
function nextWaiting() {
  const all = people();
  const from = all.findIndex((u) => u.id === store.me?.id);
  const order = [...all.slice(from + 1), ...all.slice(0, from)];
  const next = order.find((u) => unreadOf(u.id).direct);
  if (next) actAs(next.id);
  else announce('Nobody else has unread messages');
}

addEventListener('keydown', (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.code === 'Digit0') {
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) nextWaiting();
    return;
  }
  const number = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  const user = number && people()[Number(number) - 1];
  if (!user) return;
  event.preventDefault();
  if (document.querySelector('dialog[open]')) return;
  actAs(user.id);
});

on('ready', ({ sameUser }) => { renderSwitcher(); if (!sameUser) announce(`Acting as ${nameOf(store.me)}`); });
on('unread', renderSwitcher);
on('message', ({ kind }) => { if (kind !== 'update') renderSwitcher(); });
document.addEventListener('unread-changed', renderSwitcher);
