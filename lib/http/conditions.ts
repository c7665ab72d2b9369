/** What `If-Match` or `If-None-Match` asks: whatever state there is, or one of some strong etags (RFC 9110 §13.1). */
export type EtagCondition = '*' | readonly string[];

/** @param header such as `*`, `"7"` or `"7", "9"` of `If-Match`: weak tags never match strongly and are left out */
export function readIfMatch(header: string | null | undefined): EtagCondition | undefined {
  return readEtags(header, false);
}

/** @param header the same of `If-None-Match`, whose comparison is weak: `W/"7"` means `"7"` */
export function readIfNoneMatch(header: string | null | undefined): EtagCondition | undefined {
  return readEtags(header, true);
}

function readEtags(header: string | null | undefined, takesWeak: boolean): EtagCondition | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  if (text === '*') return '*';
  const tags = [...text.matchAll(/(W\/)?("[^"]*")/g)];
  return tags.flatMap(([, weak, tag = '']) => (takesWeak || weak === undefined ? [tag] : []));
}

/** Whether a GET may be answered 304: weak comparison, so that `W/"7"` means `"7"`. */
export function isFresh(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const text = ifNoneMatch?.trim() ?? '';
  if (text === '*') return true;
  return text !== '' && [...text.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}
