/** Any state (`*`), or one of some strong etags (RFC 9110 §13.1). */
export type EtagCondition = '*' | readonly string[];

/** Weak tags never match strongly and are left out. @param header such as `*`, `"7"` or `"7", "9"` */
export function readIfMatch(header: string | null | undefined): EtagCondition | undefined {
  return readEtags(header, false);
}

/** The comparison is weak: `W/"7"` means `"7"`. */
export function readIfNoneMatch(header: string | null | undefined): EtagCondition | undefined {
  return readEtags(header, true);
}

function readEtags(header: string | null | undefined, takesWeak: boolean): EtagCondition | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  if (text === '*') return '*';
  const tags = [...text.matchAll(ETAG)];
  return tags.flatMap(([, weak, tag = '']) => (takesWeak || weak === undefined ? [ownEtag(tag)] : []));
}

const ETAG = /(W\/)?("[^"]*")/g;

/** Apache and Caddy add the coding to the etag of what they compress; it still names one state, byte by byte. */
function ownEtag(tag: string): string {
  return tag.replace(/-(?:gzip|br|zstd|deflate)"$/, '"');
}

/** Whether a condition that fails may do so because nothing ever matches one of its etags (RFC 9110 §13.1.1). */
export function hasWeakEtag(header: string | null): boolean {
  return [...(header ?? '').matchAll(ETAG)].some(([, weak]) => weak !== undefined);
}

export function isFresh(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const text = ifNoneMatch?.trim() ?? '';
  if (text === '*') return true;
  return [...text.matchAll(/"[^"]*"/g)].some(([tag]) => ownEtag(tag) === etag);
}

/**
 * By etag or, where none is asked with, by date, which knows no parts of a second (RFC 9110 §13.1.3).
 * @param modifiedAt undefined where no date stands for the state
 */
export function isNotModified({ headers, method }: Request, etag: string, modifiedAt?: Date): boolean {
  const etags = headers.get('if-none-match');
  if (etags !== null) return isFresh(etags, etag);
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || modifiedAt === undefined) return false;
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= parseHttpDate(headers.get('if-modified-since') ?? '');
}

/** Of any of the three forms (RFC 9110 §5.6.7), the last of which names no zone; NaN for anything else. */
function parseHttpDate(text: string): number {
  const form = /^[A-Z][a-z]{2,8},? [\w :-]{15,22}?( GMT)?$/.exec(text.trim());
  return form === null ? Number.NaN : Date.parse(form[1] === undefined ? `${text} GMT` : text);
}
