import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';
import type { WireReply } from './client.ts';
import { alternatesIn, decoded } from './crawler.ts';

const HTML = { accept: 'text/html' };
const SENTENCES: [number, string][] = [
  [400, 'You did something weird. Or we did.'],
  [401, 'Bad credentials!'],
  [403, "You aren't allowed in here."],
  [404, "We don't have what you're looking for."],
  [429, "You've hit the request limit. Come back soon!"],
  [500, 'Server Error. Everything is on fire.'],
  [418, 'Well that was unexpected!'],
  [503, 'Well that was unexpected!'],
];
/** What must not be made of anything that an address says. */
const ALIVE = /<script>|<img[^>]*onerror|<svg[^>]*onload|href="(?!https?:|\/|#)|href="(?:javascript|data|vbscript):/i;

function page(path: string, expects = 0): Promise<WireReply> {
  return ask(undefined, `GET ${path}`, { headers: HTML, expects });
}

/** The text of the page's heading. */
function headingOf({ text }: WireReply): string {
  return decoded((/<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1] ?? '').replaceAll(/<[^>]*>/g, '')).trim();
}

const encodedMessage = (message: unknown) => encodeURIComponent(JSON.stringify(message));

describe('the error page', () => {
  test.each(SENTENCES)('shows for /%i its sentence, with that status at the first byte', async (status, sentence) => {
    for (const path of [`/${status}`, `/en-US/${status}`]) {
      const reply = await page(path, status);
      expect([reply.status, reply.headers.location, headingOf(reply)]).toEqual([status, undefined, sentence]);
      expect(reply.text).toContain(`<meta name="prerender-status-code" content="${status}"/>`);
      expect(reply.text.match(/<meta name="robots" content="noindex"\/>/g)).toHaveLength(1);
      expect(reply.text).not.toContain('rel="canonical"');
      expect(alternatesIn(reply.text)).toEqual({});
      expect(reply.text).toMatch(/<a [^>]*href="\/(?:en-US)?"/);
    }
  });

  test.each(['/40', '/4044', '/302', '/200', '/999', '/404x', '/404/x', '/x/404'])(
    'is that of an unknown page for %s',
    async (path) => {
      const reply = await page(path);
      expect([reply.status, headingOf(reply)]).toEqual([404, "We don't have what you're looking for."]);
    },
  );

  test('is in the language of its address', async () => {
    const reply = await page('/ja-JP/404');
    expect(reply.text).toContain('<html lang="ja-JP"');
    expect(headingOf(reply)).toMatch(/./);
  });
});

describe('the message of an error page', () => {
  test('is the JSON text of the query, marked as not ours', async () => {
    for (const path of ['/404', '/ja-JP/404', '/503']) {
      const reply = await page(`${path}?message=${encodedMessage('This level was taken down.')}`, 503);
      expect(headingOf(reply)).toBe('This level was taken down.');
    }
    const { text } = await page(`/en-US/404?message=${encodedMessage('This level was taken down.')}`);
    expect(text).toContain('This message came with the link that brought you here.');
    expect((await page('/en-US/404')).text).not.toContain('This message came');
  });

  test('has for a link its text, followed by its absolute address', async () => {
    const markdown = await page(`/404?message=${encodedMessage('It is in [the list](/games?x=1).')}`);
    expect(headingOf(markdown)).toMatch(/^It is in the list \(https?:\/\/[^/]+\/games\?x=1\)\.$/);
    const html = await page(`/404?message=${encodedMessage('See <a href="https://a.example/b">there</a>.')}`);
    expect(headingOf(html)).toBe('See there (https://a.example/b).');
  });

  test.each(['{', 'plain words', '{"a":1}', '%ff'])('is left out when it is no JSON text: %s', async (query) => {
    const reply = await page(`/404?message=${encodeURIComponent(query)}`);
    expect([reply.status, headingOf(reply)]).toEqual([404, "We don't have what you're looking for."]);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '[x](javascript:alert(1))',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '"></title><script>alert(1)</script>',
    '</h1><script>alert(1)</script>',
    '\u202E)gro.elpmaxe( ereh kcilc\u202C',
    '\u0000\u200b\ufeff',
    'x'.repeat(5000),
    '[('.repeat(2500),
    '\u0645\u0631\u062D\u0628\u0627',
  ])('is inert, whatever it holds: %j', async (message) => {
    const reply = await page(`/404?message=${encodedMessage(message)}`);
    expect(reply.status).toBe(404);
    expect(reply.text).not.toMatch(ALIVE);
    expect(reply.text.match(/<h1/g)).toHaveLength(1);
    expect(headingOf(reply)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(headingOf(reply).length).toBeLessThan(1000);
  });

  test('is isolated, so that its direction turns nothing around it', async () => {
    const { text } = await page(`/404?message=${encodedMessage('\u05D0\u05D1')}`);
    expect(text).toMatch(/<h1 dir="auto"/);
  });
});

describe('the error parameter of any page', () => {
  const dialogIn = ({ text }: WireReply) =>
    /<div role="dialog" aria-label="Something went wrong\.".*?<\/button><\/div><\/div>/s.exec(text)?.[0];

  test('is shown without scripts as a message: inert, short and marked as not ours', async () => {
    const nasty = `<script>document.title='taken'</script> data:text/html,x \u202Emoc.live ${'long '.repeat(1000)}`;
    for (const path of ['/about', '/ja-JP/games']) {
      expect(dialogIn(await page(path))).toBeUndefined();
      const reply = await page(`${path}?error=${encodeURIComponent(nasty)}&a=1`);
      expect(reply.status).toBe(200);
      expect(reply.text).not.toMatch(ALIVE);
      expect(reply.text).not.toContain('taken</title>');
    }
    const dialog = dialogIn(await page(`/about?error=${encodeURIComponent(nasty)}&a=1`)) ?? '';
    expect(dialog).toContain('The link you followed says:');
    expect(dialog).not.toMatch(/<a\s|<script/);
    const [, quoted = ''] = /<q>(.*?)<\/q>/s.exec(dialog) ?? [];
    const words = decoded(quoted.replaceAll(/<[^>]*>/g, ''));
    expect(words).toMatch(/^<script>document\.title='taken'<\/script> data:text\/html,x moc\.live long /);
    expect(words.length).toBeLessThan(220);
    expect(dialogIn(await page('/about?error=Without+scripts'))).toContain('>Without scripts<');
  });
});

describe('/linkout', () => {
  const linkout = (url: string) => page(`/linkout?url=${encodeURIComponent(url)}`);
  const wayOut = (reply: WireReply) => /<a href="([^"]*)" rel="noopener noreferrer nofollow"/.exec(reply.text)?.[1];

  test('shows the host and the whole address, and leads there by a link alone', async () => {
    const reply = await linkout('https://www.a.example/path?b=c#d');
    expect([reply.status, reply.headers.location, reply.headers.refresh]).toEqual([200, undefined, undefined]);
    expect(reply.text).not.toMatch(/http-equiv="refresh"/i);
    expect(decoded(wayOut(reply) ?? '')).toBe('https://www.a.example/path?b=c#d');
    const words = decoded(reply.text.replaceAll(/<[^>]*>/g, ''));
    expect(words).toContain('https://www.a.example/path?b=c#d');
    expect(reply.text).toMatch(/>www\.a\.example</);
    expect(reply.text).toContain('<meta name="robots" content="noindex"/>');
    expect(alternatesIn(reply.text)).toEqual({});
  });

  test('shows an internationalized host in both spellings', async () => {
    const reply = await linkout('https://р\u0430ypal.example/');
    const words = decoded(reply.text.replaceAll(/<[^>]*>/g, ' '));
    expect(words).toMatch(/\bxn--[a-z0-9-]+\.example/);
    expect(words).toContain('р\u0430ypal.example');
  });

  test('warns of user info before an @, an odd port and a missing encryption', async () => {
    const reply = await linkout('http://www.rumpus.example:login@evil.example:8081/www.rumpus.example');
    const words = decoded(reply.text.replaceAll(/<[^>]*>/g, ' '));
    expect(reply.text).toMatch(/>evil\.example</);
    // In marks that keep letters from right to left from turning the words around.
    expect(words).toContain('The address starts with “\u2068www.rumpus.example:login\u2069”, before an @.');
    expect(words).toContain('It uses port 8081');
    expect(words).toContain('isn’t encrypted');
  });

  test.each(['', 'games', '//a.example', ' java\tscript:alert(1)', 'data:text/html,<script>alert(1)</script>'])(
    'refuses an address that is not of the web: %j',
    async (url) => {
      const reply = await linkout(url);
      expect([reply.status, wayOut(reply), reply.headers.location]).toEqual([400, undefined, undefined]);
      expect(reply.text).not.toMatch(ALIVE);
      expect(headingOf(reply)).toBe('This link leaves our site');
    },
  );

  test('is safe without an address, and with several', async () => {
    expect((await page('/linkout')).status).toBe(400);
    expect((await page('/ja-JP/linkout')).status).toBe(400);
    const two = await page('/linkout?url=https://a.example/&url=javascript:alert(1)');
    expect([two.status, two.text.includes('href="javascript:')]).toEqual([200, false]);
  });

  test.each([
    'https://a.example/"><script>alert(1)</script>',
    "https://a.example/' onmouseover='alert(1)",
    'https://a.example/\u202Egnp.exe',
    'https://\u202Eelpmaxe.a/',
    `https://a.example/${'x'.repeat(7000)}`,
    `https://${'a.'.repeat(2000)}example/`,
  ])('is inert, whatever the address holds: %j', async (url) => {
    const reply = await linkout(url);
    expect([200, 400]).toContain(reply.status);
    expect(reply.text).not.toMatch(ALIVE);
    expect(reply.text.replace(/<script nonce.*/s, '')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('shows all of a huge address', async () => {
    const url = `https://a.example/${'x'.repeat(7000)}/end`;
    const words = decoded((await linkout(url)).text.replaceAll(/<[^>]*>/g, ''));
    expect(words).toContain(url);
  });
});
