import type { Current } from '#app/current/current.server.ts';
import { invalidMasquerade } from '#app/current/problems.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';
import type { Call } from '#lib/calls/call.ts';
import { describeCalls } from '#lib/calls/openapi.server.ts';

import { getOpenApi } from './calls.ts';
import { requireDocsReader } from './docs.server.ts';

/** The description of every call, itself included; made when first asked for. */
export function apiDocsAnswers(calls: readonly Call[], title: string, version: string): Answer<Current>[] {
  let document: string | undefined;
  return [
    answer(getOpenApi, async (current: Current) => {
      requireDocsReader(current);
      document ??= JSON.stringify(describeCalls([...calls, getOpenApi], { title, version }, [invalidMasquerade]));
      return { body: document, headers: { 'content-type': 'application/json' } };
    }),
  ];
}
