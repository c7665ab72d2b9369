import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';

import {
  invalidShortlink,
  noShortlink,
  slugReserved,
  slugTaken,
  targetLooksAlike,
  targetLoops,
  targetNotAllowed,
  wrongCursor,
} from './problems.ts';
import {
  NewShortlink,
  SHORTLINK_LISTS,
  ShortlinkChange,
  ShortlinkRecord,
  VISIT_SPANS,
  VisitCount,
  LinkVisitSums,
} from './shortlink.ts';

/** Of keys of staff: it gives their owner's role for these calls. */
const MANAGE = 'rumpus-shortlinks-manage';
const params = z.object({ slug: z.string() });
const OF_STAFF = [badCredentials, notAllowed] as const;
const WRONG_TARGETS = [targetNotAllowed, targetLoops, targetLooksAlike] as const;

export const ShortlinkVisits = z.object({ sums: z.array(LinkVisitSums), counts: z.array(VisitCount) });

export const findShortlinks = call({
  id: 'shortlinks.findShortlinks',
  method: 'GET',
  path: '/api/shortlinks',
  least: 'staff',
  summary: 'The shortlinks, the newest first. The Link header gives what was before.',
  query: z.object({
    list: z._default(z.enum(SHORTLINK_LISTS), 'working'),
    text: z._default(z.string().check(z.maxLength(200)), ''),
    tag: z._default(z.string().check(z.maxLength(32)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    after: z.optional(z.string()),
  }),
  success: [{ status: 200, description: 'The shortlinks.', data: z.array(ShortlinkRecord) }],
  problems: [...OF_STAFF, wrongCursor],
  byKey: MANAGE,
});

export const createShortlink = call({
  id: 'shortlinks.createShortlink',
  method: 'POST',
  path: '/api/shortlinks',
  least: 'staff',
  summary: 'Makes a shortlink, with a slug of your own or one that is made.',
  body: { json: NewShortlink, refusal: invalidShortlink },
  success: [{ status: 201, description: 'The shortlink.', data: ShortlinkRecord }],
  problems: [...OF_STAFF, slugTaken, slugReserved, ...WRONG_TARGETS],
  byKey: MANAGE,
});

export const getShortlink = call({
  id: 'shortlinks.getShortlink',
  method: 'GET',
  path: '/api/shortlinks/{slug}',
  least: 'staff',
  summary: 'A shortlink, also one that is deleted.',
  params,
  success: [{ status: 200, description: 'The shortlink.', data: ShortlinkRecord }],
  problems: [...OF_STAFF, noShortlink],
  byKey: MANAGE,
});

export const changeShortlink = call({
  id: 'shortlinks.changeShortlink',
  method: 'PATCH',
  path: '/api/shortlinks/{slug}',
  least: 'staff',
  summary: 'Changes a shortlink; what is left out stays.',
  params,
  body: { json: ShortlinkChange, refusal: invalidShortlink },
  success: [{ status: 200, description: 'The shortlink as it is now.', data: ShortlinkRecord }],
  problems: [...OF_STAFF, noShortlink, ...WRONG_TARGETS],
  byKey: MANAGE,
});

export const deleteShortlink = call({
  id: 'shortlinks.deleteShortlink',
  method: 'DELETE',
  path: '/api/shortlinks/{slug}',
  least: 'staff',
  summary: 'Deletes a shortlink. Its slug stays taken.',
  params,
  success: [{ status: 204, description: 'It leads nowhere any more.' }],
  problems: [...OF_STAFF, noShortlink],
  byKey: MANAGE,
});

export const getVisits = call({
  id: 'shortlinks.getVisits',
  method: 'GET',
  path: '/api/shortlinks/{slug}/visits',
  least: 'staff',
  summary: 'The visits of a shortlink: of 24 hours, 30 days or 12 months, and by what is known of people.',
  params,
  query: z.object({ span: z._default(z.enum(VISIT_SPANS), 'month') }),
  success: [{ status: 200, description: 'The visits.', data: ShortlinkVisits }],
  problems: [...OF_STAFF, noShortlink],
  byKey: MANAGE,
});
