import { beforeEach, describe, expect, test } from 'vitest';

import { MAX_WRONG_TRIES } from '#app/confirmations/confirmation.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
const { email: PLAYER_EMAIL, userId: PLAYER } = CAST.player;
const SENT = 'Verification email sent. Check your inbox!';
const INVALID = 'That email or Lookup Code is invalid!';

async function askFor(visitor: FormVisitor, who: string, returnTo = '/games'): Promise<Response> {
  return visitor.post('/login', { intent: 'ask', who, returnTo });
}

/** A requested sign-in mail, and the requesting browser. */
async function begin(who: string, to = who) {
  const visitor = openVisitor(site);
  expect((await askFor(visitor, who)).status).toBe(200);
  await runJobs(site);
  const mail = mailFor(site, to);
  if (mail === undefined) throw new Error(`no mail went to ${to}`);
  return { visitor, ...mail };
}

async function userOf(visitor: FormVisitor): Promise<unknown> {
  const response = await visitor.get('/api/auth/accounts/@me');
  if (response.status !== 200) return response.status;
  return ((await response.json()) as { data: { userId: string } }).data.userId;
}

const typeCode = (visitor: FormVisitor, code: string) =>
  visitor.post('/login', { intent: 'code', code, returnTo: '/' });

describe('signing in by mail', () => {
  test.each([
    ['an address', PLAYER_EMAIL],
    ['an address in other letters', PLAYER_EMAIL.toUpperCase()],
    ['a lookup code', PLAYER],
    ['a lookup code in other letters', `@${PLAYER.toUpperCase()}`],
  ])('as %s succeeds with the code of the mail in the requesting browser, and returns to the page', async (_, who) => {
    const { visitor, code } = await begin(who, PLAYER_EMAIL);
    const arrived = await typeCode(visitor, code);
    expect([arrived.status, arrived.headers.get('location')]).toEqual([302, '/games']);
    expect(await userOf(visitor)).toBe(PLAYER);
  });

  test('keeps its language: who is signed in goes to the home page in it, and who came from nowhere will land in it', async () => {
    expect((await site.ask('player', '/ja-JP/login')).headers.get('location')).toBe('/ja-JP');
    const page = await (await openVisitor(site).get('/ja-JP/login')).text();
    expect(page).toContain('name="returnTo" value="/ja-JP/login/success"');
    const visitor = openVisitor(site);
    await askFor(visitor, PLAYER_EMAIL, '/ja-JP/login/success');
    await runJobs(site);
    const arrived = await typeCode(visitor, mailFor(site, PLAYER_EMAIL)?.code ?? '');
    expect(arrived.headers.get('location')).toBe('/ja-JP/login/success');
  });

  test('says that the mail was sent', async () => {
    const response = await askFor(openVisitor(site), PLAYER_EMAIL);
    expect(await response.text()).toContain(SENT);
  });

  test.each(['', 'x', 'a@b', 'two@rumpus.example, three@rumpus.example', 'a b@rumpus.example', '<a@rumpus.example>'])(
    'refuses %j in the words of the specification, and sends nothing',
    async (who) => {
      await runJobs(site);
      const before = site.parts.mailer.keptMails().length;
      const response = await askFor(openVisitor(site), who);
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(INVALID)]);
      await runJobs(site);
      expect(site.parts.mailer.keptMails()).toHaveLength(before);
    },
  );

  test('fails with the code in another browser', async () => {
    const { code } = await begin(PLAYER_EMAIL);
    const thief = openVisitor(site);
    expect((await typeCode(thief, code)).status).toBe(410);
    await askFor(thief, 'thief@rumpus.example');
    expect((await typeCode(thief, code)).status).toBe(400);
    expect(await userOf(thief)).toBe(401);
  });

  test('ends the former session, and begins one with a new token', async () => {
    const { visitor, code } = await begin(PLAYER_EMAIL);
    await typeCode(visitor, code);
    const first = visitor.cookies.get('session') ?? '';
    const again = await begin(PLAYER_EMAIL);
    await visitor.post(again.path, {});
    expect(visitor.cookies.get('session')).not.toBe(first);
    expect(await site.parts.sessions.find(first, site.parts.now())).toBeUndefined();
  });

  test('stores neither code nor link, not even as a hash', async () => {
    const { code, path } = await begin(PLAYER_EMAIL);
    const { db } = site.parts;
    const dump = JSON.stringify(await db.query(sql`select to_jsonb(c) as row from confirmations c`));
    const jobs = JSON.stringify(await db.query(sql`select to_jsonb(j) as row from graphile_worker._private_jobs j`));
    for (const secret of [code, path.split('/').at(-1) ?? '?']) {
      expect(dump).not.toContain(secret);
      expect(jobs).not.toContain(secret);
    }
  });
});

describe('a scanner that opens the mail first', () => {
  test('changes nothing by ten HEAD and GET requests of the link; its button still signs in', async () => {
    const { path } = await begin(PLAYER_EMAIL);
    const scanner = openVisitor(site, 'LinkScanner/1.0');
    for (let time = 0; time < 10; time += 1) {
      expect((await scanner.get(path)).status).toBe(200);
      expect((await site.ask(undefined, path, { method: 'HEAD' })).status).toBe(200);
    }
    const human = openVisitor(site);
    expect(await (await human.get(path)).text()).toContain('Sign in here?');
    expect((await human.post(path, {})).headers.get('location')).toBe('/games');
    expect(await userOf(human)).toBe(PLAYER);
    expect(await (await human.get(path)).text()).toContain('Already done');
  });

  test('is not signed in by looking, also ahead; the code still works, and the link is done then', async () => {
    const { visitor, code, path } = await begin(PLAYER_EMAIL);
    const scanner = openVisitor(site, 'LinkScanner/1.0');
    await site.ask(undefined, path, { method: 'OPTIONS' });
    const ahead = await scanner.get(path, { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' });
    expect([ahead.status, await ahead.text()]).toEqual([
      200,
      expect.stringContaining('Nothing happens until you press'),
    ]);
    expect(await (await scanner.get(path)).text()).toContain('Sign in here?');
    expect((await typeCode(visitor, code)).headers.get('location')).toBe('/games');
    expect(await userOf(visitor)).toBe(PLAYER);
    expect(await (await scanner.get(path)).text()).toContain('Already done');
    expect([await userOf(scanner), [...scanner.cookies]]).toEqual([401, []]);
  });

  test('sees a page that names the requesting browser', async () => {
    const { visitor, path } = await begin(PLAYER_EMAIL);
    const said = async (browser: FormVisitor) => /<main.*<\/main>/s.exec(await (await browser.get(path)).text())?.[0];
    expect(await said(visitor)).toContain('in this browser.');
    expect(await said(openVisitor(site))).toContain('in another browser: Firefox, Linux');
  });

  test('cannot use the link twice: of 20 parallel posts one works', async () => {
    const { path } = await begin(PLAYER_EMAIL);
    const all = await Promise.all(Array.from({ length: 20 }, () => openVisitor(site).post(path, {})));
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 302)).toHaveLength(1);
    expect(statuses.filter((status) => status === 410)).toHaveLength(19);
  });

  test('cannot use the code twice: of 20 parallel posts one works', async () => {
    const { visitor, code } = await begin(PLAYER_EMAIL);
    const cookies = new Map(visitor.cookies);
    const twins = Array.from({ length: 20 }, () => {
      const twin = openVisitor(site);
      for (const [name, value] of cookies) twin.cookies.set(name, value);
      return twin;
    });
    const all = await Promise.all(twins.map((twin) => typeCode(twin, code)));
    expect(all.filter(({ status }) => status === 302)).toHaveLength(1);
  });

  test('invalidates code and link by five wrong codes, also in parallel', async () => {
    const { visitor, code, path } = await begin(PLAYER_EMAIL);
    const wrong = code === '000000' ? '111111' : '000000';
    const tries = await Promise.all(Array.from({ length: 20 }, () => typeCode(visitor, wrong)));
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(4);
    expect((await typeCode(visitor, code)).status).toBe(410);
    expect((await openVisitor(site).post(path, {})).status).toBe(410);
  });

  test('reads a code as it was pasted, which costs no try', async () => {
    const { visitor, code } = await begin(PLAYER_EMAIL);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let tries = 1; tries < MAX_WRONG_TRIES; tries += 1) await typeCode(visitor, wrong);
    const wide = code.replaceAll(/\d/g, (digit) => '０１２３４５６７８９'.charAt(Number(digit)));
    const arrived = await typeCode(visitor, `Code: \u200B${wide.slice(0, 3)}-${wide.slice(3)}`);
    expect([arrived.status, await userOf(visitor)]).toEqual([302, PLAYER]);
  });

  test('code and link expire after ten minutes', async () => {
    const { visitor, code, path } = await begin(PLAYER_EMAIL);
    const start = site.clock.now;
    site.advanceClock(10 * 60_000);
    expect((await typeCode(visitor, code)).status).toBe(410);
    expect((await visitor.post(path, {})).status).toBe(410);
    expect(await (await visitor.get(path)).text()).toContain('This link has expired');
    site.clock.now = start;
  });

  test('gets 404 for a forged link', async () => {
    expect((await openVisitor(site).get('/confirmation/abc.def')).status).toBe(404);
    expect((await openVisitor(site).post('/confirmation/abc.def', {})).status).toBe(404);
  });

  test('cannot confirm by a form of another site', async () => {
    const { path } = await begin(PLAYER_EMAIL);
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    expect((await openVisitor(site).post(path, {}, elsewhere)).status).toBe(403);
  });
});

describe('an expired link', () => {
  // An account has a budget of codes for a day.
  beforeEach(() => site.advanceClock(86_400_000));

  const expire = () => site.advanceClock(11 * 60_000);
  const again = (visitor: FormVisitor, path: string) => visitor.post(path, { intent: 'again' });

  test.each([
    ['an address', PLAYER_EMAIL],
    ['a lookup code', PLAYER],
  ])('of %s offers a new one, which goes to the same mailbox, and its code signs in here', async (_, who) => {
    const { path, code } = await begin(who, PLAYER_EMAIL);
    expire();
    const visitor = openVisitor(site);
    const page = await (await visitor.get(path)).text();
    expect(page).toContain('Send another email');
    expect(page).not.toContain(PLAYER_EMAIL);
    const sent = await again(visitor, path);
    const html = await sent.text();
    expect([sent.status, html.includes(SENT), html.includes(PLAYER_EMAIL)]).toEqual([200, true, false]);
    expect(html).toContain('name="code"');
    await runJobs(site);
    const mail = mailFor(site, PLAYER_EMAIL);
    expect([mail?.code === code, mail?.path === path]).toEqual([false, false]);
    const arrived = await typeCode(visitor, mail?.code ?? '');
    expect([arrived.status, arrived.headers.get('location')]).toEqual([302, '/games']);
    expect(await userOf(visitor)).toBe(PLAYER);
    expect((await again(openVisitor(site), mail?.path ?? '')).status).toBe(410);
  });

  test('of an address without an account offers it in the same words, and leads to a registration', async () => {
    const pages: string[] = [];
    for (const who of [PLAYER_EMAIL, 'late@rumpus.example']) {
      const { path } = await begin(who);
      expire();
      const visitor = openVisitor(site);
      const shown = await (await visitor.get(path)).text();
      const html = await (await again(visitor, path)).text();
      pages.push((shown + html).replaceAll(/nonce="[^"]*"|"formKey" value="[^"]*"|[\w-]+\.[\w-]{43}/g, ''));
    }
    expect(pages[0]).toBe(pages[1]);
  });

  test('offers nothing while it works, once it was used, or of another session’s proof', async () => {
    const open = await begin(PLAYER_EMAIL);
    expect((await again(openVisitor(site), open.path)).status).toBe(410);
    await typeCode(open.visitor, open.code);
    expect(await (await open.visitor.get(open.path)).text()).not.toContain('Send another email');
    expect((await again(open.visitor, open.path)).status).toBe(410);
    await open.visitor.post('/login?prove', { intent: 'prove', returnTo: '/account' });
    await runJobs(site);
    const { path = '' } = mailFor(site, PLAYER_EMAIL) ?? {};
    expire();
    const stranger = openVisitor(site);
    expect(await (await stranger.get(path)).text()).not.toContain('Send another email');
    expect((await again(stranger, path)).status).toBe(410);
    expect(await (await open.visitor.get(path)).text()).toContain('Send another email');
    expect((await again(open.visitor, path)).status).toBe(200);
  });

  test('keeps the limits of mails', async () => {
    const door = openTestApp(site, { LIMITS: '1' });
    const { path } = await begin('limited@rumpus.example');
    expire();
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const response = await door.sendRequest(path, {
        method: 'POST',
        headers: FORM_HEADERS,
        body: 'intent=again',
        address: `192.0.${time}.1`,
      });
      statuses.push(response.status);
    }
    expect(statuses.slice(3)).toEqual([200, 429]);
  });
});

describe('no answer reveals who has an account', () => {
  test.each([
    ['an address', PLAYER_EMAIL, 'nobody-here@rumpus.example'],
    ['a lookup code', PLAYER, 'zzzzzz'],
  ])('%s with and without an account: same status, headers and body', async (_, known, unknown) => {
    const [one, other] = [await askFor(openVisitor(site), known), await askFor(openVisitor(site), unknown)];
    const [, nonce = '?'] = /'nonce-([^']+)'/.exec(one.headers.get('content-security-policy') ?? '') ?? [];
    expect(nonce).toMatch(/^[\w+/=-]{16,}$/);
    // Without random values and times, which differ in each answer.
    const ownOf = ([name, value]: [string, string]) =>
      `${name}: ${name === 'x-request-id' || name === 'date' ? '' : value.replaceAll(/'nonce-[^']+'|(?<==)[^;]{43,}(?=;)/g, '')}`;
    const headersOf = ({ headers }: Response) => [...headers].map(ownOf).toSorted();
    expect([one.status, headersOf(one)]).toEqual([other.status, headersOf(other)]);
    expect(headersOf(one)).toContainEqual(expect.stringMatching(/^set-cookie: sign-in=; Path=\/; Max-Age=3600;/));
    const plain = (html: string, who: string) =>
      html.replaceAll(who, 'WHO').replaceAll(/nonce="[^"]*"|"formKey" value="[^"]*"/g, '');
    expect(plain(await one.text(), known)).toBe(plain(await other.text(), unknown));
  });

  test('an unknown lookup code sends nothing', async () => {
    await runJobs(site);
    const before = site.parts.mailer.keptMails().length;
    await askFor(openVisitor(site), 'zzzzzz');
    await runJobs(site);
    expect(site.parts.mailer.keptMails()).toHaveLength(before);
  });
});

describe('a first sign-in', () => {
  test('asks for agreement to the terms, offers an alias, and makes the account', async () => {
    const to = 'brand-new@rumpus.example';
    const { visitor, code } = await begin(to);
    const arrived = await typeCode(visitor, code);
    expect(arrived.headers.get('location')).toBe('/login/confirmation-required');
    expect(await userOf(visitor)).toBe(401);
    const page = await (await visitor.get('/login/confirmation-required')).text();
    expect(page).toContain(to);
    const refused = await visitor.post('/login/confirmation-required', { alias: 'Brand New Sprocket' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('your yes to the terms')]);
    const done = await visitor.post('/login/confirmation-required', { alias: 'Brand New Sprocket', agreed: 'yes' });
    expect([done.status, done.headers.get('location')]).toEqual([302, '/welcome?returnTo=%2Fgames']);
    const userId = await userOf(visitor);
    expect(userId).toMatch(/^[a-z0-9]{6}$/);
    const again = await begin(to);
    await typeCode(again.visitor, again.code);
    expect(await userOf(again.visitor)).toBe(userId);
  });

  test('makes one account for two browsers that register one address at once', async () => {
    const to = 'twins@rumpus.example';
    const [one, other] = [await begin(to), await begin(to)];
    for (const { visitor, code } of [one, other]) await typeCode(visitor, code);
    const register = (visitor: FormVisitor, alias: string) =>
      visitor.post('/login/confirmation-required', { alias, agreed: 'yes' });
    await Promise.all([register(one.visitor, 'Left Sprocket'), register(other.visitor, 'Right Sprocket')]);
    expect(await userOf(one.visitor)).toBe(await userOf(other.visitor));
  });

  test('makes no account without a proof', async () => {
    const visitor = openVisitor(site);
    expect((await visitor.get('/login/confirmation-required')).status).toBe(200);
    const refused = await visitor.post('/login/confirmation-required', { alias: 'Nobody Sprocket', agreed: 'yes' });
    expect(refused.status).toBe(410);
  });
});
