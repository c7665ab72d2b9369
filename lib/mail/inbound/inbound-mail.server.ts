import { detectMailProgram } from './automatic-mail.ts';
import type { MailProgram } from './automatic-mail.ts';
import { decodeText } from './charsets.ts';
import { readDeliveryReports } from './delivery-report.ts';
import type { DeliveryReport, ReportPart } from './delivery-report.ts';
import type { MailLine } from './mail-lines.ts';
import { isText, readMailLines, readWholeText, textOfLines } from './mail-text.ts';
import { decodeWords, readMime, textOfParam } from './mime.ts';
import type { MailPart } from './mime.ts';

/** As it was handed over, which its headers may say otherwise. */
interface MailEnvelope {
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
  readonly isOwn: boolean;
  /** Whose mail it says it is. */
  readonly sender: string | undefined;
  /** Undefined for what a person has sent. */
  readonly program: MailProgram | undefined;
  /** What happened to mails of ours. */
  readonly reports: readonly DeliveryReport[];
  readonly lines: readonly MailLine[];
  /** All that it says, with its headers, as text. */
  readonly whole: string;
  readonly files: readonly InboundFile[];
  /** What it had that is not here. */
  readonly leftOut: readonly LeftOutPart[];
  /** As it came. */
  readonly source: Uint8Array<ArrayBuffer>;
}

interface MailHeader {
  /** In small letters. */
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

interface InboundFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface LeftOutPart {
  /** Of the file; empty for words of the mail itself. */
  readonly name: string;
  readonly reason: 'empty' | 'unreadable' | 'too long';
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
  const headers = root.fields.map(({ key, name, raw }) => ({ key, name, value: decodeWords(raw, usualCharset) }));
  const readHeader = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  const [messageId, subject] = [readHeader('message-id'), readHeader('subject')];
  const isOwn = messageId.toLowerCase().endsWith(`@${ownHost.toLowerCase()}>`);
  const program = detectMailProgram({ headers, subject }, envelope.from);
  const content: MailContent = { reportParts: [], files: [], leftOut: [] };
  collectParts(root, content, usualCharset);
  const lines = withinLimits(readMailLines(root, usualCharset), content);
  return {
    ...envelope,
    messageId,
    subject,
    headers,
    isOwn,
    program,
    lines,
    source,
    isAutomatic: isOwn || program !== undefined,
    sender: ADDRESS.exec(readHeader('from').slice(0, MAX_FROM))?.[0],
    reports: readDeliveryReports({
      headers,
      subject,
      from: envelope.from,
      text: textOfLines(lines),
      parts: content.reportParts,
    }),
    whole: `${writeHead(headers, content)}\n\n${readWholeText(root, usualCharset)}`.slice(0, MAX_WHOLE),
    files: content.files,
    leftOut: content.leftOut,
  };
}

/** Of a field that names who a mail is from; a name may look like an address, which then stands in brackets. */
const ADDRESS = /(?<=<)[^<>\s]{1,64}@[^<>\s]{1,255}(?=>)|^[^<>\s]{1,64}@[^<>\s]{1,255}/;
const MAX_FROM = 1000;

/** Characters of a head, and of a whole mail. */
const [MAX_HEAD, MAX_WHOLE] = [32_000, 500_000];

function writeHead(headers: readonly MailHeader[], { files, leftOut }: MailContent): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return [...lines, ...[...files, ...leftOut].map(({ name }) => `[${name}]`)].join('\n').slice(0, MAX_HEAD);
}

/** Of the words of a mail, which the thread that answers still compares with those of ours: 20 ms. */
const [MAX_LINES, MAX_CHARACTERS] = [5000, 100_000];

function withinLimits(lines: readonly MailLine[], { leftOut }: MailContent): readonly MailLine[] {
  let left = MAX_CHARACTERS;
  const end = lines.findIndex(({ text }, at) => (left -= text.length) < 0 || at >= MAX_LINES);
  if (end === -1) return lines;
  leftOut.push({ name: '', reason: 'too long' });
  const { depth = 0, text = '' } = lines[end] ?? {};
  return [...lines.slice(0, end), { depth, text: text.slice(0, left) }];
}

interface MailContent {
  readonly reportParts: ReportPart[];
  readonly files: InboundFile[];
  readonly leftOut: LeftOutPart[];
}

function collectParts(part: MailPart, content: MailContent, usualCharset: string | undefined, isReport = false): void {
  for (const inner of part.parts) {
    collectParts(inner, content, usualCharset, isReport || part.type === 'multipart/report');
  }
  if (part.parts.length > 0 || isText(part)) return;
  const isForPrograms = /^(?:message\/|text\/rfc822-headers$)/.test(part.type);
  if (isForPrograms) content.reportParts.push({ mimeType: part.type, content: decodeText(part.bytes(), 'utf-8') });
  if (!isForPrograms || !isReport) collectFile(part, content, usualCharset);
}

function collectFile(part: MailPart, { files, leftOut }: MailContent, usualCharset: string | undefined): void {
  const said = part.name === undefined ? '' : textOfParam(part.name, usualCharset);
  const name = said === '' ? (part.type === 'message/rfc822' ? 'message.eml' : 'file') : said;
  // A copy of its own, which another thread takes over.
  const bytes = new Uint8Array(part.bytes());
  if (bytes.length > 0) files.push({ name, bytes });
  else leftOut.push({ name, reason: part.isEmpty ? 'empty' : 'unreadable' });
}
