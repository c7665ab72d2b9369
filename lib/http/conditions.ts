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
  const tags = [...text.matchAll(/(W\/)?("[^"]*")/g)];
  return tags.flatMap(([, weak, tag = '']) => (takesWeak || weak === undefined ? [tag] : []));
}

export function isFresh(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const text = ifNoneMatch?.trim() ?? '';
  if (text === '*') return true;
  return text !== '' && [...text.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}
