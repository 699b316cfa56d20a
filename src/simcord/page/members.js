// The right side: who is here, by role.

import { h, byId, replace, keepingFocus } from './dom.js';
import { icon } from './icons.js';
import { store, on, people, rolesOf } from './store.js';
import { avatar, nameOf, colourText } from './format.js';
import { roleColour } from './message.js';
import { actAs } from './switcher.js';
import { openPopup, closePopup } from './popup.js';
import { closeDrawers } from './drawers.js';

export function renderMembers() {
  const left = new Set(people().map((u) => u.id));
  const groups = [];
  const hoisted = (store.guild?.roles ?? []).filter((r) => r.hoist).sort((a, b) => (b.position ?? 0) - (a.position ?? 0));
  for (const role of hoisted) {
    const here = people().filter((u) => left.has(u.id) && rolesOf(u.id).some((r) => (r.id ?? r) === role.id));
    here.forEach((u) => left.delete(u.id));
    if (here.length) groups.push([role.name, here]);
  }
  groups.push(['Members', people().filter((u) => left.has(u.id))]);
  if (store.bot) groups.push([store.botOnline ? 'App — online' : 'App — offline', [store.bot]]);
  keepingFocus(byId('members'), () => replace(byId('members'), groups.filter(([, list]) => list.length).map(([title, list]) => h('section', {},
    h('h2', {}, `${title}${list[0] === store.bot ? '' : ` — ${list.length}`}`), h('ul', {}, list.map((u) => h('li', {}, memberRow(u))))))));
}

function memberRow(user) {
  const bot = user.id === store.bot?.id;
  const button = h('button', {
    type: 'button', class: `member${bot && !store.botOnline ? ' off' : ''}`, data: { testid: 'member', userId: user.id, username: user.username }, on: { click: () => card(user, button) },
  }, h('span', { class: 'avatar-wrap' }, avatar(user), h('span', { class: `dot${bot && !store.botOnline ? '' : ' online'}` })),
  h('span', { class: 'member-name', vars: { '--role': roleColour(user.id) } }, nameOf(user)),
  user.id === store.guild?.owner_id && h('span', { class: 'owner', title: 'Owner of the server' }, icon('crown')),
  user.id === store.me?.id && h('span', { class: 'tag quiet' }, 'you'), bot && h('span', { class: 'tag' }, 'App'));
  return button;
}

function card(user, anchor) {
  const bot = user.id === store.bot?.id;
  const roles = rolesOf(user.id).map((r) => store.guild?.roles?.find((x) => x.id === (r.id ?? r))).filter((r) => r && r.name !== '@everyone');
  const act = (label, fn, testid) => h('button', { type: 'button', class: 'btn btn-secondary', data: { testid }, on: { click: () => { closePopup(); closeDrawers(); fn(); } } }, label);
  openPopup(anchor, h('div', { class: 'card' },
    h('div', { class: 'card-head' }, avatar(user, 'large'), h('div', {}, h('strong', {}, nameOf(user)), h('small', {}, user.username))),
    roles.length > 0 && h('p', { class: 'card-roles' }, roles.map((r) => h('span', {}, h('i', { class: 'role-dot', vars: { '--role': colourText(r.color) } }), r.name))),
    h('div', { class: 'card-acts' },
      !bot && user.id !== store.me.id && act(`Act as ${nameOf(user)}`, () => actAs(user.id), 'act-as'),
      act('Mention', () => document.dispatchEvent(new CustomEvent('compose', { detail: `@${nameOf(user)} ` })), 'mention'))), { width: 260, label: nameOf(user) });
}

on('ready', renderMembers);
on('bot', renderMembers);
on('members', renderMembers);
