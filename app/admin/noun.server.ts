import type { ConsoleParts, Noun } from '#app/noun/noun.server.ts';

import { consoleAnswers } from './answers.server.ts';
import { testerAudit } from './api/audit-kinds.server.ts';
import { adminErasure } from './erasure.server.ts';
import { itemViewRows } from './items/personal-rows.server.ts';
import { consoleMeanings } from './meanings.server.ts';

/** @param parts of all nouns, once all have said theirs */
export const admin = (parts: () => ConsoleParts): Noun => ({
  name: 'admin',
  answers: consoleAnswers(parts),
  meanings: consoleMeanings,
  audit: [testerAudit],
  userIds: { item_views: ['user_id'] },
  ...itemViewRows,
  ...adminErasure,
  adminPlaces: [
    { to: '/admin', name: 'admin.home.name', about: 'admin.home.about', least: 'staff' },
    { to: '/admin/accounts', name: 'admin.accounts.name', about: 'admin.accounts.about', least: 'staff' },
    { to: '/admin/crates', name: 'admin.crates.name', about: 'admin.crates.aboutPage', least: 'staff' },
    { to: '/admin/apps', name: 'admin.apps.title', about: 'admin.apps.about', least: 'admin' },
    { to: '/admin/api', name: 'admin.tester.name', about: 'admin.tester.about', least: 'staff' },
    { to: '/admin/telemetry', name: 'admin.telemetry.name', about: 'admin.telemetry.about', least: 'staff' },
    { to: '/admin/audit', name: 'admin.audit.name', about: 'admin.audit.about', least: 'admin' },
  ],
});
