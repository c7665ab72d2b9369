import { describe, expect, test } from 'vitest';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import { COOLDOWN_DAYS, HELD_DAYS } from '../alias.ts';
import type { Alias, OwnAlias } from '../alias.ts';
import { setAlias } from '../aliases.server.ts';
import { isReserved } from '../rules/reserved.server.ts';
import { aliasKey, findBrokenRule } from '../rules/rules.ts';
import {
  changeAlias,
  claimAlias,
  findFormerAlias,
  getOwnAlias,
  giveRandomAlias,
  undoAliasChange,
} from './changes.server.ts';
import { QUALITIES, THINGS, randomAlias, randomSafeAlias, suggestAlias } from './random-names.server.ts';

const site = useTestSite();
const { player, creator } = CAST;
const DAY_MS = 86_400_000;

const OWN = '/api/aliases/contexts/rumpus/users/@me';
const change = (who: CastName | undefined, alias: string, path = OWN) =>
  site.ask(who, path, { method: 'PUT', body: { alias } });
const own = async (who: CastName, path = OWN) => dataOf<OwnAlias>(await site.ask(who, path));
const WAITING_LOCKS = sql`select from pg_locks where not granted and locktype = 'advisory'
  and database = (select oid from pg_database where datname = current_database())`;
/** A player, `days` from now. */
const as = (userId: string, days = 0): Current => {
  const current = systemCurrent(site.parts);
  const actor = { ...current.actor, userId, role: 'authenticated', ownRole: 'authenticated' } as const;
  return { ...current, actor, now: () => new Date(site.parts.now().getTime() + days * DAY_MS + 1000) };
};
const seenBy = async (who: CastName | undefined, userId: string) => {
  const [found] = await dataOf<Alias[]>(await site.ask(who, `/api/aliases/contexts/rumpus/users?userIds=${userId}`));
  return found;
};

describe('PUT /api/aliases/contexts/{context}/users/{userId}', () => {
  test.each<[CastName | undefined, string, number, number]>([
    [undefined, 'Copper Sprocket', 401, 401],
    ['collaborator', 'Silver Sprocket', 200, 403],
    ['staff', 'Brass Sprocket', 200, 403],
    ['admin', 'Tin Sprocket', 200, 403],
    ['super', 'Iron Sprocket', 200, 403],
  ])('lets %s change the own name to %s: %i, and another user’s: %i', async (who, alias, ofOwn, ofOther) => {
    expect((await change(who, alias)).status).toBe(ofOwn);
    if (who !== undefined) expect((await change(who, alias, OWN.replace('@me', CAST[who].userId))).status).toBe(200);
    expect((await change(who, alias, OWN.replace('@me', player.userId))).status).toBe(ofOther);
  });

  test('answers the stored name and its state', async () => {
    const response = await change('player', '  Ｗobbly   Comet ');
    expect(await dataOf(response)).toEqual({
      userId: player.userId,
      context: 'rumpus',
      alias: 'Wobbly Comet',
      state: 'approved',
      reason: null,
      safeAlias: expect.stringMatching(/#\d{5}$/),
      since: expect.any(String),
      changeableAt: expect.any(String),
      history: [expect.objectContaining({ alias: player.alias, endedBy: 'owner' })],
    });
    expect(await own('player')).toMatchObject({ alias: 'Wobbly Comet' });
    expect(await seenBy(undefined, player.userId)).toMatchObject({ alias: 'Wobbly Comet' });
  });

  test('refuses another change during the cooldown, and holds the former name until it is free', async () => {
    const soon = [409, 'You changed your alias not long ago. Stick with this one a little longer.'];
    expect(await refusalOf(await change('player', 'Wobbly Meteor'))).toEqual(soon);
    expect((await change('player', 'Wobbly Comet')).status).toBe(200);
    expect(await refusalOf(await change('creator', player.alias))).toEqual([
      409,
      'That alias is taken. Try another one.',
    ]);
    const [short, long] = [COOLDOWN_DAYS, COOLDOWN_DAYS + HELD_DAYS];
    const back = changeAlias(as(player.userId, short - 1), 'rumpus', '@me', player.alias);
    await expect(back).rejects.toMatchObject({ code: 'aliases.tooSoon' });
    expect(await getOwnAlias(as(player.userId, short), 'rumpus', '@me')).toMatchObject({ changeableAt: null });
    const again = await changeAlias(as(player.userId, short), 'rumpus', '@me', player.alias);
    expect(again.history.map(({ alias }) => alias)).toEqual(['Wobbly Comet', player.alias]);
    const early = changeAlias(as(creator.userId, long - 1), 'rumpus', '@me', 'wobbly comet');
    await expect(early).rejects.toMatchObject({ code: 'aliases.taken' });
    expect(await changeAlias(as(creator.userId, long), 'rumpus', '@me', 'wobbly comet')).toMatchObject({
      alias: 'wobbly comet',
    });
  });

  test('says when the name can be changed again', async () => {
    const body = (await (await change('creator', 'Another one')).json()) as { changeableAt: string };
    expect(body.changeableAt).toBe((await own('creator')).changeableAt);
  });

  test('says which rule a name breaks, at its field', async () => {
    const body = await (await change('creator', 'staff')).json();
    expect(body).toMatchObject({
      status: 400,
      code: 'aliases.reserved',
      message: 'That alias is reserved for the studio and its games. Try another one.',
      fields: { alias: 'That alias is reserved for the studio and its games. Try another one.' },
    });
    for (const [name, code] of [
      ['limes\u{200B}11', 'aliases.invisible'],
      ['limes\u{202E}11', 'aliases.wrongDirection'],
      ['🦊', 'aliases.wrongLength'],
      ['🦊🦊', 'aliases.noLetter'],
    ])
      expect(await (await change('creator', name ?? '')).json(), code).toMatchObject({ status: 400, code });
  });

  test('changes the name of each game that has names, and of no safe variant or other context', async () => {
    const inGame = OWN.replace('rumpus', 'levelhead');
    expect(await own('player', inGame)).toMatchObject({ alias: null, safeAlias: null, state: null, history: [] });
    expect((await change('player', 'Builder of pits', inGame)).status).toBe(200);
    expect(await own('player', inGame)).toMatchObject({ alias: 'Builder of pits', changeableAt: expect.any(String) });
    expect((await own('player')).alias).toBe(player.alias);
    for (const context of ['rumpus-safe', 'levelhead-safe', 'flop-rocket', 'elsewhere'])
      expect((await change('player', 'Some name', OWN.replace('rumpus', context))).status, context).toBe(404);
  });
});

describe('GET /api/aliases/contexts/{context}/users/{userId}', () => {
  test.each<[CastName | undefined, number]>([
    [undefined, 401],
    ['creator', 403],
    ['staff', 200],
    ['admin', 200],
    ['super', 200],
  ])('answers %s about another user: %i', async (who, status) => {
    expect((await site.ask(who, OWN.replace('@me', player.userId))).status).toBe(status);
  });
});

describe('a rude name', () => {
  test('waits for a moderator with the word and its language, and others see the safe one', async () => {
    const given = await changeAlias(as('rude1'), 'rumpus', '@me', 'Big ꜱʜɪᴛ 7');
    expect(given.state).toBe('pending');
    expect(await seenBy(undefined, 'rude1')).toMatchObject({ alias: given.safeAlias, context: 'rumpus-safe' });
    const [row] = await site.parts.db.query(sql`select flags from aliases where user_id = 'rude1'`);
    expect(row).toEqual({ flags: [{ kind: 'rude', words: [{ word: 'shit', locale: 'en-US' }] }] });
  });

  test('waits too when it is that of a new account', async () => {
    await claimAlias(systemCurrent(site.parts), 'rumpus', 'rude2', 'kurwa 12');
    expect(await seenBy(undefined, 'rude2')).toMatchObject({ context: 'rumpus-safe' });
  });
});

describe('the name of staff in one context', () => {
  const inGame = OWN.replace('rumpus', 'levelhead');

  test('is kept for them in every other one, as is what looks like it', async () => {
    await setAlias(systemCurrent(site.parts), 'rumpus', CAST.admin.userId, 'Trellis Iron');
    for (const alias of ['Trellis Iron', 'trellis iron', 'TreIIis Iron', 'ᴛʀᴇʟʟɪꜱ ɪʀᴏɴ'])
      expect(await refusalOf(await change('collaborator', alias, inGame)), alias).toEqual([
        400,
        'That alias is reserved for the studio and its games. Try another one.',
      ]);
    expect((await change('admin', 'Trellis Iron', inGame)).status).toBe(200);
    await setAlias(systemCurrent(site.parts), 'levelhead', CAST.staff.userId, 'Gamma Ferret');
    const refused = claimAlias(as('newcomer'), 'rumpus', 'newcomer', 'Gamma Ferret');
    await expect(refused).rejects.toMatchObject({ code: 'aliases.reserved' });
  });

  test('is free for others when it is that of a player', async () => {
    await setAlias(systemCurrent(site.parts), 'rumpus', 'somebody', 'Basalt Newt');
    expect((await changeAlias(as('newt'), 'levelhead', '@me', 'Basalt Newt')).state).toBe('approved');
  });
});

describe('a name that looks like another', () => {
  const looks: [string, string, string[]][] = [
    ['limes11', 'Iimes11', ['lookalike']],
    ['lemons11', 'Ιemons11', ['lookalike', 'mixedScripts']],
    ['cherries', 'сherries', ['lookalike', 'mixedScripts']],
    ['pears', 'ᏣᎳᎩ', ['rareScript']],
  ];
  test.each(looks)('waits for a moderator, and others see the safe one: beside %s, %s', async (one, other, kinds) => {
    await changeAlias(as(`first${looks.findIndex(([name]) => name === one)}`), 'rumpus', '@me', one);
    const userId = `second${looks.findIndex(([name]) => name === one)}`;
    const given = await changeAlias(as(userId), 'rumpus', '@me', other);
    expect(given).toMatchObject({ alias: other, state: 'pending' });
    expect(await seenBy(undefined, userId)).toEqual({ userId, alias: given.safeAlias, context: 'rumpus-safe' });
    expect(await seenBy('creator', userId)).toMatchObject({ alias: given.safeAlias });
    expect(await seenBy('staff', userId)).toMatchObject({ alias: other });
    const [row] = await site.parts.db.query<{ flags: { kind: string }[] }>(
      sql`select flags from aliases where user_id = ${userId}`,
    );
    expect(row?.flags.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('is flagged also when both are chosen at once: the later waits for the earlier', async () => {
    let later: Promise<OwnAlias> | undefined;
    const earlier = await inTransaction({ ...as('twin1'), db: site.stranger }, async (current) => {
      const given = await changeAlias(current, 'rumpus', '@me', 'Illness');
      later = changeAlias(as('twin2'), 'rumpus', '@me', 'lIlness');
      const work = { isDone: false };
      void later.then(() => (work.isDone = true));
      // Without the wait it would be done by then.
      while (!work.isDone && (await site.parts.db.query(WAITING_LOCKS)).length === 0);
      return given;
    });
    expect([earlier.state, (await later)?.state]).toEqual(['approved', 'pending']);
  });
});

describe('concurrent changes', () => {
  test('give a name claimed 20 times at once to exactly one user', async () => {
    const spellings = ['Only Pretzel', 'only pretzel', 'ONLY PRETZEL', 'Only  Pretzel', 'Ｏnly Pretzel'];
    const claims = Array.from({ length: 20 }, (_one, at) =>
      changeAlias(as(`racer${at}`), 'rumpus', '@me', spellings[at % spellings.length] ?? ''),
    );
    const results = await Promise.allSettled(claims);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(19);
    for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'aliases.taken' });
    const rows = await site.parts.db.query(sql`select user_id from aliases where alias_key = 'only pretzel'`);
    expect(rows).toHaveLength(1);
  });

  test('change a user’s name once of 20 times, and leave no other claim behind', async () => {
    const claims = Array.from({ length: 20 }, (_one, at) => changeAlias(as('hasty'), 'rumpus', '@me', `Hasty ${at} x`));
    const results = await Promise.allSettled(claims);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rows = await site.parts.db.query(
      sql`select alias_key from alias_names where context = 'rumpus' and user_id = 'hasty'`,
    );
    expect(rows).toHaveLength(1);
  });

  test('refuse two users who swap their names, without a deadlock', async () => {
    const current = systemCurrent(site.parts);
    await setAlias(current, 'rumpus', 'left', 'Left sock');
    await setAlias(current, 'rumpus', 'right', 'Right sock');
    const swaps = [
      changeAlias(as('left'), 'rumpus', '@me', 'Right sock'),
      changeAlias(as('right'), 'rumpus', '@me', 'Left sock'),
    ];
    const results = await Promise.allSettled(swaps);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('a random name', () => {
  test('keeps the rules with any two words', () => {
    const longest = (words: readonly string[]) => words.reduce((a, b) => (a.length >= b.length ? a : b));
    expect(`${longest(QUALITIES)} ${longest(THINGS)} 9999`.length).toBeLessThanOrEqual(24);
    for (const words of [QUALITIES, THINGS]) expect(new Set(words).size).toBe(words.length);
    for (const quality of QUALITIES) {
      expect(isReserved(`${quality} Teapot`), quality).toBe(false);
      for (const thing of THINGS) expect(findBrokenRule(`${quality} ${thing}`), `${quality} ${thing}`).toBeUndefined();
    }
    for (const thing of THINGS) expect(isReserved(`Wobbly ${thing}`), thing).toBe(false);
    expect(randomAlias(3)).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ [1-9]\d\d$/);
  });

  test('is free when it is suggested, and starts no cooldown for a new account', async () => {
    const current = systemCurrent(site.parts);
    const alias = await suggestAlias(current);
    await claimAlias(current, 'rumpus', 'fresh1', alias);
    await expect(claimAlias(current, 'rumpus', 'fresh2', alias)).rejects.toMatchObject({ status: 409 });
    await expect(claimAlias(current, 'rumpus', 'fresh2', 'admin')).rejects.toMatchObject({ status: 400 });
    await expect(claimAlias(current, 'elsewhere', 'fresh2', 'Fresh')).rejects.toMatchObject({ status: 404 });
    expect(await changeAlias(as('fresh1'), 'rumpus', '@me', 'Fresh choice')).toMatchObject({ alias: 'Fresh choice' });
  });

  test('differs for each of 50 users who get one at once', async () => {
    const current = systemCurrent(site.parts);
    const ids = Array.from({ length: 50 }, (_one, at) => `crowd${at}`);
    const given = await Promise.all(ids.map((userId) => giveRandomAlias(current, 'rumpus', userId)));
    expect(new Set(given.map(aliasKey)).size).toBe(50);
  });

  test('breaks the rules for chosen names when it is a safe one', () => {
    expect(findBrokenRule(randomSafeAlias())).toMatchObject({ code: 'aliases.wrongLetters' });
  });
});

test('a changed name keeps the user id and the safe name', async () => {
  const later = as(creator.userId, 2 * COOLDOWN_DAYS + HELD_DAYS);
  const before = await getOwnAlias(later, 'rumpus', '@me');
  await changeAlias(later, 'rumpus', '@me', 'Bramble Elsewhere');
  expect(await seenBy(undefined, creator.userId)).toEqual({
    userId: creator.userId,
    alias: 'Bramble Elsewhere',
    context: 'rumpus',
  });
  expect((await own('creator')).safeAlias).toBe(before.safeAlias);
});

describe('a change that is taken back', () => {
  const MINUTE = 1 / 24 / 60;
  /** Somebody who had one name and has chosen another. */
  const open = async (userId: string, [first, second]: [string, string]) => {
    await inTransaction(as(userId), (current) => claimAlias(current, 'rumpus', userId, first));
    await changeAlias(as(userId), 'rumpus', '@me', second);
  };
  const heldUntil = async (alias: string) => {
    const [row] = await site.parts.db.query<{ held_until: Date | null }>(sql`
      select held_until from alias_names where context = 'rumpus' and alias_key = ${aliasKey(alias)}`);
    return row?.held_until;
  };

  test('gives the former name back, counts for nothing, and frees the other one at once', async () => {
    await open('undoOne', ['Undo Comet', 'Undo Meteor']);
    expect(await findFormerAlias(as('undoOne'), 'rumpus')).toMatchObject({ alias: 'Undo Comet' });
    const back = await undoAliasChange(as('undoOne', 5 * MINUTE), 'rumpus');
    expect([back.alias, back.changeableAt]).toEqual(['Undo Comet', null]);
    expect(await findFormerAlias(as('undoOne', 5 * MINUTE), 'rumpus')).toBeUndefined();
    await expect(undoAliasChange(as('undoOne', 6 * MINUTE), 'rumpus')).rejects.toThrow('to take back');
    await changeAlias(as('undoOther', 6 * MINUTE), 'rumpus', '@me', 'Undo Meteor');
    await changeAlias(as('undoOne', 6 * MINUTE), 'rumpus', '@me', 'Undo Asteroid');
    expect(await heldUntil('Undo Comet')).toBeInstanceOf(Date);
  });

  test('holds a name that was held before for as long as then', async () => {
    await open('undoHeld', ['Held Comet', 'Held Meteor']);
    await changeAlias(as('undoHeld', COOLDOWN_DAYS + 1), 'rumpus', '@me', 'Held Comet');
    const before = await heldUntil('Held Meteor');
    await changeAlias(as('undoHeld', 2 * COOLDOWN_DAYS + 2), 'rumpus', '@me', 'Held Meteor');
    await undoAliasChange(as('undoHeld', 2 * COOLDOWN_DAYS + 2 + MINUTE), 'rumpus');
    expect(await heldUntil('Held Meteor')).toEqual(before);
  });

  test('is refused after ten minutes, after a moderator has replaced it, and where a moderator has denied the former', async () => {
    await open('undoLate', ['Late Comet', 'Late Meteor']);
    expect(await findFormerAlias(as('undoLate', 11 * MINUTE), 'rumpus')).toBeUndefined();
    await expect(undoAliasChange(as('undoLate', 11 * MINUTE), 'rumpus')).rejects.toThrow('to take back');
    await giveRandomAlias(as('undoLate', MINUTE), 'rumpus', 'undoLate', 'staff');
    await expect(undoAliasChange(as('undoLate', MINUTE), 'rumpus')).rejects.toThrow('to take back');
    await open('undoDenied', ['Denied Comet', 'Denied Meteor']);
    await site.parts.db.query(sql`insert into alias_decisions
      (decision_id, context, user_id, alias, decision, decided_by, decided_at, before, rev)
      values (gen_random_uuid(), 'rumpus', 'undoDenied', 'Denied Comet', 'deny', 'staff', now(), '{}', 1)`);
    await expect(undoAliasChange(as('undoDenied'), 'rumpus')).rejects.toThrow('to take back');
    expect((await getOwnAlias(as('undoDenied'), 'rumpus', '@me')).alias).toBe('Denied Meteor');
  });

  test('happens once, however often it is asked for at the same time', async () => {
    await open('undoRace', ['Race Comet', 'Race Meteor']);
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => undoAliasChange(as('undoRace'), 'rumpus')),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await getOwnAlias(as('undoRace'), 'rumpus', '@me')).history).toHaveLength(2);
  });
});
