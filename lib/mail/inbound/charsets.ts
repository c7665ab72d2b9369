import iconv from 'iconv-lite';

/** Read where a mail names no charset, or a wrong one, and its bytes are no UTF-8. */
const USUAL_CHARSET = 'windows-1252';

/**
 * What bytes of a mail say. Labels are missing, wrong or unknown often enough that the bytes are asked, too: escapes tell
 * ISO-2022, and what is valid UTF-8 is hardly ever anything else. Never throws.
 * @param label as in a header @param usual the charset of whoever writes without a label, if it can be guessed
 */
export function decodeText(bytes: Uint8Array, label = '', usual = USUAL_CHARSET): string {
  const name = /^[^\s(;]*/.exec(label.trim().toLowerCase())?.[0] ?? '';
  const escaped = decodeEscaped(bytes, name);
  if (escaped !== undefined) return escaped;
  const isWide = /utf-?(?:16|32)|ucs|^unicode/.test(name);
  const isLie = isWide && !bytes.includes(0);
  if (MULTI_BYTE.test(name) && !isLie) {
    const text = decodeAs(bytes[0] === 0xfe && isWide ? 'utf-16be' : name, bytes);
    if (text !== undefined) return text;
  }
  const text = decodeAs('utf-8', bytes);
  // Latin letters beside each other in one of the old charsets are no UTF-8.
  const isUnsaid = isLie || UNSAID.test(name);
  if (text !== undefined && (isUnsaid || !isAscii(text))) return text;
  const said = isUnsaid ? undefined : (decodeAs(name, bytes) ?? decodeDamaged(name, bytes));
  return said ?? decodeAs(usual, bytes) ?? decodeAs(USUAL_CHARSET, bytes) ?? '';
}

/** Names that say nothing: what every program writes that does not know it. */
const UNSAID = /^(?:|us-ascii|ascii|unknown.*|default|8bit|binary)$/;

/** Names of charsets whose letters have several bytes, which text in UTF-8 can hardly be by chance. */
const MULTI_BYTE =
  /jis|kanji|2022|euc|big-?5|gb|hz|korean|ks_?c|chinese|utf-?(?:16|32|7)|unicode|ucs|(?:cp|windows|ms)-?9[345]/;

function isAscii(text: string): boolean {
  return !/[^\0-\u007F]/.test(text);
}

/** One broken letter does not make all others unreadable. */
function decodeDamaged(name: string, bytes: Uint8Array): string | undefined {
  if (!isKnown(name)) return undefined;
  const text = new TextDecoder(name).decode(bytes);
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const whole = (text.match(/[^\0-\u007F]/g)?.length ?? 0) - broken;
  return whole >= broken ? text : undefined;
}

function isKnown(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

/** undefined for a charset that nobody knows, and for bytes that are not in it. */
function decodeAs(name: string, bytes: Uint8Array): string | undefined {
  if (isKnown(name)) {
    try {
      return new TextDecoder(name, { fatal: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }
  const plain = name.replace(/^(?:x-|cs)/, '');
  // These are no charsets.
  if (/^(?:base64|hex|binary|internal)$/.test(plain) || !iconv.encodingExists(plain)) return undefined;
  const text = iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), plain);
  return text.includes('\uFFFD') ? undefined : text;
}

const ESCAPE = 0x1b;
/** What follows it in ISO-2022-JP and its extensions, before letters that are not Latin. */
const JAPANESE = ['$@', '$B', '$(@', '$(B', '$(C', '$(D', '(I', '(J'];

/** Charsets of seven bits that switch by escapes, with a label or without. */
function decodeEscaped(bytes: Uint8Array, name: string): string | undefined {
  if (name === 'hz-gb-2312' || name === 'hz') return decodeHz(bytes);
  if (/^(?:x-)?(?:unicode-1-1-)?utf-?7$/.test(name)) return decodeUtf7(bytes);
  if (!bytes.includes(ESCAPE)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (text.includes('\x1B$)C')) return decodeKorean(bytes);
  const isJapanese = JAPANESE.some((escape) => text.includes(`\x1B${escape}`));
  return isJapanese ? new TextDecoder('iso-2022-jp').decode(bytes) : undefined;
}

/** RFC 2152: letters of UTF-16 in base64, between a plus and a hyphen or another sign. */
function decodeUtf7(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replaceAll(/\+([A-Za-z\d+/]*)-?/g, (_, letters: string) => {
    if (letters === '') return '+';
    const units = Buffer.from(letters, 'base64');
    return units
      .subarray(0, units.length & ~1)
      .swap16()
      .toString('utf16le');
  });
}

/** RFC 1557: letters between the two shifts are those of EUC-KR without their eighth bit. */
function decodeKorean(bytes: Uint8Array): string {
  const [SHIFT_OUT, SHIFT_IN] = [0x0e, 0x0f];
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  let isShifted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === SHIFT_OUT || byte === SHIFT_IN) isShifted = byte === SHIFT_OUT;
    else if (byte === ESCAPE && bytes[at + 1] === 0x24) at += 3;
    else plain[length++] = isShifted && byte > 0x20 ? byte | 0x80 : byte;
  }
  return new TextDecoder('euc-kr').decode(plain.subarray(0, length));
}

/** RFC 1843: letters between `~{` and `~}` are those of GB 2312 without their eighth bit. */
function decodeHz(bytes: Uint8Array): string {
  const [TILDE, OPEN, CLOSE, NEWLINE] = [0x7e, 0x7b, 0x7d, 0x0a];
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  let isShifted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const [byte = 0, next = 0] = [bytes[at], bytes[at + 1]];
    if (byte === NEWLINE) isShifted = false;
    if (byte === TILDE && (next === OPEN || next === CLOSE || next === NEWLINE)) {
      isShifted = next === OPEN;
      at += 1;
    } else if (byte === TILDE && next === TILDE && !isShifted) {
      plain[length++] = byte;
      at += 1;
    } else plain[length++] = isShifted && byte > 0x20 ? byte | 0x80 : byte;
  }
  return new TextDecoder('gb18030').decode(plain.subarray(0, length));
}
