import { isForGames } from '#app/announcements/addresses.ts';
import { answer, isKept } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { badCredentials, invalidMasquerade, keyMayNot } from '#app/current/problems.ts';
import { KEY_HEADER, missingKeyFor } from '#app/delegation/key.ts';
import { isForTools } from '#app/delegation/permissions.ts';
import { invalidKey, malformedKey } from '#app/delegation/problems.ts';
import { isReport } from '#app/telemetry/reports.ts';
import type { Call } from '#lib/calls/call.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { getDocument, setDocumentedApi } from './api-docs.server.ts';
import { getOpenApi } from './calls.ts';

/** @returns all answers with that of the description, which has itself in it */
export function withApiDocs(
  answers: readonly SiteAnswer[],
  meanings: readonly Meanings[],
  title: string,
  version: string,
): SiteAnswer[] {
  const all = [...answers, describe];
  setDocumentedApi({
    answers: all,
    meanings,
    title,
    version,
    defaults: { keyHeader: KEY_HEADER, listProblems, isKept },
  });
  return all;
}

const describe = answer(getOpenApi, async (current: Current, { query }) => ({
  body: getDocument(current, query.edition),
  headers: { 'content-type': 'application/json' },
}));

function listProblems(call: Call): ProblemKind[] {
  const { method, path, problems, byKey } = call;
  if (isReport(call, path) || isForGames(path)) return [invalidMasquerade];
  const isForSome = method !== 'GET' || problems.includes(badCredentials);
  return [
    ...[invalidMasquerade, invalidKey, malformedKey],
    ...(isForSome && byKey !== true ? [keyMayNot] : []),
    ...(isForTools(byKey) && problems.includes(badCredentials) ? [missingKeyFor(byKey)] : []),
  ];
}
