import { light, palette } from '#content/art/palette.ts';

import { BODY, DISPLAY, WIDTH } from './styles.ts';

/**
 * HTML as `renderMarkdown` writes it, with the looks where mail programs keep them: in each tag. A link that is alone in
 * its paragraph is a button. Addresses have to be whole.
 */
export function styleMarkdown(html: string): string {
  let isBlock = false;
  return html.replaceAll(
    TAG,
    (tag, href: string | undefined, label: string, end: string, name: string, rest: string) => {
      if (href !== undefined && !label.startsWith('http')) return writeButton(href, label);
      if (href !== undefined) return `<p ${PARAGRAPH}><a ${LINK} href="${href}">${label}</a></p>`;
      if (name === 'pre') isBlock = end === '';
      if (name === 'code' && isBlock) return `<${end}${name}>`;
      if (end !== '') return ENDS[name] ?? tag;
      return STARTS[name]?.(rest) ?? tag;
    },
  );
}

/** A whole tag, however its attributes read, or a paragraph that is one link. No quote stands outside of attributes. */
const TAG =
  /<p><a href="([^"]*)"(?: title="[^"]*")?>((?:[^<]|<\/?(?:em|strong|del|code)>)+)<\/a><\/p>|<(\/?)([a-z][a-z\d]*)([^"<>]*(?:"[^"]*"[^"<>]*)*)>/g;

const look = (style: string) => `class="text" style="color:${light.text};${style}"`;
const heading = (size: number, line: number) =>
  look(`margin:28px 0 0;font-family:${DISPLAY};font-size:${size}px;line-height:${line}px;font-weight:900`);

const MONO = "font-family:Menlo,Consolas,'Liberation Mono',monospace;font-size:14px;line-height:22px";
const PARAGRAPH = look('margin:16px 0 0');
const LIST = look('margin:16px 0 0 24px;padding:0');
const LINK = `class="link" style="color:${light.link};text-decoration:underline"`;
const CODE = `class="code text" style="color:${light.text};background-color:${light.page};${MONO}"`;
const HEADER_CELL = `style="padding:8px 12px;background-color:${palette.night};color:${palette.cloud};font-size:15px;line-height:22px"`;
const CELL = `class="cell text" style="padding:8px 12px;border-bottom:2px solid ${light.hairline};color:${light.text};font-size:15px;line-height:22px"`;

const STARTS: Readonly<Record<string, (attributes: string) => string>> = {
  h1: () => `<h1 ${heading(26, 32)}>`,
  h2: () => `<h2 ${heading(22, 28)}>`,
  h3: () => `<h3 ${heading(18, 24)}>`,
  h4: () => `<h4 ${heading(16, 24)}>`,
  h5: () => `<h5 ${heading(16, 24)}>`,
  h6: () => `<h6 ${heading(16, 24)}>`,
  p: () => `<p ${PARAGRAPH}>`,
  ul: () => `<ul ${LIST}>`,
  ol: (attributes) => `<ol ${LIST}${dropClass(attributes)}>`,
  li: (attributes) => `<li ${look('margin:6px 0 0')}${dropClass(attributes)}>`,
  a: (attributes) => `<a ${LINK}${dropClass(attributes)}>`,
  blockquote: () => openBox('quote', `border-left:6px solid ${light.accent};padding:0 0 16px 16px`),
  pre: () =>
    `${openBox('code', `padding:12px 16px;background-color:${light.page}`)}<pre ${look(`margin:0;white-space:pre-wrap;${MONO}`)}>`,
  code: () => `<code ${CODE}>`,
  div: () => `<div style="margin:16px 0 0;overflow-x:auto">`,
  table: () => '<table class="data" style="border-collapse:collapse">',
  th: (attributes) => `<th ${HEADER_CELL}${attributes.includes('align=') ? attributes : ' align="left"'}>`,
  td: (attributes) => `<td ${CELL}${attributes}>`,
  hr: () => `<hr class="rule" style="margin:24px 0 0;border:0;border-top:2px solid ${light.hairline}">`,
  img: (attributes) => `<img${attributes} width="${pictureWidth(attributes)}" style="max-width:100%;height:auto">`,
  // Mail programs drop what can be filled in.
  input: (attributes) => (attributes.includes(' checked') ? '☑' : '☐'),
};

const BOX_END = '</td></tr></tbody></table></div>';
const ENDS: Readonly<Record<string, string>> = { blockquote: BOX_END, pre: `</pre>${BOX_END}` };

/** Word, which Outlook draws with, knows edges and room of cells alone. */
function openBox(name: string, style: string): string {
  const table = `<table role="presentation" class="${name}-box" width="100%" style="border-collapse:separate">`;
  return `<div style="margin:16px 0 0">${table}<tbody><tr><td class="${name} text" style="color:${light.text};${style}">`;
}

function writeButton(href: string, label: string): string {
  const edge = `border:3px solid ${palette.ink};border-bottom-width:7px;border-radius:14px`;
  const cell = `class="button" style="background-color:${palette.sun};${edge};mso-padding-alt:12px 26px"`;
  const link = `style="display:inline-block;padding:12px 26px;color:${palette.ink};font-family:${BODY};font-size:18px;line-height:24px;font-weight:800;text-decoration:none"`;
  const table = '<table role="presentation" style="border-collapse:separate;border-spacing:0">';
  return `<div style="margin:16px 0 0">${table}<tbody><tr><td ${cell}><a ${link} href="${href}">${label}</a>${BOX_END}`;
}

function dropClass(attributes: string): string {
  return attributes.replace(/ class="[^"]*"/, '');
}

/** What the sheet of a mail has beside its edges. */
const TEXT_WIDTH = WIDTH - 54;

/** Outlook on Windows draws a picture as wide as it is, unless it is told how wide; the others make it fit their screen. */
function pictureWidth(attributes: string): number {
  const [, width = TEXT_WIDTH] = /\/fit-in\/(\d+)x/.exec(attributes) ?? [];
  return Math.min(Number(width), TEXT_WIDTH);
}
