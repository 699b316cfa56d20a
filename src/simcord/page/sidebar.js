// The left side: servers, channels, direct messages.

import { h, byId, replace, keepingFocus } from './dom.js';
import { icon } from './icons.js';
import { store, on, openChannel, unreadIn } from './store.js';
import { post } from './client.js';
import { avatar, channelName } from './format.js';
import { openDialog } from './dialog.js';
import { closeDrawers } from './drawers.js';
import { openHelp, toggleTheme } from './settings.js';

const TEXT = 0;
const DM = 1;
const THREADS = [10, 11, 12];

let wanted = null; // id of a channel we asked for; opened when it comes
let lastGuild = null;

export function renderSidebar() {
  byId('guild-name').textContent = store.guild?.name ?? 'Custodian local';
  keepingFocus(byId('side'), () => { renderRail(); renderChannels(); });
}

const sum = (channels) => channels.reduce((s, c) => { const u = unreadIn(store.me.id, c.id); return { direct: s.direct + u.direct, quiet: s.quiet + u.quiet }; }, { direct: 0, quiet: 0 });

function renderRail() {
  const dms = store.channels.filter((c) => c.type === DM);
  const others = store.channels.filter((c) => c.type !== DM);
  const inDm = store.channels.find((c) => c.id === store.channelId)?.type === DM;
  const item = (label, on, badge, face, act, testid) => h('button', {
    type: 'button', class: `rail-item${on ? ' on' : ''}${badge.direct + badge.quiet ? ' unread' : ''}`, 'aria-label': badge.direct ? `${label}, ${badge.direct} unread` : label, title: label, 'aria-current': on ? 'true' : null, data: { testid }, on: { click: act },
  }, face, badgeNode(badge.direct, true));
  replace(byId('rail'),
    item('Direct messages', inDm, sum(dms), icon('chat'), () => dms[0] && go(dms[0].id), 'rail-dm'),
    h('hr', {}),
    item(store.guild?.name ?? 'Server', !inDm, sum(others), h('img', { src: '/page/icon.svg', alt: '' }), () => { const c = others.find((o) => o.id === lastGuild) ?? others[0]; if (c) go(c.id); }, 'rail-guild'),
    h('span', { class: 'rail-space' }),
    h('button', { type: 'button', class: 'rail-item plain', 'aria-label': 'Dark or light', title: 'Dark or light', data: { testid: 'theme' }, on: { click: toggleTheme } }, icon(document.documentElement.dataset.theme === 'light' ? 'moon' : 'sun')),
    h('button', { type: 'button', class: 'rail-item plain', 'aria-label': 'Help and keys', title: 'Help and keys  Ctrl+/', data: { testid: 'help' }, on: { click: openHelp } }, icon('help')));
}

/** `silent` where the button's own label says the number. */
export const badgeNode = (count, silent) => (count ? h('span', { class: 'badge', 'aria-hidden': silent ? 'true' : null, data: { testid: 'badge' } },
  count > 99 ? '99+' : String(count), !silent && h('span', { class: 'sr-only' }, ' unread')) : null);

function renderChannels() {
  const of = (types) => store.channels.filter((c) => types.includes(c.type));
  const text = store.channels.filter((c) => c.type !== DM && !THREADS.includes(c.type));
  const threads = of(THREADS);
  const orphan = threads.filter((t) => !text.some((c) => c.id === t.parent_id));
  replace(byId('channels'),
    section('Text channels', h('button', { type: 'button', class: 'icon-btn small', 'aria-label': 'Create channel', title: 'Create channel', data: { testid: 'create-channel' }, on: { click: createChannel } }, icon('plus')),
      text.flatMap((c) => [row(c), ...threads.filter((t) => t.parent_id === c.id).map(row)]), orphan.map(row)),
    section('Direct messages', null, of([DM]).map(row), !of([DM]).length && h('li', { class: 'channel-none' }, 'None yet. The bot writes here when there is something only you may see.')));
}

function section(title, button, ...rows) {
  return h('section', {}, h('header', { class: 'channels-head' }, h('h2', {}, title), button), h('ul', {}, rows));
}

function row(channel) {
  const on = channel.id === store.channelId;
  const unread = unreadIn(store.me.id, channel.id);
  const thread = THREADS.includes(channel.type);
  return h('li', {}, h('button', {
    type: 'button', class: `channel${on ? ' on' : ''}${thread ? ' thread' : ''}${unread.direct + unread.quiet ? ' unread' : ''}`, 'aria-current': on ? 'page' : null,
    data: { testid: channel.type === DM ? 'dm' : 'channel', channelId: channel.id, name: channelName(channel), unread: String(unread.direct + unread.quiet) }, on: { click: () => go(channel.id) },
  },
  channel.type === DM ? avatar(store.bot, 'small') : icon(thread ? 'thread' : 'hash'),
  h('span', { class: 'channel-name' }, channelName(channel)),
  channel.type === DM && h('span', { class: `dot${store.botOnline ? ' online' : ''}`, title: store.botOnline ? 'online' : 'offline' }),
  badgeNode(unread.direct) ?? (unread.quiet ? h('span', { class: 'count' }, unread.quiet > 99 ? '99+' : String(unread.quiet), h('span', { class: 'sr-only' }, ' unread')) : null)));
}

function go(id) {
  openChannel(id);
  closeDrawers();
}

function createChannel() {
  closeDrawers();
  const input = h('input', { id: 'new-channel', class: 'input', type: 'text', maxlength: 100, placeholder: 'new-game', autocomplete: 'off', data: { testid: 'channel-name' } });
  input.addEventListener('input', () => {
    const at = input.selectionStart;
    input.value = input.value.toLowerCase().replace(/\s/g, '-');
    input.setSelectionRange(at, at);
  });
  openDialog({
    title: 'Create channel', lead: 'One channel holds one game.', submitLabel: 'Create channel', testid: 'create-channel-dialog',
    body: h('div', { class: 'field' }, h('label', { for: 'new-channel' }, 'Channel name'), h('div', { class: 'with-icon' }, icon('hash'), input)),
    async submit() {
      const name = input.value.trim().replace(/^#/, '');
      if (!name) throw new Error('A channel needs a name.');
      const { id } = await post('channel', { user: store.me.id, name });
      if (store.channels.some((c) => c.id === id)) openChannel(id);
      else wanted = id;
    },
  });
}

on('channels', ({ added, removed }) => {
  if (added && added.id === wanted) { wanted = null; openChannel(added.id); }
  if (removed && removed === store.channelId) openChannel((store.channels.find((c) => c.type === TEXT) ?? store.channels[0])?.id ?? null);
  renderSidebar();
});
on('channel', (id) => { if (store.channels.find((c) => c.id === id)?.type !== DM) lastGuild = id; renderSidebar(); });
on('unread', renderSidebar);
on('bot', renderSidebar);
on('message', ({ kind }) => { if (kind === 'create') renderSidebar(); });
document.addEventListener('unread-changed', renderSidebar);
document.addEventListener('theme', renderSidebar);
