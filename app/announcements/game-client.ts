import * as z from 'zod/mini';

import { MAX_GIVEN } from './announcement.ts';

const Given = z.string().check(z.maxLength(MAX_GIVEN));
const Required = Given.check(z.minLength(1));

/** What a game tells of itself. What nobody knows is no error, so that a game that is older or newer than its site gets an answer. */
export const GameClientQuery = z.object({
  game: Required,
  platform: z.optional(Given),
  version: z.optional(Given),
  locale: z.optional(Given),
  zone: z.optional(Given),
  installation: z.optional(Given),
});
export type GameClientQuery = z.output<typeof GameClientQuery>;

export const SentAnnouncement = z.object({
  announcementId: z.uuid(),
  title: z.string(),
  body: z.string(),
  locale: z.string(),
  link: z.nullable(z.string()),
  priority: z.number(),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  isOnce: z.boolean(),
});
export type SentAnnouncement = z.output<typeof SentAnnouncement>;

export const Acknowledgement = z.object({ installation: Required });
