import type { Current } from '#app/current/current.server.ts';
import { ValueSchema } from '#lib/json-schema/json-schema.ts';
import type { SchemaFault } from '#lib/json-schema/schema-form.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import { invalidMetadata, unfitBody } from '../problems.ts';
import type { ReceivedBody } from './bodies.server.ts';

/** A crate with a schema takes no larger JSON, because the whole of it is read to be checked. */
const MAX_CHECKED_BYTES = 1024 * 1024;

interface WrittenData {
  readonly map?: Item['map'] | undefined;
  readonly body?: ReceivedBody | undefined;
}

/** Holds what is written against the schema of the crate. @throws Problem 400 that names the first field that does not fit */
export async function requireFit(current: Current, policy: Policy, { map, body }: WrittenData): Promise<void> {
  requireMapFit(policy, map);
  const schema = policy.schema?.body;
  if (schema === undefined || body === undefined || !isJson(body.mimetype)) return;
  requireNoFault(ValueSchema.of(schema).findFault(await readBody(current, body)), 'body', unfitBody);
}

/** @throws Problem 400 */
export function requireMapFit(policy: Policy, map: Item['map'] | undefined): void {
  const schema = policy.schema?.map;
  if (schema !== undefined && map !== undefined)
    requireNoFault(ValueSchema.of(schema).findFault(map), 'map', invalidMetadata);
}

export function hasMapSchema({ schema }: Policy): boolean {
  return schema?.map !== undefined;
}

function isJson(mimetype: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/i.test(mimetype.split(';')[0]?.trim() ?? '');
}

async function readBody({ files }: Current, { bytes, inline, fileKey }: ReceivedBody): Promise<unknown> {
  if (bytes > MAX_CHECKED_BYTES) throw unfit(`at most ${MAX_CHECKED_BYTES} bytes of JSON`);
  const source = inline ?? (fileKey === null ? Buffer.alloc(0) : await files.read(fileKey));
  const text = Buffer.isBuffer(source) ? source.toString() : await new Response(source).text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unfit('JSON');
  }
}

const unfit = (words: string) => new Problem(unfitBody, { fields: { body: words } });

function requireNoFault(fault: SchemaFault | undefined, whole: string, kind: ProblemKind): void {
  if (fault !== undefined) throw new Problem(kind, { fields: { [[whole, ...fault.path].join('.')]: fault.words } });
}
