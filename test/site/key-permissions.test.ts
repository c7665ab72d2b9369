import { beforeAll, describe, expect, test } from 'vitest';

import { isForGames } from '#app/announcements/addresses.ts';
import { PERMISSION_IDS } from '#app/delegation/permissions.ts';
import type { PermissionId } from '#app/delegation/permissions.ts';
import { api } from '#app/nouns.server.ts';
import { isReport } from '#app/telemetry/reports.ts';
import type { Call } from '#lib/calls/call.ts';

import { CAST } from '../cast.ts';
import { askByKey, createKey } from '../people/keys.ts';
import { useTestSite } from '../site.ts';
import { createCrate, createItem } from '../storage.ts';

const site = useTestSite();
const LACKS = { status: 403, code: 'current.keyMayNot' };
const NONE = { status: 0, code: '' };
const calls = api.map(({ call }) => call).filter((call) => !isReport(call, call.path) && !isForGames(call.path));
const keys = new Map<PermissionId | 'all', string>();
let itemId: string;

beforeAll(async () => {
  // The key of a super: what it may not, none may.
  for (const id of PERMISSION_IDS) keys.set(id, (await createKey(site, 'super', [id])).key);
  keys.set('all', (await createKey(site, 'super', PERMISSION_IDS)).key);
  const crate = await createCrate(site, 'posts');
  ({ itemId } = await createItem(site, crate, 'super', { name: 'a-post' }));
});

/** What the door and the deed say to a call that is sent without anything. */
async function answerTo({ method, path }: Call, key: string | undefined) {
  const values: Record<string, string> = { crateId: 'posts', itemId, userId: CAST.player.userId, context: 'rumpus' };
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '7');
  const response = await (key === undefined
    ? site.ask(undefined, address, { method })
    : askByKey(site, key, address, { method }));
  if (response.status < 400) {
    await response.body?.cancel();
    return { ...NONE, status: response.status };
  }
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code };
}

describe.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  const { byKey, method } = call;
  const misses = PERMISSION_IDS.filter((id) => byKey !== true && byKey !== id);

  test('is not opened by a permission that is not its own', async () => {
    const toVisitor = await answerTo(call, undefined);
    for (const id of misses) {
      const reply = await answerTo(call, keys.get(id));
      if (method !== 'GET' || toVisitor.status === 401 || toVisitor.code === 'delegation.missingKey')
        expect([id, reply]).toEqual([id, LACKS]);
      else expect([id, reply]).toEqual([id, toVisitor]);
    }
  });

  test('is answered as far as it may be by keys at all', async () => {
    const reply = await answerTo(call, keys.get('all'));
    expect(reply.status).not.toBe(401);
    if (byKey === undefined && method !== 'GET') expect(reply).toEqual(LACKS);
    if (byKey !== undefined) expect(reply).not.toMatchObject(LACKS);
  });
});
