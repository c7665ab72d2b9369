import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useProviderSite, whoIs } from '#test/providers/provider-site.ts';

const { site, signIn, makeAccount, someone } = useProviderSite();

/** An attacker's account that claims an address before its owner signs in, with a passkey and an identity. */
async function lieInWait(userId: string, address: string): Promise<FormVisitor> {
  await makeAccount(userId, `${userId}@evil.example`);
  someone({ sub: userId, email: `${userId}@evil.example` });
  const attacker = openVisitor(site);
  await signIn(attacker);
  await signIn(attacker, 'test', { aim: 'prove', returnTo: '/account' });
  expect(await whoIs(attacker)).toBe(userId);
  const claim = await attacker.post('/account', { intent: 'emails.add', email: address });
  expect(claim.status).toBe(200);
  await runJobs(site);
  await site.parts.db.query(sql`
    insert into passkeys (credential_id, user_id, public_key, counter, name, is_synced, created_at)
    values (${userId}, ${userId}, ${Buffer.of(0)}, 0, 'mine', false, ${systemCurrent(site.parts).now()})`);
  // An unverified address at a provider must not count.
  someone({ sub: `${userId}-elsewhere`, email: address, email_verified: false });
  await signIn(attacker, 'other', { aim: 'connect' });
  return attacker;
}

const WAYS: [string, (victim: FormVisitor, address: string) => Promise<Response>][] = [
  [
    'a provider',
    (victim, address) => {
      someone({ sub: address, email: address });
      return signIn(victim);
    },
  ],
  [
    'the link of a mail',
    async (victim, address) => {
      await victim.post('/login', { intent: 'ask', who: address, returnTo: '/games' });
      await runJobs(site);
      return victim.post(mailFor(site, address)?.path ?? '', {});
    },
  ],
];

describe.each(WAYS)('an attacker who claims an address before its owner signs in by %s', (way, signInAs) => {
  const name = way === 'a provider' ? 'anna' : 'bert';
  const address = `${name}@victim.example`;

  test('gets no access to the owner’s account, loses the claim, and is notified', async () => {
    const attackerId = `lurk${name}`;
    const attacker = await lieInWait(attackerId, address);
    const victim = openVisitor(site);
    const response = await signInAs(victim, address);
    expect(response.headers.get('location')).toBe('/login/confirmation-required');
    const made = await victim.post('/login/confirmation-required', { agreed: 'yes', alias: `Owner ${name}` });
    expect(made.status).toBe(302);
    const userId = (await whoIs(victim)) ?? '';
    expect(userId).not.toBe(attackerId);

    const { db } = site.parts;
    expect(await db.query(sql`select address from account_emails where user_id = ${userId}`)).toEqual([{ address }]);
    expect(await db.query(sql`select from passkeys where user_id = ${userId}`)).toEqual([]);
    const identities = await db.query(sql`select subject from account_identities where user_id = ${userId}`);
    expect(identities).toEqual(way === 'a provider' ? [{ subject: address }] : []);
    expect(await db.query(sql`select from sessions where user_id = ${userId}`)).toHaveLength(1);

    expect(await whoIs(attacker)).toBe(attackerId);
    const left = await db.query(sql`select address from account_emails where user_id = ${attackerId}`);
    expect(left).toEqual([{ address: `${attackerId}@evil.example` }]);
    const events = await db.query(sql`select details from security_events
      where user_id = ${attackerId} and kind = 'claimRemoved'`);
    expect(events).toEqual([{ details: { address } }]);

    for (const [sub, platform] of [
      [attackerId, 'test'],
      [`${attackerId}-elsewhere`, 'other'],
    ] as const) {
      someone({ sub, email: address, email_verified: platform === 'other' });
      const again = openVisitor(site);
      await signIn(again, platform);
      expect(await whoIs(again)).toBe(attackerId);
    }
  });
});

test('an identity signs in to its account whatever its address is now', async () => {
  await makeAccount('owner', 'owner@mail.example');
  someone({ sub: 'owner', email: 'owner@mail.example' });
  await signIn(openVisitor(site));
  await makeAccount('second', 'second@mail.example');
  someone({ sub: 'owner', email: 'second@mail.example' });
  const visitor = openVisitor(site);
  await signIn(visitor);
  expect(await whoIs(visitor)).toBe('owner');
});

test('one subject at two issuers is two identities', async () => {
  await makeAccount('issuer', 'issuer@mail.example');
  someone({ sub: 'same', email: 'issuer@mail.example' });
  await signIn(openVisitor(site));
  await site.parts.db.query(sql`update account_identities set issuer = 'https://another.example'
    where subject = 'same'`);
  someone({ sub: 'same', email: 'nobody@mail.example' });
  const visitor = openVisitor(site);
  const response = await signIn(visitor);
  expect(response.headers.get('location')).toBe('/login/confirmation-required');
});
