// What hangs below a message's text: embeds, pictures, files.

import { h, safeUrl } from './dom.js';
import { icon } from './icons.js';
import { markdown, inlineMarkdown } from './markdown.js';
import { colourText, fileSize, stamp } from './format.js';
import { openLightbox } from './lightbox.js';

const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg)$/i;
const isPicture = (a) => (a.content_type ? a.content_type.startsWith('image/') : PICTURE.test(a.filename ?? ''));

/** Embeds may show an attachment of their own message by `attachment://name`; that one is not shown a second time. */
export function belowText(message) {
  const files = message.attachments ?? [];
  const used = new Set();
  const find = (url) => {
    const name = /^attachment:\/\/(.+)$/.exec(url ?? '')?.[1];
    const file = files.find((a) => (name ? a.filename === name : a.url === url || (a.url && url?.endsWith(a.url))));
    if (file) used.add(file);
    return file;
  };
  const embeds = (message.embeds ?? []).map((e) => embedNode(e, find));
  const rest = files.filter((a) => !used.has(a));
  const pictures = rest.filter(isPicture);
  const gallery = pictures.map(asPicture);
  return [
    pictures.length > 0 && h('div', { class: `pictures${pictures.length > 1 ? ' several' : ''}` }, gallery.map((p, i) => pictureNode(p, gallery, i))),
    rest.filter((a) => !isPicture(a)).map(fileNode),
    embeds,
  ];
}

const asPicture = (a) => ({ url: safeUrl(a.url), name: a.filename, alt: a.description || a.filename || 'picture', width: a.width, height: a.height, spoiler: a.filename?.startsWith('SPOILER_') });

function pictureNode(picture, gallery, index) {
  const img = h('img', {
    src: picture.url, alt: picture.alt, width: picture.width, height: picture.height, decoding: 'async', loading: 'lazy', draggable: 'false',
    on: { error: () => holder.classList.add('broken') },
  });
  const holder = h('button', {
    type: 'button', class: `picture${picture.spoiler ? ' veiled' : ''}`, 'aria-label': `Open picture: ${picture.alt}`, title: 'Open full size',
    vars: picture.width && picture.height ? { '--w': String(picture.width), '--h': String(picture.height) } : {},
    data: { testid: 'picture', url: picture.url },
    on: {
      click: () => {
        if (holder.classList.contains('veiled')) { holder.classList.remove('veiled'); return; }
        openLightbox(gallery, index);
      },
    },
  }, img);
  return holder;
}

function fileNode(a) {
  const href = safeUrl(a.url);
  return h('div', { class: 'file', data: { testid: 'file' } }, icon('file'),
    h('span', { class: 'file-text' },
      h('a', { href, target: '_blank', rel: 'noopener noreferrer', download: a.filename }, a.filename ?? 'file'),
      h('small', {}, fileSize(a.size))));
}

function embedNode(embed, find) {
  const image = embed.image && media(embed.image, find);
  const thumb = embed.thumbnail && media(embed.thumbnail, find);
  const href = embed.url && safeUrl(embed.url);
  const foot = [embed.footer?.text, embed.timestamp && stamp(new Date(embed.timestamp))].filter(Boolean).join(' • ');
  return h('article', { class: 'embed', vars: { '--bar': colourText(embed.color) }, data: { testid: 'embed' } },
    h('div', { class: `embed-grid${thumb ? ' has-thumb' : ''}` },
      h('div', { class: 'embed-text' },
        embed.author?.name && h('div', { class: 'embed-author' }, link(embed.author.url, embed.author.name)),
        embed.title && h('h3', { class: 'embed-title' }, href ? h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, inlineMarkdown(embed.title)) : inlineMarkdown(embed.title)),
        embed.description && h('div', { class: 'embed-description md' }, markdown(embed.description)),
        embed.fields?.length > 0 && h('div', { class: 'embed-fields' }, spans(embed.fields).map(([field, span]) => h('div', { class: 'embed-field', vars: { '--span': String(span) } },
          h('h4', {}, inlineMarkdown(field.name)), h('div', { class: 'md' }, markdown(field.value)))))),
      thumb && h('div', { class: 'embed-thumb' }, pictureNode(thumb, [thumb], 0))),
    image && h('div', { class: 'embed-image' }, pictureNode(image, [image], 0)),
    foot && h('footer', { class: 'embed-foot' }, foot));
}

function link(url, text) {
  const href = url && safeUrl(url);
  return href ? h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text) : text;
}

function media(item, find) {
  const file = find(item.url);
  if (file) return { ...asPicture(file), width: file.width ?? item.width, height: file.height ?? item.height };
  const url = safeUrl(item.proxy_url ?? item.url);
  return url && { url, name: url.split('/').pop(), alt: 'picture', width: item.width, height: item.height };
}

/** Inline fields stand up to three in a row of twelve columns; the others take the whole row. */
function spans(fields) {
  const out = [];
  for (let i = 0; i < fields.length;) {
    if (!fields[i].inline) { out.push([fields[i], 12]); i += 1; continue; }
    let n = 1;
    while (n < 3 && fields[i + n]?.inline) n += 1;
    for (let k = 0; k < n; k += 1) out.push([fields[i + k], 12 / n]);
    i += n;
  }
  return out;
}
