import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { inject } from 'vitest';

import type { RawAnswer } from './http.ts';

interface DocumentedPart {
  description: string;
  content?: Record<string, { schema: object }>;
}

export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  readonly segments: readonly string[];
  readonly responses: Record<string, DocumentedPart>;
  /** What a key needs to ask it in its owner's name; `true` where every key may, undefined where none does. */
  readonly permission: string | true | undefined;
}

interface DescribedCall {
  operationId: string;
  responses: Record<string, DocumentedPart>;
  security?: { key?: string[] }[];
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, DescribedCall>>;
  components: object;
}

const document = JSON.parse(inject('document')) as Document;
// An unknown keyword in the document is an error of the document.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);
// Schemas refer to those of the whole document.
ajv.addVocabulary(['components']);
const validators = new Map<object, ValidateFunction>();

/** Every operation of the document; literal segments first, so that `@batch` wins over a parameter. */
export const operations: readonly DocumentedOperation[] = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses, security }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      segments: path.split('/'),
      responses,
      permission: permissionOf(security),
    })),
  )
  .toSorted((a, b) => literals(b) - literals(a));

/** The operation that a request means; HEAD means what GET means. */
export function findOperation(method: string, path: string): DocumentedOperation | undefined {
  const segments = path.replace(/\?.*/, '').split('/');
  const wanted = method === 'HEAD' ? 'GET' : method;
  return operations.find(
    (operation) =>
      operation.method === wanted &&
      operation.segments.length === segments.length &&
      operation.segments.every((segment, at) => (segment.startsWith('{') ? segments[at] : segment === segments[at])),
  );
}

/** The sentences that the document tells for a status: of a problem every one, of a success none. */
export function sentencesOf({ responses }: DocumentedOperation, status: string): string[] {
  const described = responses[status];
  const isProblem = described?.content?.['application/problem+json'] !== undefined;
  return isProblem ? described.description.split(' / ') : [''];
}

/** The documented sentence that a message is; `{name}` in one stands for any text. */
export function documentedSentence(
  operation: DocumentedOperation,
  status: number,
  message: string,
): string | undefined {
  return sentencesOf(operation, String(status)).find((sentence) => patternOf(sentence).test(message));
}

/** What of an answer is not as the document says. @param isDownload whether any type of body was asked for */
export function deviations(
  operation: DocumentedOperation,
  answer: RawAnswer,
  method: string,
  isDownload: boolean,
): string[] {
  const described = operation.responses[answer.status];
  if (described === undefined) return [`status ${answer.status} is not documented`];
  if (method === 'HEAD') return answer.bytes.length === 0 ? [] : ['a HEAD has a body'];
  const type = answer.headers['content-type']?.split(';')[0] ?? '';
  const content = described.content ?? {};
  if (Object.keys(content).length === 0) return answer.bytes.length === 0 ? [] : ['has a body, and none is documented'];
  const isProblem = answer.status >= 400;
  const schema = (!isProblem && isDownload ? content['*/*'] : (content[type] ?? onlyAny(content)))?.schema;
  if (schema === undefined) return [`type ${type} is not documented for ${answer.status}`];
  if (schema === content['*/*']?.schema || !type.endsWith('json')) return [];
  return invalid(schema, JSON.parse(answer.bytes.toString()));
}

function permissionOf(security: DescribedCall['security'] = []): DocumentedOperation['permission'] {
  const key = security.find((one) => one.key !== undefined)?.key;
  return key && (key[0] ?? true);
}

function onlyAny(content: NonNullable<DocumentedPart['content']>): { schema: object } | undefined {
  return Object.keys(content).length === 1 ? content['*/*'] : undefined;
}

function invalid(schema: object, value: unknown): string[] {
  const validate = validators.get(schema) ?? ajv.compile({ ...schema, components: document.components });
  validators.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? 'is wrong'}`);
}

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`);
}

function literals({ segments }: Pick<DocumentedOperation, 'segments'>): number {
  return segments.filter((segment) => !segment.startsWith('{')).length;
}
