import { describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import type { Policy } from './policy.ts';

const site = useTestSite();
const OVERRIDE = 'permissionsOverride=true';
const INVALID = [400, 'Rumpus-Override-Reason takes percent-encoded text of at most 500 characters on one line.'];

async function shelf(
  name: string,
  policy: Policy,
  tags: string[] = [],
): Promise<{ crate: string; item: Item; path: string }> {
  const crate = await createCrate(site, name, policy);
  const item = await createItem(site, crate, 'admin', { name: 'one', tags, collaborators: [CAST.creator.userId] });
  return { crate, item, path: `${crate}/items/${item.itemId}` };
}

const ask = (who: CastName, path: string, reason?: string, method = 'GET') =>
  site.ask(who, path, { method, headers: reason === undefined ? {} : { 'rumpus-override-reason': reason } });
const notesOn = (target: string) =>
  site.parts.db.query<Record<string, unknown>>(
    sql`select user_id, role, masquerade, action, before, reason from audit where target = ${target} order by audit_id`,
  );

describe('the reason of an override', () => {
  test('is in the audit, in any script', async () => {
    const { crate, item, path } = await shelf('reasons', {});
    const target = `item/reasons/${item.itemId}`;
    expect((await ask('staff', `${path}?${OVERRIDE}`, encodeURIComponent('Meldung №7 – prüfen, 100 %'))).status).toBe(
      200,
    );
    expect((await ask('staff', `${crate}/items?${OVERRIDE}`, 'looking%20around')).status).toBe(200);
    expect((await ask('staff', `${path}?${OVERRIDE}`, 'x'.repeat(500))).status).toBe(200);
    expect((await ask('staff', `${path}?${OVERRIDE}&download=true`)).status).toBe(200);
    expect((await ask('super', `${path}?${OVERRIDE}`, 'spam', 'DELETE')).status).toBe(204);
    const staff = { user_id: CAST.staff.userId, role: 'staff', action: 'item.read.override' };
    expect(await notesOn(target)).toEqual([
      expect.objectContaining({ ...staff, reason: 'Meldung №7 – prüfen, 100 %' }),
      expect.objectContaining({ ...staff, reason: 'x'.repeat(500) }),
      expect.objectContaining({ ...staff, reason: null }),
      expect.objectContaining({
        action: 'item.delete.override',
        reason: 'spam',
        before: expect.objectContaining({ name: 'one' }),
      }),
    ]);
    expect(await notesOn('crate/reasons')).toContainEqual(
      expect.objectContaining({ action: 'item.list.override', reason: 'looking around' }),
    );
  });

  test.each(['%', '%E0%A4%A', 'a%0Ab', 'tab%09', '%00', 'x'.repeat(501)])(
    'is refused when it is %j, and nothing is done or noted',
    async (reason) => {
      const { crate, item, path } = await shelf(`odd-${reason.length}-${reason.charCodeAt(1) || 0}`, {});
      for (const request of [
        `${path}?${OVERRIDE}`,
        `${crate}/items?${OVERRIDE}`,
        `${crate}/items?count=true&${OVERRIDE}`,
      ]) {
        expect(await refusalOf(await ask('staff', request, reason))).toEqual(INVALID);
      }
      expect(await refusalOf(await ask('staff', `${path}?${OVERRIDE}`, reason, 'DELETE'))).toEqual(INVALID);
      expect(await notesOn(`item/${item.crateId}/${item.itemId}`)).toEqual([]);
      expect((await ask('admin', path, reason)).status).toBe(200);
    },
  );
});

describe('who may override', () => {
  test('depends on the masquerade’s role, and the audit holds the real one too', async () => {
    const { item, path } = await shelf('masked', { read: ['admin'], list: ['public'] });
    expect((await ask('staff', `${path}?${OVERRIDE}&masquerade=authenticated`)).status).toBe(403);
    expect((await ask('super', `${path}?${OVERRIDE}&masquerade=staff`)).status).toBe(200);
    const note = { user_id: CAST.super.userId, role: 'super', masquerade: 'staff' };
    expect(await notesOn(`item/masked/${item.itemId}`)).toEqual([expect.objectContaining(note)]);
  });

  test.each<[override: Policy['override'], statuses: number[]]>([
    [undefined, [403, 403, 200, 200, 200]],
    [['admin'], [403, 403, 403, 200, 200]],
    [['super'], [403, 403, 403, 403, 200]],
    [
      ['public', 'owner', 'collaborator', 'app'],
      [403, 403, 200, 200, 200],
    ],
    [['authenticated'], [403, 403, 200, 200, 200]],
    [[], [403, 403, 403, 403, 403]],
  ])('under the rule %j answers player, owner, staff, admin and super %j', async (override, statuses) => {
    const name = `rule-${JSON.stringify(override)?.replaceAll(/[^a-z]/g, '')}`;
    const { path } = await shelf(name, { list: ['public'], ...(override && { override }) });
    const requests = (['player', 'creator', 'staff', 'admin', 'super'] as const).map((who) =>
      ask(who, `${path}?${OVERRIDE}`),
    );
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(statuses);
  });

  test('can depend on the tags of items', async () => {
    const policy: Policy = { list: ['admin'], override: [{ to: 'staff', tags: ['reported', '-closed'] }] };
    const { crate, path } = await shelf('reported', policy, ['reported']);
    const other = await createItem(site, crate, 'admin', { tags: ['reported', 'closed'] });
    const listed = await dataOf<Item[]>(await ask('staff', `${crate}/items?${OVERRIDE}`));
    expect(listed.map(({ name }) => name)).toEqual(['one']);
    expect(await dataOf<number>(await ask('staff', `${crate}/items?count=true&${OVERRIDE}`))).toBe(1);
    expect((await ask('staff', `${crate}/items/${other.itemId}?${OVERRIDE}`)).status).toBe(404);
    expect((await ask('staff', `${crate}/items/${other.itemId}?${OVERRIDE}`, 'no', 'DELETE')).status).toBe(403);
    expect((await ask('staff', `${path}?${OVERRIDE}`, 'yes', 'DELETE')).status).toBe(204);
  });
});
