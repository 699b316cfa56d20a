// What we asked the bot and have no answer to yet: commands, clicks, modals. Decides when "did not respond" is shown.

import { store, emit } from './store.js';
import { post, expect, forget, freshNonce } from './client.js';
import { openModal } from './modal.js';
import { announce } from './popup.js';

/** Commands being answered or failed, shown under the messages: { nonce, channel, user, label, state, text }. */
export const notes = [];

const PATIENCE = 20000; // the server says "failed" after three seconds; this is for a server that says nothing

/**
 * Sends one interaction. `settled(state, text)` is called once with 'ok' or 'failed'.
 * Rejects if the server refuses the request itself.
 */
async function send(path, body, settled) {
  const nonce = freshNonce();
  let open = true;
  const finish = (state, text) => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    setTimeout(() => forget(nonce), 60000); // a modal may still follow
    settled(state, text);
  };
  const timer = setTimeout(() => finish('failed'), PATIENCE);
  expect(nonce, (frame, d) => {
    if (frame === 'MODAL') { finish('ok'); forget(nonce); openModal(d, submitModal); return; }
    if (frame === 'INTERACTION') finish(d.state === 'failed' ? 'failed' : 'ok', d.text);
  });
  try {
    return await post(path, { user: store.me.id, ...body, nonce });
  } catch (error) {
    open = false;
    clearTimeout(timer);
    forget(nonce);
    throw error;
  }
}

export async function sendCommand(entry, options, label) {
  const note = { channel: store.channelId, user: store.me, label, state: 'sending' };
  const show = setTimeout(() => { notes.push(note); emit('notes'); }, 250);
  const settled = (state, text) => {
    clearTimeout(show);
    dropNote(note);
    if (state !== 'failed') return;
    notes.push(Object.assign(note, { state: 'failed', text: text || 'The application did not respond' }));
    announce(note.text);
    emit('notes');
  };
  try {
    await send('command', { channel: store.channelId, command_id: entry.id, options }, settled);
  } catch (error) {
    clearTimeout(show);
    dropNote(note);
    throw error;
  }
}

export function dropNote(note) {
  const at = notes.indexOf(note);
  if (at >= 0) { notes.splice(at, 1); emit('notes'); }
}

/** Clicks and selections: message id + custom id -> 'pending' | error text. */
export const presses = new Map();
const pressKey = (message, customId) => `${message.id} ${customId}`;
export const pressOf = (message, customId) => presses.get(pressKey(message, customId));
export const pressError = (message) => {
  for (const [key, value] of presses) if (value !== 'pending' && key.startsWith(`${message.id} `)) return value;
  return null;
};

/** What was last chosen in a select, shown until the message changes, as the bot need not say it back. */
const choices = new Map();
export function choiceOf(message, customId) {
  const last = choices.get(pressKey(message, customId));
  return last && last.edited === message.edited_timestamp ? last.values : null;
}

export async function press(message, component, values) {
  const key = pressKey(message, component.custom_id);
  if (presses.get(key) === 'pending') return;
  for (const old of [...presses.keys()]) if (old.startsWith(`${message.id} `) && presses.get(old) !== 'pending') presses.delete(old);
  const settle = (state, text) => {
    if (state === 'failed') {
      choices.delete(key);
      presses.set(key, text || 'This interaction failed');
      announce(presses.get(key));
    } else presses.delete(key);
    emit('press', { message });
  };
  if (values) choices.set(key, { values, edited: message.edited_timestamp });
  presses.set(key, 'pending');
  emit('press', { message });
  const body = { channel: message.channel_id, message: message.id, custom_id: component.custom_id, component_type: component.type };
  if (values) body.values = values;
  try {
    await send('component', body, settle);
  } catch (error) {
    settle('failed', error.message);
  }
}

/** Resolves when the bot took the answers; rejects with a reason to show in the dialog. */
export function submitModal(modal, fields) {
  return new Promise((resolve, reject) => {
    const settled = (state, text) => (state === 'failed' ? reject(new Error(text || 'Something went wrong. Try again.')) : resolve());
    send('modal', { channel: modal.channel ?? store.channelId, modal_id: modal.modal_id, custom_id: modal.custom_id, fields }, settled).catch(reject);
  });
}

export function forgetAll() {
  notes.length = 0;
  presses.clear();
  emit('notes');
}
