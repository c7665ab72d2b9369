import type { TextKey } from '#app/current/locale.ts';

import type { AuditSentenceValue, FieldChange } from './audit-sentence.ts';
import { fieldChanges } from './field-changes.server.ts';

/** What staff do and the audit keeps, declared by its noun. */
export interface AuditKind {
  /** `thing.verb`, unique: what stored entries are found by. */
  readonly action: string;
  /** Gets `who` ('you', 'other', 'site' or 'server'), `actor`, `whom` ('you' or 'other', of `user`) and what `read` finds. */
  readonly text: TextKey;
  /** What the sentence is about. */
  readonly read: ReadAuditEntry;
}

export type ReadAuditEntry = (entry: AuditFacts, names: AuditNames) => AuditDetails;

export interface AuditDetails {
  readonly values: Readonly<Record<string, AuditSentenceValue>>;
  readonly changes?: readonly FieldChange[];
  /** In the place of that of the kind. */
  readonly text?: TextKey;
}

export interface AuditFacts {
  readonly action: string;
  readonly target: string;
  readonly parts: readonly string[];
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The names of everything that entries are about; what has none is called by its id. */
export interface AuditNames {
  readonly person: (userId: string) => AuditSentenceValue;
  readonly crate: (crateId: string) => string;
  /** Undefined for an item that the reader may not read. */
  readonly item: (target: string) => string | undefined;
  readonly context: (context: string) => string;
}

/** Kinds by their verb. @param thing the word before the dot of each action */
export function auditKinds<Verb extends string>(
  thing: string,
  kinds: Readonly<Record<Verb, Omit<AuditKind, 'action'>>>,
): Readonly<Record<Verb, AuditKind>> {
  const entries = Object.entries<Omit<AuditKind, 'action'>>(kinds);
  return Object.fromEntries(entries.map(([verb, kind]) => [verb, { ...kind, action: `${thing}.${verb}` }])) as Readonly<
    Record<Verb, AuditKind>
  >;
}

export const aboutUser: ReadAuditEntry = ({ parts: [, userId = ''] }, { person }) => ({
  values: { user: person(userId) },
});

export const aboutCrate: ReadAuditEntry = ({ parts: [, crateId = ''], before, after }, { crate }) => ({
  values: { crate: asTitle(asText(after['name']) ?? asText(before['name']) ?? crate(crateId)) },
});

export const aboutItem: ReadAuditEntry = ({ target, parts: [, crateId = ''], before }, { crate, item }) => {
  const name = asText(before['name']) ?? item(target);
  return {
    values: { crate: asTitle(crate(crateId)), isNamed: name === undefined ? 'no' : 'yes', item: asTitle(name ?? '') },
  };
};

export function withValues(details: AuditDetails, more: AuditDetails['values']): AuditDetails {
  return { ...details, values: { ...details.values, ...more } };
}

export const listChanges = ({ before, after }: AuditFacts): FieldChange[] => fieldChanges(before, after);
export const asTitle = (name: string): AuditSentenceValue => ({ title: name });
/** A time that nobody can read is left out, rather than the whole page. */
export const asTime = (at: unknown): AuditSentenceValue =>
  typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? { at } : asTitle('…');
export const asRole = (name: unknown): AuditSentenceValue => ({ role: asText(name) ?? '' });
export const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
