import type { Noun } from '#app/noun/noun.server.ts';

import { linkMail } from './by-mail/link.mail.tsx';
import { readyMail } from './by-mail/ready.mail.tsx';
import { exportErasure } from './erasure.server.ts';
import { exportEvent } from './event-kinds.server.ts';
import type { ExportCatalog } from './export-catalog.server.ts';
import { findExportFiles } from './exports.server.ts';
import { exportJobs } from './jobs.server.ts';
import { exportRows } from './personal-rows.server.ts';

/** @param catalog what all nouns hand to people */
export const exports = (catalog: () => ExportCatalog): Noun => ({
  name: 'exports',
  jobs: (current) => exportJobs(current, catalog),
  mails: [linkMail, readyMail],
  events: [exportEvent],
  findFiles: findExportFiles,
  userIds: { data_exports: ['owner', 'user_id'] },
  ...exportRows,
  ...exportErasure,
});
