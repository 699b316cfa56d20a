// A form the bot opens: text inputs with their limits, sent back as one answer.

import { h, freshId } from './dom.js';
import { store } from './store.js';
import { nameOf } from './format.js';
import { openDialog } from './dialog.js';
import { markdown } from './markdown.js';

const SHORT = 1;
const ACTION_ROW = 1;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;

export function openModal(modal, submitModal) {
  const channel = store.channelId;
  const inputs = new Map();
  const body = (modal.components ?? []).flatMap((row) => rowOf(row, inputs));
  const { el } = openDialog({
    title: modal.title, body, submitLabel: 'Submit', testid: 'modal', className: 'modal',
    lead: `This form was opened by ${nameOf(store.bot)}.`,
    async submit() {
      const bad = [...inputs.values()].filter((check) => !check());
      if (bad.length) { el.querySelector('[aria-invalid="true"]')?.focus(); return false; }
      const fields = {};
      for (const [customId, check] of inputs) fields[customId] = check.input.value;
      await submitModal({ ...modal, channel }, fields);
      return true;
    },
  });
}

function rowOf(row, inputs) {
  if (row.type === ACTION_ROW) return row.components.filter((c) => c.type === TEXT_INPUT).map((c) => field(c, c.label, null, inputs));
  if (row.type === LABEL && row.component?.type === TEXT_INPUT) return [field(row.component, row.label, row.description, inputs)];
  if (row.type === TEXT_DISPLAY) return [h('div', { class: 'md' }, markdown(row.content))];
  return [];
}

function field(component, label, description, inputs) {
  const id = freshId('field');
  const required = component.required !== false;
  const tag = component.style === SHORT ? 'input' : 'textarea';
  const input = h(tag, {
    id, class: 'input', placeholder: component.placeholder, maxlength: component.max_length ?? 4000, rows: tag === 'textarea' ? 4 : null,
    type: tag === 'input' ? 'text' : null, autocomplete: 'off', 'aria-required': String(required), 'aria-describedby': `${id}-note`,
    value: component.value ?? '', data: { testid: 'modal-input', customId: component.custom_id },
    on: {
      input: () => { count(); if (input.getAttribute('aria-invalid')) check(); },
      keydown: (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) input.form.requestSubmit(); },
    },
  });
  const note = h('p', { class: 'field-note', id: `${id}-note` });
  const count = () => { note.textContent = component.max_length ? `${input.value.length} / ${component.max_length}` : ''; };
  function check() {
    const length = input.value.trim().length;
    let why = null;
    if (required && !length) why = 'This is required.';
    else if (length && component.min_length && length < component.min_length) why = `At least ${component.min_length} characters.`;
    note.classList.toggle('bad', Boolean(why));
    if (why) { input.setAttribute('aria-invalid', 'true'); note.textContent = why; } else { input.removeAttribute('aria-invalid'); count(); }
    return !why;
  }
  check.input = input;
  count();
  inputs.set(component.custom_id, check);
  return h('div', { class: 'field' },
    h('label', { for: id }, label, required && h('span', { class: 'req', 'aria-hidden': 'true' }, ' *')),
    description && h('p', { class: 'field-lead' }, description), input, note);
}
