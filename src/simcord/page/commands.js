// Slash commands as text: flatten them, read a typed line, turn it into Discord's nested options. No DOM in here.

export const TYPE = { SUB: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11 };

export const TYPE_NAMES = {
  3: 'text', 4: 'whole number', 5: 'true or false', 6: 'user', 7: 'channel', 8: 'role', 9: 'user or role', 10: 'number', 11: 'file',
};

/** One entry per thing that can be invoked: `/game create`, with the way its options nest. */
export function flatten(commands) {
  const out = [];
  for (const command of commands) {
    if ((command.type ?? 1) !== 1) continue;
    walk(command, command.options ?? [], [], out, command);
  }
  return inGroups(out);
}

/** The server's order, with the commands that stand alone all together where the first of them stood. */
function inGroups(entries) {
  const firstAlone = entries.findIndex((e) => e.path.length === 1);
  const place = new Map();
  entries.forEach((e, i) => { if (!place.has(e.group)) place.set(e.group, e.path.length === 1 ? firstAlone : i); });
  return [...entries].sort((a, b) => place.get(a.group) - place.get(b.group) || Number(a.path.length === 1) - Number(b.path.length === 1) || a.order - b.order);
}

function walk(node, options, wraps, out, command) {
  const branches = options.filter((o) => o.type === TYPE.SUB || o.type === TYPE.GROUP);
  if (!branches.length) {
    const path = [command.name, ...wraps.map((w) => w.name)];
    out.push({
      id: command.id, path, group: command.name, order: out.length, label: `/${path.join(' ')}`,
      description: node.description ?? '', groupDescription: command.description ?? '', wraps, options,
    });
    return;
  }
  for (const branch of branches) walk(branch, branch.options ?? [], [...wraps, { name: branch.name, type: branch.type }], out, command);
}

/** The entry whose whole name stands at the start of the text; the longest if several do. */
export function findEntry(entries, text) {
  const lower = text.toLowerCase();
  let best = null;
  for (const entry of entries) {
    const label = entry.label.toLowerCase();
    const fits = lower.startsWith(label) && (lower.length === label.length || /\s/.test(lower[label.length]));
    if (fits && (!best || entry.label.length > best.label.length)) best = entry;
  }
  return best;
}

/** Entries for what was typed after `/`, best first: name begins so, a word of it does, it or its description contains it. */
export function searchEntries(entries, query) {
  const words = query.toLowerCase().trim().split(/\s+/).filter(Boolean);
  if (!words.length) return entries;
  const whole = words.join(' ');
  const scored = [];
  for (const entry of entries) {
    const name = entry.path.join(' ').toLowerCase();
    const score = scoreOf(name, entry, words, whole);
    if (score) scored.push({ entry, score });
  }
  return scored.sort((a, b) => b.score - a.score).map((s) => s.entry);
}

function scoreOf(name, entry, words, whole) {
  if (name === whole) return 100;
  if (name.startsWith(whole)) return 80;
  const parts = name.split(/[\s_-]/);
  if (words.every((w) => parts.some((p) => p.startsWith(w)))) return 60;
  if (words.every((w) => name.includes(w))) return 40;
  if (whole.length > 2 && entry.description.toLowerCase().includes(whole)) return 20;
  return 0;
}

const TOKEN = /(^|\s)([\p{L}\p{N}_-]{1,32}):/gu;

/**
 * Reads the text behind an entry's name.
 * Returns `args`: { option, start, valueStart, end, raw, implicit }, in the order typed; `end` is before trailing blanks.
 * `picked[option]` holds the labels chosen from a list: they may contain blanks and colons and are taken whole.
 * Text before the first `option:` belongs to the first option not named elsewhere (`implicit`).
 */
export function readArgs(entry, text, picked = {}) {
  const from = entry.label.length;
  const args = [];
  const named = new Set();
  let at = from;
  let open = null; // the argument whose value we are in
  const close = (end) => { if (open) { finish(open, text, end); args.push(open); open = null; } };
  TOKEN.lastIndex = from;
  for (;;) {
    const match = TOKEN.exec(text);
    if (!match) break;
    const option = entry.options.find((o) => o.name.toLowerCase() === match[2].toLowerCase());
    if (!option || named.has(option.name)) continue;
    const start = match.index + match[1].length;
    if (!open && text.slice(at, start).trim()) leading(args, text, at, start);
    close(start);
    named.add(option.name);
    const valueStart = match.index + match[0].length;
    open = { option, start, valueStart, implicit: false };
    const whole = pickedAt(picked[option.name], text, valueStart);
    at = valueStart + whole;
    TOKEN.lastIndex = at;
  }
  if (!open && text.slice(at).trim()) leading(args, text, at, text.length);
  close(text.length);
  for (const arg of args) {
    if (arg.option) continue;
    arg.option = entry.options.find((o) => !named.has(o.name)) ?? null;
  }
  return args;
}

function leading(args, text, from, to) {
  const start = from + /^\s*/.exec(text.slice(from, to))[0].length;
  const arg = { option: null, start, valueStart: start, implicit: true };
  finish(arg, text, to);
  args.push(arg);
}

function finish(arg, text, limit) {
  const slice = text.slice(arg.valueStart, limit);
  const lead = /^\s*/.exec(slice)[0].length;
  arg.limit = limit;
  arg.raw = slice.trim();
  arg.end = arg.raw ? arg.valueStart + lead + arg.raw.length : arg.valueStart;
}

function pickedAt(labels, text, at) {
  let best = 0;
  for (const label of labels?.keys() ?? []) {
    const stop = at + label.length;
    if (label.length > best && text.startsWith(label, at) && (stop === text.length || /\s/.test(text[stop]))) best = label.length;
  }
  return best;
}

/** The argument the caret stands in, or null between arguments. */
export function argAt(args, caret) {
  return args.find((a) => caret >= a.valueStart && caret <= Math.max(a.end, a.valueStart)) ?? null;
}

/**
 * The value Discord would send for one argument: { value } or { error }.
 * `names` resolves people, channels and roles: names.user(text) -> id | null, and so on.
 */
export function valueOf(arg, picked, names) {
  const { option, raw } = arg;
  const known = picked[option.name];
  if (known?.has(raw)) return { value: known.get(raw) };
  const low = raw.toLowerCase();
  for (const [label, value] of known ?? []) if (label.toLowerCase() === low) return { value };
  if (option.choices?.length) {
    const choice = option.choices.find((c) => c.name.toLowerCase() === low) ?? option.choices.find((c) => String(c.value).toLowerCase() === low);
    return choice ? { value: choice.value } : { error: `${option.name}: “${raw}” is not one of its choices` };
  }
  return READERS[option.type]?.(raw, option, names) ?? { value: raw };
}

const inRange = (n, o) => {
  if (o.min_value !== undefined && o.min_value !== null && n < o.min_value) return { error: `${o.name}: at least ${o.min_value}` };
  if (o.max_value !== undefined && o.max_value !== null && n > o.max_value) return { error: `${o.name}: at most ${o.max_value}` };
  return { value: n };
};

const READERS = {
  [TYPE.STRING](raw, o) {
    if (o.min_length && raw.length < o.min_length) return { error: `${o.name}: at least ${o.min_length} characters` };
    if (o.max_length && raw.length > o.max_length) return { error: `${o.name}: at most ${o.max_length} characters` };
    return { value: raw };
  },
  [TYPE.INTEGER]: (raw, o) => (/^[+-]?\d{1,15}$/.test(raw) ? inRange(Number(raw), o) : { error: `${o.name}: “${raw}” is not a whole number` }),
  [TYPE.NUMBER](raw, o) {
    const n = Number(raw.replace(',', '.'));
    return raw !== '' && Number.isFinite(n) ? inRange(n, o) : { error: `${o.name}: “${raw}” is not a number` };
  },
  [TYPE.BOOLEAN](raw, o) {
    if (/^(true|yes|y|on|1)$/i.test(raw)) return { value: true };
    if (/^(false|no|n|off|0)$/i.test(raw)) return { value: false };
    return { error: `${o.name}: true or false` };
  },
  [TYPE.USER]: (raw, o, names) => found(names.user(raw), raw, o),
  [TYPE.CHANNEL]: (raw, o, names) => found(names.channel(raw), raw, o),
  [TYPE.ROLE]: (raw, o, names) => found(names.role(raw), raw, o),
  [TYPE.MENTIONABLE]: (raw, o, names) => found(names.user(raw) ?? names.role(raw), raw, o),
  [TYPE.ATTACHMENT]: (raw, o) => ({ error: `${o.name}: files cannot be attached here` }),
};

const found = (id, raw, o) => (id ? { value: id } : { error: `${o.name}: “${raw}” is nobody and nothing here` });

/** Everything a submission needs, or the first reason why it cannot go: { options } or { error, missing }. */
export function build(entry, args, picked, names) {
  const values = [];
  const leaves = [];
  for (const arg of args) {
    if (!arg.option) return { error: `${entry.label} takes no “${arg.raw}”` };
    if (!arg.raw) continue;
    const read = valueOf(arg, picked, names);
    if (read.error) return { error: read.error, at: arg };
    values.push(arg.option.name);
    leaves.push({ name: arg.option.name, type: arg.option.type, value: read.value });
  }
  const missing = entry.options.find((o) => o.required && !values.includes(o.name));
  if (missing) return { error: `${missing.name} is required: ${missing.description}`, missing };
  return { options: nest(entry, leaves) };
}

/** What is filled so far, with the option being typed marked as focused, for an autocomplete request. */
export function buildPartial(entry, args, focused, picked, names) {
  const leaves = [];
  for (const arg of args) {
    if (!arg.option) continue;
    if (arg === focused) { leaves.push({ name: arg.option.name, type: arg.option.type, value: arg.raw, focused: true }); continue; }
    if (!arg.raw) continue;
    const read = valueOf(arg, picked, names);
    if (!read.error) leaves.push({ name: arg.option.name, type: arg.option.type, value: read.value });
  }
  return nest(entry, leaves);
}

function nest(entry, leaves) {
  return entry.wraps.reduceRight((inner, wrap) => [{ name: wrap.name, type: wrap.type, options: inner }], leaves);
}

/** "required text, up to 32 characters": what may be typed, in words. */
export function hintOf(option) {
  const bits = [option.required ? 'required' : 'optional', option.choices?.length ? 'one of a list' : TYPE_NAMES[option.type] ?? 'value'];
  const { min_value: lo, max_value: hi } = option;
  if (lo !== undefined && lo !== null && hi !== undefined && hi !== null) bits.push(`${lo} to ${hi}`);
  else if (lo !== undefined && lo !== null) bits.push(`at least ${lo}`);
  else if (hi !== undefined && hi !== null) bits.push(`at most ${hi}`);
  if (option.max_length && option.max_length < 6000) bits.push(`up to ${option.max_length} characters`);
  return bits.join(' · ');
}
