import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import type { WireReply } from './client.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';

const { player, creator, collaborator, staff } = inject('cast');
const RULES = {
  read: ['staff', { to: 'public', tags: ['-draft'] }],
  list: ['public'],
  create: ['authenticated'],
  update: ['staff'],
  tag: ['owner', 'admin'],
  collaborate: ['collaborator'],
  transfer: [{ to: 'owner', tags: ['free'] }],
  protect: { featured: 'staff', 'award:*': 'admin' },
};
const crate = useCrate('policy', { policy: RULES });
const open = useCrate('policy-open', { policy: { ...OPEN_POLICY, read: ['admin'], list: ['admin'] } });
const FORBIDDEN = [403, "You aren't allowed in here."];
const NOTHING_HERE = [404, "We don't have what you're looking for."];
const collaborators = [creator.userId, collaborator.userId];
const bearing = (...tags: string[]) => crate.create('admin', { tags, collaborators });

describe('a rule about items with some tags', () => {
  test('counts for one item, for lists and for counts', async () => {
    const draft = await bearing('ruled', 'draft');
    const { itemId } = await bearing('ruled');
    expect((await ask('player', `GET ${crate.items}/${itemId}`)).status).toBe(200);
    expect((await ask('player', `GET ${crate.items}/${draft.itemId}`)).refusal).toEqual([404, 'Item does not exist']);
    expect((await ask('staff', `GET ${crate.items}/${draft.itemId}`)).status).toBe(200);
  });
});

describe('collaborators', () => {
  test('are changed by whom the crate lets, and the first of them by nobody else', async () => {
    const put = async (who: 'creator' | 'collaborator' | 'player', itemId: string, list: string[]) =>
      (await ask(who, `PUT ${crate.items}/${itemId}/metadata`, { body: { collaborators: list } })).refusal[0];
    const { itemId } = await bearing('x');
    expect(await put('collaborator', itemId, [...collaborators, staff.userId])).toBe(200);
    expect(await put('player', itemId, collaborators)).toBe(403);
    expect(await put('creator', itemId, [player.userId])).toBe(403);
    const free = await bearing('free');
    expect(await put('collaborator', free.itemId, collaborators.toReversed())).toBe(403);
    expect(await put('creator', free.itemId, [player.userId])).toBe(200);
  });
});

describe('protected tags', () => {
  test('are set and removed by nobody below their role, in no way', async () => {
    const mine = await crate.create('player', { tags: ['mine'] });
    const line = `${crate.items}/${mine.itemId}`;
    const tagged = (tags: string[]) => ask('player', `PUT ${line}/metadata`, { body: { tags } });
    for (const tag of ['featured', 'award:gold']) {
      const made = await ask('player', `POST ${crate.items}`, { parameters: { tags: [tag] }, body: '' });
      const patched = await ask('player', `PATCH ${line}/metadata`, { body: { tags: [tag] } });
      expect([made.refusal, (await tagged([tag])).refusal, patched.refusal]).toEqual([FORBIDDEN, FORBIDDEN, FORBIDDEN]);
    }
    expect((await tagged(['mine', 'awards'])).status).toBe(200);
    const { itemId } = await crate.create('admin', {
      tags: ['featured', 'award:gold'],
      collaborators: [player.userId],
    });
    const put = (tags: string[]) => ask('player', `PUT ${crate.items}/${itemId}/metadata`, { body: { tags } });
    expect((await put(['award:gold'])).refusal).toEqual(FORBIDDEN);
    expect((await put(['award:gold', 'featured', 'more'])).status).toBe(200);
  });
});

describe('staff see what someone may do to an item, and by which rule', () => {
  const explain = (itemId: string, query = '') => ask('staff', `GET ${crate.items}/${itemId}/access${query}`);
  const actionsOf = (reply: WireReply) => (reply.data() as { actions: Record<string, object> }).actions;

  test('the answer is about a role, an app key, a user, an unknown id or the caller', async () => {
    const { itemId } = await bearing('free');
    const as = async (query: string) => (await explain(itemId, query)).data();
    expect(await as('?as=authenticated')).toMatchObject({ as: { userId: null, role: 'authenticated', app: false } });
    expect(await as('?as=app')).toMatchObject({ as: { userId: null, role: 'public', app: true } });
    expect(await as(`?as=${creator.userId}`)).toMatchObject({ as: { userId: creator.userId, role: 'authenticated' } });
    expect(await as('?as=n0body')).toMatchObject({ as: { userId: 'n0body', role: 'authenticated' } });
    expect(await as('')).toMatchObject({ as: { userId: staff.userId, role: 'staff' } });
  });

  test('every action has a verdict', async () => {
    const { itemId } = await bearing('free', 'award:gold');
    const owner = await explain(itemId, `?as=${creator.userId}`);
    expect(actionsOf(owner)).toMatchObject({
      read: { allowed: true, rule: 'read[1]' },
      tag: { allowed: true, rule: 'tag[0]' },
      update: { allowed: false, rule: 'update' },
      transfer: { allowed: true, rule: 'transfer[0]' },
      delete: { allowed: false, rule: 'default.admin' },
      override: { allowed: false, rule: 'least.staff' },
    });
    expect(owner.data()).toMatchObject({
      protect: {
        featured: { allowed: false, rule: 'protect.featured' },
        'award:*': { allowed: false, rule: 'protect.award:*' },
      },
    });
    const stranger = actionsOf(await explain((await bearing('draft')).itemId, '?as=public'));
    expect(stranger).toMatchObject({
      read: { allowed: false, rule: 'read' },
      create: { allowed: false, rule: 'owner' },
    });
  });

  test('but not about a missing item or crate, nor about a name too long', async () => {
    const { itemId } = await bearing('x');
    expect((await explain('none')).refusal).toEqual([404, 'Item does not exist']);
    expect((await ask('staff', `GET ${crate.path}-not/items/${itemId}/access`)).refusal).toEqual(NOTHING_HERE);
    const long = await explain(itemId, `?as=${'a'.repeat(65)}`);
    expect(long.refusal).toEqual([400, 'Invalid as: at most 64 characters']);
  });
});

describe('staff who override the rules', () => {
  const INVALID = [400, 'Rumpus-Override-Reason takes percent-encoded text of at most 500 characters on one line.'];
  const because = (reason: string) => ({ headers: { 'rumpus-override-reason': reason } });
  const override = 'permissionsOverride=true';

  test('may give a reason, and admins find it in the log', async () => {
    const { itemId } = await open.create('player');
    const line = `${open.items}/${itemId}?${override}`;
    expect((await ask('staff', `GET ${line}`, because('gepr%FCft'))).refusal).toEqual(INVALID);
    expect((await ask('staff', `GET ${line}`, because('gepr%C3%BCft'))).status).toBe(200);
    expect((await ask('staff', `DELETE ${line}`, because('spam'))).status).toBe(204);
    const log = await ask('admin', `GET /api/audit?target=item/${open.crateId}/${itemId}`);
    expect(log.data()).toMatchObject([
      { action: 'item.delete.override', userId: staff.userId, role: 'staff', reason: 'spam' },
      { action: 'item.read.override', userId: staff.userId, masquerade: null, reason: 'geprüft' },
    ]);
  });

  test.each(['%', 'a%0Ab', 'x'.repeat(501)])('cannot give the reason %j', async (reason) => {
    const { itemId } = await open.create('player');
    for (const line of [`GET ${open.items}?`, `GET ${open.items}/${itemId}?`, `DELETE ${open.items}/${itemId}?`]) {
      expect((await ask('staff', `${line}${override}`, because(reason))).refusal).toEqual(INVALID);
    }
  });
});

describe('the log', () => {
  test('is walked from the latest entry back, by target, user and action', async () => {
    for (const name of ['One', 'Two', 'Three']) await ask('admin', `PUT ${crate.path}`, { body: { name } });
    const first = `/api/audit?target=crate/${crate.crateId}&action=crate.change&userId=${inject('cast').admin.userId}&limit=2`;
    const page = await ask('admin', `GET ${first}`);
    expect(page.data()).toMatchObject([
      { after: { name: 'Three' } },
      { before: { name: 'One' }, after: { name: 'Two' } },
    ]);
    const { next } = page.links;
    const last = await ask('admin', `GET ${next}`);
    expect(last.data()).toMatchObject([{ after: { name: 'One' } }]);
    expect(last.headers.link).toBeUndefined();
  });

  test('refuses invalid filters', async () => {
    const reply = await ask('admin', 'GET /api/audit?limit=129&after=x');
    expect(reply.status).toBe(400);
    expect(reply.json().fields).toEqual({ limit: 'a whole number from 1 to 128', after: 'the auditId of an entry' });
  });
});
