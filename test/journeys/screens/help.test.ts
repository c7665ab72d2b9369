import { test } from 'vitest';

import { lookOverSubject } from './every-screen.ts';

test('every screen of answers, feedback and messages to the studio passes axe for a visitor, narrow and wide, in light and in dark', () =>
  lookOverSubject('help', ['/support/privacy', '/contact/topics/bug']));
