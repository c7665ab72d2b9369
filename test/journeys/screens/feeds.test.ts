import { test } from 'vitest';

import { lookOverSubject } from './every-screen.ts';

test('every screen of feeds and their topics passes axe for a visitor, narrow and wide, in light and in dark', () =>
  lookOverSubject('feeds', ['/blog', '/blog/engineering']));
