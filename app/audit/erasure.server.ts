import type { Erasure, PersonalData } from '#app/current/personal-data.server.ts';

import { eraseAuditValues } from './chain/erasure.server.ts';

/** What entries say of them, under their id, their addresses and their names; the chain stays as it was signed. */
const auditEntries: Erasure = {
  name: 'audit.entries',
  run: async (current, { userId, emails, names }) => {
    const [first, ...others] = [...new Set([...(userId === null ? [] : [userId]), ...names, ...emails])];
    if (first === undefined) return { changed: 0, next: undefined };
    return { changed: await eraseAuditValues(current, first, others), next: undefined };
  },
};

export const auditErasure = {
  fates: {
    'audit.user_id': 'erased',
    'audit.before': 'erased',
    'audit.after': 'erased',
    'audit.target': 'erased',
    'audit_chain.fault': 'nobody',
    'audit_links.kept_salts': 'nobody',
  },
  erasures: [auditEntries],
  moves: {
    'audit.user_id': 'signed',
    'audit.before': 'signed',
    'audit.after': 'signed',
    'audit.target': 'signed',
  },
} as const satisfies PersonalData;
