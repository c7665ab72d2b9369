import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { DOORS } from '#app/noun/door.ts';
import { FOUND_KINDS } from '#app/noun/found-thing.ts';
import type { FoundThing as Found } from '#app/noun/found-thing.ts';

export const WaitingCount = z.object({
  door: z.enum(DOORS),
  count: z.number(),
  /** Whether there are more than so many. */
  isMore: z.boolean(),
});
export type WaitingCount = z.output<typeof WaitingCount>;

export const Place = z.object({ to: z.string(), name: z.string(), about: z.string() });

const MAX_PAGE_PATH = 2000;

export const lookAround = call({
  id: 'admin.lookAround',
  method: 'GET',
  path: '/api/console/doors',
  least: 'staff',
  isInternal: true,
  summary:
    'What waits behind each door of the navigation of staff, and the screens of the console that the caller may open.',
  query: z.object({ page: z.optional(z.string().check(z.maxLength(MAX_PAGE_PATH))) }),
  success: [
    {
      status: 200,
      description:
        'Counts of what waits, those of none left out, what the palette offers, and views of the page in 30 days.',
      data: z.object({
        waiting: z.array(WaitingCount),
        views: z.nullable(z.number()),
        places: z.array(Place),
        pendingAliases: z.number(),
        isProved: z.boolean(),
      }),
    },
  ],
  problems: [badCredentials, notAllowed],
});

const MAX_FIND_TEXT = 254;

export const FoundThing = z.object({
  kind: z.enum(FOUND_KINDS),
  id: z.string(),
  name: z.string(),
  about: z.string(),
  to: z.string(),
}) satisfies z.ZodMiniType<Found>;

export const findThings = call({
  id: 'admin.findThings',
  method: 'GET',
  path: '/api/console/things',
  least: 'staff',
  isInternal: true,
  summary:
    'Posts, answers, episodes, releases, crates, feedback and messages by their words or number, as far as the caller may open them.',
  query: z.object({ text: z.string().check(z.maxLength(MAX_FIND_TEXT)) }),
  success: [{ status: 200, description: 'A few of each kind.', data: z.array(FoundThing) }],
  problems: [badCredentials, notAllowed],
});
