import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';

import { ACKNOWLEDGEMENTS_PATH, ANNOUNCEMENTS_PATH } from './addresses.ts';
import { Acknowledgement, GameClientQuery, SentAnnouncement } from './game-client.ts';
import { noAnnouncement, tooManyReaders } from './problems.ts';

export const findAnnouncements = call({
  id: 'announcements.findAnnouncements',
  method: 'GET',
  path: ANNOUNCEMENTS_PATH,
  least: 'public',
  summary:
    'What a game shows when it starts, the most important first, in the language of the player. Needs no key and never answers 401: keep the last answer with its ETag for when there is no network.',
  query: GameClientQuery,
  success: [{ status: 200, description: 'The announcements.', data: z.array(SentAnnouncement) }],
  problems: [],
});

export const acknowledgeAnnouncement = call({
  id: 'announcements.acknowledgeAnnouncement',
  method: 'POST',
  path: ACKNOWLEDGEMENTS_PATH,
  least: 'public',
  summary: 'A player has seen it, so that this installation is not sent it again. Needs no key and never answers 401.',
  params: z.object({ announcementId: z.string() }),
  body: { json: Acknowledgement, maxBytes: 1024 },
  success: [{ status: 204, description: 'It is not sent again.' }],
  problems: [noAnnouncement, tooManyReaders],
});
