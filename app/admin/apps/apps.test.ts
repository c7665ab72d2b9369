import { beforeAll, describe, expect, test } from 'vitest';

import { addOrigin, createApp } from '#app/apps/apps.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { createCrate } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
const PATH = '/admin/apps/tower';
const send = (intent: string, fields: Record<string, string> = {}, path = PATH, who: CastName = 'admin') =>
  site.submit(who, path, { intent: `apps.${intent}`, ...fields });
const wordsOf = async (answer: Response | Promise<Response>) =>
  (await (await answer).text())
    .replaceAll(/<script[^]*?<\/script>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const page = (path = PATH, who: CastName = 'admin') => wordsOf(site.ask(who, path));
const statusWith = async (key: string, to: TestSite = site) =>
  (await to.ask(undefined, '/api/version', { headers: { 'rumpus-app-key': key } })).status;

async function makeKey(fields: Record<string, string> = {}): Promise<{ key: string; path: string; html: string }> {
  const answer = await send('createKey', { name: 'Frankfurt', days: '90', 'may.read.vault': 'on', ...fields });
  const html = await answer.text();
  const key = /rumpus_app_[0-9a-f]{72}/.exec(html)?.[0] ?? '';
  const path = new RegExp(`${PATH}/keys/[0-9a-f-]{36}`).exec(html)?.[0] ?? '';
  return { key, path, html };
}

let emptyList = '';

beforeAll(async () => {
  await createCrate(site, 'vault', { list: ['app', 'admin'], read: ['app', 'admin'] });
  emptyList = await page('/admin/apps');
  await send('create', { appId: 'tower', name: 'The Tower' }, '/admin/apps');
});

describe('the page of apps', () => {
  test('lists each with its owner and its keys, and teaches what an app is where there is none', async () => {
    const words = await page('/admin/apps');
    expect(words).toMatch(/The Tower .* You|The Tower .* you/);
    expect(words).not.toContain('There are no apps yet.');
    expect(emptyList).toContain('There are no apps yet. An app is anything of ours');
    expect(await page('/admin/apps?list=archived')).toContain('No app is archived.');
  });

  test('is for admins alone, and so are its forms', async () => {
    for (const path of ['/admin/apps', PATH, '/admin/apps/found-key'])
      expect((await site.ask('staff', path)).status).toBe(403);
    expect((await send('rename', { name: 'Mine' }, PATH, 'staff')).status).toBe(403);
    expect(await (await site.ask('staff', '/admin')).text()).not.toContain('href="/admin/apps"');
    expect(await (await site.ask('admin', '/admin')).text()).toContain('href="/admin/apps"');
  });

  test('goes on behind fifty apps', async () => {
    const current = systemCurrent(site.parts);
    for (let at = 100; at < 151; at += 1) await createApp(current, { appId: `many-${at}`, name: `Many ${at}` });
    const html = await (await site.ask('admin', '/admin/apps')).text();
    const next = /href="([^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect([html.includes('Many 149'), html.includes('Many 150')]).toEqual([true, false]);
    const words = await page(next);
    expect([words.includes('Many 150'), words.includes('The Tower')]).toEqual([true, true]);
    await current.db.query(sql`delete from apps where app_id like 'many-%'`);
  });

  test.each([
    ['an id that is taken', { appId: 'tower', name: 'Other' }, 409, 'There is an app with that id already.'],
    ['an id that cannot be one', { appId: 'The Tower', name: 'Other' }, 400, 'Use lowercase letters'],
    ['the name of a page', { appId: 'found-key', name: 'Other' }, 400, 'Use lowercase letters'],
    ['no name', { appId: 'other', name: ' ' }, 400, 'Give it a name'],
  ])('refuses %s at its field', async (_, fields, status, words) => {
    const answer = await send('create', fields, '/admin/apps');
    expect(answer.status).toBe(status);
    expect(await wordsOf(answer)).toContain(words);
  });
});

describe('a key', () => {
  test('is shown once, with what it could do in the wrong hands and a button that ends it', async () => {
    const { key, path, html } = await makeKey();
    expect(await statusWith(key)).toBe(200);
    expect(html).toContain('could read 1 crate that isn’t public');
    expect(html).toContain('Revoke it now');
    for (const address of [PATH, path]) {
      const words = await page(address);
      expect([words.includes(key), words.includes(key.slice(0, 17))]).toEqual([false, true]);
    }
    const words = await page(path);
    expect(words).toContain('could read 1 crate that isn’t public: vault');
    expect(words).toContain('could not sign in as anyone');
  });

  test('is refused at its fields without a name, without a right, and with a limit that is none', async () => {
    expect(await wordsOf(send('createKey', { name: '', 'may.read.vault': 'on' }))).toContain('Give it a name');
    expect(await wordsOf(send('createKey', { name: 'No rights' }))).toContain('Check at least one');
    for (const callsPerMinute of ['0', '1201', '-1', '1.5', 'many', '1e99']) {
      const fields = { name: 'Limited', 'may.read.vault': 'on', callsPerMinute };
      expect(await wordsOf(send('createKey', fields))).toContain('Type a whole number from 1 to 1200');
    }
  });

  test('that is rotated works until the chosen time beside the new one, by the clock, and then is refused', async () => {
    const { key, path } = await makeKey();
    const html = await (await send('rotateKey', { overlapHours: '72' }, path)).text();
    const next = /rumpus_app_[0-9a-f]{72}/.exec(html)?.[0] ?? '';
    const at = async (hours: number, token: string) => {
      const door = openTestApp(site, {}, { now: () => new Date(site.parts.now().getTime() + hours * 3_600_000) });
      return (await door.sendRequest('/api/version', { headers: { 'rumpus-app-key': token } })).status;
    };
    expect([await at(0, key), await at(0, next)]).toEqual([200, 200]);
    expect([await at(71.9, key), await at(71.9, next)]).toEqual([200, 200]);
    expect([await at(72.1, key), await at(72.1, next)]).toEqual([401, 200]);
    expect(await page(path)).toContain('replaced, until');
  });

  test('has a history of its own, which the key in its place begins', async () => {
    const { path } = await makeKey({ name: 'Told' });
    await makeKey({ name: 'Beside' });
    await send('limitKey', { callsPerMinute: '70' }, path);
    const html = await (await send('rotateKey', { overlapHours: '1' }, path)).text();
    const next = new RegExp(`${PATH}/keys/(?!${path.slice(-36)})[0-9a-f-]{36}`).exec(html)?.[0] ?? '';
    const historyOf = async (of: string) =>
      (/What we’ve done(.*)/.exec(await page(of))?.[1] ?? '').match(
        /You (?:made|limited|replaced|revoked) [^.]*[^. ]/g,
      );
    const replaced = 'You replaced the key Told of tower with a new one';
    expect(await historyOf(path)).toEqual([
      replaced,
      'You limited the key Told of tower to 70 calls a minute',
      'You made the key Told for tower',
    ]);
    expect(await historyOf(next)).toEqual([replaced]);
  });

  test('that is revoked in one process is refused in the other, and keeps its page and its counts', async () => {
    const beside = await site.openBeside();
    const { key, path } = await makeKey();
    expect([await statusWith(key), await statusWith(key, beside)]).toEqual([200, 200]);
    await Promise.all([site, beside].map(({ parts }) => parts.keyCalls.flush()));
    const revoked = await send('revokeKey', { keyId: path.slice(-36) }, path);
    expect(await wordsOf(revoked)).toContain('The key no longer works, anywhere.');
    expect(await statusWith(key)).toBe(401);
    await expect.poll(() => statusWith(key, beside)).toBe(401);
    const html = await (await site.ask('admin', path)).text();
    expect([html.includes('Revoked'), html.includes('Calls: 2 in all')]).toEqual([true, true]);
    expect((await send('revokeKey', { keyId: path.slice(-36) }, path)).status).toBe(404);
    await beside.close();
  });

  test('has a limit that can be changed and taken away', async () => {
    const { path } = await makeKey({ callsPerMinute: '60' });
    expect(await page(path)).toContain('0 of 60 (0%)');
    await send('limitKey', { callsPerMinute: '90' }, path);
    expect(await page(path)).toContain('0 of 90 (0%)');
    await send('limitKey', { callsPerMinute: '' }, path);
    expect(await page(path)).not.toContain('of 90');
    expect(await page()).toMatch(/took the limit of the key/);
  });

  test('that was found in public is known by all of it, also when it has ended, and is told back to nobody', async () => {
    const { key, path } = await makeKey();
    const find = (code: string) => send('findKey', { code }, '/admin/apps/found-key');
    expect((await find(` ${key}\n`)).headers.get('location')).toBe(`${path}?found`);
    expect(await page(`${path}?found`)).toContain('It still works. Revoke it now');
    await send('revokeKey', { keyId: path.slice(-36) }, path);
    expect((await find(key)).headers.get('location')).toBe(`${path}?found`);
    expect(await page(`${path}?found`)).toContain('It doesn’t work any more.');
    const cut = await find(key.slice(0, -1));
    expect(cut.status).toBe(404);
    const html = await cut.text();
    expect([html.includes('Is all of it there?'), html.includes(key.slice(0, -1))]).toEqual([true, false]);
    await site.parts.db.query(sql`delete from app_keys where key_id = ${path.slice(-36)}`);
    expect(await wordsOf(find(key))).toContain('long gone');
  });
});

describe('an app', () => {
  test('has exact origins, as browsers send them, and at most sixteen', async () => {
    for (const origin of ['*', 'null', 'https://*.example.com', 'http://play.example.com', 'https://a.example/b']) {
      const answer = await send('addOrigin', { origin });
      expect([origin, answer.status]).toEqual([origin, 400]);
      expect(await wordsOf(answer)).toContain('That isn’t the origin of a page');
    }
    expect(await wordsOf(send('addOrigin', { origin: ' HTTPS://Play.Example.com:443 ' }))).toContain(
      'Pages of https://play.example.com may send',
    );
    for (let at = 1; at < 16; at += 1) await send('addOrigin', { origin: `https://p${at}.example.com` });
    const full = await send('addOrigin', { origin: 'https://p16.example.com' });
    expect(full.status).toBe(409);
    const atField = /field-error[^>]*>(?:<[^>]*>)*([^<]+)/.exec(await full.text())?.[1];
    expect(atField).toBe('Sixteen origins are the most. Remove one first.');
    await send('removeOrigin', { origin: 'https://p1.example.com' });
    expect((await send('addOrigin', { origin: 'http://localhost:3000' })).status).toBe(200);
  });

  test('has no page of its maker’s own machine on production', async () => {
    const current = { ...systemCurrent(site.parts), stage: 'www' as const };
    await expect(addOrigin(current, 'tower', 'http://localhost:3000')).rejects.toThrow('isn’t the origin of a page');
    await expect(addOrigin(current, 'tower', 'https://p2.example.com')).resolves.toBe('https://p2.example.com');
  });

  test('is archived with its keys refused, restored with them, and deleted with them only from the archive', async () => {
    const { key, path } = await makeKey();
    expect((await send('delete')).status).toBe(409);
    await send('archive');
    expect(await statusWith(key)).toBe(401);
    expect(await page('/admin/apps?list=archived')).toContain('The Tower');
    expect((await send('createKey', { name: 'Late', 'may.read.vault': 'on' })).status).toBe(409);
    await send('restore');
    expect(await statusWith(key)).toBe(200);
    await send('archive');
    const gone = await send('delete');
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/admin/apps?list=archived']);
    expect([await statusWith(key), (await site.ask('admin', path)).status]).toEqual([401, 404]);
    const log = await site.ask('admin', '/api/audit?target=app/tower');
    const { data } = (await log.json()) as { data: { action: string; userId: string }[] };
    expect(data.slice(0, 4).map(({ action }) => action)).toEqual([
      'app.delete',
      'app.archive',
      'app.restore',
      'app.archive',
    ]);
    expect(new Set(data.map(({ userId }) => userId))).toEqual(new Set([CAST.admin.userId]));
  });
});

test('of two apps with one id that come at once, one is made', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, () => send('create', { appId: 'twice', name: 'Twice' }, '/admin/apps')),
  );
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    303,
    ...Array.from({ length: 7 }, () => 409),
  ]);
});
