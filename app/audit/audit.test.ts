import { describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import { openDoor } from '#test/door.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();

describe('what is done to crates and accounts is noted', () => {
  const notesOf = (target: string) =>
    site.parts.db.run<Record<string, unknown>>(
      'select user_id, role, masquerade, action, before, after, request_id from audit where target = $1 order by audit_id',
      [target],
    );

  test('with who did it, before and after, and the request', async () => {
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

  test('with the real user and role behind a masquerade', async () => {
    const door = openDoor(site);
    const { cookie, xsrf } = await door.signIn('super');
    const headers = { cookie: `${cookie}; masquerade=admin`, 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
    await door.knock('/api/storage/crates', { method: 'POST', headers, body: '{"crateId":"masked"}' });
    expect(await notesOf('crate/masked')).toEqual([
      expect.objectContaining({ user_id: CAST.super.userId, role: 'super', masquerade: 'admin' }),
    ]);
  });

  test('together with the deed: what is refused is not noted', async () => {
    const again = { method: 'POST', body: { crateId: 'once' } };
    expect((await site.ask('admin', '/api/storage/crates', again)).status).toBe(201);
    expect((await site.ask('admin', '/api/storage/crates', again)).status).toBe(409);
    expect((await site.ask('staff', '/api/storage/crates/once', { method: 'DELETE' })).status).toBe(403);
    expect(await notesOf('crate/once')).toHaveLength(1);
  });

  test('with every account that is set', async () => {
    expect(await notesOf(`account/${CAST.player.userId}`)).toEqual([
      expect.objectContaining({ action: 'account.set', after: { role: 'authenticated' }, role: 'super' }),
    ]);
  });

  test.each(["update audit set action = 'x'", 'delete from audit', 'truncate audit'])(
    'and is never changed or removed: %s',
    async (statement) => {
      await expect(site.parts.db.run(statement)).rejects.toThrow('audit is append-only');
    },
  );
});
