import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials } from '#app/current/problems.ts';

import { noSubject, tooManyFollows } from './problems.ts';

const params = z.object({ subject: z.string().check(z.maxLength(200)) });

const Followed = z.object({ subject: z.string(), title: z.string(), path: z.string() });

export const findFollows = call({
  id: 'following.findFollows',
  method: 'GET',
  path: '/api/following',
  least: 'authenticated',
  summary: 'What the caller follows, by the letters of the subjects.',
  query: z.object({ after: z.optional(z.string().check(z.maxLength(200))) }),
  success: [{ status: 200, description: 'At most a hundred subjects.', data: z.array(Followed) }],
  problems: [badCredentials],
});

export const followSubject = call({
  id: 'following.followSubject',
  method: 'PUT',
  path: '/api/following/{subject}',
  least: 'authenticated',
  summary:
    'The caller follows a feed, a topic, the posts about a game, its patch notes, an author, a player, a playlist or a search of their own, and is told of what is new there.',
  params,
  success: [{ status: 204, description: 'It is followed, also if it was before.' }],
  problems: [badCredentials, noSubject, tooManyFollows],
});

export const unfollowSubject = call({
  id: 'following.unfollowSubject',
  method: 'DELETE',
  path: '/api/following/{subject}',
  least: 'authenticated',
  summary: 'The caller follows it no longer.',
  params,
  success: [{ status: 204, description: 'It is not followed, also if it never was.' }],
  problems: [badCredentials],
});
