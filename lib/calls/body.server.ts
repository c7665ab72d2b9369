import { isUtf8 } from 'node:buffer';

import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { findInexactNumbers } from './inexact-numbers.ts';
import { bodyCutOff, bodyTooLarge, invalidBody, unsupportedType } from './problems.ts';

const MAX_JSON_BYTES = 1024 * 1024;
const MAX_JSON_DEPTH = 16;

/** The request's JSON, or its form in the same shape: a field holds JSON text or else a plain string. */
export async function readJson(
  request: Request,
  refusal: ProblemKind = invalidBody,
  maxBytes = MAX_JSON_BYTES,
): Promise<unknown> {
  const type = request.headers.get('content-type')?.toLowerCase() ?? '';
  requireUtf8Charset(type);
  const text = await readText(request, maxBytes, refusal);
  if (type.startsWith('application/x-www-form-urlencoded')) return formToJson(text, refusal);
  if (type !== '' && !/^application\/(.+\+)?json\s*(;|$)/.test(type))
    throw new Problem(unsupportedType, { headers: acceptPatch(request) });
  return parseJson(text, refusal);
}

/** @throws Problem as `parseStorableJson`, and with the fields whose numbers would be rounded */
export function parseJson(text: string, refusal: ProblemKind): unknown {
  const value = parseStorableJson(text, refusal);
  const fields = findInexactNumbers(text);
  if (fields !== undefined) throw new Problem(refusal, { fields });
  return value;
}

/** Refuses deep JSON, keys that reach a prototype, and null characters, which PostgreSQL cannot store. */
export function parseStorableJson(text: string, refusal: ProblemKind): unknown {
  if (measureDepth(text) > MAX_JSON_DEPTH) throw new Problem(refusal);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem(refusal);
  }
  if ((text.includes('__proto__') || text.includes('\\u')) && !isStorable(value)) throw new Problem(refusal);
  return value;
}

/** RFC 5789: a refused PATCH names the patch formats there are. */
function acceptPatch({ method }: Request): Record<string, string> {
  return method === 'PATCH' ? { 'accept-patch': 'application/merge-patch+json, application/json' } : {};
}

/** JSON is UTF-8 (RFC 8259 §8.1), and so are forms. @param type in lower case @throws Problem 415 */
export function requireUtf8Charset(type: string): void {
  const [, charset] = /;\s*charset="?([^\s;"]*)/.exec(type) ?? [];
  if (charset === undefined || /^(utf-?8|us-ascii)$/.test(charset)) return;
  throw new Problem(unsupportedType, { fields: { 'content-type': 'a charset of UTF-8' } });
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The body as text, without a byte order mark.
 * @throws Problem 413 as soon as it is longer, 400 when it stops early, `refusal` when it is no UTF-8
 */
export async function readText(request: Request, maxBytes: number, refusal = invalidBody): Promise<string> {
  const bytes = await readBytes(request, maxBytes);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new Problem(refusal, { fields: { body: 'UTF-8' } });
  }
}

/** The body as it is. @throws Problem 413 as soon as it is longer, 400 when it stops early */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > maxBytes) throw new Problem(bodyTooLarge);
  if (declared >= 0) return Buffer.from(await request.arrayBuffer().catch(refuseCutOff));
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of readChunks(request)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Problem(bodyTooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body's chunks as they arrive; a body that stops early is a refusal, not a fault of ours. */
export async function* readChunks(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  try {
    yield* request.body;
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(bodyCutOff);
  }
}

function refuseCutOff(): never {
  throw new Problem(bodyCutOff);
}

function formToJson(text: string, refusal: ProblemKind): unknown {
  if (!isUtf8Form(text)) throw new Problem(refusal, { fields: { body: 'UTF-8' } });
  const fields: Record<string, unknown> = {};
  for (const [rawName, field] of new URLSearchParams(text)) {
    const name = rawName.replace(/\[\]$/, '');
    if (name === '__proto__' || !isStorable(name) || !isStorable(field)) throw new Problem(refusal);
    const value = /^\s*[[{\d"-]|^(true|false|null)$/.test(field) ? jsonOr(name, field, refusal) : field;
    const earlier = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (Array.isArray(earlier)) earlier.push(value);
    else if (earlier === undefined && name === rawName) fields[name] = value;
    else fields[name] = earlier === undefined ? [value] : [earlier, value];
  }
  return fields;
}

/** Other bytes would be read as replacement characters. @param text percent-encoded */
export function isUtf8Form(text: string): boolean {
  const encoded = text.match(/(?:%[89a-f][\da-f])+/gi) ?? [];
  return encoded.every((bytes) => isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex')));
}

/** A number alone that would be rounded stays text. */
function jsonOr(name: string, text: string, refusal: ProblemKind): unknown {
  let value: unknown;
  try {
    value = parseStorableJson(text, refusal);
  } catch {
    return text;
  }
  const fields = findInexactNumbers(text, { whole: name });
  if (fields === undefined) return value;
  if (typeof value === 'number') return text;
  throw new Problem(refusal, { fields });
}

function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => key !== '__proto__' && isStorable(key) && isStorable(member));
}
