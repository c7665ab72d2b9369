import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { CastName } from '#test/cast.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { filesOf } from '#test/storage-state.ts';
import { dataOf } from '#test/storage.ts';

import type { Snippet } from './snippet.ts';

const site = useTestSite();
const png = (width = 40, height = 30, background = '#ff5d62') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
/** Two frames. */
const moving = async (format: 'gif' | 'webp') =>
  sharp(await Promise.all([png(), png(40, 30, '#35d69a')]), { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
const put = (who: CastName | undefined, name: string, body: unknown, headers: Record<string, string> = {}) =>
  site.ask(who, `/api/media/snippets/${name}`, { method: 'PUT', body, headers });
const remove = (who: CastName | undefined, name: string, headers: Record<string, string> = {}) =>
  site.ask(who, `/api/media/snippets/${name}`, { method: 'DELETE', headers });
const list = (who: CastName | undefined, query = '') => site.ask(who, `/api/media/snippets${query}`);
const fit = (name: string) => site.ask(undefined, `/media/fit-in/160x160/snippets/${name}.jpg`);

describe('the calls of pictures', () => {
  test('record each change in the audit log', async () => {
    await put('staff', 'noted', await png());
    await put('admin', 'noted', await png(20, 20));
    await remove('super', 'noted');
    const entries = await site.parts.db.query<Pick<Row<'audit'>, 'action' | 'user_id' | 'before' | 'after'>>(
      sql`select action, user_id, before, after from audit where target = 'snippet/noted' order by audit_id`,
    );
    expect(entries).toEqual([
      expect.objectContaining({ action: 'snippet.put', user_id: CAST.staff.userId, before: null }),
      expect.objectContaining({ action: 'snippet.put', user_id: CAST.admin.userId }),
      expect.objectContaining({ action: 'snippet.delete', user_id: CAST.super.userId, after: null }),
    ]);
    expect(entries[1]).toMatchObject({ before: { width: 40 }, after: { width: 20 } });
  });
});

describe('an uploaded picture', () => {
  test('is described in the response and in the list', async () => {
    const response = await put('staff', 'listed', await png());
    const snippet = await dataOf<Snippet>(response);
    expect(snippet).toEqual({
      name: 'listed',
      type: 'image/png',
      width: 40,
      height: 30,
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      uploadedBy: CAST.staff.userId,
      etag: `"${snippet.sha256}"`,
      updatedAt: expect.any(String),
    });
    expect(response.headers.get('etag')).toBe(snippet.etag);
    expect(await dataOf<Snippet[]>(await list('staff', '?after=listec&limit=1'))).toEqual([snippet]);
  });

  test('is shown at once instead of a drawing, until it is removed', async () => {
    const drawn = (await fit('logo-mark')).headers.get('etag');
    await put('staff', 'logo-mark', await png(300, 300, '#18b3cc'));
    const uploaded = await fit('logo-mark');
    expect(uploaded.headers.get('etag')).not.toBe(drawn);
    expect(uploaded.headers.get('cache-control')).toContain('max-age=86400');
    await put('staff', 'logo-mark', await png(300, 300, '#ffd047'));
    expect((await fit('logo-mark')).headers.get('etag')).not.toBe(uploaded.headers.get('etag'));
    await remove('staff', 'logo-mark');
    expect((await fit('logo-mark')).headers.get('etag')).toBe(drawn);
  });

  test('is stored no larger than twice the largest size that is shown', async () => {
    expect(await dataOf<Snippet>(await put('staff', 'huge', await png(4000, 1000)))).toMatchObject({
      width: 3840,
      height: 960,
    });
  });

  test('is served unchanged when it is a GIF with several frames', async () => {
    const sent = await moving('gif');
    await put('staff', 'wave', sent);
    await put('staff', 'still', await png());
    const gif = await site.ask(undefined, '/media/gifs/wave.gif');
    expect([gif.status, gif.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(Buffer.from(await gif.arrayBuffer()).equals(sent)).toBe(true);
    const etag = gif.headers.get('etag') ?? '';
    const known = await site.ask(undefined, '/media/gifs/wave.gif', { headers: { 'if-none-match': etag } });
    expect(known.status).toBe(304);
    expect((await site.ask(undefined, '/media/gifs/still.gif')).status).toBe(404);
  });

  test('is replaced and removed only at the revision of If-Match or If-None-Match', async () => {
    const first = await dataOf<Snippet>(await put('staff', 'guarded', await png(), { 'if-none-match': '*' }));
    expect((await put('staff', 'guarded', await png(), { 'if-none-match': '*' })).status).toBe(412);
    expect((await put('staff', 'guarded', await png(), { 'if-match': '"0"' })).status).toBe(412);
    expect((await put('staff', 'unguarded', await png(), { 'if-match': '*' })).status).toBe(412);
    const second = await put('staff', 'guarded', await png(20, 20), { 'if-match': first.etag });
    expect(second.status).toBe(200);
    const stale = await remove('staff', 'guarded', { 'if-match': first.etag });
    expect(stale.status).toBe(412);
    expect(await stale.json()).toMatchObject({ etag: second.headers.get('etag') });
    expect((await remove('staff', 'guarded', { 'if-match': second.headers.get('etag') ?? '' })).status).toBe(204);
    expect((await remove('staff', 'guarded')).status).toBe(404);
  });

  test('is replaced by one of two concurrent uploads with the same If-Match', async () => {
    const { etag } = await dataOf<Snippet>(await put('staff', 'raced', await png()));
    const both = [21, 22].map(async (width) => put('staff', 'raced', await png(width, 20), { 'if-match': etag }));
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412]);
  });
});

describe('an upload that is not a picture is refused and stores nothing', () => {
  test.each([
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 422],
    ['a page', () => Buffer.from('<!doctype html>'), 422],
    ['nothing', () => Buffer.of(), 422],
    ['41 million pixels', () => png(6400, 6400), 422],
    ['a WebP that moves', () => moving('webp'), 422],
    ['17 MB', () => Buffer.alloc(17 * 1024 * 1024), 413],
  ])('%s', { timeout: 60_000 }, async (_what, make, status) => {
    const before = await filesOf(site);
    expect((await put('staff', 'refused', await make(), { 'content-type': 'image/png' })).status).toBe(status);
    expect(await dataOf<Snippet[]>(await list('staff', '?after=refuse&limit=1'))).not.toContainEqual(
      expect.objectContaining({ name: 'refused' }),
    );
    expect(await filesOf(site)).toEqual(before);
  });

  test.each(['UPPER', 'under_score', 'dot.jpg', '%2e%2e', 'a'.repeat(101), '%00'])(
    'and so is one with the name %s',
    async (name) => {
      expect((await put('staff', name, await png())).status).toBeOneOf([400, 404]);
    },
  );
});
