// Things that float: a box beside its anchor, and words for screen readers.

import { h, isNarrow } from './dom.js';

let current = null;

export function closePopup() { current?.close(); }

/**
 * Shows `content` beside `anchor` (a sheet from below on a phone). Closes on Esc, on a press outside, or when told.
 * Returns close().
 */
export function openPopup(anchor, content, { onClose, className = '', width, label } = {}) {
  closePopup();
  const box = h('div', { class: `popup ${className}`, role: 'dialog', 'aria-label': label }, content);
  const shade = h('div', { class: 'popup-shade' });
  const layer = document.getElementById('layer');
  layer.append(shade, box);
  const back = document.activeElement;

  function place() {
    if (isNarrow()) { box.classList.add('sheet'); box.style.cssText = ''; return; }
    box.classList.remove('sheet');
    const a = anchor.getBoundingClientRect();
    box.style.width = `${Math.min(width ?? a.width, innerWidth - 16)}px`;
    box.style.maxHeight = '';
    const height = box.offsetHeight;
    const below = innerHeight - a.bottom - 12;
    const above = a.top - 12;
    const up = below < Math.min(height, 240) && above > below;
    box.style.maxHeight = `${Math.max(120, Math.min(420, up ? above : below))}px`;
    const real = box.offsetHeight;
    box.style.left = `${Math.max(8, Math.min(a.left, innerWidth - box.offsetWidth - 8))}px`;
    box.style.top = `${up ? a.top - real - 6 : a.bottom + 6}px`;
  }

  const outside = (event) => { if (!box.contains(event.target) && !anchor.contains(event.target)) close('outside'); };
  const keys = (event) => {
    if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); close('escape'); }
    if (event.key === 'Tab') stayInside(event, box);
  };
  const away = (event) => { if (!box.contains(event.target)) close('outside'); };

  function close(why = 'done') {
    if (current !== mine) return;
    current = null;
    box.remove();
    shade.remove();
    removeEventListener('pointerdown', outside, true);
    removeEventListener('keydown', keys, true);
    removeEventListener('resize', place);
    removeEventListener('wheel', away, true);
    if (box.contains(document.activeElement) || document.activeElement === document.body) back?.focus?.({ preventScroll: true });
    onClose?.(why);
  }
  const mine = { close };
  current = mine;
  addEventListener('pointerdown', outside, true);
  addEventListener('keydown', keys, true);
  addEventListener('resize', place);
  addEventListener('wheel', away, { capture: true, passive: true });
  place();
  return { close, place };
}

/** Tab goes round inside the box. */
function stayInside(event, box) {
  const stops = [...box.querySelectorAll('button:not(:disabled), input, [tabindex="0"]')];
  const end = event.shiftKey ? stops[0] : stops.at(-1);
  if (!stops.length || (box.contains(document.activeElement) && document.activeElement !== end)) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0]).focus();
}

const speaker = h('div', { class: 'sr-only', 'aria-live': 'polite' });
document.body.append(speaker);

/** Says something to screen readers that is only visible elsewhere. */
export function announce(text) {
  speaker.textContent = '';
  requestAnimationFrame(() => { speaker.textContent = text; });
}
