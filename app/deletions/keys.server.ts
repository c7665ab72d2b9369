import { emailKey } from '#app/accounts/emails/email.ts';
import type { PersonalData, Person } from '#app/current/personal-data.server.ts';

interface KeyedPerson {
  readonly person: Person;
  readonly names: readonly string[];
  readonly standIn: string;
}

/** All forms in which columns hold a person, and what comes in their place. */
export function toKeys(
  data: readonly PersonalData[],
  { person, names, standIn }: KeyedPerson,
): (readonly [string, string])[] {
  const written = names.filter((name) => emailKey(name) !== undefined);
  const stranger: Person = {
    userId: person.userId && standIn,
    emails: person.emails.map((_, at) => strangerAddress(standIn, at)),
  };
  const forms = listForms(data, person);
  const others = listForms(data, stranger);
  const pairs = forms.map((form, at) => [form, others[at] ?? standIn] as const);
  const spelled = written.map((name) => [name, strangerAddress(standIn, 0)] as const);
  return [...new Map([...spelled, ...pairs]).entries()];
}

/** The digests among them, by which somebody is found again who has no account. */
export function listForms(data: readonly PersonalData[], person: Person): string[] {
  const { userId, emails } = person;
  const ids = userId === null ? [] : [userId, `user ${userId}`, `@${userId}`];
  return [...ids, ...emails, ...data.flatMap(({ toPersonKeys }) => toPersonKeys?.(person) ?? [])];
}

/** `invalid` is nobody's (RFC 2606). */
function strangerAddress(standIn: string, at: number): string {
  return `${standIn}-${at}@deleted.invalid`;
}
