import { test } from 'vitest';

import { answered, lookOverAll } from './every-screen.ts';

const OF_RELEASES = ['', '/levelhead', '/levelhead/new', '/levelhead/1.12.0', '/levelhead/1.12.0/versions'];
test('screens where releases are written pass axe', () =>
  lookOverAll(answered(OF_RELEASES.map((path) => `/editor/releases${path}`)), [], { as: 'staff' }));
