import { describe, expect, test } from 'vitest';

import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { consoleParts } from '#app/nouns.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();

/** The sentences of the log on a page, without their markup. */
async function sentences(who: CastName, path = '/admin'): Promise<string[]> {
  const html = await (await site.ask(who, path)).text();
  const [, log = ''] = /What we’ve done.*?<ol[^>]*>(.*?)<\/ol>/s.exec(html) ?? [];
  return [...log.matchAll(/<li .*?<p>(.*?)<\/p>/gs)].map(([, sentence = '']) => wordsOf(sentence));
}

const wordsOf = (html: string) =>
  html
    .replaceAll(/<!--.*?-->|<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .trim();

const ofPlayer = `/admin/accounts/${CAST.player.userId}`;
const account = (who: CastName, method: string, rest: string, body?: object) =>
  site.ask(who, `/api/auth/accounts/${CAST.player.userId}/${rest}`, { method, ...(body && { body }) });

describe('what staff did', () => {
  test('is a sentence with names, and the reader is you', async () => {
    await account('staff', 'POST', 'notes', { text: 'Knows every monster.' });
    expect((await sentences('admin'))[0]).toBe('Waffle Lieutenant wrote a note about Pickle Comet.');
    await account('admin', 'POST', 'notes', { text: 'Eats cookies.' });
    expect((await sentences('admin'))[0]).toBe('You wrote a note about Pickle Comet.');
    expect((await sentences('super'))[0]).toBe('Kettle of Doom wrote a note about Pickle Comet.');
    expect((await sentences('admin')).at(-1)).toMatch(/^The site (?:set .+ up as .+|made the crate .+)\.$/);
  });

  test('to the reader says you, and from what a role was changed to what', async () => {
    const role = (name: string) =>
      site.ask('super', '/api/auth/accounts/adm1n5/role', { method: 'PUT', body: { role: name, reason: 'a try' } });
    await role('staff');
    await role('admin');
    const [back, down] = await sentences('admin');
    expect([down, back]).toEqual([
      'Grand Pretzel changed your role from Admin to Staff.',
      'Grand Pretzel changed your role from Staff to Admin.',
    ]);
    expect((await sentences('super'))[0]).toBe('You changed the role of Kettle of Doom from Staff to Admin.');
  });

  test('tells how long a ban lasts, and how long it would have', async () => {
    await account('staff', 'PUT', 'ban', { reason: 'spam', until: '2099-05-01T10:30:00.000Z' });
    await account('admin', 'PUT', 'ban', { reason: 'more spam', until: null });
    await account('admin', 'DELETE', 'ban?reason=a%20mistake');
    const [lifted, changed, banned] = await sentences('admin', ofPlayer);
    expect([banned, changed, lifted]).toEqual([
      'Waffle Lieutenant banned Pickle Comet until May 1, 2099, 10:30 AM UTC.',
      'You changed the ban on Pickle Comet: it now lasts until somebody lifts it instead of until May 1, 2099, 10:30 AM UTC.',
      'You lifted the ban on Pickle Comet.',
    ]);
    expect(wordsOf(await (await site.ask('admin', ofPlayer)).text())).toContain('Why: a mistake');
  });

  test('lists the fields of a crate that changed, from what to what', async () => {
    await site.ask('admin', '/api/storage/crates', { method: 'POST', body: { crateId: 'shelf' } });
    const change = { name: 'The Shelf', policy: { quotas: { user: { items: 5000 } } } };
    await site.ask('admin', '/api/storage/crates/shelf', { method: 'PUT', body: change });
    const [changed, made] = await sentences('super');
    expect([made, changed]).toEqual([
      'Kettle of Doom made the crate shelf.',
      'Kettle of Doom changed the crate shelf.',
    ]);
    const page = wordsOf((await (await site.ask('super', '/admin')).text()).replaceAll('</li>', '\n'));
    expect(page).toContain('name: from “shelf” to “The Shelf”\n');
    expect(page).toContain('policy › quotas › user › items: now 5,000\n');
  });

  test('names an item only to those who may read it', async () => {
    const crate = await createCrate(site, 'diary', { ...OPEN_POLICY, read: ['owner'], override: ['staff'] });
    const { itemId } = await createItem(site, crate, 'creator', { name: 'my-secret' });
    const read = await site.ask('staff', `/api/storage/crates/diary/items/${itemId}?permissionsOverride=true`);
    expect(read.status).toBe(200);
    expect((await sentences('admin'))[0]).toBe(
      'Waffle Lieutenant read an item of the crate diary, overriding its permissions.',
    );
  });

  test('tells as whom somebody saw the site, and nothing to staff', async () => {
    const door = openTestApp(site);
    const { cookie, xsrf } = await door.signIn('super');
    const headers = { cookie: `${cookie}; masquerade=admin`, 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
    await door.sendRequest('/api/storage/crates', { method: 'POST', headers, body: '{"crateId":"masked"}' });
    const html = await (await site.ask('admin', '/admin')).text();
    expect([(await sentences('admin'))[0], wordsOf(html).includes('seeing the site as: Admin')]).toEqual([
      'Grand Pretzel made the crate masked.',
      true,
    ]);
    expect(await sentences('staff')).toEqual([]);
    const door2 = await site.ask('super', '/admin?masquerade=staff');
    expect((await door2.text()).includes('made the crate masked')).toBe(false);
  });

  test.each([...consoleParts.auditKinds])(
    'is a sentence without words of programmers when it was %s',
    async (action, kind) => {
      const target = TARGETS[action] ?? TARGETS[action.split('.', 1)[0] ?? ''] ?? '';
      await recordAuditEntry(systemCurrent(site.parts), kind, { target, ...(NAMES_PEOPLE.has(action) && OWNERS) });
      const [sentence = ''] = await sentences('admin');
      expect(sentence).toMatch(/^The site [^@]+\.$/);
      expect(sentence).not.toMatch(/pl4yer|levelhead|\w\.\w|undefined/);
    },
  );
});

test('the console knows the kinds of every noun', () => {
  const modules = import.meta.glob<Record<string, Record<string, AuditKind>>>('#app/**/audit-kinds.server.ts', {
    eager: true,
  });
  const missing = Object.entries(modules).flatMap(([path, groups]) =>
    Object.entries(groups).flatMap(([name, kinds]) =>
      Object.values(kinds).every((kind) => consoleParts.auditKinds.get(kind.action) === kind)
        ? []
        : [`the audit of no noun.server.ts has ${name} of ${path}`],
    ),
  );
  expect([Object.keys(modules).length > 10, missing]).toEqual([true, []]);
});

/** In what they have kept. */
const NAMES_PEOPLE = new Set([
  'account.merge',
  'item.handOver',
  'item.view',
  'perk.revoke',
  'perk.tellPurchase',
  'perk.tellRefund',
]);
const OWNERS = {
  before: { userId: CAST.player.userId },
  after: { userId: CAST.creator.userId, goneId: CAST.staff.userId },
};

const TARGETS: Readonly<Record<string, string>> = {
  account: 'account/pl4yer',
  level: 'account/pl4yer',
  'feedback.person': 'account/pl4yer',
  alias: 'alias/levelhead/pl4yer',
  crate: 'crate/shelf',
  item: 'item/shelf/01990000-0000-7000-8000-000000000000',
  appKey: 'app/levelhead',
  app: 'app/levelhead',
  snippet: 'snippet/hero',
};
