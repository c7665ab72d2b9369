/**
 * The segments that a router may read in a path: decoded, in small letters, without empty ones, without a locale in front
 * and without the suffix by which React Router requests a page's data. It reads more spellings than any router does.
 */
export function routeSegments(path: string): string[] {
  const segments = (path.includes('%') ? decodeAll(path) : path)
    .toLowerCase()
    .split(/[/\\]/)
    .filter((segment) => segment !== '');
  let last = segments.pop() ?? '';
  while (last.endsWith(DATA)) last = last.slice(0, -DATA.length);
  if (last !== '' && last !== '_' && last !== '_root') segments.push(last);
  return LOCALE.test(segments[0] ?? '') ? segments.slice(1) : segments;
}

const DATA = '.data';
const LOCALE = /^[a-z]{2}-[a-z]{2}$/;

/** Also what was encoded several times; a malformed code stays. */
export function decodeAll(text: string): string {
  let decoded = text;
  for (let time = 0; time < MAX_TIMES && decoded.includes('%'); time += 1)
    decoded = decoded.replaceAll(CODES, decodeRun);
  return decoded;
}

const MAX_TIMES = 4;
const CODES = /(?:%[\da-f]{2})+/gi;

function decodeRun(codes: string): string {
  try {
    return decodeURIComponent(codes);
  } catch {
    return codes.replaceAll(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  }
}
