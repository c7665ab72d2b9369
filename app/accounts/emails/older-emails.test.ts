import { beforeEach, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { openOldAccount, pressLink, backdateProof, undoPathsFor } from '#test/people/old-accounts.ts';
import { addressesOf, eventsOf, openSession, postAccount } from '#test/people/owners.ts';
import { openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { setAccount } from '../accounts.server.ts';
import { addVerifiedEmail } from './emails.server.ts';

const site = useTestSite();
let domains = 0;
/** Another person's address in each test. */
let at = (name: string) => name;
beforeEach(() => {
  domains += 1;
  const domain = `elders${domains}.example`;
  at = (name) => `${name}@${domain}`;
});

const remove = (visitor: FormVisitor, key: string) => postAccount(visitor, 'emails.remove', { key });

const addEvil = (userId: string, address: string) => addVerifiedEmail(systemCurrent(site.parts), userId, address);

/** As a sign-in by the owner does it after an undo. */
async function thaw(userId: string): Promise<void> {
  await site.parts.db.query(sql`update accounts set frozen_at = null where user_id = ${userId}`);
  await setAccount(systemCurrent(site.parts), userId, 'authenticated');
}

describe('an address that is not the oldest', () => {
  test('can undo its removal, because the oldest mailbox may be dead', async () => {
    const { visitor, userId } = await openOldAccount(site, at('own'), at('dead'));
    await backdateProof(site, at('dead'), '60 days');
    await addEvil(userId, at('evil'));
    await remove(visitor, at('own'));
    await runJobs(site);
    expect(await pressLink(site, undoPathsFor(site, at('own'))[0])).toBe(200);
    expect(new Set(await addressesOf(site, userId))).toEqual(new Set([`*${at('own')}`, at('dead')]));
  });

  test('can undo that it is no longer the primary one', async () => {
    const { visitor, userId } = await openOldAccount(site, at('own'), at('dead'));
    await backdateProof(site, at('dead'), '60 days');
    await addEvil(userId, at('evil'));
    await postAccount(visitor, 'emails.primary', { key: at('evil') });
    await runJobs(site);
    expect(await pressLink(site, undoPathsFor(site, at('own'))[0])).toBe(200);
    expect(new Set(await addressesOf(site, userId))).toEqual(new Set([`*${at('own')}`, at('dead')]));
  });

  test.each([
    ['minutes', '5 minutes', 0],
    ['71 hours', '71 hours', 0],
    ['73 hours', '73 hours', 1],
  ])('that was verified %s before the change gets so many links: %s, %i', async (_title, age, links) => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await addEvil(userId, at('evil'));
    await backdateProof(site, at('evil'), age);
    await remove(visitor, at('evil'));
    await runJobs(site);
    expect([undoPathsFor(site, at('evil')).length, undoPathsFor(site, at('owner')).length]).toEqual([links, links]);
  });

  test('cannot undo anything after an older one has, and the older one still can', async () => {
    for (const isElderFirst of [true, false]) {
      const [elder, younger, evil] = ['elder', 'younger', 'evil'].map((name) => at(`${name}${isElderFirst ? 1 : 2}`));
      const { visitor, userId } = await openOldAccount(site, elder ?? '', younger ?? '');
      await backdateProof(site, elder ?? '', '60 days');
      await addEvil(userId, evil ?? '');
      await remove(visitor, younger ?? '');
      await remove(visitor, elder ?? '');
      await runJobs(site);
      const links = [undoPathsFor(site, elder ?? '')[0], undoPathsFor(site, younger ?? '')[0]];
      const pressed = [];
      for (const link of isElderFirst ? links : links.toReversed()) pressed.push(await pressLink(site, link));
      expect(pressed).toEqual([200, isElderFirst ? 409 : 200]);
      expect(await addressesOf(site, userId)).toEqual([`*${elder}`, ...(isElderFirst ? [] : [younger])]);
    }
  });

  test('that an attacker had for long and restores is removed for good by an older one', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await addEvil(userId, at('evil'));
    await backdateProof(site, at('evil'), '80 hours');
    await postAccount(visitor, 'emails.primary', { key: at('evil') });
    await postAccount(visitor, 'emails.primary', { key: at('owner') });
    await runJobs(site);
    const spare = undoPathsFor(site, at('evil'))[0];
    await remove(visitor, at('evil'));
    await runJobs(site);
    const [link, ...others] = undoPathsFor(site, at('evil'));
    expect(others).toContain(spare);
    expect(await pressLink(site, link)).toBe(200);
    expect(await addressesOf(site, userId)).toContain(at('evil'));
    await runJobs(site);
    expect(undoPathsFor(site, at('evil'))).toEqual([link, ...others]);
    const [objection] = undoPathsFor(site, at('owner'));
    expect(objection).not.toBe(link);
    await thaw(userId);
    const { visitor: thief } = await openSession(site, userId);
    await addEvil(userId, at('evil2'));
    expect((await postAccount(thief, 'emails.primary', { key: at('evil2') })).status).toBe(200);
    const page = await (await openVisitor(site).get(objection ?? '')).text();
    expect(page).toContain(`takes ${at('evil')} off the account`);
    expect(await pressLink(site, objection)).toBe(200);
    expect(await addressesOf(site, userId)).toEqual([`*${at('owner')}`]);
    expect(await pressLink(site, spare)).toBe(409);
    expect(await addressesOf(site, userId)).toEqual([`*${at('owner')}`]);
    expect((await eventsOf(site, userId)).slice(-4)).toEqual([
      'emailPrimary',
      'emailRemoved',
      'emailRemoved',
      'frozen',
    ]);
  });

  test('gets no link once an older one has undone something', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await addEvil(userId, at('evil'));
    await backdateProof(site, at('evil'), '80 hours');
    await remove(visitor, at('owner'));
    await runJobs(site);
    expect(await pressLink(site, undoPathsFor(site, at('owner'))[0])).toBe(200);
    const before = undoPathsFor(site, at('evil'));
    await thaw(userId);
    const { visitor: again } = await openSession(site, userId);
    expect((await remove(again, at('evil'))).status).toBe(200);
    await runJobs(site);
    expect(undoPathsFor(site, at('evil'))).toEqual(before);
    expect(await addressesOf(site, userId)).toEqual([`*${at('owner')}`]);
  });
});
