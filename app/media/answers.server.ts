import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import * as calls from './calls.ts';
import { deleteSnippet, listSnippets, putSnippet } from './snippets.server.ts';

export const mediaAnswers: SiteAnswer[] = [
  answer(
    calls.listSnippets,
    async (current: Current, { query }) => {
      const { snippets, next } = await listSnippets(current, query.limit, query.after);
      return { data: snippets, pages: { next: { after: next } } };
    },
    { query: { limit: '2' } },
  ),
  answer(
    calls.putSnippet,
    async (current: Current, { params, headers, request }) => {
      const { snippet, isNew } = await putSnippet(current, params.name, request, readCondition(headers));
      return { status: isNew ? 201 : 200, data: snippet, headers: { etag: snippet.etag } };
    },
    { audit: 'snippet.put', bytes: 'GIF89a', status: 422 },
  ),
  answer(
    calls.deleteSnippet,
    async (current: Current, { params, headers }) => {
      await deleteSnippet(current, params.name, readCondition(headers));
      return { status: 204 };
    },
    { audit: 'snippet.delete' },
  ),
];

function readCondition(headers: { 'if-match'?: string | undefined; 'if-none-match'?: string | undefined }) {
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
}
