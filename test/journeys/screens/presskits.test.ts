import { test } from 'vitest';

import { lookOverSubject } from './every-screen.ts';

test('every press kit passes axe for a visitor, narrow and wide, in light and in dark', () =>
  lookOverSubject('presskits', ['/games/levelhead/presskit']));
