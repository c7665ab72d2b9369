import { test } from 'vitest';

import { answered, lookOverAll } from './every-screen.ts';

/** Screens that staff have alone, or that look otherwise for who is signed in; around them is the same for all of staff. */
const OF_STAFF = ['/about', '/editor', '/account', '/login?prove&returnTo=/account'];
const TELEGRAMS = ['/admin/telegrams', '/admin/telegrams/templates', '/admin/telegrams/campaigns'];
const ADMIN = ['/admin', '/admin/accounts', '/admin/accounts/c0llab', '/admin/alias-moderation', '/admin/mailbox'];
test('screens that staff have alone pass axe', async () => {
  const opened = [...OF_STAFF, ...ADMIN, ...TELEGRAMS];
  await lookOverAll([...answered(opened), { path: '/?masquerade=super', status: 400 }], [], { as: 'staff' });
});

test('the banner of a masquerade passes axe', async () => {
  await lookOverAll(answered(['/admin/accounts?text=sock&masquerade=staff']), [], { as: 'admin' });
});
