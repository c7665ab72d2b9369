import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import * as calls from './calls.ts';
import { exportCrate } from './export.server.ts';
import { importCrate } from './import.server.ts';

const headers = { 'content-type': 'application/x-ndjson', 'x-content-type-options': 'nosniff' };

export const transferAnswers: SiteAnswer[] = [
  answer(calls.exportCrate, async (current: Current, { params: { crateId }, query }) => ({
    body: await exportCrate(current, crateId, query.after),
    headers: { ...headers, 'content-disposition': `attachment; filename="${crateId}.ndjson"` },
  })),
  answer(
    calls.importCrate,
    async (current: Current, { params: { crateId }, query, request }) => {
      const options = { replace: query.replace === true, newIds: query.ids === 'new' };
      return { body: await importCrate(current, crateId, options, request), headers };
    },
    { audit: 'crate.import', params: { crateId: 'workshop' }, bytes: '{}' },
  ),
];
