import { createHash } from 'node:crypto';

import { Problem } from '#lib/problem.ts';
import { readSealed, seal } from '#lib/sealed.server.ts';

import type { Crate } from '../crates/crate.ts';
import type { Access } from '../crates/policy.ts';
import { changesGone, foreignToken } from './problems.ts';

export interface FeedPosition {
  /** The system identifier and WAL timeline of the database that counts the transactions. */
  life: string;
  xid: string;
  change: string;
  /** The last item, while the follower still receives the items from before. */
  walked: string | undefined;
}

export const LAST_CHANGE = '9223372036854775807';

/** What a replica depends on besides the changes: the crate itself, and which items its reader may see. */
export function computeScope({ createdAt }: Crate, { userId, everything, alternatives, hiddenTags }: Access): string {
  const isPersonal = hiddenTags.length > 0 || (!everything && alternatives.some(({ who }) => who !== 'everything'));
  const rules = everything ? [] : alternatives.map(({ who, included, excluded }) => [who, included, excluded]);
  const scope = JSON.stringify([createdAt, everything, rules, hiddenTags, isPersonal ? userId : null]);
  return createHash('sha256').update(scope).digest('base64url').slice(0, 22);
}

/** Sealed, because how fast positions move would disclose changes that the follower may not see. */
export function writeToken(position: FeedPosition, crateId: string, scope: string, secret: string): string {
  const { life, xid, change, walked } = position;
  return seal(JSON.stringify([scope, life, xid, change, walked]), toPurpose(crateId), secret);
}

/** @throws Problem 400 for a token of another crate, 410 for one of another scope */
export function readToken(token: string, crateId: string, scope: string, secret: string): FeedPosition {
  const text = readSealed(token, toPurpose(crateId), secret);
  if (text === undefined) throw new Problem(foreignToken);
  const [itsScope, life, xid, change, walked] = JSON.parse(text) as [string, string, string, string, string | null];
  if (itsScope !== scope) throw new Problem(changesGone);
  return { life, xid, change, walked: walked ?? undefined };
}

function toPurpose(crateId: string): string {
  return `changes ${crateId}`;
}
