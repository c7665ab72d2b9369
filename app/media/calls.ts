import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { pageLimit } from '#lib/calls/page.ts';
import { bodyCutOff } from '#lib/calls/problems.ts';

import {
  changedMeanwhile,
  heic,
  movingPicture,
  noSnippet,
  storeFull,
  tooBusy,
  tooLarge,
  unreadable,
} from './problems.ts';
import { Snippet, SnippetName } from './snippet.ts';

const params = z.object({ name: SnippetName });
const ifMatch = z.optional(z.string());

export const listSnippets = call({
  id: 'media.listSnippets',
  method: 'GET',
  path: '/api/media/snippets',
  least: 'staff',
  summary: 'The uploaded pictures, by name. The Link header gives what comes after.',
  query: z.object({
    limit: pageLimit(128, 32),
    after: z.optional(SnippetName),
  }),
  success: [{ status: 200, description: 'The pictures.', data: z.array(Snippet) }],
  problems: [badCredentials, notAllowed],
});

export const putSnippet = call({
  id: 'media.putSnippet',
  method: 'PUT',
  path: '/api/media/snippets/{name}',
  least: 'staff',
  summary:
    'Uploads a picture, or replaces it: its raw bytes as JPEG, PNG, WebP, AVIF or GIF. It wins over a drawing of the same name.',
  params,
  headers: z.object({ 'if-match': ifMatch, 'if-none-match': ifMatch }),
  body: 'bytes',
  success: [
    { status: 200, description: 'The picture that stands in the place of another.', data: Snippet },
    { status: 201, description: 'The new picture.', data: Snippet },
  ],
  problems: [
    badCredentials,
    notAllowed,
    bodyCutOff,
    changedMeanwhile,
    tooLarge,
    unreadable,
    heic,
    movingPicture,
    tooBusy,
    storeFull,
  ],
});

export const deleteSnippet = call({
  id: 'media.deleteSnippet',
  method: 'DELETE',
  path: '/api/media/snippets/{name}',
  least: 'staff',
  summary: 'Removes an uploaded picture. A drawing of the same name shows again.',
  params,
  headers: z.object({ 'if-match': ifMatch }),
  success: [{ status: 204, description: 'It is gone.' }],
  problems: [badCredentials, notAllowed, noSnippet, changedMeanwhile],
});
