import { beforeEach, describe, expect, test } from 'vitest';

import { banAccount, liftBan } from '#app/accounts/staff/bans.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { studio } from '#content/studio.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useProviderSite } from '#test/providers/provider-site.ts';

const { site, signIn, makeAccount, someone } = useProviderSite();
const EMAIL = 'loud@mail.example';
const REASON = 'Nine <b>levels</b> of insults.';
const UNTIL = '2099-03-09T18:30:00.000Z';

const staff = () => {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId: 'st4ff', provedAt: current.now() } };
};
const ban = (until: string | null = UNTIL) => banAccount(staff(), 'loudly', { reason: REASON, until });

let isMade = false;
beforeEach(async () => {
  if (isMade) return;
  await makeAccount('loudly', EMAIL);
  isMade = true;
});

/** A browser that has asked for a mail, with what the mail says. */
async function askForMail() {
  const visitor = openVisitor(site);
  await visitor.post('/login', { intent: 'ask', who: EMAIL, returnTo: '/games' });
  await runJobs(site);
  const mail = mailFor(site, EMAIL);
  if (mail === undefined) throw new Error('no mail came');
  return { visitor, ...mail };
}

/** The text of the page to which a refused sign-in leads. */
async function pageAfter(visitor: FormVisitor, refused: Response, locale = ''): Promise<string> {
  const path = refused.headers.get('location') ?? '';
  expect([refused.status, path]).toEqual([302, expect.stringMatching(/^\/login\/banned\?of=/)]);
  expect((await visitor.get('/api/auth/accounts/@me')).status).toBe(401);
  const page = await visitor.get(`${locale}${path}`);
  expect(page.status).toBe(200);
  return (await page.text()).replaceAll(/<!--.*?-->/g, '');
}

function expectBan(html: string): void {
  expect(html).toContain('This account is banned');
  expect(html).toContain('Nine &lt;b&gt;levels&lt;/b&gt; of insults.');
  expect(html).toContain('March 9, 2099');
  expect(html).toContain(`href="mailto:${studio.email}?subject=%40loudly"`);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
}

describe('a banned player', () => {
  test('reads the reason, the end and how to appeal after a code', async () => {
    const { visitor, code } = await askForMail();
    await ban();
    expectBan(await pageAfter(visitor, await visitor.post('/login', { intent: 'code', code, returnTo: '/' })));
  });

  test('reads them after a link, in the language of the page', async () => {
    const { visitor, path } = await askForMail();
    await ban();
    const html = await pageAfter(visitor, await visitor.post(path, {}), '/de-DE');
    expect(html).toContain('Dieses Konto ist gesperrt');
    expect(html).toContain('9. März 2099');
  });

  test('reads them after a sign-in at a provider', async () => {
    await ban();
    someone({ sub: 'loud', email: EMAIL });
    const visitor = openVisitor(site);
    expectBan(await pageAfter(visitor, await signIn(visitor)));
  });

  test('reads them on every page, and from the call of the session, when the ban has ended the session', async () => {
    await liftBan(staff(), 'loudly', 'to sign in').catch(() => undefined);
    const { visitor, code } = await askForMail();
    expect((await visitor.post('/login', { intent: 'code', code, returnTo: '/' })).status).toBe(302);
    expect(await (await visitor.get('/games')).text()).not.toContain('/login/banned');
    await ban(null);
    const response = await visitor.get('/api/auth/accounts/@me');
    const { page = '' } = (await response.json()) as { page?: string };
    expect([response.status, page]).toEqual([401, expect.stringMatching(/^\/login\/banned\?of=/)]);
    const html = await (await visitor.get(page)).text();
    expect(html).toContain('The ban lasts until somebody on the team lifts it.');
    const games = await (await visitor.get('/games')).text();
    const link = /href="(\/login\/banned\?of=[^"]+)"/.exec(games)?.[1] ?? '';
    expect((await visitor.get(link)).status).toBe(200);
    await liftBan(staff(), 'loudly', 'a mistake');
    expect(await (await visitor.get('/games')).text()).not.toContain('/login/banned');
    expect((await visitor.get('/api/auth/accounts/@me')).status).toBe(401);
  });
});

describe('the page of a ban', () => {
  const open = async (path: string) => {
    const { status, headers } = await openVisitor(site).get(path);
    return [status, headers.get('location')];
  };

  test('leads to the sign-in without a ban, for a made-up address and after a day', async () => {
    await ban();
    const { visitor, code } = await askForMail();
    const refused = await visitor.post('/login', { intent: 'code', code, returnTo: '/' });
    const path = refused.headers.get('location') ?? '';
    expect((await open(path))[0]).toBe(200);
    for (const made of ['/login/banned', '/login/banned?of=bG91ZGx5IDk5OTk5OTk5OTk5OTk.x', `${path}x`])
      expect(await open(made), made).toEqual([302, '/login']);
    await liftBan(staff(), 'loudly', 'a mistake');
    expect(await open(path)).toEqual([302, '/login']);
    await ban();
    expect((await open(path))[0]).toBe(200);
    site.advanceClock(25 * 3_600_000);
    expect(await open(path)).toEqual([302, '/login']);
  });
});
