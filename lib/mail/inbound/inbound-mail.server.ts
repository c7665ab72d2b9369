import { decodeText } from './charsets.ts';
import { deliveryReportsOf } from './delivery-report.ts';
import type { DeliveryReport } from './delivery-report.ts';
import { MailFormError, decodeWords, readMime, textOfParam } from './mime.ts';
import type { MailPart } from './mime.ts';
import { withoutQuotes } from './quotes.ts';

/** As it was handed over, which its headers may say otherwise. */
export interface MailEnvelope {
  /** Empty for what nobody may answer. */
  readonly from: string;
  readonly to: string;
}

export interface InboundMail extends MailEnvelope {
  readonly messageId: string;
  readonly subject: string;
  readonly headers: readonly MailHeader[];
  /** Written by a program, or by ourselves: whoever answered it would begin a loop. */
  readonly isAutomatic: boolean;
  /** What happened to mails of ours. */
  readonly reports: readonly DeliveryReport[];
  /** All that it says. */
  readonly text: string;
  /** What its writer has added to what they answer. */
  readonly answer: string;
  readonly files: readonly InboundFile[];
  /** What it had that is not here. */
  readonly leftOut: readonly LeftOutPart[];
  /** As it came. */
  readonly source: Uint8Array<ArrayBuffer>;
}

export interface MailHeader {
  /** In small letters. */
  readonly key: string;
  readonly value: string;
}

export interface InboundFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface LeftOutPart {
  /** Of the file; empty for words of the mail itself. */
  readonly name: string;
  readonly reason: 'empty' | 'unreadable' | 'too long';
}

/** Part of a report that programs read. */
export interface ReportPart {
  readonly mimeType: string;
  readonly content: string;
}

/**
 * Takes a while for a large mail: `inbound-mail-thread.server.ts` does it beside all else.
 * @param ownHost of our own Message-IDs @param usualCharset of whoever writes, where the mail says none
 * @throws MailFormError for what is no mail, or breaks a bound
 */
export async function readInboundMail(
  source: Uint8Array<ArrayBuffer>,
  envelope: MailEnvelope,
  ownHost: string,
  usualCharset?: string,
): Promise<InboundMail> {
  const root = readMime(Buffer.from(source.buffer, source.byteOffset, source.byteLength));
  const headers = root.fields.map(({ key, raw }) => ({ key, value: decodeWords(raw, usualCharset) }));
  const valueOf = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  const messageId = valueOf('message-id');
  const isOwn = messageId.toLowerCase().endsWith(`@${ownHost.toLowerCase()}>`);
  const content = contentOf(root, usualCharset);
  const text = await textOf(content);
  return {
    ...envelope,
    ...{ messageId, subject: valueOf('subject'), headers, source, text },
    isAutomatic: envelope.from === '' || isOwn || saysAutomatic(headers),
    reports: deliveryReportsOf(content.reportParts),
    answer: withoutQuotes(text),
    files: content.files,
    leftOut: content.leftOut,
  };
}

interface MailContent {
  readonly bodies: MailBody[];
  readonly reportParts: ReportPart[];
  readonly files: InboundFile[];
  readonly leftOut: LeftOutPart[];
}

interface MailBody {
  readonly isHtml: boolean;
  readonly text: string;
  /** RFC 3676: a line that ends with a space goes on in the next one. */
  readonly isFlowed: boolean;
  /** That space belongs to no word. */
  readonly hasDelSp: boolean;
}

function contentOf(root: MailPart, usualCharset: string | undefined): MailContent {
  const content: MailContent = { bodies: [], reportParts: [], files: [], leftOut: [] };
  collect(root, content, usualCharset);
  return content;
}

function collect(part: MailPart, content: MailContent, usualCharset: string | undefined, isReport = false): void {
  if (part.type === 'multipart/alternative') return collectOne(part, content, usualCharset, isReport);
  for (const inner of part.parts) {
    collect(inner, content, usualCharset, isReport || part.type === 'multipart/report');
  }
  if (part.parts.length > 0) return;
  if (isBody(part)) return void content.bodies.push(bodyOf(part, usualCharset));
  const isForPrograms = /^(?:message\/|text\/rfc822-headers$)/.test(part.type);
  if (isForPrograms) content.reportParts.push({ mimeType: part.type, content: decodeText(part.bytes(), 'utf-8') });
  if (!isForPrograms || !isReport) collectFile(part, content, usualCharset);
}

/** The same words several times: the plainest that has some, with all that is not words. */
function collectOne(part: MailPart, content: MailContent, usualCharset: string | undefined, isReport: boolean): void {
  const all = part.parts.map((inner) => {
    const own: MailContent = { ...content, bodies: [] };
    collect(inner, own, usualCharset, isReport);
    return own.bodies;
  });
  const said = all.filter((bodies) => bodies.some(({ text }) => text.trim() !== ''));
  content.bodies.push(...(said.find((bodies) => bodies.every(({ isHtml }) => !isHtml)) ?? said.at(-1) ?? []));
}

/** Bytes of which words are read. */
const MAX_BODY = 2_000_000;
/** Characters of which a text and a page are read. */
const [MAX_TEXT, MAX_HTML] = [200_000, 1_000_000];

function isBody({ type, isFile }: MailPart): boolean {
  return !isFile && (type === 'text/plain' || type === 'text/html' || type === 'text/enriched');
}

function bodyOf(part: MailPart, usualCharset: string | undefined): MailBody {
  const saysYes = (name: string, value: string) => part.params.get(name)?.raw.toLowerCase() === value;
  return {
    isHtml: part.type === 'text/html',
    text: decodeText(part.bytes().subarray(0, MAX_BODY), part.params.get('charset')?.raw, usualCharset).replaceAll(
      '\r\n',
      '\n',
    ),
    isFlowed: saysYes('format', 'flowed'),
    hasDelSp: saysYes('delsp', 'yes'),
  };
}

function collectFile(part: MailPart, { files, leftOut }: MailContent, usualCharset: string | undefined): void {
  const said = part.name === undefined ? '' : textOfParam(part.name, usualCharset);
  const name = said === '' ? (part.type === 'message/rfc822' ? 'message.eml' : 'file') : said;
  // A copy of its own, which another thread takes over.
  const bytes = new Uint8Array(part.bytes());
  if (bytes.length > 0) files.push({ name, bytes });
  else leftOut.push({ name, reason: part.isEmpty ? 'empty' : 'unreadable' });
}

async function textOf({ bodies, leftOut }: MailContent): Promise<string> {
  const texts = await Promise.all(
    bodies.map((body) => (body.isHtml ? textOfHtml(body) : Promise.resolve(unfold(body)))),
  );
  const text = texts.join('\n');
  const isCut = text.length > MAX_TEXT || bodies.some((body) => body.isHtml && body.text.length > MAX_HTML);
  if (isCut) leftOut.push({ name: '', reason: 'too long' });
  return text.slice(0, MAX_TEXT);
}

/** Without what it quotes. @throws MailFormError */
async function textOfHtml({ text }: MailBody): Promise<string> {
  const html = text.slice(0, MAX_HTML);
  requireShallow(html);
  const { toPlainText } = await import('@react-email/render');
  return toPlainText(html, { selectors: UNREAD });
}

/** Elements inside of elements; long conversations have some hundreds. */
const MAX_HTML_DEPTH = 1000;

/** Elements that are not closed, or need not be. */
const UNCLOSED = new Set(
  'area base body br col dd dt embed head hr html img input li link meta option p source tbody td tfoot th thead tr wbr'.split(
    ' ',
  ),
);

function requireShallow(html: string): void {
  let depth = 0;
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,20})/gi)) {
    if (UNCLOSED.has(name.toLowerCase())) continue;
    depth = end === '' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_HTML_DEPTH) throw new MailFormError('elements are too deep');
  }
}

const UNREAD = ['blockquote', '.gmail_quote', 'img', 'style'].map((selector) => ({ selector, format: 'skip' }));

/** Lines of a quote stay as they are. */
function unfold({ text, isFlowed, hasDelSp }: MailBody): string {
  if (!isFlowed) return text;
  const lines = text.split('\n');
  return lines
    .map((line, at) => {
      const next = lines[at + 1];
      const goesOn = line.endsWith(' ') && line !== '-- ' && !line.startsWith('>') && !/^(?:>|-- $)/.test(next ?? '>');
      if (!goesOn) return next === undefined ? line : `${line}\n`;
      return hasDelSp ? line.slice(0, -1) : line;
    })
    .join('');
}

/** RFC 3834, and what programs wrote before it. */
function saysAutomatic(headers: readonly MailHeader[]): boolean {
  return headers.some(({ key, value }) => {
    if (key === 'auto-submitted') return !/^\s*no\b/i.test(value);
    if (key === 'precedence') return /^\s*(?:bulk|junk|list|auto[_-]reply)\b/i.test(value);
    if (key === 'content-type') return /^\s*multipart\/report\b/i.test(value);
    return key === 'list-id' || key === 'x-autoreply' || key === 'x-autorespond' || key === 'x-loop';
  });
}
