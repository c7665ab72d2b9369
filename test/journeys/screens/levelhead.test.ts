import { test } from 'vitest';

import { lookOverSubject } from './every-screen.ts';

test('every screen of levels and their players passes axe for a visitor, narrow and wide, in light and in dark', () =>
  lookOverSubject('levelhead', ['/games/levelhead/tower', '/games/levelhead/levels/0hds26q']));
