// Names, avatars and times as people read them.

import { h } from './dom.js';
import { store, userOf, isBot } from './store.js';

export const nameOf = (user) => user?.global_name || user?.username || 'someone';
export const nameOfId = (id) => nameOf(userOf(id));

export function channelName(channel) {
  if (!channel) return '';
  if (channel.type === 1) return nameOf(store.bot);
  return channel.name || 'channel';
}

function colourOf(user) {
  const given = user?.avatar_color;
  if (typeof given === 'number') return `#${given.toString(16).padStart(6, '0')}`;
  if (typeof given === 'string' && /^#?[0-9a-f]{6}$/i.test(given)) return given.startsWith('#') ? given : `#${given}`;
  let hash = 7;
  for (const c of String(user?.id ?? '')) hash = (hash * 31 + c.charCodeAt(0)) % 360;
  return `hsl(${hash} 55% 42%)`;
}

/** Black or white, whichever reads better on the colour. */
function inkOn(colour) {
  if (!colour.startsWith('#')) return '#fff';
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(colour.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000' : '#fff';
}

export function avatar(user, className = '') {
  if (user && isBot(user.id)) {
    return h('img', { class: `avatar ${className}`, src: '/page/icon.svg', alt: '', draggable: 'false' });
  }
  const colour = colourOf(user);
  const letters = nameOf(user).split(/[\s_-]+/).filter(Boolean).slice(0, 2).map((w) => [...w][0]).join('');
  return h('span', { class: `avatar ${className}`, 'aria-hidden': 'true', vars: { '--avatar': colour, '--ink': inkOn(colour) } }, letters.toUpperCase());
}

export const colourText = (number) => (number ? `#${Number(number).toString(16).padStart(6, '0')}` : null);

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: '2-digit', year: 'numeric' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

export const timeOfDay = (date) => clock.format(date);
export const longDay = (date) => day.format(date);
export const fullTime = (date) => full.format(date);
export const sameDay = (a, b) => a.toDateString() === b.toDateString();

export function stamp(date) {
  const now = new Date();
  if (sameDay(date, now)) return `Today at ${timeOfDay(date)}`;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (sameDay(date, yesterday)) return `Yesterday at ${timeOfDay(date)}`;
  return `${shortDay.format(date)} ${timeOfDay(date)}`;
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS = [['year', 31536000], ['month', 2592000], ['week', 604800], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

export function ago(date) {
  const seconds = Math.round((date - Date.now()) / 1000);
  const [unit, size] = STEPS.find(([, s]) => Math.abs(seconds) >= s) ?? ['second', 1];
  return relative.format(Math.round(seconds / size), unit);
}

const STYLES = {
  t: { timeStyle: 'short' }, T: { timeStyle: 'medium' }, d: { dateStyle: 'short' }, D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' }, F: { dateStyle: 'full', timeStyle: 'short' },
};

export function styledTime(date, style) {
  if (style === 'R') return ago(date);
  return new Intl.DateTimeFormat(undefined, STYLES[style] ?? STYLES.f).format(date);
}

export function timeNode(date, text = stamp(date), className = 'time') {
  return h('time', { class: className, datetime: date.toISOString(), title: fullTime(date) }, text);
}

// "5 minutes ago" has to move on by itself.
setInterval(() => {
  for (const el of document.querySelectorAll('time[data-relative]')) el.textContent = ago(new Date(el.dateTime));
}, 15000);

export function fileSize(bytes) {
  if (!Number.isFinite(bytes)) return '';
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1048576) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1048576).toFixed(2)} MB`;
}

export const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
