// The wire: one WebSocket for the person we act as, JSON posts for what they do. Reconnects and resyncs by itself.

import { store, emit, applyReady, putMessage, dropMessage, putChannel, dropChannel, setUnread, putMember } from './store.js';

let socket = null;
let wanted = null; // user id, or null for the server's first
let attempt = 0;
let timer = null;

const nonces = new Map(); // nonce -> function(frame name, data)
let nonceCounter = 0;

export function freshNonce() {
  nonceCounter += 1;
  return `${Date.now().toString(36)}-${nonceCounter}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Frames that carry this nonce go to `fn` until `forget`. */
export function expect(nonce, fn) { nonces.set(nonce, fn); }
export function forget(nonce) { nonces.delete(nonce); }

export function connect(userId) {
  wanted = userId ?? null;
  attempt = 0;
  openSocket();
}

function openSocket() {
  clearTimeout(timer);
  if (socket) { const old = socket; socket = null; old.close(); }
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const query = wanted ? `?user=${encodeURIComponent(wanted)}` : '';
  const mine = new WebSocket(`${scheme}://${location.host}/client/ws${query}`);
  socket = mine;
  if (!store.ready) setLink('connecting');
  mine.onmessage = (event) => { if (socket === mine) receive(event.data); };
  mine.onclose = () => { if (socket === mine) lost(); };
}

function lost() {
  socket = null;
  if (!store.ready && attempt >= 1) wanted = null; // the person in the address may be of another server's making
  setLink('lost');
  const delay = Math.min(8000, 400 * 2 ** attempt);
  attempt += 1;
  timer = setTimeout(openSocket, delay);
}

export function reconnectNow() {
  if (socket && socket.readyState <= 1) return;
  openSocket();
}

addEventListener('online', reconnectNow);
document.addEventListener('visibilitychange', () => { if (!document.hidden && store.ready) reconnectNow(); });

function setLink(link) {
  if (store.link === link) return;
  store.link = link;
  emit('link', link);
}

function receive(raw) {
  let frame;
  try { frame = JSON.parse(raw); } catch { return; }
  const d = frame.d ?? {};
  const act = FRAMES[frame.t];
  if (act) act(d, frame.t);
}

const toNonce = (d, t) => nonces.get(d.nonce)?.(t, d);

const FRAMES = {
  READY(d) {
    attempt = 0;
    wanted = d.me.id;
    store.link = 'open';
    applyReady(d);
    emit('link', 'open');
  },
  MESSAGE_CREATE: (d) => putMessage(d, { fresh: true }),
  MESSAGE_UPDATE: (d) => putMessage(d, { fresh: false }),
  MESSAGE_DELETE: dropMessage,
  CHANNEL_CREATE: putChannel,
  CHANNEL_UPDATE: putChannel,
  CHANNEL_DELETE: (d) => dropChannel(d.id),
  COMMANDS_UPDATE(d) { store.commands = d.commands ?? []; emit('commands'); },
  TYPING: (d) => emit('typing', d),
  UNREAD: (d) => setUnread(d.user_id, d.channel_id, d.count),
  MEMBER_UPDATE: putMember,
  SETTINGS(d) { store.settings[d.user_id] = { ...store.settings[d.user_id], ...d }; emit('settings'); },
  BOT(d) { store.botOnline = d.online; emit('bot'); },
  INTERACTION: toNonce,
  AUTOCOMPLETE: toNonce,
  MODAL(d, t) {
    if (nonces.has(d.nonce)) toNonce(d, t);
    else emit('modal', d);
  },
};

/** Posts JSON; resolves with the answer, rejects with an Error whose message may be shown to the player. */
export async function post(path, body) {
  let response;
  try {
    response = await fetch(`/client/${path}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
  } catch {
    throw new Error('The local server cannot be reached. Is “custodian local” still running?');
  }
  let answer = {};
  try { answer = await response.json(); } catch { /* an empty answer is told by its status */ }
  if (!response.ok || answer.ok === false) throw new Error(answer.error || `The server refused this (${response.status}).`);
  return answer;
}

export async function history(channelId, before) {
  const query = new URLSearchParams({ user: store.me.id, channel: channelId, before });
  const response = await fetch(`/client/history?${query}`);
  if (!response.ok) throw new Error(`Older messages could not be loaded (${response.status}).`);
  return (await response.json()).messages ?? [];
}
