import type { Noun } from '#app/noun/noun.server.ts';

import { testerAudit } from './api/audit-kinds.server.ts';

export const admin: Noun = {
  name: 'admin',
  audit: [testerAudit],
  adminPlaces: [
    { to: '/admin', name: 'admin.home.name', about: 'admin.home.about', least: 'staff' },
    { to: '/admin/accounts', name: 'admin.accounts.name', about: 'admin.accounts.about', least: 'staff' },
    { to: '/admin/api', name: 'admin.tester.name', about: 'admin.tester.about', least: 'staff' },
  ],
};
