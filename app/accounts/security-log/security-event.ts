import type { TextKey } from '#app/current/locale.ts';

/** What can happen to an account, and the sentence that tells its owner. `details` fill the sentence. */
export const SECURITY_EVENTS = {
  accountCreated: 'account.event.accountCreated',
  signIn: 'account.event.signIn',
  newDevice: 'account.event.newDevice',
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
  sessionEnded: 'account.event.sessionEnded',
  sessionsEnded: 'account.event.sessionsEnded',
  keyCreated: 'account.event.keyCreated',
  keyRevoked: 'account.event.keyRevoked',
  roleChanged: 'account.event.roleChanged',
  banned: 'account.event.banned',
  unbanned: 'account.event.unbanned',
} satisfies Record<string, TextKey>;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;

/**
 * What the sentence of an event names: `name` of a key, passkey, role or service, `address` of a mail, `alias`; of a ban
 * the log also tells the `reason`. `provedAt` orders what was taken back in the name of several addresses.
 */
export type EventDetails = Readonly<Record<string, string | number>>;

export interface SecurityEvent {
  readonly eventId: number;
  readonly at: Date;
  readonly kind: SecurityEventKind;
  readonly details: EventDetails;
  /** With what it was done, in words such as `Firefox` and `Linux`. */
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

export function isSecurityEventKind(kind: string): kind is SecurityEventKind {
  return Object.hasOwn(SECURITY_EVENTS, kind);
}
