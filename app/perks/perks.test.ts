import { beforeEach, describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { changeAlias } from '#app/aliases/naming/changes.server.ts';
import { namedRule } from '#app/aliases/naming/lookup.server.ts';
import { createAppKey } from '#app/apps/new-keys.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { enter } from '#app/feedbag/entries/entering.server.ts';
import { enteredRule } from '#app/feedbag/entries/entry-rows.server.ts';
import { saveProject } from '#app/feedbag/projects.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate } from '#test/storage.ts';

import { listCodes, makeCodes, voidCodes } from './codes/codes.server.ts';
import { redeemCode } from './codes/redeem.server.ts';
import { listHolders, giveToPeople, revokeGrant } from './giving/holders.server.ts';
import { addRule, boughtRule, followRules, listRules } from './giving/rules.server.ts';
import { addKeys, listKeys } from './keys.server.ts';
import { listOwnPerks } from './own/own-perks.server.ts';
import type { NewPerk } from './perk.ts';
import { changePerk, createPerk, getPerk } from './perks.server.ts';

const site = useTestSite();
const DAY = 86_400_000;

beforeEach(async () => {
  site.clock.now = new Date();
  await site.parts.db.query(sql`
    truncate perks, perk_batches, perk_codes, perk_grants, perk_keys, perk_purchases, perk_rules, notification_events`);
});

const as = (who: CastName): Current => {
  const system = systemCurrent(site.parts);
  const role = who === 'player' || who === 'creator' || who === 'collaborator' ? 'authenticated' : who;
  const provedAt = site.parts.now();
  return { ...system, actor: { ...system.actor, userId: CAST[who].userId, role, ownRole: role, provedAt } };
};
const at = (days: number) => new Date(site.parts.now().getTime() + days * DAY).toISOString();

async function makePerk(perk: Partial<NewPerk> = {}): Promise<string> {
  const whole: NewPerk = {
    perkId: 'hat',
    kind: 'entitlement',
    name: 'Golden hat',
    about: '',
    appId: null,
    details: {},
    perPerson: 1,
    most: null,
    startsAt: null,
    endsAt: null,
    lowAt: 0,
    ...perk,
  };
  await createPerk(as('admin'), whole);
  return whole.perkId;
}

async function makeCode(perkId: string, more: Partial<Parameters<typeof makeCodes>[2]> = {}): Promise<string> {
  const batch = { name: 'Fair', code: 'HATS-FOR-ALL', codes: 1, maxUses: 100, startsAt: null, endsAt: null };
  return makeCodes(as('admin'), perkId, { ...batch, ...more });
}

async function keyOf(appId: string, may: ('read' | 'write')[] = ['read', 'write']): Promise<string> {
  const scopes = [{ crateId: 'perks', may }];
  return (await createAppKey(as('admin'), { appId, name: 'One', scopes, days: 1, callsPerMinute: null })).key;
}

const tell = async (key: string, path: string, method = 'GET', body?: object) => {
  const answer = await site.ask(undefined, `/api/perks/${path}`, {
    method,
    headers: { 'rumpus-app-key': key, 'content-type': 'application/json' },
    ...(body && { body }),
  });
  return { status: answer.status, ...((await answer.json()) as { data?: unknown; code?: string }) };
};

describe('a code', () => {
  test('gives the player a perk, of which a game learns by its key', async () => {
    const perkId = await makePerk();
    await makeCode(perkId);
    const key = await keyOf('tower', ['read']);
    const path = `players/${CAST.player.userId}?perkId=hat`;
    expect(await tell(key, path)).toMatchObject({ status: 200, data: [] });
    expect(await redeemCode(as('player'), ' hats for-aLI ')).toMatchObject({ name: 'Golden hat', revokedAt: null });
    expect(await tell(key, path)).toMatchObject({ data: [{ perkId: 'hat', kind: 'entitlement', count: 1 }] });
    const by = (text: string) => listHolders(as('staff'), 'hat', { list: 'all', text, after: undefined, limit: 9 });
    expect((await by('Hats for all')).grants.map(({ userId }) => userId)).toEqual([CAST.player.userId]);
    expect((await by('Hats for none')).grants).toEqual([]);
    const html = async (who: CastName) => (await site.ask(who, '/admin/perks/hat?view=people')).text();
    expect([(await html('admin')).includes('HAT5F0RA11'), (await html('staff')).includes('HAT5F0RA11')]).toEqual([
      true,
      false,
    ]);
    expect((await site.ask('player', `/api/perks/${path}`)).status).toBe(403);
    expect((await tell(await keyOf('tower', ['write']), path)).status).toBe(403);
  });

  test.each([
    ['that is none', {}, 'NO-SUCH-CODE', 404, 'perks.unknownCode'],
    ['that can be none', {}, '\u0000\u{10FFFF}', 404, 'perks.unknownCode'],
    ['that is endless', {}, 'A'.repeat(100_000), 404, 'perks.unknownCode'],
    ['before its time', { startsAt: 1 }, 'HATS-FOR-ALL', 409, 'perks.codeNotBegun'],
    ['after its time', { endsAt: -1 }, 'HATS-FOR-ALL', 409, 'perks.codeExpired'],
  ])(
    '%s is refused in words of its own',
    async (_, { startsAt, endsAt }: { startsAt?: number; endsAt?: number }, typed, status, code) => {
      await makeCode(await makePerk(), {
        startsAt: startsAt === undefined ? null : at(startsAt),
        endsAt: endsAt === undefined ? null : at(endsAt),
      });
      await expect(redeemCode(as('player'), typed)).rejects.toMatchObject({ status, code });
      expect(await getPerk(as('staff'), 'hat')).toMatchObject({ given: 0, held: 0 });
    },
  );

  test('that is yours already, used up, or taken back is refused, and counts nothing', async () => {
    const batchId = await makeCode(await makePerk(), { maxUses: 1 });
    await redeemCode(as('player'), 'HATS-FOR-ALL');
    await expect(redeemCode(as('player'), 'HATS-FOR-ALL')).rejects.toMatchObject({ code: 'perks.alreadyYours' });
    await expect(redeemCode(as('creator'), 'HATS-FOR-ALL')).rejects.toMatchObject({ code: 'perks.codeUsedUp' });
    expect(await voidCodes(as('staff'), 'hat', batchId)).toBe(1);
    await expect(redeemCode(as('creator'), 'HATS-FOR-ALL')).rejects.toMatchObject({ code: 'perks.codeVoided' });
    expect(await getPerk(as('staff'), 'hat')).toMatchObject({ given: 1, held: 1 });
  });
});

describe('a perk', () => {
  test.each([
    ['has not begun', { startsAt: 1 }, 'perks.notBegun'],
    ['is over', { endsAt: -1 }, 'perks.ended'],
    ['has been given to as many as there may be', { most: 1 }, 'perks.allGiven'],
    ['has no keys left', { kind: 'key' as const, details: { store: 'Steam' } }, 'perks.noKeysLeft'],
  ])(
    'that %s is not given by a code, and the code is not used',
    async (
      _,
      {
        startsAt,
        endsAt,
        ...more
      }: Partial<Omit<NewPerk, 'startsAt' | 'endsAt'>> & { startsAt?: number; endsAt?: number },
      code,
    ) => {
      const times = {
        startsAt: startsAt === undefined ? null : at(startsAt),
        endsAt: endsAt === undefined ? null : at(endsAt),
      };
      await makeCode(await makePerk({ ...more, ...times }));
      if (more.most === 1) await giveToPeople(as('staff'), 'hat', CAST.creator.userId);
      await expect(redeemCode(as('player'), 'HATS-FOR-ALL')).rejects.toMatchObject({ status: 409, code });
      const [used] = await site.parts.db.query<{ uses: number }>(sql`select uses from perk_codes`);
      expect(used).toEqual({ uses: 0 });
    },
  );

  test('that is a key gives each the oldest one, tells staff once that few are left, and keeps them from all lists', async () => {
    await makePerk({ kind: 'key', details: { store: 'Steam' }, lowAt: 2 });
    expect(await addKeys(as('admin'), 'hat', 'AAAA-1\nBBBB-2\r\n\nCCCC-3\nAAAA-1')).toEqual({ added: 3, known: 0 });
    expect(await addKeys(as('admin'), 'hat', 'AAAA-1\nDDDD-4')).toEqual({ added: 1, known: 1 });
    for (const who of ['player', 'creator', 'collaborator'] as const) {
      await giveToPeople(as('staff'), 'hat', `@${CAST[who].userId}`);
    }
    const [own] = await listOwnPerks(as('player'));
    expect(own).toMatchObject({ key: 'AAAA-1', store: 'Steam' });
    const [seen] = await listOwnPerks({
      ...as('player'),
      actor: { ...as('player').actor, masquerade: 'authenticated' },
    });
    expect(seen?.key).toBeNull();
    const told = await site.parts.db.query(
      sql`select event_key from notification_events where kind = 'perks.lowStock'`,
    );
    expect(told).toEqual([{ event_key: 'hat 1' }]);
    const { keys } = await listKeys(as('staff'), 'hat', { state: 'given', after: undefined, limit: 10 });
    expect(JSON.stringify(keys)).not.toContain('AAAA');
    const stored = await site.parts.db.query(sql`select sealed, encode(digest, 'escape') as digest from perk_keys`);
    expect(JSON.stringify(stored)).not.toContain('AAAA');
  });

  test('that is taken back says why, and its key goes into quarantine', async () => {
    await makePerk({ kind: 'key', details: { store: 'Steam' } });
    await addKeys(as('admin'), 'hat', 'AAAA-1');
    await giveToPeople(as('staff'), 'hat', CAST.player.userId);
    const { grants } = await listHolders(as('staff'), 'hat', { list: 'all', text: '', after: undefined, limit: 10 });
    const grantId = grants[0]?.grantId ?? '';
    const taken = { userId: CAST.player.userId, grantId, reason: 'Sold on.' };
    await revokeGrant(as('staff'), 'hat', taken);
    await expect(revokeGrant(as('staff'), 'hat', taken)).rejects.toMatchObject({ code: 'perks.noGift' });
    expect(await listOwnPerks(as('player'))).toMatchObject([{ key: null, revokeReason: 'Sold on.' }]);
    const { keys } = await listKeys(as('staff'), 'hat', { state: 'quarantined', after: undefined, limit: 10 });
    expect(keys).toHaveLength(1);
    expect(await getPerk(as('staff'), 'hat')).toMatchObject({ given: 1, held: 0, stock: 0 });
  });
});

describe('a purchase', () => {
  test('that a game tells of gives the perk once, and its refund takes it back once', async () => {
    const [key, other] = [await keyOf('tower'), await keyOf('other')];
    await makePerk({ appId: 'tower' });
    const buy = (who: CastName, by = key) => tell(by, 'hat/purchases/order-1', 'PUT', { userId: CAST[who].userId });
    expect([await buy('player'), await buy('player')].map(({ status }) => status)).toEqual([201, 200]);
    expect(await buy('creator')).toMatchObject({ status: 409, code: 'perks.purchaseTaken' });
    expect(await buy('player', other)).toMatchObject({ status: 404, code: 'perks.noPerk' });
    expect(await tell(other, 'hat/purchases/order-1', 'DELETE')).toMatchObject({ status: 404, code: 'perks.noPerk' });
    expect(await tell(key, 'hat/purchases/order-2', 'DELETE')).toMatchObject({ code: 'perks.noPurchase' });
    const held = (by: string) => tell(by, `players/${CAST.player.userId}`);
    expect([(await held(key)).data, (await held(other)).data]).toMatchObject([[{ perkId: 'hat' }], []]);
    expect(await getPerk(as('staff'), 'hat')).toMatchObject({ given: 1, held: 1 });
    // What was bought may be refunded, whichever app’s it is by then.
    const { perkId: _perkId, kind: _kind, ...fields } = await getPerk(as('admin'), 'hat');
    await changePerk(as('admin'), 'hat', 1, { ...fields, appId: 'other' });
    const refund = () => tell(key, 'hat/purchases/order-1', 'DELETE');
    const [first, second] = [await refund(), await refund()];
    expect(first).toMatchObject({ status: 200, data: { refundedAt: expect.any(String) as string } });
    expect(second.data).toEqual(first.data);
    await changePerk(as('admin'), 'hat', 2, fields);
    expect(await buy('player')).toMatchObject({ status: 409, code: 'perks.wasRefunded' });
    expect(await getPerk(as('staff'), 'hat')).toMatchObject({ given: 1, held: 0 });
    const [own] = await listOwnPerks(as('player'));
    expect(own).toMatchObject({ revokedAt: expect.any(String) as string, revokeReason: null });
    expect(await (await site.ask('player', '/account')).text()).toContain('because it was refunded.');
  });
});

/** People beside the cast. */
async function makePeople(count: number): Promise<string[]> {
  const userIds = Array.from({ length: count }, (_, at) => `crowd${at}`);
  for (const userId of userIds) await setAccount(systemCurrent(site.parts), userId, 'authenticated');
  return userIds;
}

const asPlayer = (userId: string): Current => ({ ...as('player'), actor: { ...as('player').actor, userId } });

describe('many at once', () => {
  test('500 redemptions of a code for 100 by 300 people give exactly 100, one for each person, and refuse the others with 409', async () => {
    await makePerk();
    await makeCode('hat', { maxUses: 100 });
    const userIds = await makePeople(300);
    const askers = [...userIds, ...userIds.slice(0, 200)];
    const answers = await Promise.all(
      askers.map((userId) =>
        redeemCode(asPlayer(userId), 'HATS-FOR-ALL').then(
          () => 200,
          (refusal: { status: number }) => refusal.status,
        ),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([200, 409]));
    expect(answers.filter((status) => status === 200)).toHaveLength(100);
    const [counts] = await site.parts.db.query(sql`
      select given, held, (select uses from perk_codes) as used, (select uses from perk_batches) as batch,
        (select count(*)::int from perk_grants) as grants, (select count(distinct user_id)::int from perk_grants) as people
      from perks`);
    expect(counts).toEqual({ given: 100, held: 100, used: 100, batch: 100, grants: 100, people: 100 });
  });

  test('a pool of 20 keys is given to 20 of 60 who come at once, to each another one', async () => {
    await makePerk({ kind: 'key', details: { store: 'Steam' }, lowAt: 5 });
    await addKeys(as('admin'), 'hat', Array.from({ length: 20 }, (_, at) => `KEY-${at}`).join('\n'));
    await makeCode('hat', { maxUses: 1000 });
    const answers = await Promise.allSettled(
      (await makePeople(60)).map((userId) => redeemCode(asPlayer(userId), 'HATS-FOR-ALL')),
    );
    const keys = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.key] : []));
    expect([keys.length, new Set(keys).size]).toEqual([20, 20]);
    expect(await getPerk(as('staff'), 'hat')).toMatchObject({ given: 20, stock: 0, isLow: true });
    const told = await site.parts.db.query(
      sql`select event_key from notification_events where kind = 'perks.lowStock'`,
    );
    expect(told).toHaveLength(1);
  });
});

describe('an item that comes with a perk', () => {
  test('is made for its player by the rules of its crate, and goes with the perk', async () => {
    const crateId = await createCrate(site, 'hats', {
      list: ['owner'],
      read: ['owner'],
      create: ['admin'],
      delete: ['admin'],
    });
    const details = { crateId: 'hats', tags: ['golden'], body: '{"shine":9}' };
    await makePerk({ kind: 'item', details });
    await makeCode('hat');
    await redeemCode(as('player'), 'HATS-FOR-ALL');
    const find = async (who: CastName) => {
      const answer = await site.ask(who, `${crateId}/items`);
      return ((await answer.json()) as { data: { itemId: string; tags: string[] }[] }).data;
    };
    expect(await find('player')).toMatchObject([{ tags: ['golden'] }]);
    expect(await find('creator')).toEqual([]);
    const { grants } = await listHolders(as('staff'), 'hat', { list: 'all', text: '', after: undefined, limit: 9 });
    await revokeGrant(as('staff'), 'hat', {
      userId: CAST.player.userId,
      grantId: grants[0]?.grantId ?? '',
      reason: 'No.',
    });
    expect(await find('player')).toEqual([]);
  });

  test('whose crate refuses it gives nothing at all, and the code can be redeemed later', async () => {
    const schema = { body: { type: 'object', required: ['shine'] } };
    await createCrate(site, 'strict', { create: ['admin'], schema });
    const details = { crateId: 'strict', tags: [], body: '{}' };
    await makePerk({ kind: 'item', details });
    await makeCode('hat', { maxUses: 1 });
    await expect(redeemCode(as('player'), 'HATS-FOR-ALL')).rejects.toMatchObject({ code: 'perks.brokenItem' });
    expect(await listOwnPerks(as('player'))).toEqual([]);
    const { perkId: _perkId, kind: _kind, ...fields } = await getPerk(as('admin'), 'hat');
    await changePerk(as('admin'), 'hat', 1, { ...fields, details: { ...details, body: '{"shine":1}' } });
    expect(await redeemCode(as('player'), 'HATS-FOR-ALL')).toMatchObject({ name: 'Golden hat' });
  });
});

/** To those who bought the perk `bought` by tomorrow. */
async function followBought(): Promise<void> {
  const before = new Date(at(1));
  await addRule(as('admin'), [boughtRule], 'hat', { rule: 'perks.bought', about: 'bought', before });
  site.clock.now = before;
  await followRules(systemCurrent(site.parts), [boughtRule]);
}

describe('a rule', () => {
  test('gives a perk to all who chose an alias before a day, once, and tells them', async () => {
    await makePerk();
    await changeAlias(as('player'), 'rumpus', '@me', 'Early Duck');
    const rule = { rule: 'aliases.named', about: '', before: new Date(at(1)) };
    await addRule(as('admin'), [namedRule], 'hat', rule);
    await followRules(systemCurrent(site.parts), [namedRule]);
    expect(await listRules(as('staff'), 'hat')).toMatchObject([{ state: 'waiting', given: 0 }]);
    site.clock.now = new Date(Date.now() + DAY + 1000);
    await followRules(systemCurrent(site.parts), [namedRule]);
    rule.before = new Date(at(0));
    await addRule(as('admin'), [namedRule], 'hat', rule);
    await addRule(as('admin'), [namedRule], 'hat', { ...rule, before: new Date(at(-2)) });
    await followRules(systemCurrent(site.parts), [namedRule]);
    const { grants } = await listHolders(as('staff'), 'hat', { list: 'all', text: '', after: undefined, limit: 9 });
    expect(grants.map(({ userId, way }) => [userId, way])).toEqual([[CAST.player.userId, 'rule']]);
    expect((await listRules(as('staff'), 'hat')).map(({ state, given }) => [state, given])).toEqual([
      ['done', 0],
      ['done', 0],
      ['done', 1],
    ]);
    const told = await site.parts.db.query(sql`select user_ids from notification_events where kind = 'perks.given'`);
    expect(told).toEqual([{ user_ids: [CAST.player.userId] }]);
  });

  test('gives a perk to those who gave feedback that everybody may read, before a day', async () => {
    await makePerk();
    const project = {
      projectId: 'trial',
      name: 'Trial',
      about: '',
      welcome: '',
      template: '',
      game: undefined,
      stages: [],
    };
    const rules = { leastRole: 'public', isModerated: false, takesAnonymous: false } as const;
    await saveProject(systemCurrent(site.parts), { ...project, ...rules }, 0);
    const entry = {
      projectId: 'trial',
      body: 'It hums.',
      platform: '',
      version: '',
      tags: [],
      files: [],
      isInternal: false,
    };
    for (const title of ['One', 'Two']) await enter(as('player'), { ...entry, title });
    await enter(as('staff'), { ...entry, title: 'Among us', isInternal: true });
    const before = new Date(at(1));
    await addRule(as('admin'), [enteredRule], 'hat', { rule: 'feedbag.entered', about: 'trial', before });
    site.clock.now = before;
    await followRules(systemCurrent(site.parts), [enteredRule]);
    expect(await listRules(as('staff'), 'hat')).toMatchObject([{ state: 'done', given: 1 }]);
    expect(await listOwnPerks(as('player'))).toHaveLength(1);
  });

  test('gives what there is to those who bought another perk, and stops when nothing is left', async () => {
    await makePerk({ perkId: 'bought' });
    await makePerk({ most: 1 });
    const key = await keyOf('tower');
    for (const who of ['player', 'creator'] as const) {
      await tell(key, `bought/purchases/of-${who}`, 'PUT', { userId: CAST[who].userId });
    }
    await followBought();
    expect(await listRules(as('staff'), 'hat')).toMatchObject([
      { state: 'stopped', given: 1, refusal: 'perks.allGiven' },
    ]);
    expect(await getPerk(as('staff'), 'hat')).toMatchObject({ given: 1 });
  });

  test('waits until its perk begins', async () => {
    await makePerk({ perkId: 'bought' });
    await makePerk({ startsAt: at(2) });
    await tell(await keyOf('tower'), 'bought/purchases/one', 'PUT', { userId: CAST.player.userId });
    await followBought();
    expect(await listRules(as('staff'), 'hat')).toMatchObject([{ state: 'waiting', given: 0 }]);
    site.clock.now = new Date(at(2));
    await followRules(systemCurrent(site.parts), [boughtRule]);
    expect(await listRules(as('staff'), 'hat')).toMatchObject([{ state: 'done', given: 1 }]);
  });

  test('leaves no half of a gift whose item the crate refuses, and says why it stopped', async () => {
    await createCrate(site, 'picky', { create: ['admin'], schema: { body: { type: 'object', required: ['shine'] } } });
    await makePerk({ perkId: 'bought' });
    await makePerk({ kind: 'item', details: { crateId: 'picky', tags: [], body: '{}' } });
    await tell(await keyOf('tower'), 'bought/purchases/one', 'PUT', { userId: CAST.player.userId });
    await followBought();
    expect(await listRules(as('staff'), 'hat')).toMatchObject([{ state: 'stopped', refusal: 'perks.brokenItem' }]);
    expect(await getPerk(as('staff'), 'hat')).toMatchObject({ given: 0, held: 0 });
    expect((await listOwnPerks(as('player'))).map(({ name }) => name)).toEqual(['Golden hat']);
    const html = await (await site.ask('admin', '/admin/perks/hat?view=rules')).text();
    expect(html).toContain('can’t be made right now');
  });
});

describe('lists', () => {
  test('of people, keys and codes go on page by page, and the spreadsheet of people has all of them once', async () => {
    await makePerk({ kind: 'key', details: { store: 'Steam' }, perPerson: 2 });
    await site.parts.db.query(sql`
      insert into perk_grants (user_id, grant_id, perk_id, ordinal, way, granted_at)
      select 'p' || n, gen_random_uuid(), 'hat', 1, 'rule', now() - n * interval '1 microsecond' from generate_series(1, 1500) n`);
    const ids = new Set<string>();
    let after: string | undefined;
    do {
      const { grants, next } = await listHolders(as('staff'), 'hat', { list: 'all', text: '', after, limit: 400 });
      for (const { userId } of grants) ids.add(userId);
      after = next;
    } while (after !== undefined);
    expect(ids.size).toBe(1500);
    const csv = await (await site.ask('admin', '/admin/perks/hat/people.csv')).text();
    expect(new Set(csv.match(/^p\d+,/gm)).size).toBe(1500);
    await addKeys(as('admin'), 'hat', 'A\nB\nC');
    const { keys, next } = await listKeys(as('staff'), 'hat', { state: 'free', after: undefined, limit: 2 });
    const rest = await listKeys(as('staff'), 'hat', { state: 'free', after: next, limit: 2 });
    expect(new Set([...keys, ...rest.keys].map(({ keyId }) => keyId)).size).toBe(3);
    const batchId = await makeCode('hat', { code: '', codes: 5 });
    const first = await listCodes(as('admin'), 'hat', batchId, { after: '', limit: 3 });
    const second = await listCodes(as('admin'), 'hat', batchId, { after: first.next ?? '', limit: 3 });
    expect(new Set([...first.codes, ...second.codes].map(({ code }) => code)).size).toBe(5);
  });
});
