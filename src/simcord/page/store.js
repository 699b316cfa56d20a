// What the page knows: one snapshot for the person we act as, and the events that change it.

const EMPTY = {
  me: null, bot: null, users: new Map(), guild: null, members: [], channels: [],
  messages: new Map(), commands: [], unread: {}, settings: {}, botOnline: true,
};

export const store = {
  ...EMPTY,
  ready: false,
  link: 'connecting', // 'open' | 'connecting' | 'lost'
  channelId: null,
  exhausted: new Set(), // channels whose oldest message we hold
};

const listeners = new Map();

/** Events: ready, link, channel (the open one changed), channels, message, commands, unread, bot, typing, members, settings. */
export function on(event, fn) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(fn);
}

export function emit(event, data) {
  for (const fn of listeners.get(event) ?? []) fn(data);
}

/** Snowflakes are numbers of up to 20 digits in strings. */
export function compareIds(a, b) {
  if (a === b) return 0;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

const PAGE = 100;

export function applyReady(d) {
  const sameUser = store.me?.id === d.me.id;
  const before = sameUser ? store.messages : new Map();
  if (!sameUser) store.exhausted.clear();
  const messages = new Map();
  for (const [channel, list] of Object.entries(d.messages ?? {})) {
    const fresh = [...list].sort((a, b) => compareIds(a.id, b.id));
    const kept = olderThan(before.get(channel) ?? [], fresh);
    if (fresh.length < PAGE && !kept.length) store.exhausted.add(channel);
    else if (!kept.length) store.exhausted.delete(channel);
    messages.set(channel, [...kept, ...fresh]);
  }
  Object.assign(store, {
    me: d.me, bot: d.bot, users: new Map((d.users ?? []).map((u) => [u.id, u])),
    guild: d.guild ?? null, members: d.members ?? [], channels: d.channels ?? [], messages,
    commands: d.commands ?? [], unread: d.unread ?? {}, settings: d.settings ?? {},
    botOnline: d.bot_online !== false, ready: true,
  });
  for (const c of store.channels) if (!messages.has(c.id)) { messages.set(c.id, []); store.exhausted.add(c.id); }
  emit('ready', { sameUser });
}

/** Pages loaded earlier stay after a resync, if no gap lies between them and the fresh ones. */
function olderThan(known, fresh) {
  if (!fresh.length || !known.length) return [];
  const first = fresh[0].id;
  if (compareIds(known[known.length - 1].id, first) < 0) return [];
  return known.filter((m) => compareIds(m.id, first) < 0);
}

export function listOf(channelId) {
  if (!store.messages.has(channelId)) store.messages.set(channelId, []);
  return store.messages.get(channelId);
}

export function putMessage(message, { fresh }) {
  const list = listOf(message.channel_id);
  const at = list.findIndex((m) => m.id === message.id);
  if (at >= 0) {
    list[at] = { ...list[at], ...message };
    emit('message', { kind: 'update', message: list[at] });
    return;
  }
  if (!fresh) return; // an edit of something older than we hold
  let end = list.length;
  while (end > 0 && compareIds(list[end - 1].id, message.id) > 0) end -= 1;
  list.splice(end, 0, message);
  emit('message', { kind: 'create', message });
}

export function dropMessage({ id, channel_id: channelId }) {
  const list = listOf(channelId);
  const at = list.findIndex((m) => m.id === id);
  if (at < 0) return;
  const [message] = list.splice(at, 1);
  emit('message', { kind: 'delete', message });
}

export function prependMessages(channelId, older) {
  const list = listOf(channelId);
  const known = new Set(list.map((m) => m.id));
  const added = older.filter((m) => !known.has(m.id)).sort((a, b) => compareIds(a.id, b.id));
  list.unshift(...added);
  return added;
}

export function putChannel(channel) {
  const at = store.channels.findIndex((c) => c.id === channel.id);
  if (at >= 0) store.channels[at] = { ...store.channels[at], ...channel };
  else {
    if (channel.type === 1 && !isMine(channel)) return;
    store.channels.push(channel);
    store.exhausted.add(channel.id);
  }
  emit('channels', { added: at < 0 ? channel : null });
}

function isMine(channel) {
  const people = (channel.recipients ?? []).map((r) => (typeof r === 'string' ? r : r.id));
  return !people.length || people.includes(store.me?.id) || people.every((id) => id === store.bot?.id);
}

export function dropChannel(id) {
  store.channels = store.channels.filter((c) => c.id !== id);
  store.messages.delete(id);
  emit('channels', { removed: id });
}

export function putMember(member) {
  const at = store.members.findIndex((m) => m.user_id === member.user_id);
  if (at >= 0) store.members[at] = { ...store.members[at], ...member };
  else store.members.push(member);
  emit('members');
}

export function setUnread(userId, channelId, count) {
  (store.unread[userId] ??= {})[channelId] = count;
  emit('unread', { userId, channelId, count });
}

export function openChannel(id) {
  if (store.channelId === id) return;
  store.channelId = id;
  emit('channel', id);
}

export const channelOf = (id) => store.channels.find((c) => c.id === id);
export const currentChannel = () => channelOf(store.channelId);
export const userOf = (id) => store.users.get(id) ?? (store.bot?.id === id ? store.bot : null);
export const isBot = (id) => id === store.bot?.id;
export const people = () => [...store.users.values()].filter((u) => !isBot(u.id) && !u.bot);
export const rolesOf = (userId) => store.members.find((m) => m.user_id === userId)?.roles ?? [];

/** True if the message addresses this user: by name, by one of their roles, or everybody. */
export function concerns(message, userId) {
  if (message.author?.id === userId) return false;
  if (message.mention_everyone) return true;
  if (message.mentions?.some((u) => u.id === userId)) return true;
  const text = message.content ?? '';
  if (text.includes(`<@${userId}>`) || text.includes(`<@!${userId}>`)) return true;
  return rolesOf(userId).some((r) => text.includes(`<@&${typeof r === 'string' ? r : r.id}>`));
}

/** Unread counts of one user in one channel: `direct` wants them (direct message or mention), `quiet` does not. */
export function unreadIn(userId, channelId) {
  const count = store.unread[userId]?.[channelId] ?? 0;
  if (!count) return { direct: 0, quiet: 0 };
  const channel = channelOf(channelId);
  if (!channel || channel.type === 1) return { direct: count, quiet: 0 };
  const open = (store.messages.get(channelId) ?? []).filter((m) => !(m.flags & 64)).slice(-count);
  const direct = open.filter((m) => concerns(m, userId)).length;
  return { direct, quiet: count - direct };
}

export function unreadOf(userId) {
  const sum = { direct: 0, quiet: 0 };
  for (const channelId of Object.keys(store.unread[userId] ?? {})) {
    const one = unreadIn(userId, channelId);
    sum.direct += one.direct;
    sum.quiet += one.quiet;
  }
  return sum;
}
