import { beforeAll, describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { FORBIDDEN, useAliases } from '#test/people/aliases.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import type { Decision } from './moderation.ts';

const site = useTestSite();
const { give, decide, undo, stateOf } = useAliases(site);
const TEAM = ['staff', 'admin', 'super'] as const;
const OWN = [403, 'You can’t judge your own alias. Somebody else has to.'];
const WHATEVER_IT_IS = { 'if-match': '*' };

beforeAll(async () => {
  for (const role of TEAM) await setAccount(systemCurrent(site.parts), `other${role}`, role);
});

const outcome = async (response: Response) => (response.ok ? 'done' : await refusalOf(response));
const deny = (by: CastName, userId: string) => decide(by, userId, { decision: 'deny', reason: 'Hm.' }, WHATEVER_IT_IS);

describe('the name of a team member', () => {
  // No role is higher than super: without this exception a reported name of theirs would stay hidden for good.
  test.each([
    ['staff', [FORBIDDEN, FORBIDDEN, FORBIDDEN]],
    ['admin', ['done', FORBIDDEN, FORBIDDEN]],
    ['super', ['done', 'done', 'done']],
  ] as const)('is decided on by %s only with a higher role, and a super’s by another super', async (by, expected) => {
    for (const [at, role] of TEAM.entries()) {
      await give(`other${role}`, `Name of ${role}`);
      for (const decision of ['approve', 'deny', 'replace', 'whitelist']) {
        const body = { decision, reason: 'Hm.' };
        const answer = await outcome(await decide(by, `other${role}`, body, WHATEVER_IT_IS));
        expect(answer, `${decision} of ${role}`).toEqual(expected[at]);
      }
    }
  });

  test('is refused to a super who masquerades as staff', async () => {
    await give('otheradmin', 'Name of admin');
    const door = openTestApp(site);
    const { cookie, xsrf } = await door.signIn('super');
    const headers = { cookie: `${cookie}; masquerade=staff`, 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
    const response = await door.sendRequest('/api/aliases/contexts/rumpus/users/otheradmin/decisions', {
      method: 'POST',
      headers: { ...headers, 'if-match': '*' },
      body: '{"decision":"deny","reason":"Hm."}',
    });
    expect(await refusalOf(response)).toEqual(FORBIDDEN);
  });

  test('stays as decided until someone of a higher role undoes it', async () => {
    await give('otheradmin', 'Name of admin');
    const { decisionId } = await dataOf<Decision>(await deny('super', 'otheradmin'));
    for (const by of ['staff', 'admin'] as const) expect(await outcome(await undo(by, decisionId))).toEqual(FORBIDDEN);
    expect(await stateOf('otheradmin')).toMatchObject({ state: 'denied' });
    expect(await outcome(await undo('super', decisionId))).toBe('done');
  });

  test('is never restored by its owner, whatever their role', async () => {
    const { userId, alias } = CAST.staff;
    await give(userId, alias);
    const { decisionId } = await dataOf<Decision>(await deny('admin', userId));
    expect(await outcome(await undo('staff', decisionId))).toEqual(OWN);
    expect(await stateOf(userId)).toMatchObject({ state: 'denied' });
  });
});
