import { beforeEach, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { addressesOf, ageProof, eventsOf, openOwner, postAccount } from '#test/people/owners.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { findUserByEmail } from './emails.server.ts';

const site = useTestSite();
const SENT = 'Verification email sent. Check your inbox!';
let domains = 0;
/** Another person's address in each test. */
let at = (name: string) => name;
beforeEach(() => {
  domains += 1;
  const domain = `claims${domains}.example`;
  at = (name) => `${name}@${domain}`;
});

const current = () => systemCurrent(site.parts);

/** All mails to an address, the newest first. */
function mailsTo(address: string) {
  return site.parts.mailer.keptMails().filter(({ to }) => to === address);
}

describe('adding an address', () => {
  test('sends it a mail whose code, typed on the account page, verifies it', async () => {
    const { visitor, userId } = await openOwner(site, at('old'));
    const response = await postAccount(visitor, 'emails.add', { email: `  ${at('New')} ` });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(SENT)]);
    expect(await addressesOf(site, userId)).toEqual([`*${at('old')}`, `?${at('New')}`]);
    expect(await findUserByEmail(current(), at('new'))).toBeUndefined();
    await runJobs(site);
    const { code = '' } = mailFor(site, at('New')) ?? {};
    const proved = await postAccount(visitor, 'emails.prove', {
      key: at('new'),
      code: `Code: \u200B${code.slice(0, 3)}-${code.slice(3)}`,
    });
    expect(proved.status).toBe(200);
    expect(await addressesOf(site, userId)).toEqual([`*${at('old')}`, at('New')]);
    expect(await findUserByEmail(current(), at('new'))).toBe(userId);
    expect(await eventsOf(site, userId)).toEqual(['emailAdded', 'emailVerified']);
    await runJobs(site);
    expect(mailsTo(at('old'))).toHaveLength(1);
    expect(mailsTo(at('New'))).toHaveLength(1);
  });

  test('is completed by the mail’s link in any browser, once, and not by opening its page', async () => {
    const { visitor, userId } = await openOwner(site, at('old'));
    await postAccount(visitor, 'emails.add', { email: at('new') });
    await runJobs(site);
    const { path = '' } = mailFor(site, at('new')) ?? {};
    const phone = openVisitor(site);
    const page = await (await phone.get(path)).text();
    expect(page).toContain(at('new'));
    expect(await addressesOf(site, userId)).toContain(`?${at('new')}`);
    const pressed = await Promise.all(Array.from({ length: 20 }, () => phone.post(path, {})));
    expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(pressed.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await addressesOf(site, userId)).toContain(at('new'));
    expect(phone.cookies.has('session')).toBe(false);
  });

  test('offers another mail where its link has expired, to the account that asked for it and to nobody else', async () => {
    const { visitor } = await openOwner(site, at('old'));
    await postAccount(visitor, 'emails.add', { email: at('new') });
    await runJobs(site);
    const { path = '' } = mailFor(site, at('new')) ?? {};
    site.advanceClock(25 * 3_600_000);
    const stranger = openVisitor(site);
    const [own, other] = [await (await visitor.get(path)).text(), await (await stranger.get(path)).text()];
    expect([own.includes('Send another email'), other.includes('Send another email')]).toEqual([true, false]);
    expect((await stranger.post(path, { intent: 'again' })).status).toBe(410);
    const refused = await visitor.post(path, { intent: 'again' });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('/login?prove')]);
    const fresh = await site.parts.sessions.find(visitor.cookies.get('session') ?? '', site.parts.now());
    await site.parts.sessions.prove(fresh?.loginId ?? '', site.parts.now());
    expect(await (await visitor.post(path, { intent: 'again' })).text()).toContain(SENT);
    await runJobs(site);
    const again = mailFor(site, at('new'))?.path ?? '';
    expect(again).not.toBe(path);
    expect((await visitor.post(again, {})).status).toBe(200);
  });

  test('needs a fresh sign-in, and keeps the typed address', async () => {
    const { visitor, userId } = await openOwner(site, at('old'));
    await ageProof(site, userId);
    const refused = await postAccount(visitor, 'emails.add', { email: at('new') });
    const page = await refused.text();
    expect(refused.status).toBe(403);
    const back = encodeURIComponent(`/account?${new URLSearchParams({ email: at('new') }).toString()}#emails`);
    expect(page.replaceAll('&amp;', '&')).toContain(`/login?prove&returnTo=${back}`);
    const again = await visitor.get(`/account?email=${encodeURIComponent(at('new'))}`);
    expect(await again.text()).toContain(`value="${at('new')}"`);
    expect(await addressesOf(site, userId)).toEqual([`*${at('old')}`]);
  });

  test.each([
    '',
    'x',
    'a@b',
    'a@b.example, c@d.example',
    '<a@b.example>',
    'a@b.example#.evil.example',
    'a@b.example/.evil.example',
    'a@b.ex%61mple',
    'ａ@b.example',
  ])('refuses %j', async (email) => {
    const { visitor } = await openOwner(site, at('old'));
    const refused = await postAccount(visitor, 'emails.add', { email });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('That’s not an email address.'),
    ]);
  });

  test('answers the same for an address that another account has, and the mail informs its owner', async () => {
    const owner = await openOwner(site, at('taken'));
    const { visitor, userId } = await openOwner(site, at('own'));
    const answers = await Promise.all(
      [at('taken'), at('nobody')].map(async (email) => {
        const answer = await postAccount(visitor, 'emails.add', { email });
        return [answer.status, (await answer.text()).includes(SENT)];
      }),
    );
    expect(answers).toEqual([
      [200, true],
      [200, true],
    ]);
    await runJobs(site);
    const [mail] = mailsTo(at('taken'));
    expect(mail?.text).not.toMatch(/\/confirmation\//);
    expect(mail?.text).not.toMatch(/(?<!\d)\d{6}(?!\d)/);
    expect(mailFor(site, at('nobody'))).toBeDefined();
    expect(await findUserByEmail(current(), at('taken'))).toBe(owner.userId);
    const addresses = new Set([`*${at('own')}`, `?${at('nobody')}`, `?${at('taken')}`]);
    expect(new Set(await addressesOf(site, userId))).toEqual(addresses);
  });

  test('sends a mail that names the account by its id, never by a denied or chosen alias', async () => {
    const { visitor, userId } = await openOwner(site, at('own'));
    await site.parts.db.query(sql`insert into aliases (user_id, context, alias, alias_key, safe_alias, state)
      values (${userId}, 'rumpus', 'win.evil.example', 'win.evil.example', 'Pickle Comet', 'denied')`);
    await postAccount(visitor, 'emails.add', { email: at('stranger') });
    await runJobs(site);
    const { code = '', path = '' } = mailFor(site, at('stranger')) ?? {};
    for (const state of ['denied', 'approved']) {
      await site.parts.db.query(sql`update aliases set state = ${state} where user_id = ${userId}`);
      const page = await (await openVisitor(site).get(path)).text();
      expect(page).toContain(`@${userId}`);
      expect(page).not.toMatch(/win\.evil|Pickle Comet/);
    }
    await postAccount(visitor, 'emails.prove', { key: at('stranger'), code });
    await runJobs(site);
    const mails = [...mailsTo(at('stranger')), ...mailsTo(at('own'))];
    expect(mails).toHaveLength(2);
    for (const { subject, text, html } of mails) {
      expect(text).toContain(`@${userId}`);
      expect(`${subject} ${text} ${html}`).not.toMatch(/win\.evil|Pickle Comet/);
    }
  });

  test('removes the claims of other accounts, and notifies them', async () => {
    const thief = await openOwner(site, at('thief'));
    await postAccount(thief.visitor, 'emails.add', { email: at('victim') });
    await runJobs(site);
    const { visitor, userId } = await openOwner(site, at('own'));
    await postAccount(visitor, 'emails.add', { email: at('victim') });
    await runJobs(site);
    const { code = '' } = mailFor(site, at('victim')) ?? {};
    expect((await postAccount(visitor, 'emails.prove', { key: at('victim'), code })).status).toBe(200);
    expect(await addressesOf(site, thief.userId)).toEqual([`*${at('thief')}`]);
    expect(await eventsOf(site, thief.userId)).toEqual(['emailAdded', 'claimRemoved']);
    expect(await findUserByEmail(current(), at('victim'))).toBe(userId);
    await runJobs(site);
    expect(mailsTo(at('thief'))).toHaveLength(1);
  });

  test('notifies other accounts without the device of the one that verified it', async () => {
    const thief = await openOwner(site, at('thief'));
    await postAccount(thief.visitor, 'emails.add', { email: at('victim') });
    await runJobs(site);
    const { visitor } = await openOwner(site, at('own'));
    await postAccount(visitor, 'emails.add', { email: at('victim') });
    await runJobs(site);
    const { code = '' } = mailFor(site, at('victim')) ?? {};
    expect((await postAccount(visitor, 'emails.prove', { key: at('victim'), code })).status).toBe(200);
    const { db } = site.parts;
    const log = await db.query(sql`select browser, system from security_events
      where user_id = ${thief.userId} and kind = 'claimRemoved'`);
    expect(log).toEqual([{ browser: null, system: null }]);
    const jobs = await db.query<{ payload: string }>(sql`select payload::text from graphile_worker._private_jobs`);
    const notices = jobs.map(({ payload }) => payload).filter((payload) => payload.includes('claimRemoved'));
    expect(notices).toEqual([expect.not.stringMatching(/Firefox|Linux/)]);
  });

  test('gives an address that two accounts verify at once to one of them', async () => {
    const both = [await openOwner(site, at('one')), await openOwner(site, at('two'))];
    const paths: string[] = [];
    for (const { visitor } of both) {
      await postAccount(visitor, 'emails.add', { email: at('both') });
      await runJobs(site);
      paths.push(mailFor(site, at('both'))?.path ?? '');
    }
    const answers = await Promise.all(paths.map((path) => openVisitor(site).post(path, {})));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const lists = await Promise.all(both.map(({ userId }) => addressesOf(site, userId)));
    expect(lists.flat().filter((address) => address.includes(at('both')))).toEqual([at('both')]);
  });

  test('fails after five wrong codes, also of parallel requests', async () => {
    const { visitor, userId } = await openOwner(site, at('old'));
    await postAccount(visitor, 'emails.add', { email: at('new') });
    await runJobs(site);
    const { code = '' } = mailFor(site, at('new')) ?? {};
    const wrong = code === '000000' ? '111111' : '000000';
    const tries = Array.from({ length: 20 }, () =>
      postAccount(visitor, 'emails.prove', { key: at('new'), code: wrong }),
    );
    const answers = (await Promise.all(tries)).map(({ status }) => status);
    expect(answers.filter((status) => status === 400)).toHaveLength(4);
    expect(answers.filter((status) => status === 409)).toHaveLength(16);
    expect((await postAccount(visitor, 'emails.prove', { key: at('new'), code })).status).toBe(409);
    expect(await addressesOf(site, userId)).toContain(`?${at('new')}`);
  });

  test('is completed by the latest mail only', async () => {
    const { visitor, userId } = await openOwner(site, at('old'));
    await postAccount(visitor, 'emails.add', { email: at('new') });
    await runJobs(site);
    const first = mailFor(site, at('new'))?.path ?? '';
    await postAccount(visitor, 'emails.add', { email: at('new') });
    await runJobs(site);
    const second = mailFor(site, at('new'))?.path ?? '';
    expect((await visitor.post(first, {})).status).toBe(409);
    expect((await visitor.post(second, {})).status).toBe(200);
    expect(await addressesOf(site, userId)).toContain(at('new'));
  });

  test('sends one mailbox at most twenty mails in a day, counting those of all accounts and of removed claims', async () => {
    for (let start = 0; start < 20; start += 5) {
      const { visitor } = await openOwner(site, at(`own${start}`));
      for (let more = 0; more < 5; more += 1) {
        const email = at(`many+${start + more}`);
        expect((await postAccount(visitor, 'emails.add', { email })).status).toBe(200);
        expect((await postAccount(visitor, 'emails.remove', { key: email })).status).toBe(200);
      }
    }
    const { visitor } = await openOwner(site, at('last'));
    const refused = await postAccount(visitor, 'emails.add', { email: at('Many') });
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('plenty of emails to that address today'),
    ]);
    expect(refused.headers.get('retry-after')).toBe(String(24 * 60 * 60));
  });

  test('is refused beyond ten addresses, also for parallel requests', async () => {
    const { visitor, userId } = await openOwner(site, at('old'));
    const wanted = Array.from({ length: 14 }, (_, index) =>
      postAccount(visitor, 'emails.add', { email: at(`n${index}`) }),
    );
    const answers = (await Promise.all(wanted)).map(({ status }) => status);
    expect(answers.filter((status) => status === 200)).toHaveLength(9);
    expect(answers.filter((status) => status === 409)).toHaveLength(5);
    expect(await addressesOf(site, userId)).toHaveLength(10);
  });
});
