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
