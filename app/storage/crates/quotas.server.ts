import { isSqlState } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { bodyOverQuota, overQuota } from '../problems.ts';
import type { Policy } from './policy.ts';

interface QuotaRefusal {
  whose: 'user' | 'crate';
  kind: 'bytes' | 'items' | 'versions';
  added: number;
  over: number;
  ofVersion: boolean;
}

/**
 * The refusal that PostgreSQL's word for a full quota stands for; undefined for any other error. Its members say whose
 * quota it is (`user` or `crate`), of what `kind` and how much was `left` before the write.
 * @param write the policy and the bytes of the written body, by which 413 (it alone is too large) is told from 507
 */
export function quotaProblem(error: unknown, write?: { policy: Policy; bytes: number }): Problem | undefined {
  if (!isSqlState(error, 'QUOTA')) return undefined;
  const { whose, kind, added, over, ofVersion }: QuotaRefusal = JSON.parse(error.detail ?? '{}');
  const quota = write?.policy.quotas?.[whose]?.bytes;
  const isAlone = kind === 'bytes' && write !== undefined && quota !== undefined && write.bytes > quota;
  // A new body is charged before the version of the old one, which then is what did not fit: together they add the body.
  const all = kind === 'bytes' && ofVersion && write?.bytes ? write.bytes : added;
  const left = Math.max(0, all - over);
  return new Problem(isAlone ? bodyOverQuota : overQuota, { members: { whose, kind, left } });
}
