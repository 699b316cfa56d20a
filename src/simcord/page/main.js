// Starts the page and keeps its parts in step.

import { h, byId, replace, isNarrow, remember, keepingFocus } from './dom.js';
import { icon } from './icons.js';
import { store, on, openChannel, currentChannel, people, unreadOf } from './store.js';
import { connect, reconnectNow } from './client.js';
import { channelName, nameOf, avatar } from './format.js';
import { mountComposer, readCommands, switchDraft, focusComposer } from './composer.js';
import { showChannel, resync } from './messages.js';
import { renderSidebar, badgeNode } from './sidebar.js';
import { renderSwitcher, openSwitcher } from './switcher.js';
import { renderMembers } from './members.js';
import { mountDrawers, openDrawer, toggleMembers } from './drawers.js';
import { showFirstRun } from './firstrun.js';

function renderHead() {
  const channel = currentChannel();
  const waiting = people().filter((u) => u.id !== store.me?.id).reduce((n, u) => n + unreadOf(u.id).direct, 0);
  const mine = store.me ? unreadOf(store.me.id).direct : 0;
  const who = h('button', { type: 'button', class: 'icon-btn narrow-only head-me', 'aria-label': `Acting as ${nameOf(store.me)}. Switch${waiting ? `; ${waiting} unread for others` : ''}`, data: { testid: 'open-switcher' }, on: { click: () => openSwitcher(who) } }, avatar(store.me, 'small'), badgeNode(waiting, true));
  keepingFocus(byId('chat-head'), () => replace(byId('chat-head'),
    h('button', { type: 'button', class: 'icon-btn narrow-only', 'aria-label': mine ? `Channels, ${mine} unread` : 'Channels', data: { testid: 'open-channels' }, on: { click: () => openDrawer('left') } }, icon('menu'), badgeNode(mine, true)),
    channel?.type === 1 ? avatar(store.bot, 'small') : icon(channel?.type === 11 ? 'thread' : 'hash', 'head-icon'),
    h('h1', { data: { testid: 'channel-title' } }, channelName(channel)),
    channel?.topic && h('span', { class: 'head-topic', title: channel.topic }, channel.topic),
    h('span', { class: 'head-space' }),
    who,
    h('button', { type: 'button', class: 'icon-btn', 'aria-label': 'Members', title: 'Members', data: { testid: 'toggle-members' }, on: { click: toggleMembers } }, icon('people'))));
  document.title = `${mine + waiting ? `(${mine + waiting}) ` : ''}${channel ? `${channel.type === 1 ? '@' : '#'}${channelName(channel)} · ` : ''}Custodian local`;
}

function renderBanners() {
  const lost = store.link === 'lost';
  replace(byId('banners'),
    lost && h('div', { class: 'banner bad', data: { testid: 'banner-lost' } }, icon('plug'), h('span', {}, 'The connection is lost. Trying again…'), h('button', { type: 'button', class: 'link-btn', on: { click: reconnectNow } }, 'Try now')),
    !lost && store.ready && !store.botOnline && h('div', { class: 'banner', data: { testid: 'banner-bot' } }, icon('warn'), h('span', {}, `${nameOf(store.bot)} is offline. Commands and buttons wait until it is back.`)));
}

/** Opens where this person was, or the place that matches where the last one was. */
function placeFor(before) {
  const hashChannel = decodeURIComponent(location.hash.slice(1)).split('/')[1];
  const keep = store.channels.find((c) => c.id === (before?.id ?? hashChannel));
  if (keep) return keep.id;
  if (before?.type === 1) { const dm = store.channels.find((c) => c.type === 1); if (dm) return dm.id; }
  const last = remember('channel');
  return (store.channels.find((c) => c.id === last) ?? store.channels.find((c) => c.type === 0) ?? store.channels[0])?.id ?? null;
}

let place = null; // the channel open before the switch

on('ready', ({ sameUser }) => {
  byId('app').setAttribute('aria-busy', 'false');
  readCommands();
  const target = placeFor(place);
  const moved = target !== store.channelId;
  if (moved) openChannel(target); // renders by its event
  else if (sameUser) { resync(); } else enterChannel();
  renderAround();
  note();
});

function renderAround() {
  renderSidebar();
  renderSwitcher();
  renderMembers();
  renderHead();
  renderBanners();
}

function enterChannel() {
  place = currentChannel() ?? null;
  switchDraft();
  showChannel();
  renderHead();
  if (!isNarrow()) focusComposer();
}

on('channel', () => {
  enterChannel();
  note();
});

/** Person and place stand in the address, so that a reload (or a second tab) opens the same. */
function note() {
  if (!store.me) return;
  history.replaceState(null, '', `#${store.me.id}/${store.channelId ?? ''}`);
  if (currentChannel()?.type === 0) remember('channel', store.channelId);
}

on('link', renderBanners);
on('bot', renderBanners);
on('unread', renderHead);
on('channels', renderHead);
on('message', ({ kind }) => { if (kind === 'create') renderHead(); });
document.addEventListener('unread-changed', renderHead);

addEventListener('keydown', (event) => {
  if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && !document.querySelector('dialog[open]')) {
    event.preventDefault();
    const order = [...byId('channels').querySelectorAll('[data-channel-id]')].map((el) => el.dataset.channelId);
    const at = order.indexOf(store.channelId);
    openChannel(order[(at + (event.key === 'ArrowDown' ? 1 : -1) + order.length) % order.length]);
    return;
  }
  // Typing anywhere goes to the composer, as in a chat.
  const typing = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== ' ';
  const busy = event.target.closest?.('input, textarea, select, dialog, .popup, [contenteditable]');
  if (typing && !busy && !document.querySelector('dialog[open]')) focusComposer();
});

// The keyboard of a phone takes part of the window; what is left is ours.
visualViewport?.addEventListener('resize', () => {
  const { height, scale } = visualViewport;
  if (scale > 1.01) return; // zoomed by hand
  byId('app').style.setProperty('--height', height < innerHeight - 60 ? `${height}px` : '100dvh');
  scrollTo(0, 0);
});

mountComposer();
mountDrawers();
showFirstRun();
const hashUser = decodeURIComponent(location.hash.slice(1)).split('/')[0];
connect(/^\d+$/.test(hashUser) ? hashUser : null);
