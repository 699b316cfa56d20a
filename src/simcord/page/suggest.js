// What the line in the composer could become: commands, options, values, people. Looks, decides nothing, changes nothing.

import { store, people, currentChannel } from './store.js';
import { nameOf, avatar } from './format.js';
import { TYPE, findEntry, searchEntries, readArgs, argAt, hintOf } from './commands.js';

/** Resolves what a person types for people, channels and roles. */
export const names = {
  user(text) {
    const id = /^<@!?(\d+)>$/.exec(text)?.[1] ?? (/^\d{15,20}$/.test(text) ? text : null);
    if (id) return id;
    const low = text.replace(/^@/, '').toLowerCase();
    return everyone().find((u) => nameOf(u).toLowerCase() === low || u.username?.toLowerCase() === low)?.id ?? null;
  },
  channel(text) {
    const id = /^<#(\d+)>$/.exec(text)?.[1] ?? (/^\d{15,20}$/.test(text) ? text : null);
    return id ?? store.channels.find((c) => c.type !== 1 && c.name?.toLowerCase() === text.replace(/^#/, '').toLowerCase())?.id ?? null;
  },
  role(text) {
    const id = /^<@&(\d+)>$/.exec(text)?.[1];
    return id ?? store.guild?.roles?.find((r) => r.name.toLowerCase() === text.replace(/^@/, '').toLowerCase())?.id ?? null;
  },
};

/** Discord lists only what this person may use in this place. */
export function usable(command) {
  const direct = currentChannel()?.type === 1;
  if (command.contexts?.length && !command.contexts.includes(direct ? 1 : 0)) return false;
  if (direct && (command.dm_permission === false || command.guild_id)) return false;
  const needed = command.default_member_permissions;
  const held = store.members.find((m) => m.user_id === store.me?.id)?.permissions;
  if (direct || needed === null || needed === undefined || held === undefined) return true;
  const [need, have] = [BigInt(needed), BigInt(held)];
  return Boolean(have & 8n) || (need !== 0n && (have & need) === need);
}

const everyone = () => [...people(), ...(store.bot ? [store.bot] : [])];

/**
 * Reads the line. Returns
 *   kind 'plain'    an ordinary message; `mention` if a name is being typed
 *   kind 'commands' choosing a command; `items`
 *   kind 'entry'    filling one in: `entry`, `args`, `current` (or null), `stray` (text that may be an option's name), `rest` (options not named yet)
 */
export function look(text, caret, entries, picked) {
  if (!text.startsWith('/')) return { kind: 'plain', mention: mentionAt(text, caret) };
  const entry = findEntry(entries, text);
  if (!entry || text.toLowerCase() === entry.label.toLowerCase()) {
    return { kind: 'commands', query: text.slice(1), exact: entry, entries: searchEntries(entries, text.slice(1)) };
  }
  const args = readArgs(entry, text, picked);
  const current = argAt(args, caret);
  const used = new Set(args.filter((a) => !a.implicit).map((a) => a.option.name));
  const rest = entry.options.filter((o) => !used.has(o.name));
  return { kind: 'entry', entry, args, current, rest };
}

function mentionAt(text, caret) {
  const match = /(^|\s)([@#])([^\s@#]{0,32})$/.exec(text.slice(0, caret));
  return match && { sign: match[2], query: match[3].toLowerCase(), start: caret - match[3].length - 1 };
}

/** Each item: { label, detail, insert(text to put in), kind }. */
export function mentionItems({ sign, query }) {
  if (sign === '#') {
    return store.channels.filter((c) => c.type !== 1 && c.name.toLowerCase().includes(query)).slice(0, 10)
      .map((c) => ({ kind: 'mention', label: `#${c.name}`, text: `#${c.name}`, raw: `<#${c.id}>` }));
  }
  return everyone().filter((u) => `${nameOf(u)} ${u.username}`.toLowerCase().includes(query)).slice(0, 10)
    .map((u) => ({ kind: 'mention', label: nameOf(u), detail: u.username, avatar: avatar(u, 'small'), text: `@${nameOf(u)}`, raw: `<@${u.id}>` }));
}

export function commandItems(view) {
  const grouped = !view.query.trim();
  return view.entries.map((entry) => ({
    kind: 'command', entry, label: entry.label, detail: entry.description,
    group: grouped ? (entry.path.length > 1 ? `/${entry.group}` : 'Commands') : null,
    groupNote: grouped && entry.path.length > 1 ? entry.groupDescription : '',
    options: entry.options.map((o) => (o.required ? o.name : `${o.name}?`)),
  }));
}

/** Values for the option the caret is in, or null where anything may be typed. `found` are the bot's own suggestions. */
export function valueItems(arg, found) {
  const { option, raw } = arg;
  const low = raw.toLowerCase();
  if (option.autocomplete) return found?.map((c) => ({ kind: 'value', label: c.name, value: c.value })) ?? null;
  const all = listFor(option);
  if (!all) return null;
  const exact = all.some((i) => i.label.toLowerCase() === low);
  if (exact) return all;
  const begins = all.filter((i) => i.label.toLowerCase().replace(/^[@#]/, '').startsWith(low.replace(/^[@#]/, '')));
  const contains = all.filter((i) => !begins.includes(i) && `${i.label} ${i.detail ?? ''}`.toLowerCase().includes(low));
  return [...begins, ...contains].slice(0, 25);
}

function listFor(option) {
  if (option.choices?.length) return option.choices.map((c) => ({ kind: 'value', label: c.name, value: c.value }));
  const users = () => everyone().map((u) => ({ kind: 'value', label: `@${nameOf(u)}`, detail: u.username, value: u.id, avatar: avatar(u, 'small') }));
  const roles = () => (store.guild?.roles ?? []).filter((r) => r.name !== '@everyone').map((r) => ({ kind: 'value', label: `@${r.name}`, detail: 'role', value: r.id }));
  switch (option.type) {
    case TYPE.BOOLEAN: return [{ kind: 'value', label: 'True', value: true }, { kind: 'value', label: 'False', value: false }];
    case TYPE.USER: return users();
    case TYPE.ROLE: return roles();
    case TYPE.MENTIONABLE: return [...users(), ...roles()];
    case TYPE.CHANNEL: return store.channels
      .filter((c) => c.type !== 1 && (!option.channel_types?.length || option.channel_types.includes(c.type)))
      .map((c) => ({ kind: 'value', label: `#${c.name}`, value: c.id }));
    default: return null;
  }
}

/** Options not named yet, those required first; `prefix` narrows them. */
export function optionItems(rest, prefix = '') {
  const low = prefix.toLowerCase();
  return [...rest].filter((o) => o.name.toLowerCase().startsWith(low)).sort((a, b) => Number(Boolean(b.required)) - Number(Boolean(a.required)))
    .map((o) => ({ kind: 'option', option: o, label: o.name, detail: o.description, hint: hintOf(o), required: o.required }));
}
