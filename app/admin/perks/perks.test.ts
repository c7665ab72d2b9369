import { beforeAll, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
const PATH = '/admin/perks/hat';
const send = (intent: string, fields: Record<string, string> = {}, path = PATH, who: CastName = 'admin') =>
  site.submit(who, path, { intent: `perks.${intent}`, ...fields });
const wordsOf = async (answer: Response | Promise<Response>) =>
  (await (await answer).text())
    .replaceAll(/<script[^]*?<\/script>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const page = (path = PATH, who: CastName = 'admin') => wordsOf(site.ask(who, path));
const find = async (column: string, table: string) => {
  const [row] = await site.parts.db.query<{ found: string }>(
    sql`select ${sql.raw(column)} as found from ${sql.raw(table)} order by 1 limit 1`,
  );
  return row?.found ?? '';
};

const FIELDS = {
  name: 'Golden hat',
  about: 'It shines.',
  appId: '',
  perPerson: '1',
  most: '100',
  startsAt: '',
  endsAt: '',
};

beforeAll(async () => {
  const made = await send('create', { ...FIELDS, perkId: 'hat', kind: 'entitlement' }, '/admin/perks');
  expect([made.status, made.headers.get('location')]).toEqual([303, PATH]);
  await send('create', { ...FIELDS, perkId: 'song', kind: 'key', store: 'Steam', lowAt: '1' }, '/admin/perks');
});

test('perks are listed with what was given of them, and where there is none the page teaches what one is', async () => {
  const words = await page('/admin/perks', 'staff');
  expect(words).toMatch(/Golden hat .*0 of 100/);
  expect(words).not.toContain('Make the perk');
  expect(await page('/admin/perks?new=badge')).toContain('Players see it on their account.');
  expect(await page('/admin/perks?list=archived')).toContain('A perk is anything we give to players');
});

test.each([
  ['an id that is taken', { perkId: 'hat' }, 409, 'There is a perk with that id already.'],
  ['an id that cannot be one', { perkId: 'The Hat' }, 400, 'That can’t be it.'],
  ['no name', { perkId: 'none', name: ' ' }, 400, 'That can’t be it.'],
  [
    'an end before its beginning',
    { perkId: 'none', startsAt: '2026-02-01T00:00', endsAt: '2026-01-01T00:00' },
    400,
    'It has to end after it begins.',
  ],
  ['a time that is none', { perkId: 'none', startsAt: 'tomorrow' }, 400, 'That can’t be it.'],
  ['a number that is none', { perkId: 'none', most: 'many' }, 400, 'That can’t be it.'],
  ['keys of no store', { perkId: 'none', kind: 'key' }, 400, 'Say of which store the keys are.'],
  ['an app that is not there', { perkId: 'none', appId: 'nobody' }, 400, 'There is no app with that id.'],
  ['an item of no JSON', { perkId: 'none', kind: 'item', crateId: 'hats', body: '[' }, 400, 'as a JSON object'],
  ['an item of no crate', { perkId: 'none', kind: 'item', crateId: 'nowhere', body: '{}' }, 400, 'Name a crate'],
  ['a time before all times', { perkId: 'none', startsAt: '0000-01-01T00:00' }, 400, 'That can’t be it.'],
  ['a badge that nobody has drawn', { perkId: 'none', kind: 'badge', badge: 'goose' }, 400, ''],
])('a perk with %s is refused at its field', async (_, fields, status, words) => {
  const whole: Record<string, string> = { ...FIELDS, kind: 'entitlement', ...fields };
  const answer = await send('create', whole, `/admin/perks?new=${whole['kind']}`);
  expect(answer.status).toBe(status);
  expect(await wordsOf(answer)).toContain(words);
});

test('codes are made, listed for admins alone, exported, and voided one by one or all at once', async () => {
  const made = await send('makeCodes', { name: 'Fair', ownCode: '', codes: '120', maxUses: '1' });
  const batch = made.headers.get('location') ?? '';
  expect(made.status).toBe(303);
  const first = await page(batch);
  const codes = first.match(/\b[CDFGHJKMNPQRTVWXY34679]{4}(?:-[CDFGHJKMNPQRTVWXY34679]{4}){2}\b/g) ?? [];
  expect(new Set(codes).size).toBe(50);
  expect(await page(batch, 'staff')).toContain('Only admins see codes');
  expect(await page(batch, 'staff')).not.toContain(codes[0]);
  const address = batch.replace('?view=codes&', '/codes.csv?');
  expect((await site.ask('staff', address)).status).toBe(403);
  const csv = (await (await site.ask('admin', address)).text()).trim().split('\r\n');
  expect(csv).toHaveLength(121);
  expect(csv[1]).toMatch(/^[A-Z0-9-]{14},http:\/\/localhost:8080\/redeem\/[A-Z0-9-]{14},0,1,$/);
  const batchId = batch.split('batch=').at(-1) ?? '';
  const chosen = [
    ['intent', 'perks.voidCodes'],
    ['batch', batchId],
    ...codes.slice(0, 3).map((code) => ['item', code.replaceAll('-', '')]),
  ];
  expect(await wordsOf(site.submit('staff', PATH, chosen))).toContain('3 codes don’t work anymore.');
  expect(await wordsOf(send('voidCodes', { batch: batchId, whole: 'on' }, PATH, 'staff'))).toContain(
    '117 codes don’t work anymore.',
  );
  expect((await send('voidCodes', { batch: batchId, whole: 'on' })).status).toBe(404);
});

test('a code of our own has a QR code of its address, and one that looks like it is refused', async () => {
  const made = await send('makeCodes', { name: 'Poster', ownCode: 'Hello-2026', codes: '9', maxUses: '500' });
  const batch = made.headers.get('location') ?? '';
  expect(await page(batch)).toContain('http://localhost:8080/redeem/HELLO-2026');
  const picture = await site.ask('admin', batch.replace('?view=codes&', '/qr.svg?'));
  expect([picture.headers.get('content-type'), (await picture.text()).startsWith('<svg')]).toEqual([
    'image/svg+xml',
    true,
  ]);
  const twin = { name: 'Poster', ownCode: 'HE110 2O26', codes: '1', maxUses: '1' };
  const again = await send('makeCodes', twin, `${PATH}?view=codes`);
  expect([again.status, (await wordsOf(again)).includes('one that looks like it')]).toEqual([409, true]);
  expect((await send('makeCodes', { name: 'Poster', ownCode: '…!', codes: '1', maxUses: '1' })).status).toBe(400);
});

test('it is given to a list of aliases and Lookup Codes, says who nobody is and who has it, and is taken back with a reason', async () => {
  const people = `@${CAST.player.userId}, ${CAST.creator.alias}\nNobody At All`;
  const words = await wordsOf(send('give', { people }, `${PATH}?view=people`, 'staff'));
  expect(words).toContain('2 players got it.');
  expect(words).toMatch(/Nobody has these names .*Nobody At All/);
  expect(await wordsOf(send('give', { people: CAST.player.userId }, `${PATH}?view=people`))).toContain(
    'They have it already',
  );
  expect(await page(`${PATH}?text=${CAST.creator.alias}`, 'staff')).toContain('By hand');
  const grant = { userId: CAST.player.userId, grantId: '' };
  const [row] = await site.parts.db.query<{ id: string }>(
    sql`select grant_id as id from perk_grants where user_id = ${grant.userId}`,
  );
  grant.grantId = row?.id ?? '';
  expect(await page(`${PATH}?view=people&revoke=${grant.grantId}`, 'staff')).toMatch(
    /Take it back from .* Why .* loses it/,
  );
  expect((await send('revoke', { ...grant, reason: ' ' }, PATH, 'staff')).status).toBe(400);
  expect((await send('revoke', { ...grant, reason: 'Sold on.' }, PATH, 'staff')).status).toBe(200);
  expect(await page(`${PATH}?view=people&list=revoked`)).toContain('Sold on.');
  expect(await wordsOf(site.ask('player', '/account'))).toMatch(/Golden hat .*Taken back on .*Sold on\./);
  expect(await page()).toMatch(/gave the perk Golden hat to 2 players/);
  expect(await (await site.ask('admin', `${PATH}/people.csv`)).text()).toContain(`${CAST.player.userId},`);
});

test('keys of a store are added by an admin who has just signed in, and shown to nobody but their player', async () => {
  const path = '/admin/perks/song';
  expect(await wordsOf(send('addKeys', { keys: 'AAAA-1\nAAAA-2' }, path))).toContain('2 keys added.');
  expect((await send('addKeys', { keys: 'AAAA-3' }, path, 'staff')).status).toBe(403);
  expect((await send('addKeys', { keys: 'A'.repeat(201) }, path)).status).toBe(400);
  await send('give', { people: CAST.player.userId }, path);
  for (const state of ['free', 'given', 'quarantined', 'spent']) {
    for (const who of ['super', 'admin', 'staff'] as const) {
      expect(await (await site.ask(who, `${path}?view=keys&state=${state}`)).text()).not.toContain('AAAA');
    }
  }
  for (const more of ['', '?view=people', '/people.csv']) {
    expect(await (await site.ask('admin', path + more)).text()).not.toContain('AAAA');
  }
  const audit = await site.parts.db.query(sql`select before, after from audit where target = 'perk/song'`);
  expect(JSON.stringify(audit)).not.toContain('AAAA');
  const own = await site.ask('player', '/account');
  expect(own.headers.get('cache-control')).toMatch(/no-store/);
  expect(await wordsOf(own)).toContain('AAAA-1');
  expect(await wordsOf(site.ask('creator', '/account'))).not.toContain('AAAA-1');
  const grantId = await find('grant_id', "perk_grants where perk_id = 'song'");
  await send('revoke', { userId: CAST.player.userId, grantId, reason: '=SUM(A1)' }, path);
  expect(await (await site.ask('admin', `${path}/people.csv`)).text()).toContain(",'=SUM(A1)");
  expect(await wordsOf(site.ask('player', '/account'))).not.toContain('AAAA-1');
  const keyId = await find('key_id', "perk_keys where state = 'quarantined'");
  expect(await page(`${path}?view=keys&state=quarantined`)).toContain(keyId);
  const waits = async (who: CastName) => [
    (await page('/admin/perks', who)).includes('1 in quarantine'),
    (await page('/admin', who)).includes('store key in quarantine'),
  ];
  expect([await waits('admin'), await waits('staff')]).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(await wordsOf(send('freeKey', { keyId }, path))).toContain('back in the pool');
  expect((await send('spendKey', { keyId }, path)).status).toBe(404);
});

test('staff who look around as players see no key of a store, not even their own', async () => {
  const path = '/admin/perks/song';
  await send('addKeys', { keys: 'BBBB-1\nBBBB-2' }, path);
  await send('give', { people: CAST.staff.userId }, path);
  await send('makeCodes', { name: 'Own', ownCode: 'SONG-FOR-ALL', codes: '1', maxUses: '9' }, path);
  expect(await wordsOf(site.ask('staff', '/account'))).toMatch(/[AB]{4}-\d/);
  const seen = await wordsOf(site.ask('staff', '/account?masquerade=authenticated'));
  expect([seen.includes('Key for Steam'), /[AB]{4}-\d/.test(seen)]).toEqual([true, false]);
  const redeemed = await site.submit('admin', '/redeem?masquerade=authenticated', {
    intent: 'perks.redeem',
    perkCode: 'SONG-FOR-ALL',
  });
  const words = await wordsOf(redeemed);
  expect([words.includes('It’s yours!'), /[AB]{4}-\d/.test(words)]).toEqual([true, false]);
});

test('the palette finds a perk by the beginnings of words in its name and its id', async () => {
  const find = async (who: CastName, text: string) => {
    const answer = await site.ask(who, `/api/console/things?text=${text}`);
    return answer.ok ? ((await answer.json()) as { data: { kind: string; to: string }[] }).data : answer.status;
  };
  expect(await find('staff', 'gold%20ha')).toMatchObject([{ to: PATH }, { to: '/admin/perks/song' }]);
  expect(await find('staff', 'son')).toMatchObject([{ kind: 'perk', to: '/admin/perks/song' }]);
  expect(await find('player', 'gold')).toBe(403);
});

test('what two people change at once is refused to the second, and an archived perk is given to nobody', async () => {
  expect((await send('change', { ...FIELDS, name: 'Silver hat', rev: '1' })).status).toBe(200);
  expect((await send('change', { ...FIELDS, name: 'Bronze hat', rev: '1' })).status).toBe(409);
  expect(await page()).toContain('Silver hat');
  await send('archive');
  expect((await send('give', { people: CAST.collaborator.userId })).status).toBe(409);
  expect(await page('/admin/perks?list=archived')).toContain('Silver hat');
  expect((await send('restore')).status).toBe(200);
});

test('what strangers put into its addresses is no failure', async () => {
  for (const query of [
    'text=%00',
    'view=people&after=%00',
    'view=codes&batch=%00',
    'view=keys&state=%00&after=%00',
    'view=%00',
  ]) {
    expect((await site.ask('admin', `${PATH}?${query}`)).status, query).toBeLessThan(500);
  }
  for (const path of ['/admin/perks?after=%00', '/admin/perks/%00', '/redeem/%00', '/redeem/%F0%9F%A6%86']) {
    expect((await site.ask('admin', path)).status, path).toBeLessThan(500);
  }
});
