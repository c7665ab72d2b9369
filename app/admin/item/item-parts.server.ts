import type { Current } from '#app/current/current.server.ts';
import { isAdmin, isRole, mayMasquerade } from '#app/current/role.ts';
import { wordMarks } from '#app/editor/merge-marks.server.ts';
import { compareValues } from '#app/editor/versions/comparison.server.ts';
import { parseVersionQuery } from '#app/editor/versions/versions.server.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import { explainItem } from '#app/storage/explain/explain.server.ts';
import type { Explanation } from '#app/storage/explain/explanation.ts';
import { listItemChanges } from '#app/storage/feed/changes.server.ts';
import { getVersionBody, listVersions } from '#app/storage/history/versions.server.ts';
import type { Item } from '#app/storage/item.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { findStatRanks } from '#app/storage/stats/ranks.server.ts';
import { Problem } from '#lib/problem.ts';

import { findAuditSentences } from '../audit/audit-sentences.server.ts';
import { findPeople } from '../names.server.ts';
import { readItemBody } from './item-bodies.server.ts';
import { bodyKind } from './item-body.ts';
import { readAs } from './item-deeds.server.ts';
import { spreadMap, valuesOfItem } from './item-values.ts';
import type { ItemTab } from './views.ts';

const SHOWN = 20;

export interface ItemPageRequest {
  readonly current: Current;
  readonly found: ItemWithBody;
  readonly policy: Policy;
  /** Of what the reader may do. */
  readonly explanation: Explanation;
  readonly url: URL;
  readonly parts: ConsoleParts;
}

/** Undefined where the storage refuses. */
export async function orNothing<Result>(asking: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asking;
  } catch (refusal) {
    if (refusal instanceof Problem) return undefined;
    throw refusal;
  }
}

export function loadPart(view: ItemTab, page: ItemPageRequest) {
  return PARTS[view](page);
}

const PARTS = {
  item: loadBody,
  people: loadNothing,
  stats: loadStats,
  versions: loadVersions,
  access: loadAccess,
  history: loadHistory,
};

async function loadBody({ current, found, policy, url }: ItemPageRequest) {
  const wanted = url.searchParams.get('hex');
  const hexFrom = wanted !== null && /^\d{1,12}$/.test(wanted) ? Number(wanted) : undefined;
  const body = await readItemBody(current, found, hexFrom);
  const schema: unknown = Reflect.get(policy, 'schema');
  return {
    view: 'item' as const,
    body,
    values: valuesOfItem(found.item, body),
    schema: typeof schema === 'object' && schema !== null ? JSON.stringify(schema, null, 2) : undefined,
  };
}

async function loadNothing() {
  return { view: 'people' as const };
}

async function loadStats({ current, found: { item }, policy, explanation }: ItemPageRequest) {
  const ranks = await findStatRanks(current, item.crateId, item.itemId);
  const holders = Object.values(item.records).flat();
  const person = await findPeople(
    current,
    holders.map(({ userId }) => userId),
  );
  const names = new Set([...Object.keys(item.stats), ...Object.keys(policy.stats ?? {})]);
  return {
    view: 'stats' as const,
    stats: [...names].toSorted().map((name) => ({
      name,
      value: item.stats[name],
      rank: ranks.get(name),
      mayWrite: explanation.stats[name]?.allowed ?? explanation.actions.stat.allowed,
    })),
    mayWriteOthers: explanation.actions.stat.allowed,
    records: Object.entries(item.records).flatMap(([name, held]) =>
      held.map(({ userId, value, createdAt }, at) => ({
        name,
        rank: at + 1,
        person: person(userId),
        value,
        createdAt,
      })),
    ),
  };
}

async function loadVersions({ current, found: { item }, explanation, url }: ItemPageRequest) {
  if (!explanation.actions.history.allowed) return { view: 'versions' as const, list: undefined, compared: undefined };
  const { crateId, itemId } = item;
  const { rev, before } = parseVersionQuery(url);
  const { versions, next } = await listVersions(current, crateId, itemId, { limit: SHOWN, before });
  const person = await findPeople(
    current,
    versions.flatMap(({ updatedBy }) => updatedBy ?? []),
  );
  return {
    view: 'versions' as const,
    list: {
      next,
      isFirst: before === undefined,
      versions: versions.map(({ rev, updatedAt, updatedBy, bytes, mimetype, endedAt }) => {
        const by = updatedBy === null ? undefined : person(updatedBy);
        return { rev, at: updatedAt, by, bytes, mimetype, isPresent: endedAt === null };
      }),
    },
    compared: rev === undefined ? undefined : await compareWithPresent(current, item, rev),
  };
}

/** Undefined for a version that is kept no longer. */
async function compareWithPresent(current: Current, item: Item, rev: number) {
  const { crateId, itemId } = item;
  const [was, is] = await Promise.all([
    orNothing(getVersionBody(current, crateId, itemId, String(rev))),
    getVersionBody(current, crateId, itemId, item.etag.slice(1, -1)),
  ]);
  if (was === undefined) return undefined;
  const [before, after] = [await comparedValues(current, was), await comparedValues(current, is)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const none = Object.fromEntries(names.map((name) => [name, '']));
  const isPicture = [was, is].every((one) => bodyKind(one.item.mimetype) === 'picture');
  const [old, present] = [
    { ...none, ...before },
    { ...none, ...after },
  ];
  return {
    rev,
    isPicture,
    words: wordMarks(old.text, present.text),
    ...compareValues(names, old, present),
  };
}

async function comparedValues(current: Current, found: ItemWithBody) {
  const { item } = found;
  const values = spreadMap(valuesOfItem(item, await readItemBody(current, found, undefined)));
  const people = item.collaborators.join(', ');
  return { ...values, text: values['text'] ?? '', people, bytes: String(item.bytes), type: item.mimetype };
}

async function loadAccess({ current, found: { item }, url }: ItemPageRequest) {
  const as = url.searchParams.get('as');
  if (!isRole(as)) return { view: 'access' as const, as: undefined };
  const explanation = await explainItem(current, item.crateId, item.itemId, as);
  const userId = as === 'public' ? undefined : ANYONE;
  const answer = await readAs(current, item, { userId, role: as });
  const mayBecome = mayMasquerade(current.actor.ownRole, as);
  return { view: 'access' as const, as, explanation, answer, mayBecome };
}

/** An id that nobody has. */
const ANYONE = '-';

async function loadHistory({ current, found: { item }, explanation, parts }: ItemPageRequest) {
  const { crateId, itemId } = item;
  const target = `item/${crateId}/${itemId}`;
  const [sentences, changes] = await Promise.all([
    isAdmin(current.actor.role) ? findAuditSentences(current, parts.auditKinds, { target, limit: SHOWN }) : undefined,
    explanation.actions.history.allowed ? listItemChanges(current, crateId, itemId, SHOWN) : undefined,
  ]);
  const person = await findPeople(
    current,
    (changes ?? []).flatMap(({ userId }) => userId ?? []),
  );
  return {
    view: 'history' as const,
    sentences,
    changes: changes?.map(({ rev, kind, at, userId }) => {
      return { rev, kind, at, by: userId === null ? undefined : person(userId) };
    }),
  };
}
