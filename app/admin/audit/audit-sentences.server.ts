import { asObject, asTitle } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts, AuditKind, AuditNames } from '#app/audit/audit-kind.server.ts';
import type { AuditSentence, AuditSentenceValue } from '#app/audit/audit-sentence.ts';
import { findAuditEntries } from '#app/audit/audit.server.ts';
import type { AuditEntry, AuditSearch } from '#app/audit/audit.ts';
import type { Current } from '#app/current/current.server.ts';
import { loadMessages } from '#app/current/locale.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { getItem } from '#app/storage/items.server.ts';
import { formatMessage } from '#lib/locale/messages.ts';
import type { MessageCatalog } from '#lib/locale/messages.ts';
import { Problem } from '#lib/problem.ts';

import { contextName, findPeople } from '../names.server.ts';

type AuditKindsByAction = ConsoleParts['auditKinds'];

/** The latest first, with the names that the reader may read. Needs admin. @throws Problem 401 or 403 */
export async function findAuditSentences(
  current: Current,
  kinds: AuditKindsByAction,
  query: AuditSearch,
): Promise<AuditSentence[]> {
  return writeAuditSentences(current, kinds, (await findAuditEntries(current, query)).entries);
}

/** In their order, with the names that the reader may read. */
export async function writeAuditSentences(
  current: Current,
  kinds: AuditKindsByAction,
  entries: readonly AuditEntry[],
): Promise<AuditSentence[]> {
  const [names, messages] = await Promise.all([namesIn(current, entries), loadMessages(current.locale)]);
  return entries.map((entry) => writeSentence(current, messages, entry, kinds.get(entry.action) ?? UNKNOWN, names));
}

function writeSentence(
  current: Current,
  messages: MessageCatalog,
  entry: AuditEntry,
  kind: Pick<AuditKind, 'text' | 'read'>,
  names: AuditNames,
): AuditSentence {
  const { auditId, at, masquerade, reason } = entry;
  const { values, changes = [], text = kind.text } = kind.read(toFacts(entry), names);
  const { user } = values;
  const all = {
    ...actorValues(current, entry, names),
    ...values,
    whom: typeof user === 'object' && 'isYou' in user && user.isYou ? 'you' : 'other',
  };
  const parts = formatMessage<AuditSentenceValue>(current.locale, messages, text, all);
  return { auditId, at, masquerade, reason, changes, parts };
}

/** What a later version has written. */
const UNKNOWN: Pick<AuditKind, 'text' | 'read'> = {
  text: 'admin.audit.other',
  read: ({ action, target }): AuditDetails => ({ values: { action: asTitle(action), target: asTitle(target) } }),
};

function toFacts({ action, target, before, after }: AuditEntry): AuditFacts {
  return { action, target, parts: target.split('/'), before: asObject(before), after: asObject(after) };
}

/** Whoever acts without an account is the site itself, or the server of a game by its key. */
function actorValues(
  { actor }: Current,
  { userId, role }: AuditEntry,
  names: AuditNames,
): Record<string, AuditSentenceValue> {
  if (userId === null) return { who: role === 'super' ? 'site' : 'server', actor: '' };
  return { who: userId === actor.userId ? 'you' : 'other', actor: names.person(userId) };
}

async function namesIn(current: Current, entries: readonly AuditEntry[]): Promise<AuditNames> {
  const parts = entries.map(({ target }) => target.split('/'));
  const crateIds = parts.flatMap(([kind, id]) => ((kind === 'crate' || kind === 'item') && id ? [id] : []));
  const items = entries.map(({ target }) => target).filter((target) => target.startsWith('item/'));
  const [person, crates, itemNames] = await Promise.all([
    findPeople(current, entries.flatMap(peopleIn)),
    findEach(crateIds, async (id) => (await getCrate(current, id)).name),
    findEach(items, async (target) => nameOfItem(current, target)),
  ]);
  return {
    person,
    crate: (crateId) => crates.get(crateId) ?? crateId,
    item: (target) => itemNames.get(target),
    context: (context) => contextName(current, context),
  };
}

/** Of what an entry was before and after: where user ids are. */
const NAMING_KEYS = ['userId', 'goneId'];

function peopleIn({ userId, target, before, after }: AuditEntry): string[] {
  const [kind, first, second] = target.split('/');
  const about = kind === 'account' ? first : kind === 'alias' ? second : undefined;
  const named = [before, after].flatMap((one) =>
    typeof one === 'object' && one !== null ? NAMING_KEYS.map((key) => Reflect.get(one, key)) : [],
  );
  return [userId, about, ...named].filter((one): one is string => typeof one === 'string' && one !== '');
}

async function nameOfItem(current: Current, target: string): Promise<string | undefined> {
  const [, crateId = '', itemId = ''] = target.split('/');
  return (await getItem(current, crateId, itemId)).name ?? undefined;
}

async function findEach<Value>(
  keys: readonly string[],
  find: (key: string) => Promise<Value>,
): Promise<Map<string, Value>> {
  const found = await Promise.all(
    [...new Set(keys)].map(async (key): Promise<[string, Value][]> => {
      try {
        return [[key, await find(key)]];
      } catch (error) {
        if (error instanceof Problem) return [];
        throw error;
      }
    }),
  );
  return new Map(found.flat());
}
