import { decodeText } from './charsets.ts';

/** Why a mail is refused for good: no honest program writes such a one. */
export class MailFormError extends Error {}

/** What a mail may have. It is looked at before anything of it is made. */
export const MAIL_BOUNDS = {
  /** Lines of every mail, and bytes for each line more: those of encoded files have 60 to 78. */
  lines: 20_000,
  bytesPerLine: 24,
  /** Parts, with those that hold others. */
  parts: 200,
  /** Parts inside of parts. */
  depth: 16,
  /** Fields of one head. */
  fields: 1000,
  /** Bytes of all heads. */
  headBytes: 128 * 1024,
} as const;

/** A field of a head. */
interface MailField {
  /** In small letters. */
  readonly key: string;
  readonly name: string;
  /** Without line breaks, as it came: a letter for each byte. */
  readonly raw: string;
}

/** A part of a mail, or all of it (RFC 2045, 2046). */
export interface MailPart {
  readonly fields: readonly MailField[];
  /** In small letters, `text/plain` where it is not said. */
  readonly type: string;
  /** Of the content type. */
  readonly params: ReadonlyMap<string, MailParam>;
  /** Whether it says that it is a file, or has a name as files have. */
  readonly isFile: boolean;
  readonly name: MailParam | undefined;
  /** Of what has parts; else empty. */
  readonly parts: readonly MailPart[];
  readonly isEmpty: boolean;
  /** Without the encoding for the way. Whatever is wrong in it is left out. */
  bytes(): Buffer<ArrayBuffer>;
}

/** Bytes of a parameter, a letter for each, and the charset that they say (RFC 2231). */
interface MailParam {
  readonly raw: string;
  readonly charset: string | undefined;
}

/** @throws MailFormError for what breaks a bound or has no head */
export function readMime(source: Buffer<ArrayBuffer>): MailPart {
  requireFewLines(source);
  const root = new MimeReader(source).read({ from: 0, to: source.length }, 0);
  if (root.fields.length === 0) throw new MailFormError('there is no head');
  return root;
}

const [LF, CR] = [0x0a, 0x0d];

function requireFewLines(source: Buffer): void {
  const most = MAIL_BOUNDS.lines + source.length / MAIL_BOUNDS.bytesPerLine;
  let lines = 0;
  for (let at = source.indexOf(LF); at !== -1; at = source.indexOf(LF, at + 1)) lines += 1;
  if (lines > most) throw new MailFormError(`there are ${lines} lines`);
}

interface SourceRange {
  readonly from: number;
  readonly to: number;
}

class MimeReader {
  readonly #source: Buffer<ArrayBuffer>;
  /** Where lines begin with two hyphens, as boundaries do. */
  readonly #marks: readonly number[];
  #parts = 0;
  #headBytes = 0;

  constructor(source: Buffer<ArrayBuffer>) {
    this.#source = source;
    this.#marks = marksIn(source);
  }

  read(range: SourceRange, depth: number): MailPart {
    this.#parts += 1;
    if (this.#parts > MAIL_BOUNDS.parts) throw new MailFormError('there are too many parts');
    if (depth > MAIL_BOUNDS.depth) throw new MailFormError('parts are too deep');
    const body = { from: this.#findBody(range, depth), to: range.to };
    const fields = this.#readFields({ from: range.from, to: body.from });
    const { value, params } = readParams(findFieldValue(fields, 'content-type') ?? '');
    const disposition = readParams(findFieldValue(fields, 'content-disposition') ?? '');
    const name = disposition.params.get('filename') ?? params.get('name');
    const type = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/.exec(value)?.[0].toLowerCase() ?? 'text/plain';
    const boundary = type.startsWith('multipart/') ? withoutComments(params.get('boundary')?.raw ?? '').trimEnd() : '';
    const parts = boundary === '' ? [] : this.#split(body, boundary).map((part) => this.read(part, depth + 1));
    const encoding =
      /[\w-]+/.exec(withoutComments(findFieldValue(fields, 'content-transfer-encoding') ?? ''))?.[0] ?? '';
    return {
      fields,
      params,
      name,
      parts,
      // What holds nothing that can be told apart is read as it is.
      type: parts.length === 0 && type.startsWith('multipart/') ? 'text/plain' : type,
      isEmpty: body.to - body.from <= 2,
      isFile: name !== undefined || /^attachment\b/i.test(disposition.value),
      bytes: () => decode(this.#source.subarray(body.from, body.to), encoding.toLowerCase()),
    };
  }

  /** Where the first empty line ends. A part that does not begin with a field has no head. */
  #findBody({ from, to }: SourceRange, depth: number): number {
    if (
      depth > 0 &&
      !/^(?:[!-9;-~]+[ \t]*:|\r?\n)/.test(this.#source.toString('latin1', from, Math.min(to, from + MAX_KEY)))
    )
      return from;
    for (let at = from; at < to;) {
      const end = this.#source.indexOf(LF, at);
      const next = end === -1 || end >= to ? to : end + 1;
      this.#headBytes += next - at;
      if (this.#headBytes > MAIL_BOUNDS.headBytes) throw new MailFormError('the heads are too long');
      if (end === at || (end === at + 1 && this.#source[at] === CR)) return next;
      at = next;
    }
    return to;
  }

  #readFields({ from, to }: SourceRange): MailField[] {
    const text = this.#source.toString('latin1', from, to).replaceAll(/\r?\n(?=[ \t])/g, '');
    const fields = text.split(/\r?\n/).flatMap((line): MailField[] => {
      const colon = line.indexOf(':');
      const name = withoutBlanks(line.slice(0, colon));
      return colon < 1 ? [] : [{ key: name.toLowerCase(), name, raw: withoutBlanks(line.slice(colon + 1)) }];
    });
    if (fields.length > MAIL_BOUNDS.fields) throw new MailFormError(`a head has ${fields.length} fields`);
    return fields;
  }

  /** What lies between the lines of a boundary, up to the closing one. */
  #split({ from, to }: SourceRange, boundary: string): SourceRange[] {
    const source = this.#source.subarray(0, to);
    const mark = Buffer.from(`--${boundary}`, 'latin1');
    const parts: SourceRange[] = [];
    let begin = -1;
    for (let next = firstFrom(this.#marks, from); next < this.#marks.length; next += 1) {
      const at = this.#marks[next] ?? to;
      const after = at + mark.length;
      if (after > to) break;
      if (!mark.every((byte, index) => source[at + index] === byte)) continue;
      const newline = source.indexOf(LF, after);
      const end = newline === -1 ? to : newline;
      const rest = source.toString('latin1', after, Math.min(end, after + MAX_PADDING));
      if (!/^(?:--)?[ \t\r]*$/.test(rest)) continue;
      if (begin !== -1) parts.push({ from: begin, to: this.#lineEndBefore(at, begin) });
      if (this.#parts + parts.length > MAIL_BOUNDS.parts) throw new MailFormError('there are too many parts');
      begin = rest.startsWith('--') ? -1 : Math.min(end + 1, to);
      if (begin === -1) break;
    }
    if (begin !== -1 && begin < to) parts.push({ from: begin, to });
    return parts;
  }

  /** The line break before a boundary belongs to it. */
  #lineEndBefore(at: number, from: number): number {
    if (at - 1 < from) return from;
    return at - 2 >= from && this.#source[at - 2] === CR ? at - 2 : at - 1;
  }
}

function marksIn(source: Buffer): number[] {
  const marks = source[0] === HYPHEN && source[1] === HYPHEN ? [0] : [];
  for (let at = source.indexOf('\n--'); at !== -1; at = source.indexOf('\n--', at + 1)) marks.push(at + 1);
  return marks;
}

/** Which of the marks, in their order, is the first one there or behind. */
function firstFrom(marks: readonly number[], from: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle] ?? from) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

const HYPHEN = 0x2d;
/** Characters of the name of a field that are looked at. */
const MAX_KEY = 100;
/** Characters after a boundary: two hyphens, and blanks that servers add. */
const MAX_PADDING = 100;

/** The first field of a name, as it came. */
function findFieldValue(fields: readonly MailField[], key: string): string | undefined {
  return fields.find((field) => field.key === key)?.raw;
}

/** A letter of eight bits is none, which `trim` does not know. */
function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === LF || code === CR;
}

function withoutComments(text: string): string {
  return text.includes('(') ? text.replaceAll(/\([^()]*\)/g, ' ') : text;
}

interface FieldParams {
  readonly value: string;
  readonly params: Map<string, MailParam>;
}

const PARAM = /;[ \t]*([^ \t=;]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|([^;"]*))/g;

/** `text/plain; charset=utf-8; name*0*=utf-8''a%20; name*1=b`; the first of a name counts. */
function readParams(field: string): FieldParams {
  const value = field.split(';', 1)[0] ?? '';
  const sections = new Map<string, Map<number, { text: string; isEncoded: boolean }>>();
  for (const [, key = '', quoted, bare = ''] of field.matchAll(PARAM)) {
    const [, name = '', number = '0', star = ''] = /^([^*]*)(?:\*(\d{1,3}))?(\*?)$/.exec(key.toLowerCase()) ?? [];
    const ofName = sections.get(name) ?? new Map<number, { text: string; isEncoded: boolean }>();
    const text = quoted === undefined ? withoutBlanks(bare) : quoted.replaceAll(/\\(.)/g, '$1');
    if (!ofName.has(Number(number))) ofName.set(Number(number), { text, isEncoded: star !== '' });
    sections.set(name, ofName);
  }
  const params = [...sections].map(([name, ofName]) => {
    const inOrder = [...ofName].toSorted(([one], [other]) => one - other).map(([, section]) => section);
    const [, charset, first] = (inOrder[0]?.isEncoded && /^([^']*)'[^']*'(.*)$/s.exec(inOrder[0].text)) || [];
    if (first !== undefined && inOrder[0] !== undefined) inOrder[0] = { text: first, isEncoded: true };
    const raw = inOrder.map(({ text, isEncoded }) => (isEncoded ? fromPercent(text) : text)).join('');
    return [name, { raw, charset }] as const;
  });
  return { value, params: new Map(params) };
}

function fromPercent(text: string): string {
  return text.replaceAll(/%([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** What a parameter says, also one with encoded words, which is not allowed and usual. */
export function textOfParam({ raw, charset }: MailParam, usual?: string): string {
  return charset === undefined ? decodeWords(raw, usual) : decodeText(Buffer.from(raw, 'latin1'), charset, usual);
}

const WORD = /=\?([^?\s]{1,64})\?([qb])\?([^?]*)\?=/gi;

/** What a field says (RFC 2047), with letters of eight bits that nobody has announced. */
export function decodeWords(raw: string, usual?: string): string {
  const said: string[] = [];
  /** Letters may begin in one word and end in the next. */
  let open: { charset: string; bytes: Buffer[] } | undefined;
  const close = () => {
    if (open !== undefined) said.push(decodeText(Buffer.concat(open.bytes), open.charset, usual));
    open = undefined;
  };
  let from = 0;
  for (const { 0: word, 1: label = '', 2: encoding = '', 3: text = '', index } of raw.matchAll(WORD)) {
    const between = raw.slice(from, index);
    // RFC 2231 lets a language follow the charset.
    const charset = (label.split('*', 1)[0] ?? '').toLowerCase();
    if (open === undefined || withoutBlanks(between) !== '' || open.charset !== charset) {
      close();
      if (said.length === 0 || withoutBlanks(between) !== '')
        said.push(decodeText(Buffer.from(between, 'latin1'), '', usual));
      open = { charset, bytes: [] };
    }
    open.bytes.push(encoding.toLowerCase() === 'b' ? fromBase64(text) : fromQuoted(text.replaceAll('_', ' ')));
    from = index + word.length;
  }
  close();
  said.push(decodeText(Buffer.from(raw.slice(from), 'latin1'), '', usual));
  return said.join('');
}

function decode(body: Buffer<ArrayBuffer>, encoding: string): Buffer<ArrayBuffer> {
  if (encoding === 'base64') return fromBase64(body.toString('latin1'));
  return encoding === 'quoted-printable' ? fromQuoted(body.toString('latin1')) : body;
}

/** Also what was padded in its middle, because several encodings were put together. */
function fromBase64(text: string): Buffer<ArrayBuffer> {
  const padding = text.indexOf('=');
  if (padding === -1 || /^[=\s]*$/.test(text.slice(padding))) return Buffer.from(text, 'base64');
  return Buffer.concat(text.split(/=+/).map((piece) => Buffer.from(piece, 'base64')));
}

function fromQuoted(text: string): Buffer<ArrayBuffer> {
  const plain = text
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
