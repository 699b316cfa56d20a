// Dialogs on the browser's own <dialog>: it traps the focus, closes on Esc and gives the focus back.

import { h, freshId } from './dom.js';
import { icon } from './icons.js';

/**
 * Opens a dialog with a title, a body and buttons. `submit` may return a promise; a rejection is shown and keeps it open.
 * Returns { el, close }.
 */
export function openDialog({ title, lead, body, submit, submitLabel = 'Submit', cancelLabel = 'Cancel', testid = 'dialog', className = '', onClose }) {
  const titleId = freshId('dialog-title');
  const errorEl = h('p', { class: 'dialog-error', role: 'alert', hidden: true, data: { testid: 'dialog-error' } });
  const submitButton = submit && h('button', { type: 'submit', class: 'btn btn-primary', data: { testid: 'dialog-submit' } }, submitLabel);
  const close = () => { if (el.open) el.close(); };
  const form = h('form', { class: 'dialog-form', method: 'dialog', novalidate: true, on: { submit: send } },
    h('header', { class: 'dialog-head' },
      h('h2', { id: titleId }, title),
      h('button', { type: 'button', class: 'icon-btn', 'aria-label': 'Close', on: { click: close } }, icon('close'))),
    h('div', { class: 'dialog-body' }, lead && h('p', { class: 'dialog-lead' }, lead), body, errorEl),
    submit && h('footer', { class: 'dialog-foot' },
      h('button', { type: 'button', class: 'btn btn-plain', data: { testid: 'dialog-cancel' }, on: { click: close } }, cancelLabel), submitButton));
  const el = h('dialog', { class: `dialog ${className}`, 'aria-labelledby': titleId, data: { testid } }, form);

  let busy = false;
  async function send(event) {
    event.preventDefault();
    if (!submit || busy) return;
    busy = true;
    submitButton.setAttribute('aria-busy', 'true');
    errorEl.hidden = true;
    try {
      if (await submit(el) !== false) close();
    } catch (error) {
      errorEl.textContent = error.message;
      errorEl.hidden = false;
    } finally {
      busy = false;
      submitButton.removeAttribute('aria-busy');
    }
  }

  el.addEventListener('mousedown', (event) => { if (event.target === el) { event.preventDefault(); close(); } });
  el.addEventListener('close', () => { el.remove(); onClose?.(); });
  document.body.append(el);
  el.showModal();
  el.querySelector('[data-autofocus], .dialog-body input, .dialog-body textarea, .dialog-body select, .dialog-foot .btn-primary')?.focus();
  return { el, close };
}
