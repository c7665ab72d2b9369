import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

import { cpuCostOf } from '#test/cpu-cost.ts';

import { scrubContext as scrubContextTo, scrubText as scrubTextTo, scrubUrl } from './scrub.ts';

const OWN = 'https://www.example.com';
const scrubText = (text: string) => scrubTextTo(text, 65_536);
const scrubContext = (context: unknown) => scrubContextTo(context, 65_536);
const scrubbed = (url: string) => scrubUrl(url, (origin) => origin === OWN, OWN);

describe('an address', () => {
  test.each([
    ['/games/crashlands-2', '/games/crashlands-2'],
    ['/post/how-the-many-dudes-came-to-be-in-2026', '/post/how-the-many-dudes-came-to-be-in-2026'],
    ['/ja-JP/blog?topics=lore&utm_source=a-paper&page=2#third', '/ja-JP/blog?topics=lore&utm_source=a-paper'],
    ['/?error=No%20such%20code%20for%20Bob&message=x&email=b@c.example', '/'],
    ['/games/levelhead/players/pl4y3r', '/games/levelhead/players/pl4y3r'],
    ['/login/success', '/login/success'],
    ['/login/pl4y3r', '/login/*'],
    ['/de-DE/login/K7QX-2MPR/again', '/de-DE/login/*'],
    ['/login/success/K7QX', '/login/*'],
    ['/confirmation/abc', '/confirmation/*'],
    ['/api/auth/accounts/pl4y3r', '/api/auth/*'],
    ['/a/bob@example.com/b', '/a/*email*/b'],
    ['/a/bob%2540example.com', '/a/*email*'],
    ['/a%3Ftoken=1%23b', '/a'],
    ['/contact/submissions/0190a0b0-0000-7000-8000-00000000beef', '/contact/submissions/*token*'],
    ['/a/aaaaaaa0-0000-7000-aaa0-aaaacfbeda30', '/a/*token*'],
    ['/a/123456', '/a/*code*'],
    ['https://bob:pass@www.example.com/', '/'],
    ['/a/pass=hunter2/b', '/a/pass=*'],
    ['/reset/AbC123', '/reset/*'],
    ['/de-DE/password-reset/AbC123/again', '/de-DE/password-reset/*'],
    ['/post/reset-your-world', '/post/reset-your-world'],
    ['/a/joe＠example.com', '/a/*email*'],
    ['/a/bob%25252540example.com', '/a/*email*'],
    ['/a/%253Dtoken%253Dabc', '/a/=token=*'],
    ['/a/203.0.113.77', '/a/*ip*'],
    ['/a/[2001:db8::1]', '/a/*ip*'],
    ['/a/sk_live_onlywords', '/a/*token*'],
    ['/a%00b%FF%40c', '/a%20b%25FF@c'],
  ])('of this site keeps its path without personal data: %s', (url, path) => {
    expect(scrubbed(url)).toBe(`${OWN}${path}`);
  });

  test.each([
    ['https://search.example/find?q=bob', 'https://search.example/'],
    ['http://other.example:81/bob/path#a', 'http://other.example:81/'],
    ['javascript:alert(1)', ''],
    ['data:text/html,bob', ''],
    ['https://', ''],
    ['http://203.0.113.77:81/a', ''],
    ['http://[2001:db8::1]/a', ''],
  ])('of another site keeps its origin, or nothing: %s', (url, clean) => {
    expect(scrubbed(url)).toBe(clean);
  });
});

describe('text', () => {
  test.each([
    ["TypeError: Cannot read properties of undefined (reading 'map')", undefined],
    ['at commitMutationEffectsOnFiber (https://a.example/assets/root-B_x9aQ2_.js:1:123456)', undefined],
    ['render@https://a.example/assets/root-B_x9aQ2_.js:12:5', undefined],
    ['at open (http://localhost:8080/assets/account-B7A8OeqI.js:1:123456)', undefined],
    ['open@https://www.studio.example/assets/account-7XTEQ7SW.js:12:5', undefined],
    ['https://studio.example/k9Qz7Lm2Xw4Rt8Vb/assets/a.js', 'https://studio.example/*token*/assets/a.js'],
    ['Loading chunk 17 failed after 3000 ms', undefined],
    ['GET https://a.example/x?q=bob#me failed', 'GET https://a.example/x failed'],
    ['GET /x?q=bob failed', 'GET /x failed'],
    ['GET /x?q=Bob%20Smith and https://a.example/x%253Fq%253DBob%2520Smith%20', 'GET /x and https://a.example/x'],
    ['Wrong code 123456 for bob@example.com', 'Wrong code * for *email*'],
    ['sent 123 456 to you', 'sent *code* to you'],
    ['Authorization: Bearer abc', 'Authorization: * *'],
    ['your lookup code is K7QX-2M', 'your lookup code is *'],
    ['error=No such code for Bob', 'error=*'],
    ['no user at /login/pl4y3r', 'no user at /login/*'],
    ['rumpus 1.2.3 of 12:34:56 and 2026-11-21T12:34:56Z', undefined],
    ['at std::sort, a::before, root.js:12:345 and 10.20.300.4', undefined],
    ['at open (http://127.0.0.1:8080/assets/root-B_x9aQ2_.js:1:123456)', undefined],
    ['at open (http://[2001:db8::1]:81/a.js:1:2)', 'at open (http://*ip*:81/a.js:1:2)'],
    ['pass=hunter2, pwd: hunter2 and passphrase = hunter', 'pass=*, pwd: * and passphrase = *'],
    ['password: "correct \\"horse\\" battery" is wrong', 'password: "*" is wrong'],
    ['stripe pk_test_abc of ghp_abcdef', 'stripe *token* of *token*'],
    ['xoxb-12-ab, AKIAABCDEFGH in sk-SK of a task-force', '*token*, *token* in sk-SK of a task-force'],
    ['203.0.113.77: refused, and 2001:db8::1: too', '*ip*: refused, and *ip* too'],
    ['via ::ffff:203.0.113.77 or ip:fe80::1%eth0', 'via *ip* or ip*ip*%eth0'],
    ['C:\\Users\\jane.doe\\a.js and C:\\Users\\Jane Doe\\b.js', 'C:\\Users\\*\\a.js and C:\\Users\\*\\b.js'],
    ['/home/jane/a.js:1:2 file:///Users/jane/b.js:1:2', '/home/*/a.js:1:2 file:///Users/*/b.js:1:2'],
    ['ｐａｓｓ＝hunter joe@example。com j\u200Boe@ex\u00ADample.com', 'pass=* *email* *email*'],
    ['%253Dtoken%253Dabc and 50% of %FF', '=token=* and 50% of %FF'],
    ['sent to /verify/AbC123', 'sent to /verify/*'],
  ])('keeps what helps to find a bug: %s', (text, clean = text) => {
    expect(scrubText(text)).toBe(clean);
  });
});

test('a context is scrubbed by names and values, at every depth', () => {
  const context = { email: 'bob', a: { userId: 7, list: ['bob@example.com', 'fine', 123456] }, 'x@y.example': 1 };
  const clean = scrubContext(context);
  expect(clean).toBe('{"email":"*","a":{"userId":"*","list":["*email*","fine",*code*]},"*email*":1}');
  expect(scrubContext('bob@example.com')).toBe('*email*');
});

const letters = (characters: string, min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...characters.split('')), minLength: min, maxLength: max });
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const WORDY = 'abcdefghijklmnopqrstuvwxyz';
const bytes = fc.uint8Array({ minLength: 24, maxLength: 64 }).filter((value) => new Set(value).size > 12);
const SECRETS: Record<string, fc.Arbitrary<string>> = {
  'an e-mail': fc
    .tuple(letters('abcdefghijklmnopqrstuvwxyz.+_0123456789', 3, 20), letters('abcdefghijklmnopqrstuvwxyz-', 3, 20))
    .map(([local, domain]) => `${local}@${domain}.example`),
  'a token in base64url': bytes.map((value) => Buffer.from(value).toString('base64url')),
  'a token in base64': bytes.map((value) => Buffer.from(value).toString('base64')),
  'a token in hex': bytes.map((value) => Buffer.from(value).toString('hex')),
  'a JWT': fc
    .tuple(bytes, letters(BASE64URL, 20, 43))
    .map(([value, signature]) => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(value).toString('base64url')}.${signature}`),
  'a UUID': fc.uuid({ version: 7 }),
  'a six-digit code': letters('0123456789', 6, 6),
  'an e-mail in wide letters': letters('abcdefghijklmnopqrstuvwxyz', 3, 20).map(
    (local) => `${local}＠ｍａｉｌ．example`,
  ),
  'a password with its name': fc
    .tuple(fc.constantFrom('pass', 'pwd', 'passwd', 'secret', 'key', 'auth', 'session', 'code'), letters(WORDY, 3, 9))
    .map(([name, value]) => `${name}=${value}`),
  'a key with a known prefix': fc
    .tuple(fc.constantFrom('sk_live_', 'pk_test_', 'ghp_', 'xoxb-', 'github_pat_'), letters(WORDY, 6, 20))
    .map(([mark, value]) => mark + value),
  'an IPv4 address': fc.ipV4().filter((value) => value !== '127.0.0.1'),
  'an IPv6 address': fc.ipV6().filter((value) => /\d|[\da-f]{3}/i.test(value)),
  'a link to reset': letters(BASE64URL, 3, 12).map((value) => `/reset/${value}`),
  'a home folder': letters(WORDY, 3, 12).map((value) => `/home/${value}`),
};

describe.each(Object.entries(SECRETS))('wherever %s is put', (_what, secret) => {
  const seed = { seed: 20_261_121, numRuns: 400 };
  const around = fc.constantFrom(' ', '/', '(', '"', "'", '\n', '=', ':', ', ', '?x=', '#', '&');

  test('text and contexts lose it, and scrubbing twice changes nothing', () => {
    fc.assert(
      fc.property(secret, around, around, fc.lorem(), (value, before, after, words) => {
        const clean = scrubText(`${words}${before}${value}${after}${words}`);
        expect(clean).not.toContain(value);
        expect(scrubText(clean)).toBe(clean);
        expect(scrubContext({ a: [value], [value]: { b: `${before}${value}` } })).not.toContain(value);
      }),
      seed,
    );
  });

  test('addresses lose it, and scrubbing twice changes nothing', () => {
    const places = [
      (value: string) => `/a/${value}`,
      (value: string) => `/${value}/b?utm_source=c`,
      (value: string) => `/a?utm_source=${value}`,
      (value: string) => `/a?error=${value}`,
      (value: string) => `/login/${value}`,
      (value: string) => `/a#${value}`,
      (value: string) => `https://${encodeURIComponent(value)}@www.example.com/`,
      (value: string) => `https://other.example/${value}`,
    ];
    const encodings = [encodeURIComponent, encodeURI, (value: string) => encodeURIComponent(encodeURIComponent(value))];
    fc.assert(
      fc.property(secret, fc.constantFrom(...places), fc.constantFrom(...encodings), (value, place, encode) => {
        const clean = scrubbed(place(encode(value)));
        for (const shape of [value, encodeURIComponent(value)]) expect(decodeURIComponent(clean)).not.toContain(shape);
        expect(scrubbed(clean)).toBe(clean);
      }),
      seed,
    );
  });
});

test.each(['a', '25', '\uFDFA', 'key ', '%25'])('long input is cut before it is scrubbed: %s', (shape) => {
  const text = shape.repeat(20_000);
  const replaceAll = vi.spyOn(String.prototype, 'replaceAll');
  const cleaned = [
    scrubTextTo(text, 512),
    scrubContextTo({ a: text, b: [text] }, 512),
    scrubContextTo(Object.fromEntries(text.split('').entries()), 512),
  ];
  scrubbed(`/${encodeURI(text)}`);
  const lengths = replaceAll.mock.contexts.map((context) => String(context).length);
  replaceAll.mockRestore();
  expect(Math.max(...cleaned.map(({ length }) => length))).toBeLessThanOrEqual(512);
  expect(lengths.length).toBeGreaterThan(10);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(18 * 1024);
});

test('long text is cut after a whole word, and no half of a secret stays', () => {
  for (let before = 900; before < 1024; before += 1) {
    const clean = scrubTextTo(
      `${'%20'.repeat(8)}${'x '.repeat(before / 2)}joe@example.com and more of it`.repeat(2),
      512,
    );
    expect(clean).not.toMatch(/joe/);
  }
});

test('scrubbing 64 KB of any pattern takes a few dozen times as long as to read a text', () => {
  const shapes = ['a', 'a-', 'a.', 'ey-', 'token', '%40', 'a@', 'a@b.', '/', '?', 'a?', '#a', 'error=', '1', '.js:1:']
    .concat(['https://', 'token: ', '_', '-_', 'aA', '/login/', ' ', 'a1-', 'data:', '\\u0040', 'key ', '%25', '\n'])
    .concat(['%2525', '25', '%FF', '％', '1.', '1.2.', 'a:', '::', '1:', '[', 'key="', "key=\\'", 'sk_live_', 'xoxb-'])
    .concat(['/reset/', '/a-', '/a_reset', '\\Users\\', '/home/ ', '\u0301\u0316', '\uFF9E\u0301', '\u0344', '\uFDFA'])
    .map((shape) => shape.repeat(65_536 / Buffer.byteLength(shape)));
  for (const text of shapes) {
    expect(
      cpuCostOf(() => void scrubText(text)),
      text.slice(0, 9),
    ).toBeLessThan(40);
  }
});
