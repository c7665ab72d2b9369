import fc from 'fast-check';

import { sql } from '#lib/database/sql.server.ts';

import { CAST } from './cast.ts';
import type { CastName } from './cast.ts';
import type { SiteRequest, TestSite } from './site.ts';
import { dataOf, parametersHeader } from './storage.ts';

/** Something that someone does in a crate, to an item that is picked when it is done. */
interface RandomWrite {
  kind: 'create' | 'update' | 'patch' | 'delete' | 'undelete' | 'purge' | 'restore';
  pick: number;
  parameters: object;
  patch: { shared?: readonly string[] | undefined };
  body: string;
  version: number;
}

const NAMES = fc.constantFrom(null, ...'one two three four five six seven eight nine ten eleven twelve'.split(' '));
const TAGS = fc.uniqueArray(fc.constantFrom('a', 'b', 'c:1', 'c:2', 'hidden'), { maxLength: 4 });
const MAP = fc.dictionary(fc.constantFrom('title', 'size', 'constructor'), fc.oneof(fc.integer(), fc.constant('x')));
const NOTE = fc.constantFrom(null, 'a note');
const SHARED = fc.constantFrom([], [CAST.collaborator.userId], [CAST.staff.userId, CAST.collaborator.userId]);
const BODY = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('y'.repeat(70_000), 'z'.repeat(70_001)));
const KINDS = [
  ...(['create', 'create', 'create', 'update', 'update', 'update', 'patch', 'patch', 'patch', 'patch'] as const),
  ...(['delete', 'undelete', 'restore'] as const),
];

/** So many random deeds; without `named` none gives a name, so that none is refused for it. */
export function randomWrites(
  [minLength, maxLength]: [number, number],
  { named = true, purging = false } = {},
): fc.Arbitrary<RandomWrite[]> {
  const name = named ? NAMES : fc.constant(null);
  const deed = fc.record({
    kind: fc.constantFrom(...KINDS, ...(purging ? (['purge'] as const) : [])),
    pick: fc.nat(1000),
    parameters: fc.record({ name, tags: TAGS, map: MAP, note: NOTE }, { requiredKeys: [] }),
    patch: fc.record({ name, tags: TAGS, note: NOTE, shared: SHARED }, { requiredKeys: [] }),
    body: BODY,
    version: fc.nat(20),
  });
  return fc.array(deed, { minLength, maxLength, size: 'max' });
}

/** Does it, a second after the last deed. @returns the item that it was about; undefined when it was refused */
export async function perform(
  site: TestSite,
  crate: string,
  who: CastName,
  deed: RandomWrite,
): Promise<string | undefined> {
  tick(site);
  const { kind, pick } = deed;
  const ids = await idsOf(site, crate, kind === 'undelete' || kind === 'purge' ? 'trashed_items' : 'items');
  const itemId = kind === 'create' ? undefined : ids[pick % Math.max(1, ids.length)];
  if (kind !== 'create' && itemId === undefined) return undefined;
  const [path, request] = await REQUESTS[kind](site, crate, who, deed, itemId ?? '');
  const response = await site.ask(who, path, request);
  if (![200, 201, 204, 400, 403, 409].includes(response.status)) throw new Error(`${kind}: ${response.status}`);
  if (!response.ok) return undefined;
  return itemId ?? (await dataOf<{ itemId: string }>(response)).itemId;
}

type WriteRequest = [path: string, asked: SiteRequest];
type ToRequest = (
  ...given: [site: TestSite, crate: string, who: CastName, deed: RandomWrite, itemId: string]
) => WriteRequest | Promise<WriteRequest>;

const REQUESTS: Record<RandomWrite['kind'], ToRequest> = {
  create: (_site, crate, who, { parameters, body }) => {
    const headers = parametersHeader({ ...parameters, collaborators: [CAST[who].userId] });
    return [`${crate}/items`, { method: 'POST', body, headers }];
  },
  update: (_site, crate, _who, { parameters, body }, itemId) => [
    `${crate}/items/${itemId}`,
    { method: 'PUT', body, headers: parametersHeader(parameters) },
  ],
  patch: (_site, crate, _who, { patch: { shared, ...rest } }, itemId) => {
    const body = { ...rest, ...(shared && { collaborators: [CAST.admin.userId, ...shared] }) };
    return [`${crate}/items/${itemId}/metadata`, { method: 'PATCH', body }];
  },
  delete: (_site, crate, _who, _deed, itemId) => [`${crate}/items/${itemId}`, { method: 'DELETE' }],
  undelete: (_site, crate, _who, _deed, itemId) => [`${crate}/trash/${itemId}/restore`, { method: 'POST' }],
  purge: (_site, crate, _who, _deed, itemId) => [`${crate}/trash/${itemId}`, { method: 'DELETE' }],
  restore: async (site, crate, who, { version }, itemId) => {
    const versions = `${crate}/items/${itemId}/versions`;
    const kept = await dataOf<{ rev: number }[]>(await site.ask(who, `${versions}?limit=128`));
    return [`${versions}/${kept[version % kept.length]?.rev}/restore`, { method: 'POST' }];
  },
};

/** Moves the site's clock on by a second, beyond what the real clock will show. */
export function tick(site: TestSite): Date {
  const last = Math.max(site.clock.now.getTime(), Date.now() + 86_400_000);
  site.clock.now = new Date(last + 1000);
  return site.clock.now;
}

export interface CrateState {
  /** By id: everything of an item but its revision and when and by whom it was last changed. */
  items: Map<string, string>;
  trash: string[];
}

export async function crateState(site: TestSite, crate: string): Promise<CrateState> {
  const rows = await site.parts.db.query<{
    item_id: string;
    state: string;
  }>(sql`select item_id, to_jsonb(state)::text as state from items i cross join lateral (
      select i.name, i.user_id, i.collaborators, i.tags, i.map, i.note, i.mimetype, i.bytes, sha256(i.body) as body,
        i.digest, i.file_key is not null as in_file, coalesce(i.digest::text, i.file_key) as content,
        i.created_at, i.ordinal,
        (select jsonb_object_agg(s.name, s.value) from item_stats s where (s.crate_id, s.item_id) = (i.crate_id, i.item_id)) as stats
    ) state where crate_id = ${crateIdOf(crate)} order by item_id`);
  const items = new Map(rows.map(({ item_id: itemId, state }) => [itemId, state]));
  return { items, trash: await idsOf(site, crate, 'trashed_items') };
}

async function idsOf(site: TestSite, crate: string, table: 'items' | 'trashed_items'): Promise<string[]> {
  const rows = await site.parts.db.query<{ item_id: string }>(
    sql`select item_id from ${sql.raw(table)} where crate_id = ${crateIdOf(crate)} order by item_id`,
  );
  return rows.map(({ item_id: itemId }) => itemId);
}

/** What the people of a crate hold as the quotas know it, and as it is counted from nothing. */
export async function usageOf(
  { parts: { db } }: TestSite,
  crate: string,
): Promise<{ known: unknown; counted: unknown }> {
  const held = sql`select * from usage
    where crate_id = ${crateIdOf(crate)} and (bytes, items, versions) <> (0, 0, 0) order by user_id`;
  const known = await db.query(held);
  await db.query(sql`select count_usage(${crateIdOf(crate)})`);
  return { known, counted: await db.query(held) };
}

function crateIdOf(crate: string): string {
  return crate.split('/').at(-1) ?? '';
}
