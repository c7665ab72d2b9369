import { test } from 'vitest';

import { lookOverSubject } from './every-screen.ts';

test('every screen of posts passes axe for a visitor, narrow and wide, in light and in dark', () =>
  lookOverSubject('posts', ['/post/memoirs-of-an-off-by-one']));
