import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';

import { addErrors, addPageViews, addVitals, fillDataset, findErrors, findPageViews } from './calls.ts';
import { addRows } from './datasets/dataset-rows.server.ts';
import { REMAINING_HEADER } from './reports.ts';
import { findErrors as listErrors, findPageViews as listPageViews } from './rows.server.ts';
import { saveErrors, savePageViews, saveVitals } from './telemetry.server.ts';

export const telemetryAnswers: SiteAnswer[] = [
  answer(
    addPageViews,
    async (current: Current, { body, request }) => {
      return taken(await savePageViews(current, body.data, request.headers));
    },
    { body: { data: [{ '@time': '2026-11-20T08:00:00Z', url: '/games', referer: '' }] } },
  ),
  answer(
    addErrors,
    async (current: Current, { body, request }) => {
      return taken(await saveErrors(current, body.data, request.headers));
    },
    { body: { data: [{ '@time': '2026-11-20T08:00:00Z', message: 'x is not a function' }] } },
  ),
  answer(
    addVitals,
    async (current: Current, { body, request }) => {
      return taken(await saveVitals(current, body.data, request.headers));
    },
    {
      body: {
        data: [{ '@time': '2026-11-20T08:00:00Z', url: '/games', name: 'LCP', value: 812.4, device: 'desktop' }],
      },
    },
  ),
  answer(
    fillDataset,
    async (current: Current, { params, body }) => {
      await addRows(current, params.dataset, body.data);
      return { status: 202 };
    },
    {
      unaudited: 'The rows are what was told; they name nobody.',
      params: { dataset: 'runs' },
      body: { data: [{ biome: 'bog', seconds: 312.5 }] },
    },
  ),
  answer(findPageViews, async (current: Current, { query }) => toPageReply(await listPageViews(current, query)), {
    query: { limit: '2' },
  }),
  answer(findErrors, async (current: Current, { query }) => toPageReply(await listErrors(current, query)), {
    query: { limit: '2' },
  }),
];

function taken(remaining: number | undefined): Reply {
  return { status: 202, ...(remaining !== undefined && { headers: { [REMAINING_HEADER]: String(remaining) } }) };
}

function toPageReply({ rows, next }: { rows: unknown[]; next: string | undefined }): Reply {
  return { data: rows, pages: { next: { after: next } } };
}
