// Three lines for those who see this for the first time.

import { h, byId, replace, remember } from './dom.js';
import { icon } from './icons.js';

const STEPS = [
  ['/game create', 'opens a game here'],
  ['/game fill', 'seats computer players'],
  ['/game start', 'deals, and asks the first question'],
];

export function showFirstRun(force = false) {
  const holder = byId('first-run');
  if (!force && remember('first-run') === 'seen') { holder.replaceChildren(); return; }
  const dismiss = () => {
    remember('first-run', 'seen');
    holder.replaceChildren();
    document.dispatchEvent(new CustomEvent('compose'));
  };
  replace(holder, h('section', { class: 'first-run', 'aria-labelledby': 'first-run-title', data: { testid: 'first-run' } },
    h('header', {}, h('img', { src: '/page/icon.svg', alt: '' }), h('h2', { id: 'first-run-title' }, 'Play alone against the computer'),
      h('button', { type: 'button', class: 'icon-btn', 'aria-label': 'Dismiss', data: { testid: 'first-run-dismiss' }, on: { click: dismiss } }, icon('close'))),
    h('ol', {}, STEPS.map(([command, text]) => h('li', {},
      h('button', { type: 'button', class: 'mention', on: { click: () => document.dispatchEvent(new CustomEvent('compose', { detail: command })) } }, command), ` ${text}`))),
    h('p', {}, 'You can be any of eight people: press a face under ', h('strong', {}, 'Acting as'), '. Nothing leaves this computer.')));
}
