import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';

import { seedDemoFeedback } from '../feedbag/feedbag.ts';
import { seedSmallWorld } from '../levelhead.ts';
import { useTestSite } from '../site.ts';
import { createCrate } from '../storage.ts';

const site = useTestSite();
beforeAll(async () => {
  await seedSmallWorld(site);
  await seedDemoFeedback(systemCurrent(site.parts));
  await createCrate(site, 'posts');
});

const PLACES = [
  '/blog?q=',
  '/support?q=',
  '/feedbag/crashlands-2/entries?text=',
  '/api/feedbag/projects/crashlands-2/similar?text=',
  '/contact/topics/bug?title=',
  '/contact/submissions?view=all&text=',
  '/contact/submissions.csv?view=all&text=',
  '/games/levelhead/tower?q=',
  '/games/levelhead/tower?q=by:',
  '/games/levelhead/players?code=',
  '/api/levelhead/levels?title=',
  '/api/storage/crates/posts/items?q=',
  '/api/console/things?text=',
  '/admin/crates/posts/items?q=',
  '/admin/crates/posts/items?search=',
];

/** Letters that no alphabet of a keyboard is without: as many words as are looked for, none known, each as long as can be. */
const LONG_WORDS = Array.from('qxzjvwky', (letter) => `${letter}${'abcdefgh'.repeat(3)}`).join(' ');
const TYPED = [
  "' | 'a' & !(b):*",
  '\\',
  "'';--",
  '"',
  '%_%',
  '-"-"-',
  '~^=+',
  '\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}'.repeat(20),
  '漢'.repeat(200),
  'ก็่้๊๋'.repeat(30),
  'a\u0301'.repeat(120),
  'ß'.repeat(200),
  'a@'.repeat(100),
  'a.b-'.repeat(60),
  '\u202e\u0000\ufffe',
  '\ud800',
  LONG_WORDS,
  'ab '.repeat(80),
  '__proto__ constructor',
];

test.each(PLACES)('whatever is typed at %s gets an answer', async (place) => {
  for (const typed of TYPED) {
    const escaped = typed.isWellFormed() ? encodeURIComponent(typed) : '%ED%A0%80';
    const response = await site.ask('staff', place + escaped);
    await response.text();
    expect([typed, response.status < 500], place).toEqual([typed, true]);
  }
});
