// Settings of the person we act as, the look of the page, and the list of keys.

import { h, remember } from './dom.js';
import { store } from './store.js';
import { post } from './client.js';
import { nameOf } from './format.js';
import { openDialog } from './dialog.js';
import { showFirstRun } from './firstrun.js';

export function toggleTheme() {
  setTheme(document.documentElement.dataset.theme === 'light' ? 'dark' : 'light');
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  remember('theme', theme);
  document.dispatchEvent(new CustomEvent('theme'));
}

function toggle(id, label, note, checked, change, testid) {
  const box = h('input', { type: 'checkbox', role: 'switch', id, class: 'switch', 'aria-describedby': `${id}-note`, data: { testid } });
  box.checked = checked;
  box.addEventListener('change', () => change(box.checked, box));
  return h('div', { class: 'setting' }, h('div', {}, h('label', { for: id }, label), h('p', { id: `${id}-note` }, note)), box);
}

export function openSettings() {
  const user = store.me;
  const error = h('p', { class: 'dialog-error', role: 'alert', hidden: true });
  const save = async (closed, box) => {
    error.hidden = true;
    try {
      await post('settings', { user: user.id, closed_dms: closed });
      store.settings[user.id] = { ...store.settings[user.id], closed_dms: closed };
    } catch (e) {
      box.checked = !closed;
      error.textContent = e.message;
      error.hidden = false;
    }
  };
  openDialog({
    title: `Settings of ${nameOf(user)}`, testid: 'settings-dialog',
    body: [
      toggle('set-dms', 'Close my direct messages', `The bot can no longer write to ${nameOf(user)} in private. Use this to see how a game goes on for people who have closed theirs.`,
        Boolean(store.settings[user.id]?.closed_dms), save, 'closed-dms'),
      toggle('set-light', 'Light theme', 'For this browser, whoever you act as.', document.documentElement.dataset.theme === 'light', (light) => setTheme(light ? 'light' : 'dark'), 'light-theme'),
      error,
    ],
  });
}

const KEYS = [
  ['/', 'list of commands'], ['Tab', 'complete, or go to the next option'], ['Enter', 'take what is marked; send'], ['Ctrl+Enter', 'send exactly as typed'],
  ['Esc', 'close the list; jump to the newest message'], ['↑', 'in an empty line: what you sent before'], ['Shift+Enter', 'new line'],
  ['Alt+1 … Alt+8', 'act as another person'], ['Alt+0', 'act as the next one with something waiting'], ['Alt+↑ / Alt+↓', 'channel above, below'], ['Ctrl+/', 'this list'], ['+  −  0  arrows', 'in a picture: zoom, fit, move'],
];

export function openHelp() {
  openDialog({
    title: 'Keys', testid: 'help-dialog', submitLabel: 'Show the first steps', cancelLabel: 'Close',
    body: h('dl', { class: 'keys' }, KEYS.map(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])),
    submit: () => { showFirstRun(true); },
  });
}

addEventListener('keydown', (event) => {
  if (event.key === '/' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); if (!document.querySelector('dialog[open]')) openHelp(); }
});
