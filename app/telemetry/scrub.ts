/**
 * What may tell a person is taken out before it leaves the browser, and once more before it is kept. Every pattern is
 * bounded, because strangers send what it runs over. It would rather take too much than too little.
 */

/** Parameters of an address that tell what was looked at, or what brought someone here; no others are kept. */
const ALLOWED = /^(?:utm_(?:source|medium|campaign)|topics|subscribe|from)$/;

/**
 * The address without user, hash and query, but for the allowed parameters; of another site only its origin.
 * @returns '' for what is no address of the web
 */
export function scrubUrl(url: string, isOwn: (origin: string) => boolean, base?: string): string {
  if (!URL.canParse(url, base)) return '';
  const { protocol, origin, pathname, searchParams } = new URL(url, base);
  if (!/^https?:$/.test(protocol)) return '';
  if (!isOwn(origin)) return `${origin}/`;
  const query = [...searchParams]
    .filter(([name]) => ALLOWED.test(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(scrubWords(decoded(value)))}`);
  return origin + scrubPath(pathname) + (query.length === 0 ? '' : `?${query.join('&')}`);
}

/** A message, a trace or whatever else was said. */
export function scrubText(text: string): string {
  return scrubWords(
    text
      .replaceAll(/\bdata:[^\s"'<>()]+/gi, 'data:*')
      .replaceAll(/\bhttps?:\/\/[^\s"'<>()\\]+/gi, (url) => scrubUrl(url.replace(/[?#].*/s, ''), () => true))
      .replaceAll(/(?<=[^\s(])(?:\?[^\s"'<>()=]{1,64}=|#)[^\s"'<>()]+/g, ''),
  );
}

/** The same for whatever was sent along; values whose names promise a secret are gone. */
export function scrubContext(context: unknown): string {
  if (typeof context === 'string') return scrubText(context);
  const json = JSON.stringify(context, (name, value: unknown) => {
    if (typeof value === 'object') return value;
    return SECRET.test(`${name}=`) ? '*' : typeof value === 'string' ? scrubText(value) : value;
  });
  return scrubText(json);
}

const NAMES = 'e-?mail|token|secret|passw|pwd|key|auth|cookie|session|code|otp|jwt|lookup|user_?id';
const SECRET = new RegExp(String.raw`(?:${NAMES})\w{0,16}(?:=|%3D)`, 'i');
const SECRETS = new RegExp(
  String.raw`((?:${NAMES})\w{0,16}(?: (?:is|was))?["']?(?:\s{0,3}[=:]\s{0,3}|%3D|\s(?=\S{0,63}\d))["']?)[^\s&"',;<>()]+`,
  'gi',
);
const EMAIL =
  /[^\s@:/?#&=;,"'<>()[\]{}|\\*]{1,64}(?:@|%(?:25){0,3}40|\\u0040|&#64;)[\p{L}\p{N}-]{1,63}(?:(?:\.|%2e)[\p{L}\p{N}-]{1,63}){1,8}/giu;
const LOGIN =
  /(\/(?:login|sign-in|confirmation|auth|accounts)\/)(?!(?:unlicensed|success|confirmation-required)(?:[\s?#"'<>(),;&]|$))[^\s?#"'<>(),;&]+/gi;
/** Names of our own files have hashes in them, and traces are read by them. */
const TOKEN = /\/assets\/[\w.-]{1,64}\.(?:js|css)\b|[A-Za-z0-9_+/=~-]{16,}/g;

function scrubWords(text: string): string {
  return text
    .replaceAll(/\b((?:error|message)(?:=|%3D))[^&"'<>\n\r)]+/gi, '$1*')
    .replaceAll(/\b(bearer|basic)\s{1,3}[^\s"',;<>]+/gi, '$1 *')
    .replaceAll(EMAIL, '*email*')
    .replaceAll(SECRETS, '$1*')
    .replaceAll(LOGIN, '$1*')
    .replaceAll(/\bey[\w-]{8,256}\.[\w.-]{1,4096}/g, '*token*')
    .replaceAll(TOKEN, (run) => (run.startsWith('/assets/') && run.includes('.') ? run : scrubRun(run)))
    .replaceAll(/\b\d{3}[ -]\d{3}\b|(?<!\.js:\d{1,6}:)(?<!\.js:\d{1,6}:\d{1,6})\d{6,}/g, '*code*');
}

function scrubPath(path: string): string {
  return encodeURI(scrubWords(decoded(path).replace(/[?#].*/s, '')));
}

/** Whoever encodes twice hides nothing; what is broken stays as it is. */
function decoded(text: string, times = 3): string {
  if (times === 0 || !text.includes('%')) return text;
  try {
    return decoded(decodeURIComponent(text), times - 1);
  } catch {
    return text;
  }
}

/** Pieces that are no words, where they are long enough together to be a key to something. */
function scrubRun(run: string): string {
  const pieces = run.split('/');
  const odd = pieces.filter((piece) => !isWordy(piece));
  if (odd.join('').length < 16) return run;
  return pieces.map((piece) => (odd.includes(piece) ? '*token*' : piece)).join('/');
}

/** `many-words-2`, `camelCased` or `IN_CAPITALS`, which chance hardly makes. */
function isWordy(piece: string): boolean {
  return /^(?:(?:[-_]*(?:[a-z]{1,24}\d{0,2}|\d{1,5}))?(?:[-_]+(?:[a-z]{1,24}\d{0,2}|\d{1,5}))*[-_]*|_*[A-Za-z]?[a-z]{0,24}(?:[_A-Z][a-z]{1,24})*_*|_*[A-Z]{1,15}(?:_+[A-Z]{1,15})*)$/.test(
    piece,
  );
}
