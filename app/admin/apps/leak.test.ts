import { expect, test } from 'vitest';

import type { Scope } from '#app/apps/app-key.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import type { Grant } from '#app/storage/crates/policy.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate } from '#test/storage.ts';

import { findCratesForApps } from './crates-for-apps.server.ts';
import { describeLeak } from './leak.ts';

const site = useTestSite();
const APPS: Grant[] = ['app', 'admin'];

const told = async (...scopes: Scope[]) => {
  const crates = await findCratesForApps(systemCurrent(site.parts));
  return describeLeak(scopes, crates).map(({ text, crates: about }) =>
    [text.replace('admin.leak.', '')].concat(about.map(({ name }) => name)),
  );
};

test('what a leaked key could do follows from its scopes and from the policies of the crates, together', async () => {
  await createCrate(site, 'closed', { list: ['staff'], read: ['staff'] });
  await createCrate(site, 'public', { list: ['public'], read: ['public'], create: APPS });
  await createCrate(site, 'scores', { read: APPS, records: { Time: { write: ['app'] } } });
  await createCrate(site, 'vault', { list: APPS, read: APPS, update: APPS, delete: APPS, stat: APPS });
  const others = (...names: string[]) => ['others', ...names];
  expect(await told({ crateId: 'vault', may: ['read'] })).toEqual([
    ['read', 'vault'],
    others('closed', 'public', 'scores'),
    ['never'],
  ]);
  expect(await told({ crateId: 'vault', may: ['write'] }, { crateId: 'public', may: ['write'] })).toEqual([
    ['read', 'vault'],
    ['make', 'public'],
    ['change', 'vault'],
    ['delete', 'vault'],
    others('closed', 'scores'),
    ['never'],
  ]);
  expect(await told({ crateId: 'scores', may: ['records', 'stats'] }, { crateId: 'closed', may: ['write'] })).toEqual([
    ['records', 'scores'],
    ['closed', 'closed'],
    others('public', 'vault'),
    ['never'],
  ]);
  expect(await told({ crateId: 'perks', may: ['read', 'write'] })).toEqual([
    ['readPerks'],
    ['givePerks'],
    others('closed', 'public', 'scores', 'vault'),
    ['never'],
  ]);
  expect(await told({ crateId: '*', may: ['stats', 'records'] })).toEqual([
    ['stats', 'vault'],
    ['records', 'scores', 'vault'],
    ['every'],
    ['closed', 'closed', 'public'],
    ['never'],
  ]);
});
