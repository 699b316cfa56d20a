// On a narrow screen the two sides slide in over the messages; on a wide one the members can be folded away.

import { byId, isNarrow, remember } from './dom.js';

const app = byId('app');
let opener = null;

export function openDrawer(side) {
  opener = document.activeElement;
  app.dataset.drawer = side;
  byId('scrim').hidden = false;
  setInert();
  const panel = byId(side === 'left' ? 'side' : 'members');
  panel.querySelector('.on, button')?.focus({ preventScroll: true });
}

export function closeDrawers() {
  if (!app.dataset.drawer) return;
  delete app.dataset.drawer;
  byId('scrim').hidden = true;
  setInert();
  (opener?.isConnected ? opener : document.querySelector(`[data-testid="${opener?.dataset?.testid}"]`))?.focus({ preventScroll: true });
  opener = null;
}

/** What slid out of sight must not be reached with Tab either. */
export function setInert() {
  const narrow = isNarrow();
  const drawer = app.dataset.drawer;
  byId('side').inert = narrow && drawer !== 'left';
  byId('members').inert = (narrow && drawer !== 'right') || (!narrow && app.dataset.members === 'off');
  byId('chat').inert = Boolean(narrow && drawer);
}

export function toggleMembers() {
  if (isNarrow()) { openDrawer('right'); return; }
  app.dataset.members = app.dataset.members === 'off' ? 'on' : 'off';
  remember('members', app.dataset.members);
  setInert();
}

export function mountDrawers() {
  app.dataset.members = remember('members') ?? 'on';
  byId('scrim').addEventListener('click', closeDrawers);
  addEventListener('keydown', (event) => { if (event.key === 'Escape' && app.dataset.drawer) { event.preventDefault(); closeDrawers(); } });
  matchMedia('(max-width: 900px)').addEventListener('change', () => { closeDrawers(); setInert(); });
  mountSwipe();
  setInert();
}

/** A finger drawn from the edge opens a side, drawn back closes it. */
function mountSwipe() {
  let from = null;
  addEventListener('touchstart', (event) => {
    const t = event.touches[0];
    const edge = t.clientX < 28 ? 'left' : t.clientX > innerWidth - 28 ? 'right' : null;
    from = event.touches.length === 1 && isNarrow() && (edge || app.dataset.drawer) && !document.querySelector('dialog[open]') ? { x: t.clientX, y: t.clientY, edge } : null;
  }, { passive: true });
  addEventListener('touchend', (event) => {
    if (!from) return;
    const t = event.changedTouches[0];
    const dx = t.clientX - from.x;
    const open = app.dataset.drawer;
    if (Math.abs(dx) < 60 || Math.abs(t.clientY - from.y) > 60) return;
    if (open && ((open === 'left') === (dx < 0))) closeDrawers();
    else if (!open && from.edge && ((from.edge === 'left') === (dx > 0))) openDrawer(from.edge);
  }, { passive: true });
}
