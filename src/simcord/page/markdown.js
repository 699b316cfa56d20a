// Discord's flavour of Markdown, turned into DOM nodes (never into HTML text).

import { h, append, safeUrl } from './dom.js';
import { store, channelOf, userOf, openChannel, rolesOf } from './store.js';
import { nameOf, styledTime, fullTime, colourText } from './format.js';

/** The whole grammar, for messages and embed descriptions. */
export function markdown(text) {
  return append(document.createDocumentFragment(), blocks(String(text ?? ''), 0));
}

/** Only what may stand inside a line, for titles and field names. */
export function inlineMarkdown(text) {
  return append(document.createDocumentFragment(), inline(String(text ?? ''), 0));
}

const DEEP = 12;
const FENCE = /```(?:([\w+#.-]*)\n)?([\s\S]*?)```/g;

function blocks(text, depth) {
  const out = [];
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    if (!match[2].trim() || isQuoted(text, match.index)) continue;
    out.push(...lines(text.slice(from, match.index).replace(/\n$/, ''), depth, true));
    out.push(h('pre', { class: 'code', tabindex: '0' }, h('code', {}, match[2].replace(/\n$/, '').replace(ANSI, ''))));
    from = match.index + match[0].length;
    if (text[from] === '\n') from += 1;
  }
  out.push(...lines(text.slice(from), depth));
  return out;
}

const ANSI = /\u001b\[[\d;]*m/g;
const isQuoted = (text, at) => text.slice(text.lastIndexOf('\n', at - 1) + 1, at).startsWith('> ');

const HEADING = /^(#{1,3})\s+(.+)$/;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(.+)$/;

function lines(text, depth, thenBlock = false) {
  if (!text) return [];
  const rows = text.split('\n');
  const out = [];
  let plain = [];
  const flush = (blockFollows) => {
    if (!plain.length) return;
    // A line break just before a block draws nothing; an empty line there has to be kept.
    const kept = blockFollows && plain.at(-1) === '' ? '\n' : '';
    out.push(...inline(plain.join('\n') + kept, depth));
    plain = [];
  };
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i];
    const heading = HEADING.exec(row);
    if (row.startsWith('>>> ') && depth < DEEP) {
      flush(true);
      out.push(quote([row.slice(4), ...rows.slice(i + 1)], depth));
      return out;
    }
    if (row.startsWith('> ') && depth < DEEP) {
      flush(true);
      const quoted = [];
      while (i < rows.length && rows[i].startsWith('> ')) quoted.push(rows[i++].slice(2));
      i -= 1;
      out.push(quote(quoted, depth));
    } else if (heading) {
      flush(true);
      out.push(h(`h${heading[1].length + 2}`, { class: `md-h md-h${heading[1].length}` }, inline(heading[2], depth + 1)));
    } else if (row.startsWith('-# ')) {
      flush(true);
      out.push(h('small', { class: 'subtext' }, inline(row.slice(3), depth + 1)));
    } else if (ITEM.test(row)) {
      flush(true);
      const items = [];
      while (i < rows.length && (ITEM.test(rows[i]) || (/^\s{2,}\S/.test(rows[i]) && items.length))) items.push(rows[i++]);
      i -= 1;
      out.push(...list(items, depth));
    } else plain.push(row);
  }
  flush(thenBlock);
  return out;
}

const quote = (rows, depth) => h('blockquote', {}, blocks(rows.join('\n'), depth + 1));

function list(rows, depth) {
  const roots = [];
  const stack = []; // { indent, el }
  for (const row of rows) {
    const match = ITEM.exec(row);
    if (!match) { append(stack.at(-1).el.lastElementChild, [h('br'), ...inline(row.trim(), depth + 1)]); continue; }
    const indent = match[1].length;
    while (stack.length > 1 && indent < stack.at(-1).indent) stack.pop();
    const ordered = /\d/.test(match[2]);
    if (!stack.length || (indent > stack.at(-1).indent && stack.length < DEEP)) {
      const el = newList(ordered, match[2]);
      if (stack.length) stack.at(-1).el.lastElementChild.append(el);
      else roots.push(el);
      stack.push({ indent, el });
    } else if (stack.length === 1 && ordered !== (stack[0].el.tagName === 'OL')) {
      const el = newList(ordered, match[2]);
      roots.push(el);
      stack[0] = { indent, el };
    }
    stack.at(-1).el.append(h('li', {}, inline(match[3], depth + 1)));
  }
  return roots;
}

const newList = (ordered, mark) => (ordered ? h('ol', { start: parseInt(mark, 10) || 1 }) : h('ul'));

// Each rule: a sticky pattern and what it becomes. The first that fits at a position wins.
const RULES = [
  [/\\([\\*_~`|>#<:[\]()@/-])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => h('code', {}, m[2].replace(/^ (`[\s\S]*`) $/, '$1'))],
  [/<@!?(\d+)>/y, (m) => mention(m[1])],
  [/<@&(\d+)>/y, (m) => roleMention(m[1])],
  [/<#(\d+)>/y, (m) => channelMention(m[1])],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => timestamp(Number(m[1]), m[2])],
  [/<\/([\w -]{1,100}):\d+>/y, (m) => commandMention(m[1])],
  [/<a?:(\w{2,32}):\d+>/y, (m) => `:${m[1]}:`],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1], [m[1]])],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\)/y, (m, d) => link(m[2], inline(m[1], d))],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'!?)\]*_~|`]/y, (m) => link(m[0], [m[0]])],
  [/\|\|([\s\S]+?)\|\|/y, (m, d) => spoiler(inline(m[1], d))],
  [/\*\*\*(?=\S)([\s\S]+?)\*\*\*(?!\*)/y, (m, d) => h('strong', {}, h('em', {}, inline(m[1], d)))],
  [/\*\*(?=\S)([\s\S]+?)\*\*(?!\*)/y, (m, d) => h('strong', {}, inline(m[1], d))],
  [/__(?=\S)([\s\S]+?)__(?!_)/y, (m, d) => h('u', {}, inline(m[1], d))],
  [/~~(?=\S)([\s\S]+?)~~(?!~)/y, (m, d) => h('s', {}, inline(m[1], d))],
  [/\*(?=[^\s*])((?:\*\*|\\[\s\S]|[^\\*])*?[^\s*\\])\*(?!\*)/y, (m, d) => h('em', {}, inline(m[1], d))],
  [/(?<![\p{L}\p{N}_])_(?=[^\s_])((?:__|\\[\s\S]|[^\\_])*?[^\s_\\])_(?![\p{L}\p{N}_])/yu, (m, d) => h('em', {}, inline(m[1], d))],
  [/@(everyone|here)\b/y, (m) => h('span', { class: 'mention me' }, m[0])],
  [/\n/y, () => h('br')],
];
const SPECIAL = /[\\`<[h|*_~@\n]/g;

function inline(text, depth) {
  if (depth > DEEP) return [text];
  const out = [];
  let plain = 0; // start of the text not yet given out
  let at = 0;
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text);
    if (!next) break;
    at = next.index;
    const hit = firstRule(text, at);
    if (!hit) { at += 1; continue; }
    if (at > plain) out.push(text.slice(plain, at));
    out.push(hit.make(hit.match, depth + 1));
    at += hit.match[0].length;
    plain = at;
  }
  if (plain < text.length) out.push(text.slice(plain));
  return out;
}

function firstRule(text, at) {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { match, make };
  }
  return null;
}

function link(url, label) {
  const href = safeUrl(url);
  return href ? h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, label) : h('span', {}, label);
}

function spoiler(children) {
  const reveal = (event) => {
    const el = event.currentTarget;
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    if (el.classList.contains('shown')) return;
    event.preventDefault();
    event.stopPropagation();
    el.classList.add('shown');
    el.setAttribute('aria-expanded', 'true');
    el.removeAttribute('aria-label');
  };
  return h('span', {
    class: 'spoiler', role: 'button', tabindex: '0', 'aria-expanded': 'false', 'aria-label': 'Spoiler, press to show',
    on: { click: reveal, keydown: reveal },
  }, h('span', {}, children));
}

function mention(id) {
  const user = userOf(id);
  return h('span', { class: `mention${id === store.me?.id ? ' me' : ''}`, data: { userId: id } }, `@${user ? nameOf(user) : 'unknown-user'}`);
}

function roleMention(id) {
  const role = store.guild?.roles?.find((r) => r.id === id);
  const mine = rolesOf(store.me?.id).some((r) => (r.id ?? r) === id);
  return h('span', { class: `mention${mine ? ' me' : ''}`, vars: { '--role': colourText(role?.color) } }, `@${role?.name ?? 'unknown-role'}`);
}

function channelMention(id) {
  const channel = channelOf(id);
  if (!channel) return h('span', { class: 'mention' }, '#unknown');
  return h('button', { type: 'button', class: 'mention', on: { click: () => openChannel(id) } }, `#${channel.name}`);
}

function commandMention(name) {
  return h('button', {
    type: 'button', class: 'mention',
    on: { click: () => document.dispatchEvent(new CustomEvent('compose', { detail: `/${name} ` })) },
  }, `/${name}`);
}

function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return String(seconds);
  return h('time', {
    class: 'stamp', datetime: date.toISOString(), title: fullTime(date), data: { relative: style === 'R' ? '' : undefined },
  }, styledTime(date, style));
}

/** One line without markup, for reply references and notices. */
export function plainText(text) {
  return append(document.createElement('span'), inline(String(text ?? '').replace(/\s+/g, ' '), 0)).textContent;
}
