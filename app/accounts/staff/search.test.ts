import { beforeAll, describe, expect, test } from 'vitest';

import { setAlias } from '#app/aliases/aliases.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import { setAccount } from '../accounts.server.ts';
import { addVerifiedEmail } from '../emails/emails.server.ts';
import type { FoundAccount } from './staff.ts';

const site = useTestSite();
const ADDRESS = 'Pickle@Comets.example';
const MANY = Array.from({ length: 7 }, (_, at) => `many0${at}`);

beforeAll(async () => {
  const current = systemCurrent(site.parts);
  await addVerifiedEmail(current, CAST.player.userId, ADDRESS);
  await claim(CAST.creator.userId, 'pickle@comets.example');
  await claim(CAST.creator.userId, 'pickled@comets.example');
  await setAlias(current, 'levelhead', CAST.collaborator.userId, 'Sock Emperor');
  await setAlias(current, 'rumpus', CAST.staff.userId, 'Colonel Waffle');
  for (const userId of MANY) await setAccount(current, userId, 'authenticated');
});

async function claim(userId: string, address: string): Promise<void> {
  await site.parts.db.query(sql`insert into account_emails (user_id, address_key, address, added_at)
    values (${userId}, ${address}, ${address}, now())`);
}

async function find(who: CastName, query: Record<string, string>) {
  const response = await site.ask(who, `/api/auth/accounts?${new URLSearchParams(query)}`);
  const { next } = linksOf(response);
  return { accounts: await dataOf<FoundAccount[]>(response), next };
}

const matches = ({ accounts }: { accounts: FoundAccount[] }) =>
  accounts.map(({ userId, match }) => [userId, match?.by, match?.text, match?.isClaim]);

describe('the search of staff', () => {
  test('finds an account by its lookup code, by a prefix of it, and after an @', async () => {
    for (const text of ['pl4yer', 'pl4', '@pl4yer', 'PL4YER ']) {
      expect(matches(await find('staff', { text })), text).toEqual([['pl4yer', 'lookupCode', 'pl4yer', false]]);
    }
  });

  test('finds an account by an alias in any context, and by a former one', async () => {
    expect(matches(await find('staff', { text: 'pickle COMET' }))).toEqual([
      ['pl4yer', 'alias', 'pickle comet', false],
    ]);
    expect(matches(await find('staff', { text: 'sock emp' }))).toEqual([['c0llab', 'alias', 'sock emperor', false]]);
    const [[userId, by, , isFormer] = []] = matches(await find('staff', { text: 'waffle lieu' }));
    expect([userId, by, isFormer]).toEqual(['st4ff1', 'alias', true]);
  });

  test('finds accounts by any address, also an unverified one, and the one that has verified it first', async () => {
    expect(matches(await find('admin', { text: 'PICKLE@comets.example' }))).toEqual([
      ['pl4yer', 'email', ADDRESS, false],
      ['cr8tor', 'email', 'pickle@comets.example', true],
    ]);
  });

  test('finds accounts by a prefix of an address for admins; others need the whole address and see it masked', async () => {
    expect(matches(await find('admin', { text: 'pickled@' }))).toEqual([
      ['cr8tor', 'email', 'pickled@comets.example', true],
    ]);
    expect(matches(await find('staff', { text: 'pickled@' }))).toEqual([]);
    const [[userId, by, text] = []] = matches(await find('staff', { text: 'pickled@comets.example' }));
    expect([userId, by]).toEqual(['cr8tor', 'email']);
    expect(text).toMatch(/^p•+d@comets\.example$/);
  });

  test('finds an account once when several texts of it match', async () => {
    const { accounts } = await find('admin', { text: 'pic' });
    expect(accounts.map(({ userId }) => userId).toSorted()).toEqual(['cr8tor', 'pl4yer']);
  });

  test.each(['%', '_', "' or 1=1", 'nobody at all', '@', '\u{10FFFF}'])('finds nothing by %s', async (text) => {
    expect((await find('super', { text })).accounts).toEqual([]);
  });
});

describe('many accounts', () => {
  const walk = async (query: Record<string, string>) => {
    const seen: string[][] = [];
    let address: string | undefined = `/api/auth/accounts?${new URLSearchParams({ ...query, limit: '3' })}`;
    while (address !== undefined) {
      const response: Response = await site.ask('admin', address);
      seen.push((await dataOf<FoundAccount[]>(response)).map(({ userId }) => userId));
      address = linksOf(response).next;
    }
    return seen;
  };

  test('are on pages linked by the header Link, each once', async () => {
    expect(await walk({ text: 'many' })).toEqual([MANY.slice(0, 3), MANY.slice(3, 6), MANY.slice(6)]);
  });

  test('are listed from the newest, the team by role, and the banned', async () => {
    const newest = (await walk({ list: 'newest' })).flat();
    expect([new Set(newest).size, newest.slice(0, 7).toSorted()]).toEqual([newest.length, MANY]);
    expect((await walk({ list: 'team' })).flat()).toEqual(['adm1n5', 'st4ff1', 'sup3r9']);
    expect(await walk({ list: 'banned' })).toEqual([[]]);
  });

  test('are listed page by page, also the team and who is banned', async () => {
    const { accounts, next } = await find('admin', { list: 'team', limit: '1' });
    expect(accounts.map(({ userId }) => userId)).toEqual(['adm1n5']);
    const [after] = await dataOf<FoundAccount[]>(await site.ask('admin', next ?? ''));
    expect(after?.userId).toBe('st4ff1');
    for (const [day, userId] of MANY.entries()) {
      await site.parts.db.query(sql`update accounts set banned_at = now() - ${`${day} days`}::interval
        where user_id = ${userId}`);
    }
    expect(await walk({ list: 'banned' })).toEqual([MANY.slice(0, 3), MANY.slice(3, 6), MANY.slice(6)]);
  });
});

test.each([
  [undefined, 401, 'Bad credentials!'],
  ['player', 403, "You aren't allowed in here."],
  ['creator', 403, "You aren't allowed in here."],
] as const)('%s finds nobody', async (who, status, sentence) => {
  expect(await refusalOf(await site.ask(who, '/api/auth/accounts?text=pl4yer'))).toEqual([status, sentence]);
  expect(await refusalOf(await site.ask(who, '/api/auth/accounts/pl4yer/staff'))).toEqual([status, sentence]);
});
