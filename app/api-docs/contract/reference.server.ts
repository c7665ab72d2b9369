import type { CallAudience } from '#app/current/call.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';
import type { Call } from '#lib/calls/call.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';
import { describeCalls, listProblemsOfCall } from '#lib/calls/openapi.server.ts';
import type { CallDefaults } from '#lib/calls/openapi.server.ts';

import { describeFields } from './descriptions.server.ts';
import { describeLimits, inline, listNames, listParts, makeSample, typeText } from './json-schema.ts';
import type { Components, JsonSchema } from './json-schema.ts';
import { findMeaning } from './meanings.ts';
import type { AnswerReference, CallReference, FieldReference, ObjectField } from './reference.ts';
import type { ObjectReference, ParameterReference } from './reference.ts';
import { SAMPLES, isForCommunity, makeRequestSample } from './samples.server.ts';

export interface ApiDescription {
  readonly document: OpenApi;
  readonly calls: readonly CallReference[];
  readonly objects: ReadonlyMap<string, ObjectReference>;
  readonly community: ReadonlySet<string>;
}

export function describeApi(
  answers: readonly Answer<Current>[],
  meanings: readonly Meanings[],
  info: { title: string; version: string },
  defaults: CallDefaults,
): ApiDescription {
  const calls = answers.map(({ call }) => call);
  const document = describeSchemas(tidy(describeCalls(calls, info, defaults) as OpenApi), meanings);
  const own: Record<string, string> = Object.assign({}, ...meanings.map(({ parameters }) => parameters));
  const findOwn: FindMeaning = (id, name) => findMeaning(own, id, name);
  for (const call of calls) addMeanings(call, operationFor(document, call), findOwn);
  const { schemas } = document.components;
  const references = answers.map((answer) => {
    return toCallReference(answer, operationFor(document, answer.call), { schemas, defaults, findOwn });
  });
  return {
    document,
    calls: references.toSorted((one, other) => one.noun.localeCompare(other.noun)),
    objects: new Map(Object.entries(schemas).map(([name, schema]) => [name, toObjectReference(name, schema)])),
    community: new Set(calls.filter(isForCommunity).map(({ id }) => id)),
  };
}

export interface OpenApi {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Record<string, OpenApiOperation>>>;
  readonly components: { readonly schemas: Components };
}

export interface OpenApiOperation {
  operationId: string;
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

/** A format says all that its pattern does, and every name of a member is a text. */
function tidy<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(tidy) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const { pattern, propertyNames, ...rest } = part as JsonSchema & { propertyNames?: JsonSchema };
  const isPlain = propertyNames !== undefined && Object.keys(propertyNames).length === 1;
  const kept = {
    ...rest,
    ...(pattern !== undefined && rest.format === undefined && { pattern }),
    ...(propertyNames !== undefined && !isPlain && { propertyNames }),
  };
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, tidy(value)])) as Part;
}

/** @throws Error for the meaning of an object that stands in no answer */
function describeSchemas(document: OpenApi, meanings: readonly Meanings[]): OpenApi {
  const schemas = { ...document.components.schemas };
  for (const meaning of meanings.flatMap(({ objects = [] }) => objects)) {
    const schema = schemas[meaning.name];
    if (schema === undefined) throw new Error(`${meaning.name} stands in no answer`);
    schemas[meaning.name] = describeFields(schema, meaning);
  }
  return { ...document, components: { ...document.components, schemas } };
}

function operationFor(document: OpenApi, { path, method, id }: Call): OpenApiOperation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${id} is not described`);
  return operation;
}

type FindMeaning = (callId: string, name: string) => string | undefined;

function addMeanings({ id }: Call, operation: OpenApiOperation, findOwn: FindMeaning): void {
  for (const parameter of operation.parameters ?? []) {
    const meaning = findOwn(id, parameter.name);
    if (meaning !== undefined) parameter.description = meaning;
  }
  for (const { content = {} } of Object.values(operation.responses)) {
    const answer = content['application/json'];
    if (answer !== undefined) answer.schema = describeBeside(answer.schema, (name) => findOwn(id, name));
  }
}

/** What stands beside `data`. */
function describeBeside(schema: JsonSchema, find: (name: string) => string | undefined): JsonSchema {
  if (schema.properties === undefined) return schema;
  const members = Object.entries(schema.properties).map(([name, member]) => {
    const description = name === 'data' ? undefined : find(name);
    if (description === undefined) return [name, member];
    return [name, { ...describeBeside(member, find), description }];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}

interface ReferenceParts {
  readonly schemas: Components;
  readonly defaults: CallDefaults;
  readonly findOwn: FindMeaning;
}

function toCallReference(
  answer: Answer<Current>,
  operation: OpenApiOperation,
  { schemas, defaults, findOwn }: ReferenceParts,
): CallReference {
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
      ...described(rest, required, findOwn(call.id, rest.name)),
      in: place,
    })),
    takes: call.body === undefined ? undefined : call.body === 'bytes' ? 'bytes' : 'json',
    fields: body === undefined ? [] : listFields(body, (name) => findOwn(call.id, name)),
    answers: call.success.map((success) => toAnswerReference(success, operation, schemas)),
    problems: listProblemsOfCall(call, defaults).map(({ status, code, message }) => ({ status, code, message })),
    sample: makeRequestSample(answer, { parameters, body }),
  };
}

function described(
  { name, schema }: { name: string; schema: JsonSchema },
  isRequired: boolean,
  meaning = '',
): FieldReference {
  return { name, isRequired, type: typeText(schema), limits: describeLimits(schema), meaning };
}

function listFields(
  { properties = {}, required = [] }: JsonSchema,
  find: (name: string) => string | undefined,
): FieldReference[] {
  return Object.entries(properties).map(([name, schema]) =>
    described({ name, schema }, required.includes(name), find(name)),
  );
}

function toAnswerReference(
  { status, description, data, bytes }: Call['success'][number],
  operation: OpenApiOperation,
  schemas: Components,
): AnswerReference {
  const schema = data && operation.responses[status]?.content?.['application/json']?.schema;
  return {
    status,
    description,
    ...(schema && {
      shape: typeText(schema),
      sample: JSON.stringify(makeSample(inline(schema, schemas), SAMPLES), undefined, 2),
      objects: listNames(schema, schemas),
    }),
    ...(bytes && { bytes: bytes === true ? '*/*' : bytes }),
  };
}

function toObjectReference(name: string, schema: JsonSchema): ObjectReference {
  return { name, about: schema.description ?? '', fields: listMembers(schema, '') };
}

/** Of objects without names the fields too, as `stats.Plays`. */
function listMembers({ properties = {}, required = [] }: JsonSchema, path: string): ObjectField[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${path}${key}`;
    const { description: meaning = '', examples } = schema;
    const inner = findObjects(schema).flatMap((part) => listMembers(part, `${name}.`));
    const type = inner.length === 0 ? typeText(schema) : 'object';
    const sample = examples === undefined ? undefined : JSON.stringify(examples[0]);
    return [{ name, isRequired: required.includes(key), type, meaning, sample }].concat(inner);
  });
}

function findObjects(schema: JsonSchema): JsonSchema[] {
  return schema.properties === undefined ? listParts(schema).flatMap(findObjects) : [schema];
}
