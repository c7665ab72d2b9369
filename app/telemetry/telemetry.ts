import * as z from 'zod/mini';

import { pageLimit } from '#lib/calls/page.ts';

import { MAX_EVENTS, MAX_VERSION } from './limits.ts';
import { DEVICES, VITALS } from './vitals/vital.ts';

const eventsText = `1 to ${MAX_EVENTS} events`;
const makeTextSchema = (what: string) => z.string(what);
const Time = z.iso.datetime({ offset: true, error: 'a time as ISO 8601 writes it' });

const Version = makeTextSchema('a version').check(z.maxLength(MAX_VERSION, 'a version'));

const Event = {
  /** By the browser's clock. */
  '@time': Time,
  /** Events with the same id are stored once. */
  '@id': z.optional(z.uuid('a UUID')),
};

export const PageView = z.object({
  ...Event,
  url: makeTextSchema('an address of this site'),
  referer: z._default(makeTextSchema('an address, or empty'), ''),
});
export type PageView = z.output<typeof PageView>;

export const ErrorEvent = z.object({
  ...Event,
  message: makeTextSchema('text'),
  trace: z._default(makeTextSchema('text'), ''),
  context: z._default(z.union([z.string(), z.record(z.string(), z.unknown())], 'text or a JSON object'), ''),
  /** Of the site that the page runs, which may be older than that which answers. */
  version: z.optional(Version),
});
export type ErrorEvent = z.output<typeof ErrorEvent>;

export const VitalEvent = z.object({
  ...Event,
  /** Of the page that the browser loaded. */
  url: makeTextSchema('an address of this site'),
  name: z.enum(VITALS, `one of ${VITALS.join(', ')}`),
  /** Milliseconds; of a layout shift its score. */
  value: z.number('a number').check(z.minimum(0, 'a number from 0'), z.maximum(3_600_000, 'an hour at most')),
  device: z.enum(DEVICES, `one of ${DEVICES.join(', ')}`),
  version: z.optional(Version),
});
export type VitalEvent = z.output<typeof VitalEvent>;

export const VitalEvents = z.object({ data: makeListSchema(VitalEvent) });
export const PageViews = z.object({ data: makeListSchema(PageView) });
export const ErrorEvents = z.object({ data: makeListSchema(ErrorEvent) });

function makeListSchema<Item extends z.ZodMiniType>(item: Item) {
  return z.array(item, eventsText).check(z.minLength(1, eventsText), z.maxLength(MAX_EVENTS, eventsText));
}

const storedFields = {
  id: z.uuid(),
  '@time': z.iso.datetime(),
  receivedAt: z.iso.datetime(),
  /** The same for one visitor on one day, different on others. */
  visitor: z.string(),
  isBot: z.boolean(),
};

export const StoredPageView = z.object({
  ...storedFields,
  url: z.string(),
  referer: z.string(),
  locale: z.string(),
  referrerHost: z.string(),
});
export type StoredPageView = z.output<typeof StoredPageView>;

export const StoredError = z.object({
  ...storedFields,
  message: z.string(),
  trace: z.string(),
  context: z.string(),
  fingerprint: z.string(),
  /** How often it was met; the other times are those of the last one. */
  occurrences: z.number(),
  firstSeenAt: z.iso.datetime(),
  /** Of the site, when it was met last. */
  version: z.string(),
});
export type StoredError = z.output<typeof StoredError>;

/** A time in milliseconds, in base 36, and the id of a row. */
const CURSOR = /^[0-9a-z]{1,9}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const RowsQuery = z.object({
  limit: pageLimit(128, 32),
  after: z.optional(z.string().check(z.regex(CURSOR, 'a place that a Link has told'))),
});
export type RowsQuery = z.output<typeof RowsQuery>;
