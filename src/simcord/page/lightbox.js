// A picture at full size: fitted first, then zoomed and moved by wheel, fingers, mouse or keys.

import { h } from './dom.js';
import { icon } from './icons.js';

const STEP = 1.3;

/** `gallery` is a list of { url, name, alt, width, height }. */
export function openLightbox(gallery, index = 0) {
  let at = index;
  let scale = 1; // of the picture's own pixels
  let fitted = 1;
  let x = 0; // centre of the picture, from the centre of the stage
  let y = 0;

  const img = h('img', { class: 'lightbox-img', draggable: 'false', on: { load: fit } });
  const stage = h('div', { class: 'lightbox-stage' }, img);
  const percent = h('span', { class: 'lightbox-percent', 'aria-live': 'off' });
  const original = h('a', { class: 'icon-btn', target: '_blank', rel: 'noopener', 'aria-label': 'Open the original in a new tab', title: 'Open original', data: { testid: 'lightbox-original' } }, icon('open'));
  const name = h('span', { class: 'lightbox-name' });
  const tool = (glyph, label, act, testid) => h('button', { type: 'button', class: 'icon-btn', 'aria-label': label, title: label, data: { testid }, on: { click: act } }, icon(glyph));
  const el = h('dialog', { class: 'lightbox', 'aria-label': 'Picture', data: { testid: 'lightbox' }, on: { keydown: onKey } },
    stage,
    h('header', { class: 'lightbox-bar' }, name,
      h('span', { class: 'lightbox-tools' },
        tool('minus', 'Zoom out', () => zoom(1 / STEP), 'lightbox-out'), percent, tool('plus', 'Zoom in', () => zoom(STEP), 'lightbox-in'),
        tool('fit', 'Fit to the window', fit, 'lightbox-fit'), original, tool('close', 'Close', () => el.close(), 'lightbox-close'))),
    gallery.length > 1 && h('button', { type: 'button', class: 'icon-btn lightbox-prev', 'aria-label': 'Previous picture', on: { click: () => show(at - 1) } }, icon('left')),
    gallery.length > 1 && h('button', { type: 'button', class: 'icon-btn lightbox-next', 'aria-label': 'Next picture', on: { click: () => show(at + 1) } }, icon('right')));

  function show(i) {
    at = (i + gallery.length) % gallery.length;
    const picture = gallery[at];
    img.alt = picture.alt;
    img.src = picture.url;
    original.href = picture.url;
    name.textContent = gallery.length > 1 ? `${picture.name} (${at + 1} of ${gallery.length})` : picture.name;
    if (img.complete) fit();
  }

  const size = () => ({ w: img.naturalWidth || gallery[at].width || 800, h: img.naturalHeight || gallery[at].height || 600 });
  function fit() {
    const { w, h: high } = size();
    fitted = Math.min(1, (stage.clientWidth - 16) / w, (stage.clientHeight - 16) / high);
    scale = fitted;
    x = 0;
    y = 0;
    draw();
  }
  function draw() {
    const { w, h: high } = size();
    const freeX = Math.max(0, (w * scale - stage.clientWidth) / 2 + 24);
    const freeY = Math.max(0, (high * scale - stage.clientHeight) / 2 + 24);
    x = w * scale <= stage.clientWidth ? 0 : Math.max(-freeX, Math.min(freeX, x));
    y = high * scale <= stage.clientHeight ? 0 : Math.max(-freeY, Math.min(freeY, y));
    img.style.width = `${w}px`;
    img.style.height = `${high}px`;
    img.style.transform = `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale})`;
    stage.classList.toggle('zoomed', scale > fitted * 1.01);
    percent.textContent = `${Math.round(scale * 100)}%`;
    el.dataset.scale = scale.toFixed(3);
  }
  /** Zooms about a point of the stage, its centre if none is given. */
  function zoom(factor, px = 0, py = 0) {
    const next = Math.max(fitted * 0.9, Math.min(4, scale * factor));
    x = px - (px - x) * (next / scale);
    y = py - (py - y) * (next / scale);
    scale = next;
    draw();
  }
  const fromCentre = (event) => {
    const r = stage.getBoundingClientRect();
    return [event.clientX - r.left - r.width / 2, event.clientY - r.top - r.height / 2];
  };

  stage.addEventListener('wheel', (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 480)), ...fromCentre(event));
  }, { passive: false });

  const fingers = new Map();
  let moved = 0;
  stage.addEventListener('pointerdown', (event) => {
    if (event.button) return;
    if (!fingers.size) moved = 0;
    fingers.set(event.pointerId, event);
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const other = [...fingers.values()].find((f) => f.pointerId !== event.pointerId);
    moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (other) {
      const gap = (a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY) || 1;
      const [ax, ay] = fromCentre(event);
      const [bx, by] = fromCentre(other);
      zoom(gap(event) / gap(before), (ax + bx) / 2, (ay + by) / 2);
    }
    const share = other ? 2 : 1;
    x += (event.clientX - before.clientX) / share;
    y += (event.clientY - before.clientY) / share;
    fingers.set(event.pointerId, event);
    draw();
  });
  const lift = (event) => {
    if (!fingers.delete(event.pointerId) || event.type === 'pointercancel' || fingers.size || moved > 6) return;
    if (!overPicture(event)) el.close();
    else if (scale > fitted * 1.01) fit();
    else zoom(Math.max(1 / scale, 2), ...fromCentre(event));
  };
  stage.addEventListener('pointerup', lift);
  stage.addEventListener('pointercancel', lift);
  function overPicture(event) {
    const r = img.getBoundingClientRect();
    return event.clientX >= r.left && event.clientX <= r.right && event.clientY >= r.top && event.clientY <= r.bottom;
  }

  function onKey(event) {
    const far = 80;
    const big = scale > fitted * 1.01;
    const acts = {
      '+': () => zoom(STEP), '=': () => zoom(STEP), '-': () => zoom(1 / STEP), 0: fit,
      ArrowLeft: () => (big ? pan(far, 0) : gallery.length > 1 && show(at - 1)), ArrowRight: () => (big ? pan(-far, 0) : gallery.length > 1 && show(at + 1)),
      ArrowUp: () => pan(0, far), ArrowDown: () => pan(0, -far),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }
  function pan(dx, dy) { x += dx; y += dy; draw(); }

  const resized = () => (scale > fitted * 1.01 ? draw() : fit());
  addEventListener('resize', resized);
  el.addEventListener('close', () => { removeEventListener('resize', resized); el.remove(); });
  document.body.append(el);
  el.showModal();
  show(at);
}
