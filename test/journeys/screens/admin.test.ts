import { test } from 'vitest';

import { answered, lookOverAll } from './every-screen.ts';

const TELEGRAMS = ['/admin/telegrams', '/admin/telegrams/templates', '/admin/telegrams/campaigns'];
const ADMIN = ['/admin', '/admin/accounts', '/admin/accounts/c0llab', '/admin/alias-moderation', '/admin/mailbox'];
test('screens of the admin area pass axe', () => lookOverAll(answered([...ADMIN, ...TELEGRAMS]), [], { as: 'staff' }));

test('the banner of a masquerade passes axe', async () => {
  await lookOverAll(answered(['/admin/accounts?text=sock&masquerade=staff']), [], { as: 'admin' });
});
