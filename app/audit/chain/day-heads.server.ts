import { createHash, createHmac, hkdfSync } from 'node:crypto';

import type { Row } from '#database/rows.ts';
import { isSameText } from '#lib/signed.server.ts';

/** The last link of a day, which a signature tells to be ours. */
export type DayHead = Pick<Row<'audit_days'>, 'position' | 'key_id' | 'signature'> & {
  /** Such as `2026-11-28`, of UTC. */
  readonly day: string;
  /** Hex. */
  readonly hash: string;
};

type DayVerdict = 'signed' | 'broken' | 'unknownKey';

export function signDayHead(head: Pick<DayHead, 'day' | 'position' | 'hash'>, secret: string): DayHead {
  const key = toDayKey(secret);
  return { ...head, key_id: toKeyId(key), signature: signatureOf(head, key) };
}

/** Of the key that signs now. */
export function dayKeyId(secret: string): string {
  return toKeyId(toDayKey(secret));
}

/** A SECRET that was lost or changed is told apart from a day that somebody has changed. */
export function judgeDayHead(head: DayHead, secret: string): DayVerdict {
  const key = toDayKey(secret);
  if (head.key_id !== toKeyId(key)) return 'unknownKey';
  return isSameText(head.signature, signatureOf(head, key)) ? 'signed' : 'broken';
}

function signatureOf({ day, position, hash }: Pick<DayHead, 'day' | 'position' | 'hash'>, key: Buffer): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([day, position, hash]))
    .digest('base64url');
}

function toDayKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'rumpus audit day heads', 32));
}

/** Tells one key from another, and nothing of either. */
function toKeyId(key: Buffer): string {
  return createHash('sha256').update('id of ').update(key).digest('hex').slice(0, 16);
}
