import { expect, test } from 'vitest';

import { OF_STAFF, SCREEN_SUBJECTS, answered, lookOverAll, publicScreens } from './screens/every-screen.ts';

/** All rules wide and light; the colours, narrow and dark. `npm run test:full` looks over every screen in all four ways. */
const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const;

test('one screen of each kind passes axe for a visitor, as the server sends it', async () => {
  const found = await Promise.all(SCREEN_SUBJECTS.map(publicScreens));
  const kinds = new Map(found.flatMap(({ opened }) => opened).map((path) => [kindOf(path), path]));
  expect(kinds.size).toBeGreaterThan(25);
  await lookOverAll([], answered([...kinds.values()]), { looks: LOOKS });
});

test('the screens of staff pass axe as the server sends them', () =>
  lookOverAll([], answered([...OF_STAFF, '/contact/submissions', '/account']), {
    as: 'staff',
    looks: LOOKS,
  }));

/** By its first words, and by how deep it lies below them. */
function kindOf(path: string): string {
  const [first = '', second = '', ...rest] = path.replace(/\?.*/, '').slice(1).split('/');
  return [first, ['levelhead', 'presskit', 'topics'].includes(second) ? second : second !== '', rest.length].join('/');
}
