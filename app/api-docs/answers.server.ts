import type { Current } from '#app/current/current.server.ts';
import { badCredentials, invalidMasquerade, keyMayNot } from '#app/current/problems.ts';
import { KEY_HEADER } from '#app/delegation/key.ts';
import { invalidKey, malformedKey } from '#app/delegation/problems.ts';
import { isReport } from '#app/telemetry/reports.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';
import type { Call } from '#lib/calls/call.ts';
import { describeCalls } from '#lib/calls/openapi.server.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { getOpenApi } from './calls.ts';
import { requireDocsReader } from './api-docs.server.ts';

/** Generated at the first request; describes this call too. */
export function apiDocsAnswers(calls: readonly Call[], title: string, version: string): Answer<Current>[] {
  let document: string | undefined;
  const door = { keyHeader: KEY_HEADER, problemsOf };
  return [
    answer(getOpenApi, async (current: Current) => {
      requireDocsReader(current);
      document ??= JSON.stringify(describeCalls([...calls, getOpenApi], { title, version }, door));
      return { body: document, headers: { 'content-type': 'application/json' } };
    }),
  ];
}

/** The problems of the door, before a call is answered. */
function problemsOf(call: Call): ProblemKind[] {
  const { method, path, problems, byKey } = call;
  if (isReport(call, path)) return [invalidMasquerade];
  const isForSome = method !== 'GET' || problems.includes(badCredentials);
  return [invalidMasquerade, invalidKey, malformedKey, ...(isForSome && byKey !== true ? [keyMayNot] : [])];
}
