// Where one types: messages, and slash commands with hints, completion and errors.

import { h, byId, replace } from './dom.js';
import { icon } from './icons.js';
import { store, on, currentChannel } from './store.js';
import { post, expect, forget, freshNonce } from './client.js';
import { channelName, nameOf } from './format.js';
import { flatten, readArgs, build, buildPartial, findEntry, valueOf } from './commands.js';
import { look, names, usable, mentionItems, commandItems, valueItems, optionItems } from './suggest.js';
import { Menu } from './menu.js';
import { sendCommand } from './interactions.js';
import { typingNode, toNewest } from './messages.js';

const LIMIT = 2000;
const DEBOUNCE = 160;
const WAIT_FOR_ANSWER = 1500;

let entries = [];
let view = { kind: 'plain' };
let picked = {}; // option -> Map(label -> value): chosen from a list, taken whole
let known = {}; // option -> Map(label -> value): seen in a list, for those who type it out
let found = null; // the bot's suggestions for the current option: { key, choices } or { key, pending, promise } or { key, error }
let busy = false;
let closed = false; // the list was closed with Esc for this state of the line
const drafts = new Map();
const past = new Map(); // user -> sent lines, newest last
let recall = -1;

const input = h('textarea', {
  id: 'composer', class: 'composer-input', rows: 1, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'true', enterkeyhint: 'send',
  'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', 'aria-controls': 'composer-menu', 'aria-describedby': 'composer-error',
  data: { testid: 'composer' },
});
const mirror = h('div', { class: 'composer-mirror', 'aria-hidden': 'true' });
const menu = new Menu({ onPick: (item) => { accept(item); input.focus(); }, onChip: (option) => { insertOption(option); input.focus(); } });
const errorEl = h('p', { class: 'composer-error', id: 'composer-error', role: 'alert', data: { testid: 'composer-error' }, hidden: true });
const slashButton = h('button', { type: 'button', class: 'icon-btn composer-slash', 'aria-label': 'Commands', title: 'Commands  /', data: { testid: 'commands-button' } }, icon('slash'));
const sendButton = h('button', { type: 'button', class: 'icon-btn composer-send', 'aria-label': 'Send', title: 'Send  Enter', data: { testid: 'send' } }, icon('send'));
const counter = h('span', { class: 'composer-count' });

export function mountComposer() {
  replace(byId('composer-area'), menu.el, errorEl,
    h('div', { class: 'composer-box' }, slashButton, h('div', { class: 'composer-field' }, mirror, input), counter, sendButton), typingNode);
  input.addEventListener('input', onInput);
  input.addEventListener('keydown', onKey);
  input.addEventListener('scroll', () => { mirror.scrollTop = input.scrollTop; });
  document.addEventListener('selectionchange', () => { if (document.activeElement === input) caretMoved(); });
  input.addEventListener('blur', () => setTimeout(() => { if (document.activeElement !== input) menu.hide(); }, 120));
  input.addEventListener('focus', () => refresh());
  for (const b of [slashButton, sendButton]) b.addEventListener('pointerdown', (e) => e.preventDefault()); // the phone's keyboard stays
  slashButton.addEventListener('click', () => { if (!input.value.startsWith('/')) write('/'); else refresh(); input.focus(); });
  sendButton.addEventListener('click', () => { input.focus(); enter(); });
  document.addEventListener('compose', ({ detail }) => { if (detail) compose(detail); input.focus(); });
  on('commands', readCommands);
  on('members', readCommands);
}

export function readCommands() {
  entries = flatten(store.commands.filter(usable));
  refresh();
}

/** Puts a line in, as if typed. */
export function compose(text) {
  picked = {};
  const entry = findEntry(entries, text.trim());
  if (entry && text.trim().toLowerCase() === entry.label.toLowerCase()) choose(entry);
  else write(text);
  input.focus();
}

export const focusComposer = () => input.focus();

const draftKey = () => `${store.me?.id}:${store.channelId}`;
let draftOf = null;

/** The line belongs to person and channel; switching either keeps it. */
export function switchDraft() {
  if (draftOf) {
    if (input.value) drafts.set(draftOf, { text: input.value, picked });
    else drafts.delete(draftOf);
  }
  draftOf = draftKey();
  const draft = drafts.get(draftOf);
  picked = draft?.picked ?? {};
  known = {};
  recall = -1;
  const channel = currentChannel();
  const where = channel?.type === 1 ? `@${channelName(channel)}` : `#${channelName(channel)}`;
  input.placeholder = `Message ${where} as ${nameOf(store.me)}`;
  input.setAttribute('aria-label', input.placeholder);
  showError(null);
  entries = flatten(store.commands.filter(usable));
  write(draft?.text ?? '');
}

function write(text, caret = text.length) {
  input.value = text;
  input.setSelectionRange(caret, caret);
  onInput();
}

function onInput() {
  closed = false;
  showError(null);
  refresh();
}

let lastCaret = -1;
function caretMoved() {
  if (input.selectionStart === lastCaret) return;
  refresh();
}

function refresh() {
  lastCaret = input.selectionStart;
  view = look(input.value, input.selectionStart, entries, picked);
  askBot();
  render();
}

function render() {
  paint();
  const items = closed ? [] : itemsNow();
  menu.show(view, items, { found, closed, activate: initial(items) });
  const focused = document.activeElement === input;
  if (!focused && view.kind !== 'entry') menu.hide();
  syncActive();
  sendButton.disabled = !input.value.trim();
  const left = LIMIT - input.value.length;
  counter.textContent = left < 200 ? String(left) : '';
  counter.classList.toggle('bad', left < 0);
  input.style.height = 'auto';
  input.style.height = `${Math.min(input.scrollHeight, innerHeight * 0.4)}px`;
}

const syncActive = () => {
  if (menu.activeId) input.setAttribute('aria-activedescendant', menu.activeId);
  else input.removeAttribute('aria-activedescendant');
};

function itemsNow() {
  if (view.kind === 'plain') return view.mention ? mentionItems(view.mention) : [];
  if (view.kind === 'commands') return commandItems(view);
  const { current, rest } = view;
  if (!current) return optionItems(rest);
  if (!current.option) return [];
  if (current.implicit) {
    const byName = optionItems(rest, current.raw);
    if (byName.length) return byName;
  }
  if (isComplete(current) && input.selectionStart > current.end) return optionItems(rest);
  return valueItems(current, found?.key === autoKey() ? found.choices : null) ?? [];
}

/** Which item Enter would take without an arrow key: none, unless typing has narrowed the list to something not yet whole. */
function initial(items) {
  if (!items.length) return -1;
  if (view.kind === 'commands') return Math.max(0, items.findIndex((i) => i.entry === view.exact));
  if (view.kind === 'plain') return 0;
  if (!view.current) return -1;
  if (items[0].kind === 'option') return view.current.implicit && view.current.raw ? 0 : -1;
  const { raw } = view.current;
  if (!raw) return view.current.option.required && !view.current.option.autocomplete ? 0 : -1;
  return items.some((i) => i.label.toLowerCase() === raw.toLowerCase() || String(i.value).toLowerCase() === raw.toLowerCase()) ? -1 : 0;
}

function isComplete(arg) {
  if (!arg.raw) return false;
  return Boolean(picked[arg.option.name]?.has(arg.raw) || (listed(arg.option) && !valueOf(arg, picked, names).error));
}
const listed = (o) => o.choices?.length || (o.type >= 5 && o.type <= 9);

// Autocomplete: the bot is asked for the option under the caret, a moment after typing stops.

let asking = null;
const autoKey = () => (view.kind === 'entry' && view.current?.option?.autocomplete ? `${store.channelId} ${view.current.option.name} ${input.value}` : null);

function askBot() {
  const key = autoKey();
  if (!key) { found = null; clearTimeout(asking); return; }
  if (found?.key === key) return;
  if (isComplete(view.current)) { clearTimeout(asking); found = { key, choices: [] }; return; }
  clearTimeout(asking);
  let done;
  const mine = { key, pending: true, choices: found?.choices ?? null, promise: new Promise((r) => { done = r; }) };
  mine.done = done;
  found?.done?.();
  found = mine;
  const { entry, args, current } = view;
  const options = buildPartial(entry, args, current, allKnown(), names);
  asking = setTimeout(() => request(mine, entry, options, current.option.name), DEBOUNCE);
}

function request(mine, entry, options, optionName) {
  const nonce = freshNonce();
  const settle = (result) => {
    clearTimeout(timer);
    forget(nonce);
    for (const c of result.choices ?? []) (known[optionName] ??= new Map()).set(c.name, c.value);
    if (found !== mine) return;
    Object.assign(mine, { pending: false, choices: [] }, result);
    render();
    mine.done();
  };
  const timer = setTimeout(() => settle({ error: 'The bot gave no suggestions in time.' }), 4000);
  expect(nonce, (frame, d) => {
    if (frame === 'AUTOCOMPLETE') settle({ choices: d.choices ?? [] });
    else if (frame === 'INTERACTION' && d.state === 'failed') settle({ error: d.text || 'No suggestions could be loaded.' });
  });
  post('autocomplete', { user: store.me.id, channel: store.channelId, command_id: entry.id, options, nonce })
    .catch((error) => settle({ error: error.message }));
}

/** Chosen values first; then labels the bot has offered, should someone type one out. */
function allKnown() {
  const out = {};
  for (const name of new Set([...Object.keys(known), ...Object.keys(picked)])) {
    out[name] = new Map([...(known[name] ?? []), ...(picked[name] ?? [])]);
  }
  return out;
}

// Accepting what the list offers

function accept(item) {
  if (!item) return;
  if (item.kind === 'command') choose(item.entry);
  else if (item.kind === 'option') insertOption(item.option);
  else if (item.kind === 'value') insertValue(item);
  else if (item.kind === 'mention') insertMention(item);
}

function choose(entry) {
  const first = entry.options.find((o) => o.required);
  picked = {};
  known = {};
  write(first ? `${entry.label} ${first.name}:` : `${entry.label} `);
}

function insertOption(option) {
  const { args, current } = view;
  const existing = args.find((a) => !a.implicit && a.option?.name === option.name);
  if (existing) { input.setSelectionRange(existing.end, existing.end); refresh(); return; }
  const text = input.value;
  const dropWord = current?.implicit && option.name.toLowerCase().startsWith(current.raw.toLowerCase());
  const at = dropWord ? current.start : text.length;
  const head = text.slice(0, at).trimEnd();
  const tail = dropWord ? text.slice(current.end).trim() : '';
  write(`${head} ${option.name}:${tail}`);
}

function insertValue(item) {
  const { current, entry } = view;
  const { option } = current;
  (picked[option.name] ??= new Map()).set(item.label, item.value);
  const text = input.value;
  const head = current.implicit ? `${text.slice(0, current.start)}${option.name}:` : text.slice(0, current.valueStart);
  const tail = text.slice(current.end).trimStart();
  const line = `${head}${item.label} `;
  const next = tail ? null : missingAfter(entry, `${line}`);
  write(next ? `${line}${next.name}:` : `${line}${tail}`, next ? undefined : line.length);
}

function missingAfter(entry, text) {
  const have = readArgs(entry, text, picked).map((a) => a.option?.name);
  return entry.options.find((o) => o.required && !have.includes(o.name));
}

function insertMention(item) {
  const { start } = view.mention;
  const text = input.value;
  mentions.set(item.text, item.raw);
  const head = `${text.slice(0, start)}${item.text} `;
  write(head + text.slice(input.selectionStart).trimStart(), head.length);
}
const mentions = new Map(); // "@Mira" -> "<@id>"

/** Names written out in a message become mentions, the longest first. */
function withMentions(text) {
  for (const u of store.users.values()) { mentions.set(`@${nameOf(u)}`, `<@${u.id}>`); mentions.set(`@${u.username}`, `<@${u.id}>`); }
  let out = text;
  for (const label of [...mentions.keys()].sort((a, b) => b.length - a.length)) {
    const pattern = new RegExp(`(^|[\\s(])${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'gu');
    out = out.replace(pattern, (_, before) => before + mentions.get(label));
  }
  return out;
}

// Keys

function onKey(event) {
  if (event.isComposing) return;
  const { key } = event;
  if (key === 'Enter' && !event.shiftKey) {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) send();
    else enter();
    return;
  }
  if (key === 'Tab' && !event.shiftKey && tab()) { event.preventDefault(); return; }
  if (key === 'Escape') {
    if (menu.open) { event.preventDefault(); closed = true; render(); } else toNewest();
    return;
  }
  if ((key === 'ArrowDown' || key === 'ArrowUp') && !event.altKey && !event.ctrlKey && !event.metaKey) {
    if (menu.size) { event.preventDefault(); menu.move(key === 'ArrowDown' ? 1 : -1); syncActive(); return; }
    if (key === 'ArrowUp' && (!input.value || recall >= 0)) { event.preventDefault(); remembered(1); } else if (key === 'ArrowDown' && recall >= 0) { event.preventDefault(); remembered(-1); }
    return;
  }
  if ((key === 'PageDown' || key === 'PageUp') && menu.size) { event.preventDefault(); menu.move(key === 'PageDown' ? 8 : -8); syncActive(); }
}

function remembered(step) {
  const lines = past.get(store.me.id) ?? [];
  const next = Math.max(-1, Math.min(lines.length - 1, recall + step));
  if (next === recall) return;
  recall = next;
  const line = recall < 0 ? null : lines[lines.length - 1 - recall];
  picked = line ? structuredClone(line.picked) : {};
  const keep = recall;
  write(line?.text ?? '');
  recall = keep;
  closed = true;
  render();
}

/** Tab takes the marked item or the first, else goes on to the next option. False lets the focus leave. */
function tab() {
  const item = menu.active ?? menu.first;
  if (item) { accept(item); return true; }
  if (view.kind !== 'entry' || !view.current?.raw) return false;
  const word = /(\S+)$/.exec(view.current.raw)?.[1];
  const named = word !== view.current.raw && word && view.rest.find((o) => o !== view.current.option && o.name.toLowerCase().startsWith(word.toLowerCase()));
  if (named) {
    const at = view.current.end - word.length;
    write(`${input.value.slice(0, at)}${named.name}:${input.value.slice(view.current.end).trim()}`);
    return true;
  }
  const next = missingAfter(view.entry, input.value) ?? view.rest.find((o) => o !== view.current.option);
  if (!next) return false;
  insertOption(next);
  return true;
}

/** Enter: takes the marked item if the line is not whole yet, else sends. Waits for suggestions on their way, so that timing decides nothing. */
async function enter() {
  if (busy) return;
  if (found?.pending && view.current?.raw) {
    const text = input.value;
    await Promise.race([found.promise, new Promise((r) => { setTimeout(r, WAIT_FOR_ANSWER); })]);
    if (input.value !== text) return;
  }
  const item = menu.open ? menu.active : null;
  if (item && !(item.kind === 'command' && item.entry === view.exact && !item.entry.options.some((o) => o.required))) {
    accept(item);
    return;
  }
  send();
}

async function send() {
  const text = input.value.trim();
  if (!text || busy) return;
  if (text.length > LIMIT && !text.startsWith('/')) { showError(`A message may have ${LIMIT} characters; this one has ${text.length}.`); return; }
  const go = text.startsWith('/') ? invocation(text) : { run: () => post('message', { user: store.me.id, channel: store.channelId, content: withMentions(text) }) };
  if (go.error) {
    if (go.missing && view.kind === 'entry') insertOption(go.missing);
    if (go.at) { input.setSelectionRange(go.at.end, go.at.end); refresh(); }
    showError(go.error);
    return;
  }
  busy = true;
  const before = input.value;
  const chosen = picked;
  try {
    await go.run();
    const lines = past.get(store.me.id) ?? [];
    past.set(store.me.id, [...lines.slice(-49), { text, picked: chosen }]);
    recall = -1;
    if (input.value === before) { picked = {}; known = {}; write(''); }
    toNewest();
  } catch (error) {
    showError(error.message);
  } finally {
    busy = false;
  }
}

function invocation(text) {
  const entry = findEntry(entries, text);
  if (!entry) {
    const elsewhere = findEntry(flatten(store.commands), text);
    if (elsewhere) return { error: `${elsewhere.label} cannot be used here, or not by ${nameOf(store.me)}.` };
    const near = look(text, text.length, entries, {}).entries?.[0];
    return { error: `There is no command ${text.split(/\s+/).slice(0, 2).join(' ')}.${near ? ` Did you mean ${near.label}?` : ' Type / to see them all.'}` };
  }
  if (!store.botOnline) return { error: 'The bot is offline; it cannot answer commands now.' };
  const line = input.value.trimStart();
  const result = build(entry, readArgs(entry, line, picked), allKnown(), names);
  if (result.error) return result;
  return { run: () => sendCommand(entry, result.options, entry.label) };
}

function showError(text) {
  errorEl.hidden = !text;
  replace(errorEl, text && [icon('warn'), text]);
}

/** Paints a command's name and its options' names behind the text. */
function paint() {
  const text = input.value;
  if (view.kind !== 'entry') { mirror.replaceChildren(); return; }
  const bits = [h('mark', { class: 'of-command' }, text.slice(0, view.entry.label.length))];
  let at = view.entry.label.length;
  for (const arg of [...view.args].sort((a, b) => a.start - b.start)) {
    bits.push(text.slice(at, arg.start));
    if (!arg.implicit) bits.push(h('mark', { class: 'of-option' }, text.slice(arg.start, arg.valueStart)));
    if (arg.raw) bits.push(h('mark', { class: arg === view.current ? 'of-value now' : 'of-value' }, text.slice(arg.valueStart, arg.end)));
    at = Math.max(arg.end, arg.valueStart);
  }
  replace(mirror, bits, `${text.slice(at)}\n`);
}
