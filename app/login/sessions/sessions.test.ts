import { describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36';

/** Signs a browser in by mail. */
async function signIn(email: string, userAgent?: string): Promise<FormVisitor> {
  const visitor = openVisitor(site, userAgent);
  await visitor.post('/login', { intent: 'ask', who: email, returnTo: '/games' });
  await runJobs(site);
  const code = mailFor(site, email)?.code ?? '';
  expect((await visitor.post('/login', { intent: 'code', code, returnTo: '/' })).status).toBe(302);
  await runJobs(site);
  return visitor;
}

const isIn = async (visitor: FormVisitor) => (await visitor.get('/api/auth/accounts/@me')).status === 200;
const mailsTo = (to: string) => site.parts.mailer.keptMails().filter((mail) => mail.to === to);

describe('a browser that is new to an account', () => {
  const { email } = CAST.creator;

  test('is mailed to the owner, unless it is the first; the mail’s link ends the session, once', async () => {
    const first = await signIn(email);
    expect(mailsTo(email)).toHaveLength(1);
    const thief = await signIn(email, CHROME);
    expect(mailsTo(email)).toHaveLength(3);
    const [notice] = mailsTo(email);
    expect(notice?.text).toContain('Chrome');
    const [path = ''] = /\/confirmation\/[\w.-]+/.exec(notice?.text ?? '') ?? [];
    const stranger = openVisitor(site);
    for (let time = 0; time < 3; time += 1) await stranger.get(path);
    expect(await isIn(thief)).toBe(true);
    expect(await (await stranger.post(path, {})).text()).toContain('That session is over.');
    expect([await isIn(thief), await isIn(first)]).toEqual([false, true]);
    expect((await stranger.post(path, {})).status).toBe(410);
  });

  test('is mailed once', async () => {
    const browser = await signIn(CAST.collaborator.email, CHROME);
    const before = mailsTo(CAST.collaborator.email).length;
    const device = browser.cookies.get('device') ?? '';
    const again = openVisitor(site, CHROME);
    again.cookies.set('device', device);
    await again.post('/login', { intent: 'ask', who: CAST.collaborator.email, returnTo: '/' });
    await runJobs(site);
    await again.post('/login', { intent: 'code', code: mailFor(site, CAST.collaborator.email)?.code ?? '' });
    await runJobs(site);
    expect(mailsTo(CAST.collaborator.email)).toHaveLength(before + 1);
  });
});

describe('an open page', () => {
  test('is notified when its session has ended', async () => {
    const [here, there] = [await signIn(CAST.player.email), await signIn(CAST.player.email, CHROME)];
    const events = await there.get('/api/auth/sessions/@this/events', { accept: 'text/event-stream' });
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    const received = new Response(events.body).text();
    await here.post('/account', { intent: 'sessions.endOthers' });
    expect(await received).toContain('event: ended');
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  });

  test('gets 401 without a session', async () => {
    expect((await openVisitor(site).get('/api/auth/sessions/@this/events')).status).toBe(401);
  });
});

describe('signing out everywhere', () => {
  const END = { intent: 'sessions.endOthers' };
  const ask = async (visitor: FormVisitor, who: string) => {
    await visitor.post('/login', { intent: 'ask', who, returnTo: '/' });
    await runJobs(site);
    return mailFor(site, who) ?? { code: '', path: '' };
  };
  const enter = (visitor: FormVisitor, code: string) => visitor.post('/login', { intent: 'code', code });
  const register = (visitor: FormVisitor, alias: string) =>
    visitor.post('/login/confirmation-required', { alias, agreed: 'yes' });

  test('ends pending registrations, codes and links of the account, and nobody else’s', async () => {
    const email = 'every.where@rumpus.example';
    const [owner, elsewhere, coder, linker, neighbour] = Array.from({ length: 5 }, () => openVisitor(site)) as [
      FormVisitor,
      FormVisitor,
      FormVisitor,
      FormVisitor,
      FormVisitor,
    ];
    // Both browsers are at the point where they agree to a new account.
    for (const visitor of [owner, elsewhere]) await enter(visitor, (await ask(visitor, email)).code);
    expect((await register(owner, 'Every Where')).headers.get('location')).toBe('/welcome?returnTo=%2F');
    const { code } = await ask(coder, email);
    const { path } = await ask(linker, email);
    const other = await ask(neighbour, 'everywhere@rumpus.example');
    const claimed = await (
      await owner.post('/account', { intent: 'emails.add', email: 'claimed@rumpus.example' })
    ).text();
    await runJobs(site);
    const claim = mailFor(site, 'claimed@rumpus.example')?.path ?? '';
    expect([claimed.includes('claimed@rumpus.example'), claim.startsWith('/confirmation/')]).toEqual([true, true]);
    expect((await owner.post('/account', END)).status).toBe(200);
    expect((await register(elsewhere, 'Else Where')).status).toBe(410);
    expect((await enter(coder, code)).status).toBe(410);
    expect((await linker.post(path, {})).status).toBe(410);
    expect((await linker.post(claim, {})).status).toBe(409);
    expect([await isIn(elsewhere), await isIn(coder), await isIn(linker), await isIn(owner)]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect((await enter(neighbour, other.code)).headers.get('location')).toBe('/login/confirmation-required');
  });

  test('by staff ends codes of the account too', async () => {
    const { email, userId } = CAST.player;
    const coder = openVisitor(site);
    const { code } = await ask(coder, email);
    const all = { intent: 'sessions', reason: 'a lost phone', loginId: '@all' };
    expect((await site.submit('staff', `/admin/accounts/${userId}`, all)).status).toBe(303);
    expect((await enter(coder, code)).status).toBe(410);
  });
});

describe('proving a session by mail', () => {
  const { email } = CAST.player;
  const provedAt = async (visitor: FormVisitor) =>
    (await site.parts.sessions.find(visitor.cookies.get('session') ?? '', site.parts.now()))?.provedAt;

  test('proves the requesting session, by code or by link, and keeps it', async () => {
    const visitor = await signIn(email);
    const session = visitor.cookies.get('session');
    for (const way of ['code', 'link'] as const) {
      site.advanceClock(20 * 60_000);
      const response = await visitor.post('/login?prove', { intent: 'prove', returnTo: '/account' });
      expect(await response.text()).toContain('Verification email sent. Check your inbox!');
      await runJobs(site);
      const { code = '', path = '' } = mailFor(site, email) ?? {};
      const done = await (way === 'code' ? visitor.post('/login', { intent: 'code', code }) : visitor.post(path, {}));
      expect([done.status, done.headers.get('location')]).toEqual([302, '/account']);
      const ago = site.parts.now().getTime() - ((await provedAt(visitor))?.getTime() ?? 0);
      expect(ago).toBeLessThan(60_000);
    }
    expect(visitor.cookies.get('session')).toBe(session);
  });

  test('does not sign in another browser that opens the link', async () => {
    const visitor = await signIn(email);
    await visitor.post('/login?prove', { intent: 'prove', returnTo: '/account' });
    await runJobs(site);
    const other = openVisitor(site);
    const done = await other.post(mailFor(site, email)?.path ?? '', {});
    expect(await done.text()).toContain('Pick up where you left off.');
    expect(await isIn(other)).toBe(false);
  });
});
