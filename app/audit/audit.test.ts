import { describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import type { AuditEntry } from './audit.ts';

const site = useTestSite();

describe('an audit entry of a change to a crate or account', () => {
  const notesOf = (target: string) =>
    site.parts.db.query<Record<string, unknown>>(
      sql`select user_id, role, masquerade, action, before, after, request_id from audit where target = ${target} order by audit_id`,
    );

  test('has the actor, the state before and after, and the request', async () => {
    const create = { method: 'POST', body: { crateId: 'noted' } };
    const created = await site.ask('admin', '/api/storage/crates', create);
    await site.ask('admin', '/api/storage/crates/noted', { method: 'PUT', body: { name: 'Noted' } });
    const removed = await site.ask('super', '/api/storage/crates/noted', { method: 'DELETE' });
    const notes = await notesOf('crate/noted');
    const admin = { user_id: CAST.admin.userId, role: 'admin', masquerade: null };
    expect(notes).toEqual([
      expect.objectContaining({ ...admin, action: 'crate.create', before: null }),
      expect.objectContaining({ ...admin, action: 'crate.change' }),
      expect.objectContaining({ user_id: CAST.super.userId, role: 'super', action: 'crate.delete', after: null }),
    ]);
    expect(notes[1]).toMatchObject({ before: { name: 'noted' }, after: { name: 'Noted' } });
    expect([notes[0]?.request_id, notes[2]?.request_id]).toEqual(
      [created, removed].map(({ headers }) => headers.get('x-request-id')),
    );
  });

  test('has the real user and role behind a masquerade', async () => {
    const door = openTestApp(site);
    const { cookie, xsrf } = await door.signIn('super');
    const headers = { cookie: `${cookie}; masquerade=admin`, 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
    await door.sendRequest('/api/storage/crates', { method: 'POST', headers, body: '{"crateId":"masked"}' });
    expect(await notesOf('crate/masked')).toEqual([
      expect.objectContaining({ user_id: CAST.super.userId, role: 'super', masquerade: 'admin' }),
    ]);
  });

  test('is written in the same transaction: a refused change has none', async () => {
    const again = { method: 'POST', body: { crateId: 'once' } };
    expect((await site.ask('admin', '/api/storage/crates', again)).status).toBe(201);
    expect((await site.ask('admin', '/api/storage/crates', again)).status).toBe(409);
    expect((await site.ask('staff', '/api/storage/crates/once', { method: 'DELETE' })).status).toBe(403);
    expect(await notesOf('crate/once')).toHaveLength(1);
  });

  test('is written for every account that is set', async () => {
    expect(await notesOf(`account/${CAST.player.userId}`)).toEqual([
      expect.objectContaining({ action: 'account.set', after: { role: 'authenticated' }, role: 'super' }),
    ]);
  });

  test.each([
    "update audit set action = 'x'",
    'update audit set reason = null where audit_id = 1',
    'delete from audit',
    'truncate audit',
    `insert into audit (audit_id, role, action, target, request_id) overriding system value
      values (1, 'super', 'x', 'x', 'x') on conflict (audit_id) do update set action = excluded.action`,
    `merge into audit a using (select 1) one on a.audit_id = 1 when matched then delete`,
  ])('is never changed or removed: %s', async (statement) => {
    await expect(site.parts.db.query(sql.raw(statement))).rejects.toThrow('audit is append-only');
  });
});

describe('the audit log', () => {
  const read = (who: CastName | undefined, query = '') => site.ask(who, `/api/audit${query}`);
  const entries = async (query: string) => dataOf<AuditEntry[]>(await read('admin', query));
  const create = (crateId: string, who: CastName) =>
    site.ask(who, '/api/storage/crates', { method: 'POST', body: { crateId } });

  test('is read by admins only, and not with a lower masquerade', async () => {
    const requests = ([undefined, 'player', 'staff', 'admin', 'super'] as const).map((who) => read(who));
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([401, 403, 403, 200, 200]);
    expect((await read('super', '?masquerade=staff')).status).toBe(403);
  });

  test('lists whole entries, the latest first', async () => {
    const made = await create('told', 'super');
    const reader = { method: 'PUT', body: { name: 'Told' }, headers: { 'rumpus-override-reason': 'no%20override' } };
    await site.ask('admin', '/api/storage/crates/told', reader);
    const [changed, created] = await entries('?target=crate/told');
    expect(changed).toMatchObject({ action: 'crate.change', userId: CAST.admin.userId, before: { name: 'told' } });
    expect(created).toEqual({
      auditId: expect.any(Number),
      at: expect.any(String),
      userId: CAST.super.userId,
      role: 'super',
      masquerade: null,
      action: 'crate.create',
      target: 'crate/told',
      before: null,
      reason: null,
      after: expect.objectContaining({ crateId: 'told', policy: {} }),
      requestId: made.headers.get('x-request-id'),
    });
    expect(Date.now() - Date.parse(created?.at ?? '')).toBeLessThan(60_000);
    expect(changed!.auditId).toBeGreaterThan(created!.auditId);
  });

  test('filters by target, by user, by action, and by all of them', async () => {
    await create('sought', 'super');
    await site.ask('admin', '/api/storage/crates/sought', { method: 'DELETE' });
    const actions = async (query: string) => (await entries(query)).map(({ action }) => action);
    expect(await actions('?target=crate/sought')).toEqual(['crate.delete', 'crate.create']);
    expect(await actions(`?target=crate/sought&userId=${CAST.super.userId}`)).toEqual(['crate.create']);
    expect(await actions(`?target=crate/sought&userId=${CAST.super.userId}&action=crate.delete`)).toEqual([]);
    expect(new Set(await actions('?action=account.set'))).toEqual(new Set(['account.set']));
    expect(await actions(`?userId=${CAST.player.userId}`)).toEqual([]);
  });

  test('is paged without a gap or a repetition, while entries are added', async () => {
    for (let count = 0; count < 7; count += 1) await create(`page-${count}`, 'admin');
    const all = (await entries('?action=crate.create&limit=128')).map(({ auditId }) => auditId);
    const walked: number[] = [];
    let next: string | undefined = '/api/audit?action=crate.create&limit=3';
    while (next !== undefined) {
      const response: Response = await site.ask('admin', next);
      walked.push(...(await dataOf<AuditEntry[]>(response)).map(({ auditId }) => auditId));
      await create(`beside-${walked.length}`, 'admin');
      next = linksOf(response).next;
    }
    expect(walked).toEqual(all);
  });

  test.each(['?limit=0', '?limit=129', '?limit=x', '?after=0', '?after=1.5', `?target=${'a'.repeat(257)}`])(
    'answers 400 to the query %s',
    async (query) => {
      expect((await read('admin', query)).status).toBe(400);
    },
  );
});
