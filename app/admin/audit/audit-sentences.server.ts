import { findAuditEntries } from '#app/audit/audit.server.ts';
import type { AuditEntry, AuditQuery } from '#app/audit/audit.ts';
import type { Current } from '#app/current/current.server.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { getItem } from '#app/storage/items.server.ts';
import { Problem } from '#lib/problem.ts';

import { contextName, findPeople } from '../names.server.ts';
import { auditSentenceContent } from './audit-sentence-values.server.ts';
import type { AuditSentenceNames } from './audit-sentence-values.server.ts';
import type { AuditSentence, AuditSentenceValue } from './audit-sentence.ts';

/** The latest first, with the names that the reader may read. Needs admin. @throws Problem 401 or 403 */
export async function findAuditSentences(current: Current, query: AuditQuery): Promise<AuditSentence[]> {
  const { entries } = await findAuditEntries(current, query);
  const names = await namesIn(current, entries);
  return entries.map((entry) => auditSentenceOf(current, entry, names));
}

function auditSentenceOf(current: Current, entry: AuditEntry, names: AuditSentenceNames): AuditSentence {
  const { auditId, at, masquerade, reason } = entry;
  const { kind, values, changes = [] } = auditSentenceContent(entry, names);
  return {
    auditId,
    at,
    kind,
    masquerade,
    reason,
    changes,
    values: { ...actorValues(current, entry, names), ...values },
  };
}

/** Whoever acts without an account is the site itself, or the server of a game by its key. */
function actorValues(
  { actor }: Current,
  { userId, role }: AuditEntry,
  names: AuditSentenceNames,
): Record<string, AuditSentenceValue> {
  if (userId === null) return { who: role === 'super' ? 'site' : 'server', actor: '' };
  return { who: userId === actor.userId ? 'you' : 'other', actor: names.person(userId) };
}

async function namesIn(current: Current, entries: readonly AuditEntry[]): Promise<AuditSentenceNames> {
  const parts = entries.map(({ target }) => target.split('/'));
  const crateIds = parts.flatMap(([kind, id]) => ((kind === 'crate' || kind === 'item') && id ? [id] : []));
  const items = entries.map(({ target }) => target).filter((target) => target.startsWith('item/'));
  const [person, crates, itemNames] = await Promise.all([
    findPeople(current, entries.flatMap(peopleIn)),
    mapOf(crateIds, async (id) => (await getCrate(current, id)).name),
    mapOf(items, async (target) => nameOfItem(current, target)),
  ]);
  return {
    person,
    crate: (crateId) => crates.get(crateId) ?? crateId,
    item: (target) => itemNames.get(target),
    context: (context) => contextName(current, context),
  };
}

function peopleIn({ userId, target, before, after }: AuditEntry): string[] {
  const [kind, first, second] = target.split('/');
  const about = kind === 'account' ? first : kind === 'alias' ? second : undefined;
  const owners = [before, after].map((one) =>
    typeof one === 'object' && one !== null ? Reflect.get(one, 'userId') : '',
  );
  return [userId, about, ...owners].filter((one): one is string => typeof one === 'string' && one !== '');
}

async function nameOfItem(current: Current, target: string): Promise<string | undefined> {
  const [, crateId = '', itemId = ''] = target.split('/');
  return (await getItem(current, crateId, itemId)).name ?? undefined;
}

async function mapOf<Value>(
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
