/** In the browser and on the server. Every pattern is bounded: its input is untrusted. It rather removes too much. */

const MAX_URL = 4096;
/** Query parameters about the content or the campaign; no others are kept. */
const ALLOWED = /^(?:utm_(?:source|medium|campaign)|topics|subscribe|from)$/;

/** Only the origin of another site; '' for what is no web address, and for another site at a bare IP address. */
export function scrubUrl(longUrl: string, isOwn: (origin: string) => boolean, base?: string): string {
  const url = cutAtWord(longUrl, MAX_URL);
  if (!URL.canParse(url, base)) return '';
  const { protocol, origin, pathname, searchParams } = new URL(url, base);
  if (!/^https?:$/.test(protocol)) return '';
  if (!isOwn(origin)) return withoutIps(origin) === origin ? `${origin}/` : '';
  const query = [...searchParams]
    .filter(([name]) => ALLOWED.test(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(scrubWords(plain(value)))}`);
  return origin + scrubPath(pathname) + (query.length === 0 ? '' : `?${query.join('&')}`);
}

/** A message or a trace of at most `length` characters. Queries are removed while spaces in them are still encoded. */
export function scrubText(text: string, length: number): string {
  const start = cutAtWord(normalised(cutAtWord(text, 2 * length)), 2 * length);
  return scrubWords(plain(withoutQueries(plain(start, ENCODED_LETTERS)))).slice(0, length);
}

const LAST_WORD = 512;

/** Scrubbing is slow, so long text is cut before: after a whole word, since half a secret would not be recognised. */
function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const least = Math.max(0, length - LAST_WORD);
  return text.slice(0, least + Math.max(0, text.slice(least, length).search(/\s\S*$/)));
}

function withoutQueries(text: string): string {
  return text
    .replaceAll(/(?<![a-z])data:[^\s"'<>()]+/gi, 'data:*')
    .replaceAll(/(?<![a-z])https?:\/\/[^\s"'<>()\\]+/gi, (url) => scrubUrl(url.replace(/[?#].*/s, ''), () => true))
    .replaceAll(/(?<=[^\s(])(?:\?[^\s"'<>()=]{1,64}=|#)[^\s"'<>()]+/g, '');
}

/** JSON of at most `length` characters, without values whose names suggest a secret. */
export function scrubContext(context: unknown, length: number): string {
  if (typeof context === 'string') return scrubText(context, length);
  let room = 2 * length;
  const json = JSON.stringify(context, (name, value: unknown) => {
    if (typeof value === 'object') return value;
    if (room <= 0) return undefined;
    const text = typeof value === 'string' ? value : '';
    room -= name.length + text.length + 1;
    return SECRET.test(`${name}=`) ? '*' : text === '' ? value : scrubText(text, length);
  });
  return scrubText(json, length);
}

const NAMES = 'e-?mail|token|secret|pass|pwd|key|auth|cookie|session|credential|code|otp|jwt|lookup|user_?id';
const SECRET = new RegExp(String.raw`(?:${NAMES})\w{0,16}(?:=|%3D)`, 'i');
const SECRETS = new RegExp(
  String.raw`((?:${NAMES})\w{0,16}(?: (?:is|was))?\\?["']?(?:\s{0,3}[=:]\s{0,3}|%3D|\s(?=\S{0,63}\d)))(?:(\\?["'])(?:(?!\2)(?:\\.|[^\n]))+|[^\s&"',;<>()]+)`,
  'gi',
);
const EMAIL =
  /[^\s@:/?#&=;,"'<>()[\]{}|\\*]{1,64}(?:@|%(?:25){0,3}40|\\u0040|&#64;)[\p{L}\p{M}\p{N}-]{1,63}(?:[.。][\p{L}\p{M}\p{N}-]{1,63}){1,8}/giu;
const LOGIN =
  /(\/(?:login|sign-in|auth|accounts|(?:[\w-]{1,24}[_-])?(?:reset|verify|verification|confirm|confirmation|activate|activation|invite|invitation|redeem|unsubscribe|magic|otp|password|code|session|token)s?(?:[_-][\w-]{1,24})?)\/)(?!(?:unlicensed|success|confirmation-required)(?:[\s?#"'<>(),;&]|$))[^\s?#"'<>(),;&]+/gi;
/** Home folders have the names of people; only those of Windows contain spaces. */
const HOME =
  /([\\/](?:home|users|documents and settings)[\\/]{1,4})(?:[^\\/\n\r"'<>|:*?]{1,64}(?=\\)|[^\\/\s"'<>():;,?#]+)/gi;
/** Keys with the prefix of their issuer. */
const PREFIXED =
  /(?<![A-Za-z0-9])(?:[sprw]k_(?:live|test)_|whsec_|gh[opusr]_|github_pat_|glpat-|xox[a-z]{1,2}-|xapp-|sk-(?=[\w-]{16})|AIza|A[KS]IA(?=[0-9A-Z]{8}))[\w-]{2,}/g;
/** The pieces of a UUID may look like words. */
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const IPV4 =
  /(?<!\d|\d\.)(?!127\.0\.0\.1\b)(?:25[0-5]|2[0-4]\d|[01]?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|[01]?\d?\d)){3}(?!\d|\.\d)/g;
/** Candidates only: times of day and line numbers look similar. */
const IPV6 = /\[?(?<![\da-f:])(?=[\da-f]{0,4}:)[\da-f:]{2,}(?:\.\d{1,3}){0,3}(?!\w)\]?/gi;
/** File names of our assets contain hashes, and traces need them, whatever host or port stands before. */
const TOKEN =
  /\/assets\/[\w.-]{1,64}\.(?:js|css)\b|(?:(?!\/assets\/[\w.-]{1,64}\.(?:js|css)\b)[A-Za-z0-9_+/=~-]){16,}/g;

/** Repeats after a change, because a removal may expose what stood beside it. */
function scrubWords(text: string, times = 4): string {
  const scrubbed = scrubOnce(text);
  return scrubbed === text || times === 0 ? scrubbed : scrubWords(scrubbed, times - 1);
}

function scrubOnce(text: string): string {
  const scrubbed = text
    .replaceAll(/\b((?:error|message)(?:=|%3D))[^&"'<>\n\r)]+/gi, '$1*')
    .replaceAll(/\b(bearer|basic)\s{1,3}[^\s"',;<>]+/gi, '$1 *')
    .replaceAll(EMAIL, '*email*')
    .replaceAll(SECRETS, '$1$2*')
    .replaceAll(LOGIN, '$1*')
    .replaceAll(HOME, '$1*');
  return withoutIps(scrubbed)
    .replaceAll(PREFIXED, '*token*')
    .replaceAll(UUID, '*token*')
    .replaceAll(/\bey[\w-]{8,256}\.[\w.-]{1,4096}/g, '*token*')
    .replaceAll(TOKEN, (run) => (run.startsWith('/assets/') && run.includes('.') ? run : scrubRun(run)))
    .replaceAll(/\b\d{3}[ -]\d{3}\b|(?<!\.js:\d{1,6}:)(?<!\.js:\d{1,6}:\d{1,6})\d{6,}/g, '*code*');
}

function scrubPath(path: string): string {
  return encodeURI(scrubWords(plain(path).replace(/[?#].*/s, '')));
}

const ENCODED = /(?:%[\da-f]{2})+/gi;
/** All but what ends a word: spaces, quotes, brackets. */
const ENCODED_LETTERS = /(?:%(?![01][\da-f]|2[02789]|3[ce]|7f)[\da-f]{2})+/gi;

/** The decoded text: up to three layers of percent encoding, and compatible letters as plain ones. */
function plain(text: string, runs = ENCODED, times = 3): string {
  const normal = normalised(text);
  const next = times === 0 ? normal : decoded(normal, runs);
  return next === normal ? normal : plain(next, runs, times - 1);
}

/** Cuts long runs of accents, because sorting them takes quadratic time. */
function normalised(text: string): string {
  const cut = (long: string) => long.replaceAll(/([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu, '$1');
  return cut(cut(text.replaceAll(/\p{Cf}/gu, '')).normalize('NFKC'));
}

/** Removes one layer; what is malformed stays, and control characters become spaces. */
function decoded(text: string, runs: RegExp): string {
  return text.replaceAll(runs, (run) => decodedRun(run).replaceAll(/\p{Cc}/gu, ' '));
}

function decodedRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replaceAll(/%[0-7][\da-f]/gi, decodeURIComponent);
  }
}

function withoutIps(text: string): string {
  return text
    .replaceAll(IPV6, (run) => {
      const isOne = run.includes('::') ? /\d|[\da-f]{3}/i.test(run) : run.split(':').length > 6;
      return isOne ? '*ip*' : run;
    })
    .replaceAll(IPV4, '*ip*');
}

/** Replaces pieces that are no words, when together they are long enough for a key. */
function scrubRun(run: string): string {
  const pieces = run.split('/');
  const odd = pieces.filter((piece) => !isWordy(piece));
  if (odd.join('').length < 16) return run;
  return pieces.map((piece) => (odd.includes(piece) ? '*token*' : piece)).join('/');
}

/** `many-words-2`, `camelCased` or `IN_CAPITALS`, which random text hardly matches. */
function isWordy(piece: string): boolean {
  return /^(?:(?:[-_]*(?:[a-z]{1,24}\d{0,2}|\d{1,5}))?(?:[-_]+(?:[a-z]{1,24}\d{0,2}|\d{1,5}))*[-_]*|_*[A-Za-z]?[a-z]{0,24}(?:[_A-Z][a-z]{1,24})*_*|_*[A-Z]{1,15}(?:_+[A-Z]{1,15})*)$/.test(
    piece,
  );
}
