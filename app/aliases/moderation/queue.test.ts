import { describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { FORBIDDEN, useAliases } from '#test/people/aliases.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import { changeAlias } from '../naming/changes.server.ts';
import type { QueueEntry } from './moderation.ts';

const site = useTestSite();
const { give, as, decide, flagged, queue, report, seen } = useAliases(site);
const { creator } = CAST;

describe('GET /api/aliases/moderation', () => {
  test.each<[CastName | undefined, unknown[]]>([
    [undefined, [401, 'Bad credentials!']],
    ['player', FORBIDDEN],
    ['staff', [200]],
    ['admin', [200]],
    ['super', [200]],
  ])('answers %s %j', async (who, expected) => {
    const response = await site.ask(who, '/api/aliases/moderation');
    expect(response.status === 200 ? [200] : await refusalOf(response)).toEqual(expected);
  });

  test('returns the flags of a name: lookalikes, the letters that cause them, and mixed scripts', async () => {
    await flagged('copycat', 'limes11', 'Ιimes11');
    expect(await queue()).toMatchObject([
      {
        context: 'rumpus',
        userId: 'copycat',
        alias: 'Ιimes11',
        state: 'pending',
        reports: 0,
        safeAlias: expect.stringMatching(/#\d{5}$/),
        flags: [
          { kind: 'lookalike', userIds: ['original'] },
          { kind: 'mixedScripts', scripts: ['Greek', 'Latin'] },
        ],
        lookalikes: [{ userId: 'original', alias: 'limes11' }],
        letters: expect.arrayContaining([
          { letter: 'Ι', scripts: ['Greek'], likeness: 'l' },
          { letter: 'm', scripts: ['Latin'], likeness: 'rn' },
        ]),
      },
    ]);
  });

  test('says what everybody else sees of a player now, whoever asks', async () => {
    const given = await flagged('copycat', 'limes11', 'Iimes11');
    const seenAs = async () => (await queue('?userId=copycat')).map((entry) => [entry.alias, entry.seenAs]);
    expect(await seenAs()).toEqual([['Iimes11', given.safeAlias]]);
    await decide('staff', 'copycat', { decision: 'approve' });
    expect(await seenAs()).toEqual([['Iimes11', 'Iimes11']]);
    expect(await seen('copycat')).toMatchObject({ alias: 'Iimes11' });
    for (const who of ['player', 'creator', 'collaborator'] as const) await report(who, 'copycat');
    expect(await seenAs()).toEqual([['Iimes11', given.safeAlias]]);
  });

  test('says of each name whether the actor may decide on it: not their own, and none of an equal or higher role', async () => {
    for (const who of ['creator', 'staff', 'admin', 'super'] as const) await give(CAST[who].userId, `Name of ${who}`);
    const mayDecideOf = async (by: CastName) => {
      const flags = ['creator', 'staff', 'admin', 'super'].map(async (who) => {
        const path = `/api/aliases/moderation?userId=${CAST[who as CastName].userId}`;
        return (await dataOf<QueueEntry[]>(await site.ask(by, path))).map(({ mayDecide }) => mayDecide);
      });
      return (await Promise.all(flags)).flat();
    };
    expect(await mayDecideOf('staff')).toEqual([true, false, false, false]);
    expect(await mayDecideOf('admin')).toEqual([true, true, false, false]);
    expect(await mayDecideOf('super')).toEqual([true, true, true, false]);
  });

  test('pages by Link, each name once, oldest first', async () => {
    const names = ['Ωa', 'Ωb', 'Ωc', 'Ωd', 'Ωe'];
    for (const [at, name] of names.entries()) await changeAlias(as(`waiter${at}`), 'rumpus', '@me', name);
    const found: string[] = [];
    let next: string | undefined = '/api/aliases/moderation?limit=2&local-cache-id=1';
    while (next !== undefined) {
      const response: Response = await site.ask('staff', next);
      found.push(...(await dataOf<QueueEntry[]>(response)).map(({ alias }) => alias));
      next = linksOf(response).next;
    }
    expect(found).toEqual(names);
  });

  test('refuses a cursor of another queue and a made-up one', async () => {
    for (const name of ['Ωa', 'Ωb']) await changeAlias(as(`waiter${name.charCodeAt(1)}`), 'rumpus', '@me', name);
    const link = (await site.ask('staff', '/api/aliases/moderation?limit=1')).headers.get('link') ?? '';
    const after = /after=([^&>]*)/.exec(link)?.[1] ?? '';
    for (const query of [`state=denied&after=${after}`, 'after=made-up'])
      expect(await refusalOf(await site.ask('staff', `/api/aliases/moderation?${query}`))).toEqual([
        400,
        'Invalid after: not a cursor of this queue.',
      ]);
  });

  test('filters by user, whatever the state of their names, and by context', async () => {
    await give(creator.userId, 'Builder', 'levelhead');
    expect((await queue(`?userId=${creator.userId}`)).map(({ context, state }) => [context, state])).toEqual([
      ['rumpus', 'approved'],
      ['levelhead', 'approved'],
    ]);
    expect(await queue(`?userId=${creator.userId}&context=levelhead`)).toMatchObject([{ alias: 'Builder' }]);
  });
});
