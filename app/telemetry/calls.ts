import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';

import { DatasetId } from './datasets/dataset.ts';
import { datasetFull, noDataset } from './datasets/problems.ts';
import { MAX_BYTES, MAX_EVENTS, PATHS } from './limits.ts';
import { telemetryFull } from './problems.ts';
import { ErrorEvents, StoredError, StoredPageView, PageViews, RowsQuery, VitalEvents } from './telemetry.ts';

const TAKEN = { status: 202, description: 'They are kept, or not wanted, as DNT and Sec-GPC tell.' };

export const addPageViews = call({
  id: 'telemetry.addPageViews',
  method: 'POST',
  path: PATHS.pageViews,
  least: 'public',
  isInternal: true,
  summary: 'The pages that were looked at. Reads no cookie, needs no token, and never answers 401.',
  body: { json: PageViews, maxBytes: MAX_BYTES },
  success: [TAKEN],
  problems: [telemetryFull],
});

export const addErrors = call({
  id: 'telemetry.addErrors',
  method: 'POST',
  path: PATHS.errors,
  least: 'public',
  isInternal: true,
  summary:
    'The errors that pages ran into; equal ones are counted up. Reads no cookie, needs no token, and never answers 401.',
  body: { json: ErrorEvents, maxBytes: MAX_BYTES },
  success: [TAKEN],
  problems: [telemetryFull],
});

export const addVitals = call({
  id: 'telemetry.addVitals',
  method: 'POST',
  path: PATHS.vitals,
  least: 'public',
  isInternal: true,
  summary: 'How fast pages were. Reads no cookie, needs no token, and never answers 401.',
  body: { json: VitalEvents, maxBytes: MAX_BYTES },
  success: [TAKEN],
  problems: [telemetryFull],
});

const rowsText = `1 to ${MAX_EVENTS} rows`;

export const fillDataset = call({
  id: 'telemetry.fillDataset',
  method: 'POST',
  path: '/api/telemetry/datasets/{dataset}',
  least: 'staff',
  summary: 'A game’s server tells what happened, in the fields that the studio has declared for this data set.',
  params: z.object({ dataset: DatasetId }),
  body: {
    json: z.object({
      data: z
        .array(z.record(z.string(), z.union([z.number(), z.string()], 'a number or text')), rowsText)
        .check(z.minLength(1, rowsText), z.maxLength(MAX_EVENTS, rowsText)),
    }),
    maxBytes: MAX_BYTES,
  },
  success: [{ status: 202, description: 'They are kept; those with an @id that is known were kept before.' }],
  problems: [badCredentials, notAllowed, noDataset, datasetFull],
  byApp: 'telemetry:write',
});

export const findPageViews = call({
  id: 'telemetry.findPageViews',
  method: 'GET',
  path: PATHS.pageViews,
  least: 'staff',
  summary: 'The page views of the last 90 days, the newest first. The Link header gives what was before.',
  query: RowsQuery,
  success: [{ status: 200, description: 'The page views.', data: z.array(StoredPageView) }],
  problems: [badCredentials, notAllowed],
});

export const findErrors = call({
  id: 'telemetry.findErrors',
  method: 'GET',
  path: PATHS.errors,
  least: 'staff',
  summary: 'The errors of the last 90 days, those met last first, each once. The Link header gives what was before.',
  query: RowsQuery,
  success: [{ status: 200, description: 'The errors.', data: z.array(StoredError) }],
  problems: [badCredentials, notAllowed],
});
