import type { TextKey } from '#app/current/locale.ts';

/** Why somebody reports a thing; each kind of thing has some of them. */
export const REASON_NAMES = {
  insult: 'reports.reason.insult',
  sexual: 'reports.reason.sexual',
  personal: 'reports.reason.personal',
  spam: 'reports.reason.spam',
  stolen: 'reports.reason.stolen',
  name: 'reports.reason.name',
  impersonation: 'reports.reason.impersonation',
  cheating: 'reports.reason.cheating',
  other: 'reports.reason.other',
} as const satisfies Readonly<Record<string, TextKey>>;
export type ReportReason = keyof typeof REASON_NAMES;

/** `act` does what the kind of thing offers, `note` says what was done elsewhere. */
export type ReportDecision = 'act' | 'note' | 'dismiss';

/** Characters that somebody adds to the reason. */
export const MAX_WORDS = 1000;
/** Characters of why staff decided so. */
export const MAX_NOTE = 280;

export function reportPath(kind: string, thingId: string): string {
  return `/report/${kind}/${thingId}`;
}
