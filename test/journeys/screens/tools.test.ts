import { test } from 'vitest';

import { lookOverSubject } from './every-screen.ts';

test('every screen of tools and their changes passes axe for a visitor, narrow and wide, in light and in dark', () =>
  lookOverSubject('tools', ['/changelog', '/rumpus-ce']));
