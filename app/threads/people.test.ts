import { expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

import { decidePerson, findKnownUsers, findPersonStatus, forgetPerson } from './people.server.ts';

const site = useTestSite();
const asStaff = (): Current => {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId: CAST.staff.userId, role: 'staff', ownRole: 'staff' } };
};

test('whom the studio trusts or has blocked, it has so in one noun, by each way in which they are known', async () => {
  const { userId } = CAST.player;
  const person = { noun: 'one', userId, participantIds: [`user ${userId}`, 'email a', 'email a'] };
  const standings = async () => [
    await findPersonStatus(asStaff(), 'one', ['email b', 'email a']),
    await findPersonStatus(asStaff(), 'one', [`user ${userId}`]),
    await findPersonStatus(asStaff(), 'two', [`user ${userId}`, 'email a']),
  ];
  const decided = await Promise.all([1, 2].map(() => decidePerson(asStaff(), person, 'blocked')));
  expect([decided.filter(Boolean), await standings()]).toEqual([[true], ['blocked', 'blocked', undefined]]);
  await decidePerson(asStaff(), { noun: 'one', userId: undefined, participantIds: ['email c'] }, 'blocked');
  expect(await decidePerson(asStaff(), person, 'trusted')).toBe(true);
  expect(await findKnownUsers(asStaff(), 'one')).toMatchObject([
    { userId, status: 'trusted' },
    { userId, status: 'trusted' },
  ]);
  // Of an account all ways at once.
  expect(await forgetPerson(asStaff(), { ...person, participantIds: [] })).toBe(true);
  expect([await standings(), await forgetPerson(asStaff(), person)]).toEqual([
    [undefined, undefined, undefined],
    false,
  ]);
});
