import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { longMessage, noMessage } from '#app/threads/problems.ts';

import { MAX_TITLE } from './entry.ts';
import { blocked, longTitle, missingTitle, noProject, unknownPlatform } from './problems.ts';

export const SimilarEntry = z.object({
  subjectId: z.string(),
  title: z.string(),
  path: z.string(),
  status: z.string(),
  /** Those that count by now. */
  votes: z.number(),
});
export type SimilarEntry = z.output<typeof SimilarEntry>;

const params = z.object({ projectId: z.string() });

export const findSimilarEntries = call({
  id: 'feedbag.findSimilarEntries',
  method: 'GET',
  path: '/api/feedbag/projects/{projectId}/similar',
  least: 'public',
  summary: 'Entries whose titles are like a text, also with typing errors, the most alike first.',
  params,
  query: z.object({ text: z.string().check(z.maxLength(MAX_TITLE)) }),
  success: [{ status: 200, description: 'At most five that the caller may see.', data: z.array(SimilarEntry) }],
  problems: [noProject],
});

const Log = z.string().check(z.maxLength(1_000_000));

export const findKnownCrash = call({
  id: 'feedbag.findKnownCrash',
  method: 'POST',
  path: '/api/feedbag/projects/{projectId}/crashes',
  least: 'staff',
  summary: 'Before a game’s server enters a crash: whether somebody has already, by the stack in the log.',
  params,
  body: {
    json: z.object({ log: Log, userId: z.optional(z.string().check(z.maxLength(64))) }),
    maxBytes: 2 * 1024 * 1024,
  },
  success: [
    {
      status: 200,
      description:
        'The entry of the same crash with the most votes, as the player may see it; null when there is none.',
      data: z.nullable(SimilarEntry),
    },
  ],
  problems: [badCredentials, notAllowed, noProject],
  byApp: 'feedbag:write',
});

const Bytes = z.base64().check(z.maxLength(4_000_000));

export const enterFromGame = call({
  id: 'feedbag.enterFromGame',
  method: 'POST',
  path: '/api/feedbag/projects/{projectId}/entries',
  least: 'staff',
  summary: 'A game’s server enters what one of its players says, with a log, a save and a screenshot.',
  params,
  body: {
    json: z.object({
      title: z.string(),
      body: z.string(),
      /** Of the player, by whom the entry is then. */
      userId: z.optional(z.string().check(z.maxLength(64))),
      platform: z._default(z.string(), ''),
      version: z._default(z.string(), ''),
      tags: z._default(z.array(z.string()), []),
      log: z.optional(Log),
      save: z.optional(Bytes),
      screenshot: z.optional(Bytes),
    }),
    maxBytes: 8 * 1024 * 1024,
  },
  success: [
    {
      status: 201,
      description: 'Its id, and whether others see it already.',
      data: z.object({
        subjectId: z.string(),
        standing: z.enum(['pending', 'shown', 'hidden']),
        /** That of its player, who may be new; null without one. */
        voteCountsFrom: z.nullable(z.iso.datetime()),
        /** The entry of the same crash that had the most votes, as its player may see it; null when there was none. */
        known: z.nullable(SimilarEntry),
      }),
    },
  ],
  problems: [
    badCredentials,
    notAllowed,
    noProject,
    missingTitle,
    longTitle,
    unknownPlatform,
    noMessage,
    longMessage,
    blocked,
  ],
  byApp: 'feedbag:write',
});
