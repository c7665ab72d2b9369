import { createHash, createHmac } from 'node:crypto';

import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

/** What of an entry enters its hash. `at` is in microseconds since 1970. */
export type ChainedEntry = Pick<
  Row<'audit'>,
  'audit_id' | 'user_id' | 'role' | 'masquerade' | 'action' | 'target' | 'before' | 'after' | 'reason' | 'request_id'
> & { readonly micros: string };

export const CHAINED_COLUMNS = sql`a.audit_id, (extract(epoch from a.at) * 1000000)::bigint::text as micros,
  a.user_id, a.role, a.masquerade, a.action, a.target, a.before, a.after, a.reason, a.request_id`;

/**
 * Everything that may say something of a person: who did it, to what, why, and each value before and after. What is not
 * listed here (the time, the role, the action, the request) is in the hash as it is, and is never erased.
 */
export interface AuditLeaf {
  /** The names on the way to it, as JSON. */
  readonly path: string;
  readonly value: unknown;
}

export function listAuditLeaves({ user_id, target, reason, before, after }: ErasableEntry): AuditLeaf[] {
  const columns = { userId: user_id, target, reason, before, after };
  return Object.entries(columns).flatMap(([name, value]) => (value === null ? [] : leavesOf(value, [name])));
}

export type ErasableEntry = Pick<ChainedEntry, 'user_id' | 'target' | 'reason' | 'before' | 'after'>;

function leavesOf(value: unknown, path: readonly (string | number)[]): AuditLeaf[] {
  const inside: [string | number, unknown][] = Array.isArray(value)
    ? value.map((one, at) => [at, one])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  if (inside.length === 0) return [{ path: JSON.stringify(path), value }];
  return inside.flatMap(([name, one]) => leavesOf(one, [...path, name]));
}

/** Whoever knows that of one value learns nothing of the others. @returns hex */
export function leafSalt(salt: Uint8Array, path: string): string {
  return createHmac('sha256', salt).update(path).digest('hex');
}

/** @param salt hex @returns hex */
export function leafDigest({ path, value }: AuditLeaf, salt: string): string {
  return createHmac('sha256', Buffer.from(salt, 'hex'))
    .update(JSON.stringify([path, value]))
    .digest('hex');
}

/** @param digests of all its leaves, those that are erased too; their order does not count @returns hex */
export function linkHash(before: string, position: bigint, entry: ChainedEntry, digests: readonly string[]): string {
  const { audit_id, micros, role, masquerade, action, request_id } = entry;
  const facts = [`${position}`, audit_id, micros, role, masquerade, action, request_id, digests.toSorted()];
  return createHash('sha256')
    .update(`${before}\n${JSON.stringify(facts)}`)
    .digest('hex');
}

/** The hash before the first link. */
export const CHAIN_START = '';

/** Whether it stands in the place of a value that was erased, alone or, in a target, between what stays of it. */
export function isErased({ path, value }: AuditLeaf): boolean {
  if (typeof value !== 'string') return false;
  const parts = path === TARGET ? value.split('/') : [value];
  return parts.some((part) => /^erased-[0-9a-f]{12}$/.test(part));
}

const TARGET = JSON.stringify(['target']);
