/** What `If-Match` or `If-None-Match` asks: any state at all, or one of some strong etags (RFC 9110 §13.1). */
export type EtagCondition = '*' | readonly string[];

/** @param header such as `*`, `"7"` or `"7", "9"`; weak tags never match strongly and are left out */
export function readEtags(header: string | null | undefined): EtagCondition | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  if (text === '*') return '*';
  return [...text.matchAll(/(W\/)?("[^"]*")/g)]
    .filter((match) => match[1] === undefined)
    .map((match) => match[2] ?? '');
}

/** Whether a GET may be answered 304: weak comparison, so that `W/"7"` means `"7"`. */
export function isFresh(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const text = ifNoneMatch?.trim() ?? '';
  if (text === '*') return true;
  return text !== '' && [...text.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}
