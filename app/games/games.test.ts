import { describe, expect, test } from 'vitest';

import { ROLES } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import type { Game } from '#content/game.ts';
import { games } from '#content/games.ts';

import { toAudience } from './game.ts';
import { maySeeDrawing, visibleGames } from './games.server.ts';

const sample = games.find(({ slug }) => slug === 'levelhead') as Game;

/** The roles that see a game, lowest first. */
function viewersOf(game: Partial<Game>): Role[] {
  return ROLES.filter((role) => visibleGames({ role }, [{ ...sample, ...game }]).length === 1);
}

describe('a game is visible', () => {
  const [, , ...staff] = ROLES;
  test.each<[Partial<Game>, Role[]]>([
    [{ minUsertype: 'public' }, [...ROLES]],
    [{ minUsertype: 'authenticated' }, ['authenticated', ...staff]],
    [{ minUsertype: 'staff' }, staff],
    [{ minUsertype: 'admin' }, ['admin', 'super']],
    [{ minUsertype: 'super' }, ['super']],
    [{ minUsertype: 'public', unpublished: true }, staff],
    [{ minUsertype: 'authenticated', unpublished: true }, staff],
    [{ minUsertype: 'admin', unpublished: true }, ['admin', 'super']],
  ])('%j to %j', (game, viewers) => {
    expect(viewersOf(game)).toEqual(viewers);
  });
});

test('a game that not everyone sees is marked with the reason', () => {
  expect(toAudience({ ...sample })).toBe('everyone');
  expect(toAudience({ ...sample, unpublished: true })).toBe('unpublished');
  expect(toAudience({ ...sample, minUsertype: 'staff' })).toBe('members');
});

test('a drawing of a game is visible to viewers of the game, any other to everyone', () => {
  const viewersOf = (name: string) => ROLES.filter((role) => maySeeDrawing({ role }, name));
  const [, , ...staff] = ROLES;
  for (const game of games) {
    const seenBy = game.unpublished || game.minUsertype !== 'public' ? staff : [...ROLES];
    for (const name of [`box-${game.slug}`, `banner-${game.slug}`, `banner-${game.slug}-narrow`]) {
      expect([name, viewersOf(name)]).toEqual([name, seenBy]);
    }
  }
  for (const name of ['logo', 'box', 'box-', 'no-such-drawing']) expect(viewersOf(name)).toEqual([...ROLES]);
});
