import { test } from 'vitest';

import { lookOverSubject } from './every-screen.ts';

test('every screen of policies passes axe for a visitor, narrow and wide, in light and in dark', () =>
  lookOverSubject('policies', ['/terms', '/privacy']));
