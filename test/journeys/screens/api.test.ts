import { test } from 'vitest';

import { lookOverSubject } from './every-screen.ts';

test('every screen of the documentation of the API passes axe for a visitor, narrow and wide, in light and in dark', () =>
  lookOverSubject('api', ['/api/docs/community-edition']));
