import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

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
  const text = await readText(request, maxBytes);
  if (type.startsWith('application/x-www-form-urlencoded')) return formToJson(text, refusal);
  if (type !== '' && !/^application\/(.+\+)?json\s*(;|$)/.test(type))
    throw new Problem(unsupportedType, { headers: acceptPatch(request) });
  return parseJson(text, refusal);
}

/** Refuses deep JSON, keys that reach a prototype, and null characters, which PostgreSQL cannot store. */
export function parseJson(text: string, refusal: ProblemKind): unknown {
  if (depthOf(text) > MAX_JSON_DEPTH) throw new Problem(refusal);
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

/** The body as text. @throws Problem 413 as soon as it is longer, 400 when it stops early */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > maxBytes) throw new Problem(bodyTooLarge);
  if (declared >= 0) return request.text().catch(refuseCutOff);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Problem(bodyTooLarge);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The body as it is. @throws Problem as `readText` */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw new Problem(bodyTooLarge);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Problem(bodyTooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body's chunks as they arrive; a body that stops early is a refusal, not a fault of ours. */
export async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  try {
    yield* request.body;
  } catch {
    throw new Problem(bodyCutOff);
  }
}

function refuseCutOff(): never {
  throw new Problem(bodyCutOff);
}

function formToJson(text: string, refusal: ProblemKind): unknown {
  const fields: Record<string, unknown> = {};
  for (const [rawName, field] of new URLSearchParams(text)) {
    const name = rawName.replace(/\[\]$/, '');
    if (name === '__proto__' || !isStorable(name) || !isStorable(field)) throw new Problem(refusal);
    const value = /^\s*[[{\d"-]|^(true|false|null)$/.test(field) ? jsonOr(field, refusal) : field;
    const earlier = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (Array.isArray(earlier)) earlier.push(value);
    else if (earlier === undefined && name === rawName) fields[name] = value;
    else fields[name] = earlier === undefined ? [value] : [earlier, value];
  }
  return fields;
}

function jsonOr(text: string, refusal: ProblemKind): unknown {
  try {
    return parseJson(text, refusal);
  } catch {
    return text;
  }
}

function depthOf(text: string): number {
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
