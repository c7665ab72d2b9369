/**
 * - `changed`: an entry, or what its link keeps beside it, is not as it was chained
 * - `removed`: a link, or the entry of one, is gone
 * - `inserted`: an entry that no link holds, and that none is to be made for
 * - `unsigned`: the chain does not end where its last day was signed
 * - `badDay`: the head of a day is not as it was signed
 */
export type ChainFaultKind = 'changed' | 'removed' | 'inserted' | 'unsigned' | 'badDay';

export interface ChainFault {
  readonly kind: ChainFaultKind;
  readonly auditId: string | null;
  /** In the chain. */
  readonly position: string | null;
  /** The first one that was signed with it, such as `2026-11-28`. */
  readonly day: string | null;
}

export interface ChainStatus {
  /** Entries that wait to be chained, counted to a bound. */
  readonly waiting: number;
  /** When the first deed was that waits, and now if none does, ISO 8601. Null while there is no link. */
  readonly chainedUntil: string | null;
  readonly lastDay: string | null;
  /** Whether this SECRET has signed all days of the last weeks. */
  readonly isOurs: boolean;
  readonly checkedAt: string | null;
  /** When everything had been looked at again. */
  readonly walkedAt: string | null;
  readonly fault: ChainFault | null;
}

export interface AuditLink {
  readonly position: string;
  /** Hex. */
  readonly hash: string;
  /** The first that was signed with it. */
  readonly day: string | null;
  readonly isErased: boolean;
}
