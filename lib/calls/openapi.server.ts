import { createDocument } from 'zod-openapi';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import * as mini from 'zod/mini';

import { databaseBusy, databaseFull, databaseUnavailable } from '#lib/database/problems.ts';
import type { ProblemKind } from '#lib/problem.ts';

import type { Call, Success } from './call.ts';
import {
  bodyCutOff,
  bodyTooLarge,
  crossSite,
  invalidBody,
  invalidParameter,
  notFound,
  rateLimited,
  serverError,
  undecodableBody,
  unsupportedEncoding,
  unsupportedType,
  weakEtag,
} from './problems.ts';

const ProblemSchema = mini.looseObject({
  type: mini.string(),
  title: mini.string(),
  status: mini.int(),
  message: mini.string(),
  code: mini.string(),
  requestId: mini.optional(mini.string()),
  fields: mini.optional(mini.record(mini.string(), mini.string())),
});

mini.globalRegistry.add(ProblemSchema, { id: 'Problem' });

const ANY_BODY = bodyOfType('*/*');

/** What holds for every call and stands in no contract. */
export interface CallDefaults {
  readonly keyHeader: string;
  /** Refusals before the call is answered. */
  readonly listProblems: (call: Call) => readonly ProblemKind[];
  /** Whether its answers have an etag that may be asked about. */
  readonly isKept: (call: Call) => boolean;
}

export function describeCalls(
  calls: readonly Call[],
  info: { title: string; version: string },
  defaults: CallDefaults,
): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const call of calls) {
    const operation = toOperation(call, listProblemsOfCall(call, defaults), defaults.isKept(call));
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation };
  }
  const components = { securitySchemes: { key: { type: 'apiKey', in: 'header', name: defaults.keyHeader } } } as const;
  return createDocument({ openapi: '3.1.1', info, paths, components }, { reused: 'inline' });
}

/** All that it may answer, each kind once. */
export function listProblemsOfCall(call: Call, { listProblems }: Pick<CallDefaults, 'listProblems'>): ProblemKind[] {
  return [...new Set([...call.problems, ...listProblems(call), ...listProblemsOfAny(call)])];
}

function toOperation(call: Call, problems: readonly ProblemKind[], isKept: boolean): ZodOpenApiOperationObject {
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [call.id.split('.')[0] ?? call.id],
    requestParams: {
      ...(call.params && { path: call.params as mini.ZodMiniObject }),
      ...(call.query && { query: call.query as mini.ZodMiniObject }),
      ...(call.headers && { header: call.headers as mini.ZodMiniObject }),
    },
    ...toRequestBody(call),
    responses: {
      ...(isKept && { '304': { description: 'What If-None-Match names is still the answer.' } }),
      ...toResponses(call, problems),
    },
    // A key is optional; one that comes needs the permission that it names.
    ...(call.byKey !== undefined && { security: [{}, { key: call.byKey === true ? [] : [call.byKey] }] }),
  };
}

function toRequestBody({ body }: Call): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (body === undefined) return {};
  if (body === 'bytes') return { requestBody: { content: ANY_BODY } };
  const schema = { schema: body.json };
  return {
    requestBody: {
      required: true,
      content: { 'application/json': schema, 'application/x-www-form-urlencoded': schema },
    },
  };
}

function toResponses(call: Call, problems: readonly ProblemKind[]): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {};
  for (const success of call.success) responses[statusKey(success.status)] = toSuccessResponse(success);
  for (const [status, kinds] of Map.groupBy(problems, (problem) => problem.status)) {
    responses[statusKey(status)] = {
      description: [...new Set(kinds.map((kind: ProblemKind) => kind.message))].join(' / '),
      content: { 'application/problem+json': { schema: ProblemSchema } },
    };
  }
  return responses;
}

/** The refusals before the answer runs, those by the database, and the 500 of a bug. */
function listProblemsOfAny({ method, params, query, headers, body }: Call): ProblemKind[] {
  return [
    ...(query !== undefined || [params, headers].some((schema) => schema && hasChecks(schema))
      ? [invalidParameter]
      : []),
    ...(params ? [notFound] : []),
    ...(headers && 'if-match' in (headers as mini.ZodMiniObject).shape ? [weakEtag] : []),
    ...(method === 'GET' ? [] : [crossSite, databaseBusy, databaseFull]),
    ...(body === undefined ? [] : [unsupportedEncoding, undecodableBody]),
    ...(typeof body === 'object' ? [body.refusal ?? invalidBody, bodyCutOff, bodyTooLarge, unsupportedType] : []),
    rateLimited,
    databaseUnavailable,
    serverError,
  ];
}

/** Plain text is never refused. */
function hasChecks(parameters: mini.ZodMiniType): boolean {
  const members = Object.values((parameters as mini.ZodMiniObject).shape);
  const own = members.map((member) => (member instanceof mini.ZodMiniOptional ? member._zod.def.innerType : member));
  // A format such as that of a UUID is itself a check.
  return own.some(({ _zod }) => 'format' in _zod.def || (_zod.def.checks?.length ?? 0) > 0);
}

function toSuccessResponse({
  description,
  data,
  beside,
  bytes,
}: Success): ZodOpenApiResponsesObject[`${1 | 2 | 3 | 4 | 5}${string}`] {
  const json = data && { 'application/json': { schema: mini.object({ data: data, ...beside }) } };
  if (json === undefined && !bytes) return { description };
  const body = typeof bytes === 'string' ? bodyOfType(bytes) : ANY_BODY;
  return { description, content: { ...(bytes && body), ...json } };
}

function bodyOfType(type: string) {
  return { [type]: { schema: type.endsWith('json') ? {} : { type: 'string' as const, format: 'binary' } } };
}

function statusKey(status: number): `${1 | 2 | 3 | 4 | 5}${string}` {
  return String(status) as `${1 | 2 | 3 | 4 | 5}${string}`;
}
