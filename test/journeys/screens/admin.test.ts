import { test } from 'vitest';

import { visit } from '../visitor.ts';
import { OF_STAFF, answered, findItemPath, lookOverAll } from './every-screen.ts';

test('screens of the admin area pass axe', () => lookOverAll(answered(OF_STAFF), [], { as: 'staff' }));

test('the banner of a masquerade passes axe', async () => {
  await lookOverAll(answered(['/admin/accounts?text=sock&masquerade=staff']), [], { as: 'admin' });
});

test('the parts of the page of an item pass axe', async () => {
  const path = await findItemPath((await visit({ as: 'staff' })).page);
  const parts = [
    '',
    '?hex=0',
    '?view=people',
    '?view=stats',
    '?view=versions',
    '?view=access&as=public',
    '?view=history',
  ];
  await lookOverAll(answered(parts.map((part) => path + part)), [], { as: 'staff' });
});
