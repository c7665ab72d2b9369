import { describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useAliases } from '#test/people/aliases.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import type { Alias } from '../alias.ts';
import { REPORTS_TO_HIDE } from '../alias.ts';
import { reportAlias } from './reports.server.ts';

const site = useTestSite();
const { as, post, seen, report, decide, queue, stateOf } = useAliases(site);
const { creator } = CAST;

describe('POST …/reports', () => {
  test.each<[CastName | undefined, unknown[]]>([
    [undefined, [401, 'Bad credentials!']],
    ['player', [204]],
    ['creator', [403, 'You can’t judge your own alias. Somebody else has to.']],
    ['staff', [204]],
    ['admin', [204]],
    ['super', [204]],
  ])('by %s answers %j', async (who, expected) => {
    const response = await report(who, creator.userId);
    expect(response.status === 204 ? [204] : await refusalOf(response)).toEqual(expected);
  });

  test('counts one report for each reporter and name, also of concurrent ones', async () => {
    const reports = Array.from({ length: 20 }, () => report('player', creator.userId));
    for (const { status } of await Promise.all(reports)) expect(status).toBe(204);
    const path = `/api/aliases/contexts/rumpus/users?userIds=${creator.userId}`;
    const [found] = await dataOf<Alias[]>(await site.ask('staff', path));
    expect(found).toMatchObject({ reports: 1, whitelisted: false });
  });

  test('hides a name once enough people have reported it, until a moderator decides', async () => {
    const people = Array.from({ length: REPORTS_TO_HIDE }, (_one, at) => `reporter${at}`);
    for (const userId of people.slice(1)) await reportAlias(as(userId), 'rumpus', creator.userId, 'rude');
    expect(await seen(creator.userId)).toMatchObject({ alias: creator.alias });
    await reportAlias(as(people[0] ?? ''), 'rumpus', creator.userId, 'impersonation');
    const { safeAlias } = await stateOf(creator.userId);
    expect(await seen(creator.userId)).toMatchObject({ alias: safeAlias, context: 'rumpus-safe' });
    const [entry] = await queue();
    expect(entry).toMatchObject({ userId: creator.userId, reports: REPORTS_TO_HIDE, state: 'pending' });
    expect(entry?.reportedFor.map(({ reason, count }) => [reason, count])).toEqual([
      ['rude', REPORTS_TO_HIDE - 1],
      ['impersonation', 1],
    ]);
  });

  test('counts all reports of 20 people at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_one, at) => reportAlias(as(`crowd${at}`), 'rumpus', creator.userId, 'other')),
    );
    expect((await queue())[0]).toMatchObject({ reports: 20, state: 'pending' });
  });

  test('counts anew after an approval, and never hides a whitelisted name', async () => {
    const reportBy = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_one, at) =>
          reportAlias(as(`again${from + at}`), 'rumpus', creator.userId, 'rude'),
        ),
      );
    await reportBy(0, REPORTS_TO_HIDE);
    expect((await decide('staff', creator.userId, { decision: 'approve' })).status).toBe(201);
    await reportBy(REPORTS_TO_HIDE, 2 * REPORTS_TO_HIDE - 1);
    expect(await stateOf(creator.userId)).toMatchObject({ state: 'approved' });
    await reportBy(2 * REPORTS_TO_HIDE - 1, 2 * REPORTS_TO_HIDE);
    expect(await stateOf(creator.userId)).toMatchObject({ state: 'pending' });
    expect((await decide('staff', creator.userId, { decision: 'whitelist' })).status).toBe(201);
    await reportBy(10, 20);
    expect(await seen(creator.userId)).toMatchObject({ alias: creator.alias });
  });

  test('answers 404 for a user without a name and for an unknown context, and 400 for an unknown reason', async () => {
    expect(await refusalOf(await report('player', 'nobody'))).toEqual([404, 'Nobody of that id has a name there.']);
    const elsewhere = await post('player', `/contexts/elsewhere/users/${creator.userId}/reports`, { reason: 'rude' });
    expect(elsewhere.status).toBe(404);
    expect((await report('player', creator.userId, 'boredom')).status).toBe(400);
  });
});
