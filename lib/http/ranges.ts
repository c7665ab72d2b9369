/** Both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** RFC 9110 §14. @returns undefined to ignore the header (absent, malformed, several ranges), 'outside' for a 416 */
export function readRange(header: string | null, bytes: number): ByteRange | 'outside' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') return lastBytes(Number(to), bytes);
  const start = Number(from);
  if (to !== '' && Number(to) < start) return undefined;
  if (start >= bytes) return 'outside';
  return { start, end: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}

function lastBytes(count: number, bytes: number): ByteRange | 'outside' {
  if (count === 0 || bytes === 0) return 'outside';
  return { start: Math.max(0, bytes - count), end: bytes - 1 };
}
