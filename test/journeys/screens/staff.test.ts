import { test } from 'vitest';

import { answered, lookOverAll } from './every-screen.ts';

/** Screens that staff have alone, or that look otherwise for who is signed in; around them is the same for all of staff. */
const OF_STAFF = ['/about', '/contact/submissions', '/account', '/login?prove&returnTo=/account'];
test('screens that staff have alone outside the admin area pass axe', () =>
  lookOverAll([...answered(OF_STAFF), { path: '/?masquerade=super', status: 400 }], [], { as: 'staff' }));
