import { test } from 'vitest';

import { OF_STAFF, answered, lookOverAll } from './every-screen.ts';

test('screens of the admin area pass axe', () => lookOverAll(answered(OF_STAFF), [], { as: 'staff' }));

test('the banner of a masquerade passes axe', async () => {
  await lookOverAll(answered(['/admin/accounts?text=sock&masquerade=staff']), [], { as: 'admin' });
});
