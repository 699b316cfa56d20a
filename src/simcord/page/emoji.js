// An emoji as the bot names it: a character, or one of a server's own, of which we only have the name.

import { h } from './dom.js';

export function emojiNode(emoji) {
  if (!emoji?.name) return null;
  return h('span', { class: 'emoji', 'aria-hidden': 'true' }, emoji.id ? `:${emoji.name}:` : emoji.name);
}
