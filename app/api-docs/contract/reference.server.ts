import type { CallAudience } from '#app/current/call.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';
import type { Call } from '#lib/calls/call.ts';
import { describeCalls, listProblemsOfCall } from '#lib/calls/openapi.server.ts';
import type { CallDefaults } from '#lib/calls/openapi.server.ts';

import { describeLimits, makeSample, typeText } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { findMeaning } from './meanings.ts';
import type { AnswerReference, CallReference, FieldReference, ParameterReference } from './reference.ts';
import { SAMPLES, isForCommunity, makeRequestSample } from './samples.server.ts';

export interface ApiDescription {
  readonly document: string;
  readonly calls: readonly CallReference[];
  readonly community: ReadonlySet<string>;
}

export function describeApi(
  answers: readonly Answer<Current>[],
  info: { title: string; version: string },
  defaults: CallDefaults,
): ApiDescription {
  const calls = answers.map(({ call }) => call);
  const document = describeCalls(calls, info, defaults) as OpenApi;
  for (const call of calls) addMeanings(call, operationFor(document, call));
  const references = answers.map((answer) => toCallReference(answer, operationFor(document, answer.call), defaults));
  return {
    document: JSON.stringify(document),
    calls: references.toSorted((one, other) => one.noun.localeCompare(other.noun)),
    community: new Set(calls.filter(isForCommunity).map(({ id }) => id)),
  };
}

interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface OpenApiOperation {
  parameters?: {
    name: string;
    in: ParameterReference['in'];
    required?: boolean;
    schema: JsonSchema;
    description?: string;
  }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

function operationFor(document: OpenApi, { path, method, id }: Call): OpenApiOperation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${id} is not described`);
  return operation;
}

function addMeanings({ id }: Call, operation: OpenApiOperation): void {
  for (const parameter of operation.parameters ?? []) {
    const meaning = findMeaning(id, parameter.name);
    if (meaning !== undefined) parameter.description = meaning;
  }
}

function toCallReference(answer: Answer<Current>, operation: OpenApiOperation, defaults: CallDefaults): CallReference {
  const { call } = answer;
  const { parameters = [], requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema;
  return {
    id: call.id,
    noun: call.id.split('.', 1).join(),
    method: call.method,
    path: call.path,
    summary: call.summary,
    // The site's own `call` takes no others.
    audience: call.least as CallAudience,
    permission: call.byKey,
    appRight: call.byApp,
    parameters: parameters.map(({ in: place, required = false, ...rest }) => ({
      ...described(call, rest, required),
      in: place,
    })),
    takes: call.body === undefined ? undefined : call.body === 'bytes' ? 'bytes' : 'json',
    fields: body === undefined ? [] : listFields(call, body),
    answers: call.success.map((success) => toAnswerReference(success, operation)),
    problems: listProblemsOfCall(call, defaults).map(({ status, code, message }) => ({ status, code, message })),
    sample: makeRequestSample(answer, { parameters, body }),
  };
}

function described(
  call: Call,
  { name, schema }: { name: string; schema: JsonSchema },
  isRequired: boolean,
): FieldReference {
  const meaning = findMeaning(call.id, name) ?? '';
  return { name, isRequired, type: typeText(schema), limits: describeLimits(schema), meaning };
}

function listFields(call: Call, { properties = {}, required = [] }: JsonSchema): FieldReference[] {
  return Object.entries(properties).map(([name, schema]) => described(call, { name, schema }, required.includes(name)));
}

function toAnswerReference(
  { status, description, data, bytes }: Call['success'][number],
  operation: OpenApiOperation,
): AnswerReference {
  const schema = data && operation.responses[status]?.content?.['application/json']?.schema;
  return {
    status,
    description,
    ...(schema && { shape: typeText(schema), sample: JSON.stringify(makeSample(schema, SAMPLES), undefined, 2) }),
    ...(bytes && { bytes: bytes === true ? '*/*' : bytes }),
  };
}
