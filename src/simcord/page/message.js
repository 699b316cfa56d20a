// One message: who, when, what, and what can be pressed.

import { h } from './dom.js';
import { icon } from './icons.js';
import { store, dropMessage, concerns, userOf, rolesOf } from './store.js';
import { post } from './client.js';
import { avatar, nameOf, stamp, timeNode, timeOfDay, sameDay, colourText } from './format.js';
import { markdown, plainText } from './markdown.js';
import { belowText } from './embeds.js';
import { componentRows } from './components.js';
import { emojiNode } from './emoji.js';
import { announce } from './popup.js';

const EPHEMERAL = 64;
const LOADING = 128;
const CLOSE = 7 * 60000;
const REPLY = 19;

export const isEphemeral = (m) => Boolean((m.flags ?? 0) & EPHEMERAL);
export const dateOf = (m) => new Date(m.timestamp ?? Number(BigInt(m.id) >> 22n) + 1420070400000);

/** Messages of one author within a few minutes share one head. */
export function joins(message, before) {
  if (!before || before.author?.id !== message.author?.id) return false;
  if (usedBy(message) || repliesTo(message) || isEphemeral(message) !== isEphemeral(before)) return false;
  if (isSystem(message) || isSystem(before)) return false;
  const a = dateOf(before);
  const b = dateOf(message);
  return b - a < CLOSE && sameDay(a, b);
}

export const startsDay = (message, before) => !before || !sameDay(dateOf(before), dateOf(message));

/** The command this answers. What answers a button or a modal stands by itself, or is a reply. */
const usedBy = (m) => m.interaction ?? (m.interaction_metadata?.name ? m.interaction_metadata : null);
const repliesTo = (m) => (m.message_reference && [0, REPLY, 20, 23].includes(m.type ?? 0) ? m.message_reference : null);
const isSystem = (m) => [3, 4, 5, 6, 7, 18, 21].includes(m.type);

export function messageNode(message, before) {
  const date = dateOf(message);
  const joined = joins(message, before) && !startsDay(message, before);
  const author = userOf(message.author?.id) ?? message.author;
  const mine = store.me && concerns(message, store.me.id);
  const classes = ['message', joined && 'joined', isEphemeral(message) && 'ephemeral', mine && 'to-me', isSystem(message) && 'system'].filter(Boolean);
  return h('article', {
    class: classes.join(' '), id: `m-${message.id}`, 'aria-label': `${nameOf(author)}, ${stamp(date)}${isEphemeral(message) ? ', only for you' : ''}`,
    data: {
      testid: 'message', id: message.id, author: message.author?.username, ephemeral: isEphemeral(message) ? 'true' : 'false', loading: isLoading(message) ? 'true' : undefined,
    },
  },
  isSystem(message) ? systemBody(message, author, date) : [
    reference(message),
    joined ? h('span', { class: 'gutter-time' }, timeNode(date, timeOfDay(date))) : h('span', { class: 'gutter' }, avatar(author)),
    h('div', { class: 'message-main' },
      !joined && head(author, message, date),
      content(message),
      belowText(message),
      componentRows(message),
      reactions(message),
      isEphemeral(message) && onlyYou(message)),
    tools(message),
  ]);
}

function head(author, message, date) {
  return h('div', { class: 'head' },
    h('span', { class: 'author', vars: { '--role': roleColour(author?.id) }, data: { testid: 'author' } }, nameOf(author)),
    message.author?.bot && h('span', { class: 'tag' }, 'App'),
    timeNode(date, stamp(date)));
}

export function roleColour(userId) {
  const mine = new Set(rolesOf(userId).map((r) => r.id ?? r));
  const role = (store.guild?.roles ?? []).filter((r) => mine.has(r.id) && r.color).sort((a, b) => (b.position ?? 0) - (a.position ?? 0))[0];
  return role ? colourText(role.color) : null;
}

const isLoading = (m) => Boolean((m.flags ?? 0) & LOADING);

function content(message) {
  if (isLoading(message)) {
    return h('div', { class: 'thinking', data: { testid: 'thinking' } }, h('span', { class: 'dots' }, h('i'), h('i'), h('i')), `${nameOf(message.author)} is thinking…`);
  }
  if (!message.content) return message.edited_timestamp && !message.embeds?.length ? editedMark(message) : null;
  return h('div', { class: 'content md', data: { testid: 'content' } }, markdown(message.content), message.edited_timestamp && editedMark(message));
}

function editedMark(message) {
  const date = new Date(message.edited_timestamp);
  return h('span', { class: 'edited' }, ' ', timeNode(date, '(edited)', 'time'));
}

function reference(message) {
  const used = usedBy(message);
  if (used) {
    const user = userOf(used.user?.id) ?? used.user;
    return h('div', { class: 'reference', data: { testid: 'reference' } }, h('span', { class: 'hook' }), avatar(user, 'tiny'),
      h('span', { class: 'reference-name' }, nameOf(user)), ' used ', h('span', { class: 'mention' }, `/${used.name}`));
  }
  if (!repliesTo(message)) return null;
  const target = message.referenced_message ?? (store.messages.get(message.channel_id) ?? []).find((m) => m.id === message.message_reference.message_id);
  if (!target) return h('div', { class: 'reference' }, h('span', { class: 'hook' }), h('em', {}, 'The original message was deleted'));
  const author = userOf(target.author?.id) ?? target.author;
  return h('button', { type: 'button', class: 'reference', on: { click: () => jumpTo(target.id) } }, h('span', { class: 'hook' }), avatar(author, 'tiny'),
    h('span', { class: 'reference-name' }, nameOf(author)), ' ', h('span', { class: 'reference-text' }, plainText(target.content) || 'a picture'));
}

function jumpTo(id) {
  const el = document.getElementById(`m-${id}`);
  if (!el) return;
  el.scrollIntoView({ block: 'center' });
  el.classList.remove('flash');
  requestAnimationFrame(() => el.classList.add('flash'));
}

function reactions(message) {
  if (!message.reactions?.length) return null;
  return h('div', { class: 'reactions' }, message.reactions.map((r) => h('span', { class: 'reaction' }, emojiNode(r.emoji), ` ${r.count}`)));
}

function onlyYou(message) {
  return h('div', { class: 'only-you' }, icon('eye'), h('span', {}, 'Only you can see this'), ' · ',
    h('button', {
      type: 'button', class: 'link-btn', data: { testid: 'dismiss' },
      on: {
        async click() {
          try { await post('dismiss', { user: store.me.id, message: message.id }); } catch { /* gone is gone */ }
          dropMessage(message);
          document.dispatchEvent(new CustomEvent('compose'));
        },
      },
    }, 'Dismiss message'));
}

function tools(message) {
  if (!message.content) return null;
  return h('div', { class: 'tools' }, h('button', {
    type: 'button', class: 'icon-btn', 'aria-label': 'Copy text', title: 'Copy text',
    on: { click: () => navigator.clipboard?.writeText(message.content).then(() => announce('Copied')) },
  }, icon('copy')));
}

const SYSTEM_TEXT = {
  6: (m, name) => `${name} pinned a message to this channel.`,
  7: (m, name) => `${name} joined the server.`,
  18: (m, name) => `${name} started a thread: ${m.content}`,
  4: (m, name) => `${name} renamed the channel: ${m.content}`,
};

function systemBody(message, author, date) {
  const text = SYSTEM_TEXT[message.type]?.(message, nameOf(author)) ?? (message.content || 'Something happened here.');
  return [h('span', { class: 'gutter' }, icon('right')), h('div', { class: 'message-main' }, h('span', { class: 'system-text' }, text), ' ', timeNode(date, stamp(date)))];
}
