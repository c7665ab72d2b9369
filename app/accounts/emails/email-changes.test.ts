import { beforeEach, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { addressesOf, ageProof, eventsOf, openOwner, openSession, postAccount } from '#test/people/owners.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { requireRemainingSignInMethod } from '../sign-in-methods.server.ts';
import { findUserByEmail } from './emails.server.ts';

const OFFERED = Array.from({ length: 10 }, (_, index) => `p${index + 1}`);
const site = useTestSite(
  Object.fromEntries(
    OFFERED.flatMap((platform) => {
      const variable = `OIDC_${platform.toUpperCase()}`;
      return [
        [`${variable}_ISSUER`, 'https://id.example'],
        [`${variable}_CLIENT_ID`, platform],
        [`${variable}_CLIENT_SECRET`, 'a secret'],
      ];
    }),
  ),
);
let domains = 0;
/** Another person's address in each test. */
let at = (name: string) => name;
beforeEach(() => {
  domains += 1;
  const domain = `changes${domains}.example`;
  at = (name) => `${name}@${domain}`;
});

const current = () => systemCurrent(site.parts);
const remove = (visitor: FormVisitor, key: string) => postAccount(visitor, 'emails.remove', { key });

/** All mails to an address, the newest first. */
function mailsTo(address: string) {
  return site.parts.mailer.keptMails().filter(({ to }) => to === address);
}

function linkIn(text: string | undefined): string {
  return new URL(/https?:\/\/\S*\/confirmation\/[\w.-]+/.exec(text ?? '')?.[0] ?? 'http://no.link/').pathname;
}

describe('the last sign-in method', () => {
  test('cannot be removed, and the page says why', async () => {
    const { visitor, userId } = await openOwner(site, at('only'));
    const refused = await remove(visitor, at('only'));
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('That’s the last way into your account.'),
    ]);
    expect(await addressesOf(site, userId)).toEqual([`*${at('only')}`]);
  });

  test.each([1, 2, 3])('stays when all are removed at once in any order: seed %i', async (round) => {
    const names = Array.from({ length: 10 }, (_, index) => at(`a${index}`));
    const { visitor, userId } = await openOwner(site, ...names);
    await site.parts.db.query(sql`insert into account_identities (issuer, subject, user_id, platform, linked_at)
      select 'https://id.example', ${userId}::text || n, ${userId}, 'p' || n, now() from generate_series(1, 10) n`);
    const ways = [
      ...names.map((key) => async () => (await remove(visitor, key)).status),
      ...names.map((_, index) => async () => await removeIdentity(userId, index + 1)),
    ];
    const statuses = await Promise.all(shuffled(ways, round).map((way) => way()));
    expect(statuses.filter((status) => status === 200)).toHaveLength(19);
    expect(statuses.filter((status) => status === 409)).toHaveLength(1);
    const [left] = await site.parts.db.query<{ ways: number }>(sql`
      select (select count(*) from account_emails where user_id = ${userId})::int
        + (select count(*) from account_identities where user_id = ${userId})::int as ways`);
    expect(left?.ways).toBe(1);
  });

  test('is never an unverified address', async () => {
    const { visitor, userId } = await openOwner(site, at('only'));
    await postAccount(visitor, 'emails.add', { email: at('claim') });
    expect((await remove(visitor, at('only'))).status).toBe(409);
    expect((await remove(visitor, at('claim'))).status).toBe(200);
    expect(await addressesOf(site, userId)).toEqual([`*${at('only')}`]);
  });
});

async function removeIdentity(userId: string, platform: number): Promise<number> {
  const removal = sql`delete from account_identities where user_id = ${userId} and platform = ${`p${platform}`}`;
  try {
    await requireRemainingSignInMethod(current(), userId, ({ db }) => db.query(removal));
    return 200;
  } catch (refusal) {
    return Number(Reflect.get(Object(refusal), 'status'));
  }
}

/** The same list in another order for each seed. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  return items
    .map((item, index) => [item, (index * 7919 + seed * 104_729) % 101] as const)
    .toSorted(([, one], [, other]) => one - other)
    .map(([item]) => item);
}

/** Makes the account and its sign-in methods a month old, with a fresh sign-in. */
async function ageAll(userId: string): Promise<void> {
  const { db } = site.parts;
  await db.query(sql`update account_emails set verified_at = verified_at - interval '30 days'
    where user_id = ${userId}`);
  await db.query(sql`update sessions set created_at = created_at - interval '30 days' where user_id = ${userId}`);
}

describe('a change of addresses', () => {
  test('is mailed to every address and to the removed one, with a link that undoes the removal of the oldest once', async () => {
    const { visitor, userId } = await openOwner(site, at('old'), at('other'));
    await ageAll(userId);
    await remove(visitor, at('old'));
    expect(await addressesOf(site, userId)).toEqual([`*${at('other')}`]);
    expect(await findUserByEmail(current(), at('old'))).toBeUndefined();
    const later = await openSession(site, userId);
    await runJobs(site);
    const links = [at('old'), at('other')].map((address) => linkIn(mailsTo(address)[0]?.text));
    expect(links[0]).toBe(links[1]);

    const owner = openVisitor(site);
    expect(await (await owner.get(links[0] ?? '')).text()).toContain(at('old'));
    expect((await owner.post(links[0] ?? '', {})).status).toBe(200);
    expect(await addressesOf(site, userId)).toEqual([`*${at('old')}`, at('other')]);
    expect(await findUserByEmail(current(), at('old'))).toBe(userId);
    expect(await eventsOf(site, userId)).toEqual(['emailRemoved', 'emailUndone', 'frozen']);
    expect(await site.parts.sessions.list(userId, site.parts.now())).toEqual([]);
    expect((await later.visitor.get('/account')).status).toBe(302);
    await runJobs(site);
    expect([mailsTo(at('old')).length, mailsTo(at('other')).length]).toEqual([2, 2]);
    expect((await owner.post(links[1] ?? '', {})).status).toBe(409);
  });

  test('of the primary one can be undone too', async () => {
    const { visitor, userId } = await openOwner(site, at('old'), at('other'));
    await ageAll(userId);
    await postAccount(visitor, 'emails.primary', { key: at('other') });
    expect(await addressesOf(site, userId)).toEqual([`*${at('other')}`, at('old')]);
    await runJobs(site);
    expect(mailsTo(at('other'))).toHaveLength(1);
    expect((await openVisitor(site).post(linkIn(mailsTo(at('old'))[0]?.text), {})).status).toBe(200);
    expect(await addressesOf(site, userId)).toEqual([`*${at('old')}`, at('other')]);
    expect(await eventsOf(site, userId)).toEqual(['emailPrimary', 'emailUndone', 'frozen']);
  });

  test.each(['primary', 'remove'])('ends the sign-ins that were asked for before: emails.%s', async (change) => {
    const { visitor } = await openOwner(site, at('old'), at('other'));
    const before = openVisitor(site);
    await before.post('/login', { intent: 'ask', who: at('old'), returnTo: '/' });
    await runJobs(site);
    const code = mailFor(site, at('old'))?.code ?? '';
    const key = change === 'primary' ? at('other') : at('old');
    expect((await postAccount(visitor, `emails.${change}`, { key })).status).toBe(200);
    expect((await before.post('/login', { intent: 'code', code })).status).toBe(410);
  });

  test('can be undone for 72 hours and not longer', async () => {
    const { visitor, userId } = await openOwner(site, at('old'), at('other'));
    await remove(visitor, at('old'));
    await runJobs(site);
    const path = linkIn(mailsTo(at('other'))[0]?.text);
    await site.parts.db.query(sql`update confirmations
      set created_at = created_at - interval '72 hours', expires_at = expires_at - interval '72 hours'
      where user_id = ${userId}`);
    expect((await openVisitor(site).post(path, {})).status).toBe(409);
    expect(await addressesOf(site, userId)).toEqual([`*${at('other')}`]);
  });

  test('cannot be undone when another account has verified the address since', async () => {
    const { visitor, userId } = await openOwner(site, at('old'), at('other'));
    await remove(visitor, at('old'));
    await runJobs(site);
    const path = linkIn(mailsTo(at('other'))[0]?.text);
    const heir = await openOwner(site, at('old'));
    expect((await openVisitor(site).post(path, {})).status).toBe(409);
    expect(await findUserByEmail(current(), at('old'))).toBe(heir.userId);
    expect(await addressesOf(site, userId)).toEqual([`*${at('other')}`]);
  });

  test('is refused for an address of another account', async () => {
    const { visitor, userId } = await openOwner(site, at('old'), at('other'));
    expect((await postAccount(visitor, 'emails.primary', { key: CAST.player.email })).status).toBe(404);
    expect((await remove(visitor, CAST.player.email)).status).toBe(404);
    expect(await addressesOf(site, userId)).toEqual([`*${at('old')}`, at('other')]);
  });

  test('needs a fresh sign-in', async () => {
    const { visitor, userId } = await openOwner(site, at('old'), at('other'));
    await ageProof(site, userId);
    for (const intent of ['emails.primary', 'emails.remove']) {
      expect((await postAccount(visitor, intent, { key: at('other') })).status, intent).toBe(403);
    }
    expect(await addressesOf(site, userId)).toEqual([`*${at('old')}`, at('other')]);
  });
});
