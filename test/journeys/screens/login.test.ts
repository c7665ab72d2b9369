import { test } from 'vitest';

import { lookOverSubject } from './every-screen.ts';

test('every screen of signing in, of leaving the site and of development passes axe for a visitor, narrow and wide, in light and in dark', () =>
  lookOverSubject('login', ['/login', '/dev/mail', '/linkout?url=https%3A%2F%2Fexample.com%2Fa%2Fb']));
