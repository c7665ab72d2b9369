import type { TextKey } from '#app/current/locale.ts';

/** Each has a sentence in the log, which `details` fill. */
export const SECURITY_EVENTS = {
  accountCreated: 'account.event.accountCreated',
  signIn: 'account.event.signIn',
  newDevice: 'account.event.newDevice',
  deviceSignIn: 'devices.event.signIn',
  emailAdded: 'account.event.emailAdded',
  emailVerified: 'account.event.emailVerified',
  emailRemoved: 'account.event.emailRemoved',
  emailPrimary: 'account.event.emailPrimary',
  emailUndone: 'account.event.emailUndone',
  claimRemoved: 'account.event.claimRemoved',
  passkeyAdded: 'account.event.passkeyAdded',
  passkeyRemoved: 'account.event.passkeyRemoved',
  passkeyRenamed: 'account.event.passkeyRenamed',
  passkeyRefused: 'account.event.passkeyRefused',
  connectionAdded: 'account.event.connectionAdded',
  connectionRemoved: 'account.event.connectionRemoved',
  aliasChanged: 'aliases.form.changed',
  recoveryCodesMade: 'recovery.event.codesMade',
  recoveryCodeUsed: 'recovery.event.codeUsed',
  recovered: 'recovery.event.recovered',
  recoveryAllowed: 'recovery.event.allowed',
  frozen: 'recovery.event.frozen',
  thawed: 'recovery.event.thawed',
  sessionEnded: 'account.event.sessionEnded',
  sessionsEnded: 'account.event.sessionsEnded',
  keyCreated: 'account.event.keyCreated',
  keyRevoked: 'account.event.keyRevoked',
  roleChanged: 'account.event.roleChanged',
  banned: 'account.event.banned',
  unbanned: 'account.event.unbanned',
  exportAsked: 'account.event.exportAsked',
  deletionAsked: 'deletions.event.asked',
  deletionUndone: 'deletions.event.undone',
  merged: 'merges.event.merged',
} satisfies Record<string, TextKey>;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;

/** `name` of a key, passkey, role or service; of a ban `reason`. `provedAt` orders what addresses have undone. */
export type EventDetails = Readonly<Record<string, string | number>>;

export interface SecurityEvent {
  readonly eventId: number;
  readonly at: Date;
  readonly kind: SecurityEventKind;
  readonly details: EventDetails;
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

export function isSecurityEventKind(kind: string): kind is SecurityEventKind {
  return Object.hasOwn(SECURITY_EVENTS, kind);
}
