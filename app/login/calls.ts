import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { crossSite } from '#lib/calls/problems.ts';
import { EVENT_STREAM } from '#lib/http/event-stream.ts';

import { eventsOnly, tooManyStreams } from './problems.ts';
import { UnlicensedPage } from './unlicensed.ts';

export const logout = call({
  id: 'login.logout',
  method: 'GET',
  path: '/api/auth/logout',
  least: 'public',
  isInternal: true,
  summary: 'Ends the session. The one GET that changes something, and only from one of our own pages.',
  success: [
    { status: 204, description: 'Logged out.' },
    { status: 303, description: 'Logged out, and home: for a browser that comes by a form.' },
  ],
  problems: [crossSite],
});

export const watchSession = call({
  id: 'login.watchSession',
  method: 'GET',
  path: '/api/auth/sessions/@this/events',
  least: 'authenticated',
  summary:
    'Tells when the session has ended or its account is in another role: the event `ended`, after which it closes.',
  success: [{ status: 200, description: 'Events, until the session ends.', bytes: EVENT_STREAM }],
  problems: [badCredentials, eventsOnly, tooManyStreams],
});

export const findUnlicensedPage = call({
  id: 'login.findUnlicensedPage',
  method: 'GET',
  path: '/api/login/unlicensed',
  least: 'staff',
  summary:
    'The page that a game opens for a player whose license it cannot confirm: in the language of the header Locale, with the name of the game.',
  query: z.object({ game: z.optional(z.string().check(z.maxLength(64))) }),
  success: [{ status: 200, description: 'Its address.', data: UnlicensedPage }],
  problems: [badCredentials, notAllowed],
  byApp: 'login:read',
});
