// The list in the middle: keeps the DOM in step with the store, the scroll at the newest, and older pages coming.

import { h, byId, replace, calm } from './dom.js';
import { icon } from './icons.js';
import { store, on, listOf, currentChannel, prependMessages, unreadIn } from './store.js';
import { post, history } from './client.js';
import { messageNode, startsDay, dateOf, isEphemeral } from './message.js';
import { channelName, longDay, nameOf, avatar, plural } from './format.js';
import { notes, dropNote } from './interactions.js';

const log = byId('log');
const list = byId('messages');
const start = byId('log-start');
const notesEl = byId('notes');
const jump = byId('jump');

let stuck = true; // the newest message is in view, and stays so
let missed = 0; // messages that came while scrolled up
let newFrom = null; // id of the first message that was unread when the channel was opened
let loading = false;

const visible = () => listOf(store.channelId);

function renderAll() {
  list.setAttribute('aria-live', 'off'); // a whole channel is not read aloud
  const messages = visible();
  const out = document.createDocumentFragment();
  messages.forEach((m, i) => out.append(...rowsOf(m, messages[i - 1])));
  list.replaceChildren(out);
  renderStart();
  renderNotes();
  setTimeout(() => list.setAttribute('aria-live', 'polite'), 300);
}

/** A message with what belongs above it: the day, the line of new messages. */
function rowsOf(message, before) {
  const rows = [];
  const firstNew = message.id === newFrom;
  if (startsDay(message, before)) rows.push(divider(longDay(dateOf(message)), message.id, firstNew));
  else if (firstNew) rows.push(divider('', message.id, true));
  rows.push(messageNode(message, before));
  return rows;
}

function divider(text, id, isNew) {
  return h('div', { class: `divider${isNew ? ' new' : ''}`, role: 'separator', 'aria-label': [text, isNew && 'new messages'].filter(Boolean).join(', '), data: { of: id } },
    text && h('span', {}, text), isNew && h('span', { class: 'new-tag' }, 'New'));
}

function renderStart() {
  const channel = currentChannel();
  if (!channel) { start.replaceChildren(); return; }
  if (!store.exhausted.has(channel.id)) {
    replace(start, h('p', { class: 'log-more' }, loading ? 'Loading older messages…' : h('button', { type: 'button', class: 'link-btn', on: { click: loadOlder } }, 'Load older messages')));
    return;
  }
  const name = channelName(channel);
  replace(start, channel.type === 1
    ? h('div', { class: 'welcome' }, avatar(store.bot, 'huge'), h('h2', {}, name), h('p', {}, `Your direct messages with ${name}. Hands and secret choices arrive here; only ${nameOf(store.me)} can read them.`))
    : h('div', { class: 'welcome' }, h('span', { class: 'welcome-icon' }, icon(channel.type === 11 ? 'thread' : 'hash')), h('h2', {}, `Welcome to #${name}`), h('p', {}, `This is the beginning of #${name}. One channel holds one game.`)));
}

const elementOf = (id) => document.getElementById(`m-${id}`);

function clearRows(id) {
  elementOf(id)?.remove();
  for (const el of list.querySelectorAll(`.divider[data-of="${CSS.escape(id)}"]`)) el.remove();
}

/** Draws a message anew where it stands, keeping focus in it, and the head of the one after it. */
function refresh(message, { after = true } = {}) {
  const messages = visible();
  const at = messages.findIndex((m) => m.id === message.id);
  const focus = focusMark(message.id);
  const pictures = [...(elementOf(message.id)?.querySelectorAll('.picture img') ?? [])];
  clearRows(message.id);
  if (at >= 0) {
    const next = messages[at + 1];
    const anchor = next ? firstRow(next.id) : null;
    for (const row of rowsOf(message, messages[at - 1])) list.insertBefore(row, anchor);
    keepPictures(message.id, pictures);
    focus?.();
  }
  const follower = at >= 0 ? messages[at + 1] : null;
  if (after && follower) refresh(follower, { after: false });
}

/** A picture that stays is not loaded again, so that an edit does not flicker. */
function keepPictures(id, old) {
  for (const img of elementOf(id)?.querySelectorAll('.picture img') ?? []) {
    const at = old.findIndex((o) => o.src === img.src && o.complete && o.naturalWidth);
    if (at >= 0) img.replaceWith(old.splice(at, 1)[0]);
  }
}

const firstRow = (id) => list.querySelector(`.divider[data-of="${CSS.escape(id)}"]`) ?? elementOf(id);

function focusMark(id) {
  const el = elementOf(id);
  const focused = document.activeElement;
  if (!el || !el.contains(focused)) return null;
  const { customId } = focused.dataset;
  return () => {
    const now = elementOf(id);
    const same = customId && now?.querySelector(`[data-custom-id="${CSS.escape(customId)}"]`);
    if (same && !same.disabled) same.focus({ preventScroll: true });
    else if (document.activeElement === document.body) log.focus({ preventScroll: true });
  };
}

function onMessage({ kind, message }) {
  if (kind === 'create') typingDone(message);
  if (message.channel_id !== store.channelId) return;
  if (kind === 'delete') {
    const messages = visible();
    clearRows(message.id);
    const next = messages.find((m) => BigInt(m.id) > BigInt(message.id));
    if (next) refresh(next, { after: false });
  } else {
    refresh(message);
  }
  if (kind === 'create') {
    const own = message.author?.id === store.me.id || isEphemeral(message) || (message.interaction ?? message.interaction_metadata)?.user?.id === store.me.id;
    if (own) stuck = true;
    else if (!stuck) missed += 1;
  }
  follow();
  readIfSeen();
}

function follow() {
  if (stuck) log.scrollTop = log.scrollHeight;
  renderJump();
}

function renderJump() {
  jump.hidden = stuck;
  replace(jump, icon('down'), missed ? plural(missed, 'new message') : 'Jump to newest');
}

export function toNewest() {
  stuck = true;
  missed = 0;
  log.scrollTo({ top: log.scrollHeight, behavior: calm() ? 'auto' : 'smooth' });
  renderJump();
  readIfSeen();
}

jump.addEventListener('click', toNewest);

let lastTop = 0;
log.addEventListener('scroll', () => {
  const gap = log.scrollHeight - log.scrollTop - log.clientHeight;
  if (gap < 40) { if (!stuck) { stuck = true; missed = 0; readIfSeen(); } } else if (log.scrollTop < lastTop - 1) stuck = false;
  lastTop = log.scrollTop;
  renderJump();
  if (log.scrollTop < 250) loadOlder();
}, { passive: true });

// Pictures, folding banners and the keyboard of a phone change heights; whoever was at the newest stays there.
const keepEnd = new ResizeObserver(() => { if (stuck) log.scrollTop = log.scrollHeight; });
keepEnd.observe(list);
keepEnd.observe(notesEl);
keepEnd.observe(log);

async function loadOlder() {
  const channel = store.channelId;
  const oldest = visible()[0];
  if (loading || !channel || !oldest || store.exhausted.has(channel)) return;
  loading = true;
  renderStart();
  try {
    const older = await history(channel, oldest.id);
    const added = prependMessages(channel, older);
    if (!added.length) store.exhausted.add(channel);
    if (store.channelId !== channel) return;
    const messages = visible();
    const before = log.scrollHeight - log.scrollTop;
    const out = document.createDocumentFragment();
    added.forEach((m, i) => out.append(...rowsOf(m, messages[i - 1])));
    list.prepend(out);
    refresh(oldest, { after: false });
    loading = false;
    renderStart();
    log.scrollTop = log.scrollHeight - before;
  } catch { /* the button stays */ } finally {
    loading = false;
    renderStart();
  }
}

/** Tells the server that what is unread here has been seen: the page is visible and the newest in view. */
export function readIfSeen() {
  const channel = store.channelId;
  if (!channel || !store.me || document.hidden || !stuck || store.link !== 'open') return;
  if (!(store.unread[store.me.id]?.[channel] > 0)) return;
  store.unread[store.me.id][channel] = 0;
  post('read', { user: store.me.id, channel }).catch(() => {});
  document.dispatchEvent(new CustomEvent('unread-changed'));
}

document.addEventListener('visibilitychange', readIfSeen);
addEventListener('focus', readIfSeen);

function renderNotes() {
  const here = notes.filter((n) => n.channel === store.channelId && n.user.id === store.me?.id);
  replace(notesEl, here.map((note) => h('div', { class: `message note ${note.state}`, data: { testid: 'note', state: note.state } },
    h('div', { class: 'reference' }, h('span', { class: 'hook' }), avatar(note.user, 'tiny'), h('span', { class: 'reference-name' }, nameOf(note.user)), ' used ', h('span', { class: 'mention' }, note.label)),
    h('span', { class: 'gutter' }, avatar(store.bot)),
    h('div', { class: 'message-main' },
      h('div', { class: 'head' }, h('span', { class: 'author' }, nameOf(store.bot)), h('span', { class: 'tag' }, 'App')),
      note.state === 'failed'
        ? [h('div', { class: 'failed' }, icon('warn'), note.text), h('div', { class: 'only-you' }, icon('eye'), 'Only you can see this · ', h('button', { type: 'button', class: 'link-btn', on: { click: () => dropNote(note) } }, 'Dismiss message'))]
        : h('div', { class: 'thinking' }, h('span', { class: 'dots' }, h('i'), h('i'), h('i')), 'Sending command…')))));
  if (stuck) follow();
}

// "… is typing"
const typing = new Map(); // channel -> until
const typingEl = h('p', { class: 'typing', 'aria-live': 'off' });
export const typingNode = typingEl;

on('typing', ({ channel_id: channel }) => {
  typing.set(channel, Date.now() + 10000);
  renderTyping();
  setTimeout(renderTyping, 10050);
});
function typingDone(message) {
  if (message.author?.bot && typing.delete(message.channel_id)) renderTyping();
}
function renderTyping() {
  const active = (typing.get(store.channelId) ?? 0) > Date.now();
  typingEl.classList.toggle('on', active);
  replace(typingEl, active && [h('span', { class: 'dots' }, h('i'), h('i'), h('i')), h('strong', {}, nameOf(store.bot)), ' is typing…']);
}

function markNew() {
  const unread = unreadIn(store.me.id, store.channelId);
  const count = unread.direct + unread.quiet;
  const messages = visible();
  newFrom = count && count < messages.length ? messages[messages.length - count].id : null;
}

export function showChannel() {
  stuck = true;
  missed = 0;
  markNew();
  renderAll();
  renderTyping();
  log.scrollTop = log.scrollHeight;
  lastTop = log.scrollTop;
  renderJump();
  readIfSeen();
}

on('message', onMessage);
on('notes', renderNotes);
on('press', ({ message }) => {
  const now = visible().find((m) => m.id === message.id);
  if (now) { refresh(now, { after: false }); follow(); }
});
on('unread', readIfSeen);
on('link', readIfSeen);
/** After a resync of the same person: the same place, the fresh messages. */
export function resync() {
  const gap = log.scrollHeight - log.scrollTop;
  renderAll();
  log.scrollTop = stuck ? log.scrollHeight : log.scrollHeight - gap;
  renderJump();
  readIfSeen();
}
