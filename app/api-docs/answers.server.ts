import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { badCredentials, invalidMasquerade, keyMayNot } from '#app/current/problems.ts';
import { KEY_HEADER } from '#app/delegation/key.ts';
import { invalidKey, malformedKey } from '#app/delegation/problems.ts';
import { isReport } from '#app/telemetry/reports.ts';
import type { Call } from '#lib/calls/call.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { getDocument, setDocumentedApi } from './api-docs.server.ts';
import { getOpenApi } from './calls.ts';

/** @returns all answers with that of the description, which has itself in it */
export function withApiDocs(answers: readonly SiteAnswer[], title: string, version: string): SiteAnswer[] {
  const all = [...answers, describe];
  setDocumentedApi({ answers: all, title, version, defaults: { keyHeader: KEY_HEADER, listProblems } });
  return all;
}

const describe = answer(getOpenApi, async (current: Current) => ({
  body: getDocument(current),
  headers: { 'content-type': 'application/json' },
}));

function listProblems(call: Call): ProblemKind[] {
  const { method, path, problems, byKey } = call;
  if (isReport(call, path)) return [invalidMasquerade];
  const isForSome = method !== 'GET' || problems.includes(badCredentials);
  return [invalidMasquerade, invalidKey, malformedKey, ...(isForSome && byKey !== true ? [keyMayNot] : [])];
}
