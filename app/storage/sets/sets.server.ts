import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { getCrate } from '../crates/crates.server.ts';
import { accessFor } from '../crates/overrides.server.ts';
import type { SetRule } from '../crates/policy.ts';
import type { BatchEntry } from '../stats/stats.ts';
import { writeAdditions, writeRemovals } from './member-writes.server.ts';
import type { MemberChange } from './member-writes.server.ts';
import { findPage } from './pages.server.ts';
import type { EntryRange, SetPage } from './pages.server.ts';
import { invalidMembers } from './problems.ts';
import { isShownSql, mayWriteSet, requireHoldersRight, requireSetRight } from './rights.server.ts';
import { ID_SYNTAX, MAX_MEMBERS, faultOfMember, readId } from './set.ts';
import type { SetOrder } from './set.ts';

/** A set of a crate: the policy names `set`, and each owner has one of it. */
export interface SetKey {
  readonly set: string;
  readonly owner: string;
}

/**
 * `stats` makes the updates of items of the crate, by id or name, for the members that were really added or removed; they
 * are written in the same transaction, whatever rights the caller has. Items that do not exist are left out.
 */
interface ChangedMembers extends SetKey {
  /** At most 128. */
  readonly members: readonly string[];
  readonly stats?: (members: string[]) => BatchEntry[];
}

/**
 * Each at once or not at all. Inside of a transaction a refusal has to end that.
 * @throws Problem 400, 401, 403, 404 for a crate or a set that does not exist, 507 for a full set
 */
export async function addMembers(
  current: Current,
  crateId: string,
  wanted: ChangedMembers,
): Promise<{ added: string[] }> {
  const change = await prepareChange(current, crateId, wanted);
  requireMembers(wanted.members, change.rule);
  return { added: change.members.length === 0 ? [] : await writeAdditions(change) };
}

function requireMembers(members: readonly string[], { members: rule }: SetRule): void {
  for (const member of members) {
    const fault = faultOfMember(member, rule);
    if (fault !== undefined) refuseIds('members', fault);
  }
}

/** The same for removing; what is no id is in no set. */
export async function removeMembers(
  current: Current,
  crateId: string,
  wanted: ChangedMembers,
): Promise<{ removed: string[] }> {
  const change = await prepareChange(current, crateId, wanted);
  return { removed: change.members.length === 0 ? [] : await writeRemovals(change) };
}

const CLEAR_BATCH = 500;

/** Removes what is in a set at the start, some hundred at once. @throws Problem 400, 401, 403 or 404 */
export async function clearSet(
  current: Current,
  crateId: string,
  { set, owner, stats }: SetKey & Pick<ChangedMembers, 'stats'>,
): Promise<{ removed: number }> {
  const change = await prepareChange(current, crateId, { set, owner, members: [], ...(stats && { stats }) });
  const from = sql`from set_members where crate_id = ${crateId} and set_name = ${set} and owner = ${change.owner}`;
  const [newest] = await current.db.query<EntryIdRow>(sql`select entry_id ${from} order by entry_id desc limit 1`);
  let [removed, after] = [0, FIRST];
  for (let isMore = newest !== undefined; isMore;) {
    const rows = await current.db.query<EntryIdRow & Pick<Row<'set_members'>, 'member'>>(sql`
      select entry_id, member ${from} and entry_id > ${after} and entry_id <= ${newest?.entry_id ?? FIRST}
      order by entry_id limit ${CLEAR_BATCH}`);
    const gone = await writeRemovals({ ...change, members: rows.map(({ member }) => member) });
    removed += gone.length;
    after = rows.at(-1)?.entry_id ?? after;
    isMore = rows.length === CLEAR_BATCH;
  }
  return { removed };
}

type EntryIdRow = Pick<Row<'set_members'>, 'entry_id'>;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Newest first, or only `members` that are in it. @throws Problem 400, 401, 403, 404 for no such crate or set */
export async function findMembers(
  current: Current,
  crateId: string,
  wanted: SetKey &
    EntryRange & {
      readonly members?: readonly string[] | undefined;
      /** By the order of their characters, strictly. */
      readonly beforeMember?: string | undefined;
      readonly afterMember?: string | undefined;
      readonly sort?: SetOrder | undefined;
      /** 1 to 128. */
      readonly limit: number;
      /** What a member has to be besides, for the lists of other nouns. */
      readonly where?: ((member: Sql) => Sql) | undefined;
    },
): Promise<SetPage> {
  const crate = await getCrate(current, crateId);
  const { set, members } = wanted;
  const owner = readOwner(current, wanted.owner);
  const rule = requireSetRight(current, crate, set, 'read', owner);
  const only = members && readIds(members, 'members');
  const isBound = rule.items === true && !mayWriteSet(current, crate, set, owner);
  const access = isBound ? accessFor(current, crate, 'list', { direct: only !== undefined }) : undefined;
  const isShown = isShownSql(current, crate, set, owner);
  return findPage(current, { ...wanted, crateId, set, owner, only, access, isShown: () => isShown });
}

/** In whose sets a member is, newest first, or those of `owners` alone. @throws Problem as `findMembers` */
export async function findHolders(
  current: Current,
  crateId: string,
  wanted: EntryRange & {
    readonly set: string;
    readonly member: string;
    readonly owners?: readonly string[] | undefined;
    readonly limit: number;
  },
): Promise<SetPage> {
  const crate = await getCrate(current, crateId);
  const { set, owners } = wanted;
  const only = owners && readIds(owners, 'owners');
  requireHoldersRight(current, crate, set, only);
  const member = readMember(current, wanted.member);
  const isShown = (owner: Sql) => isShownSql(current, crate, set, owner);
  return findPage(current, { ...wanted, crateId, set, member, only, isShown });
}

/** Which of `sets` of one owner have the members; those in none are missing. @throws Problem as `findMembers` */
export async function findMemberships(
  current: Current,
  crateId: string,
  wanted: { readonly sets: readonly string[]; readonly owner: string; readonly members: readonly string[] },
): Promise<Map<string, string[]>> {
  const crate = await getCrate(current, crateId);
  const owner = readOwner(current, wanted.owner);
  for (const set of wanted.sets) requireSetRight(current, crate, set, 'read', owner);
  const [sets, members] = [[...new Set(wanted.sets)], readIds(wanted.members, 'members')];
  if (sets.length === 0 || members.length === 0) return new Map();
  const bounds = sets.flatMap((set) => {
    const isShown = isShownSql(current, crate, set, owner);
    return isShown === undefined ? [] : [sql`and (s.set_name <> ${set} or ${isShown})`];
  });
  const rows = await current.db.query<Pick<Row<'set_members'>, 'set_name' | 'member'>>(sql`
    select own.set_name, own.member from unnest((select ${sets}::text[])) s(set_name)
    cross join unnest((select ${members}::text[])) w(member) cross join lateral (
      select m.set_name, m.member from set_members m where m.crate_id = ${crateId} and m.set_name = s.set_name
        and m.owner = ${owner} and m.member = w.member limit 1) own
    where true ${sql.join(bounds, ' ')}`);
  const memberships = Map.groupBy(rows, ({ member }) => member);
  return new Map([...memberships].map(([member, all]) => [member, all.map(({ set_name: set }) => set)]));
}

/** For statements of other nouns. @param member the column with it, with its table @throws Problem as `findMembers` */
export async function isMemberSql(
  current: Current,
  crateId: string,
  { set, owner }: SetKey,
  member: Sql,
): Promise<Sql> {
  const crate = await getCrate(current, crateId);
  const id = readOwner(current, owner);
  requireSetRight(current, crate, set, 'read', id);
  return sql`exists (select from set_members where set_members.crate_id = ${crateId} and set_members.set_name = ${set}
    and set_members.owner = ${id} and set_members.member = ${member}
    and ${isShownSql(current, crate, set, id) ?? sql`true`})`;
}

/** @throws Problem as `findMembers` */
export async function countMembers(current: Current, crateId: string, { set, owner }: SetKey): Promise<number> {
  const crate = await getCrate(current, crateId);
  const id = readOwner(current, owner);
  requireSetRight(current, crate, set, 'read', id);
  return findSize(current, { crateId, set, side: 'owner', id }, isShownSql(current, crate, set, id));
}

/** In how many sets a member is, also in those that are shown to nobody: a sum names nobody. @throws Problem as `findMembers` */
export async function countHolders(
  current: Current,
  crateId: string,
  { set, member }: { readonly set: string; readonly member: string },
): Promise<number> {
  const crate = await getCrate(current, crateId);
  requireHoldersRight(current, crate, set);
  const counted = { crateId, set, side: 'member', id: readMember(current, member) } as const;
  return findSize(current, counted);
}

interface SetSize {
  readonly crateId: string;
  readonly set: string;
  readonly side: 'owner' | 'member';
  readonly id: string;
}

async function findSize(
  { db }: Current,
  { crateId, set, side, id }: SetSize,
  isShown: Sql = sql`true`,
): Promise<number> {
  const [row] = await db.query<Pick<Row<'set_counts'>, 'size'>>(sql`
    select size from set_counts
    where crate_id = ${crateId} and set_name = ${set} and side = ${side} and id = ${id} and ${isShown}`);
  return Number(row?.size ?? 0);
}

async function prepareChange(current: Current, crateId: string, wanted: ChangedMembers): Promise<MemberChange> {
  const crate = await getCrate(current, crateId);
  const { set, stats } = wanted;
  const owner = readOwner(current, wanted.owner);
  const rule = requireSetRight(current, crate, set, 'write', owner);
  return { current, crate, rule, set, owner, members: readIds(wanted.members, 'members'), stats };
}

/** What is no id is in no set. */
function readIds(texts: readonly string[], field: string): string[] {
  if (texts.length > MAX_MEMBERS) refuseIds(field, `at most ${MAX_MEMBERS}`);
  return [...new Set(texts.map(readId).filter((id) => id !== undefined))];
}

/** `@me` is who asks. @throws Problem 400, or 401 for nobody */
export function readOwner(current: Current, text: string): string {
  return readIdOrMe(current, text) ?? refuseIds('owner', ID_SYNTAX);
}

function readMember(current: Current, text: string): string {
  return readIdOrMe(current, text) ?? refuseIds('member', ID_SYNTAX);
}

function readIdOrMe(current: Current, text: string): string | undefined {
  return text === '@me' ? requireUser(current) : readId(text);
}

function refuseIds(field: string, fault: string): never {
  throw new Problem(invalidMembers, { fields: { [field]: fault } });
}
