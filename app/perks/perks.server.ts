import { findAppRow } from '#app/apps/apps.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { isAdmin, isStaff } from '#app/current/role.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { Tag } from '#app/storage/item.ts';
import { noCrate } from '#app/storage/problems.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { parseJson } from '#lib/parse-json.ts';
import { Problem, isProblem, problemAt } from '#lib/problem.ts';
import { matchesEveryWord } from '#lib/text-search/word-beginnings.ts';

import { perkAudit } from './audit-kinds.server.ts';
import { tellOfLowStock } from './giving/grants.server.ts';
import { MAX_PERKS, PerkId } from './perk.ts';
import type { NewPerk, Perk, PerkDetails, PerkFields, PerkKind, PerkList } from './perk.ts';
import {
  badBadge,
  badDates,
  badItem,
  badTags,
  noApp,
  noPerk,
  noStore,
  perkArchived,
  perkChanged,
  perkTaken,
  tooManyPerks,
} from './problems.ts';

/** By their ids. Needs staff. @param after the id of the last one of the page before @throws Problem 401, 403 */
export async function listPerks(
  current: Current,
  { list, after, limit }: { list: PerkList; after: string; limit: number },
): Promise<{ perks: Perk[]; next: string | undefined }> {
  requireRole(current, 'staff');
  const rows = await current.db.query<PerkRow>(sql`select ${COLUMNS} from perks
    where (archived_at is not null) = ${list === 'archived'}::boolean and perk_id > ${after}
    order by perk_id limit ${limit + 1}::integer`);
  const { shown, last } = cutPage(rows, limit);
  return { perks: shown.map(toPerk), next: last?.perk_id };
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getPerk(current: Current, perkId: string): Promise<Perk> {
  requireRole(current, 'staff');
  const [row] = PerkId.safeParse(perkId).success
    ? await current.db.query<PerkRow>(sql`select ${COLUMNS} from perks where perk_id = ${perkId}`)
    : [];
  if (row === undefined) throw new Problem(noPerk);
  return toPerk(row);
}

export function mayChangePerks({ actor }: Current): boolean {
  return isAdmin(actor.role);
}

/** Needs admin. @throws Problem 401, 403, 400 at the field, 409 */
export async function createPerk(current: Current, perk: NewPerk): Promise<void> {
  requireRole(current, 'admin');
  const userId = requireUser(current);
  const { perkId, kind, ...fields } = perk;
  const details = await checkFields(current, kind, fields);
  await inTransaction(current, async (current) => {
    // Serializes new perks, so that all are counted.
    await current.db.query(sql`select pg_advisory_xact_lock(hashtextextended('perks', 0))`);
    const [made] = await current.db.query(sql`
      insert into perks (perk_id, kind, name, about, app_id, details, per_person, most, starts_at, ends_at, low_at,
        created_by, created_at)
      select ${perkId}::text, ${kind}::text, ${fields.name}::text, ${fields.about}::text, ${fields.appId}::text,
        ${JSON.stringify(details)}::jsonb, ${fields.perPerson}::integer, ${fields.most}::integer,
        ${fields.startsAt}::timestamptz, ${fields.endsAt}::timestamptz, ${fields.lowAt}::integer, ${userId}::text,
        ${current.now()}::timestamptz
      where (select count(*) from perks) < ${MAX_PERKS}::integer
      on conflict do nothing returning perk_id`);
    if (made === undefined) {
      const [taken] = await current.db.query(sql`select perk_id from perks where perk_id = ${perkId}`);
      throw taken === undefined ? new Problem(tooManyPerks) : problemAt('perkId', perkTaken);
    }
    await recordAuditEntry(current, perkAudit.create, {
      target: `perk/${perkId}`,
      after: { ...fields, kind, details },
    });
  });
}

/** Needs admin. @param rev that the writer has seen @throws Problem 401, 403, 404, 400 at the field, 409 */
export async function changePerk(current: Current, perkId: string, rev: number, fields: PerkFields): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    const before = await lockPerk(current, perkId);
    if (before.rev !== rev) throw new Problem(perkChanged);
    const details = await checkFields(current, before.kind, fields);
    await current.db.query(sql`
      update perks set name = ${fields.name}, about = ${fields.about}, app_id = ${fields.appId},
        details = ${JSON.stringify(details)}, per_person = ${fields.perPerson}, most = ${fields.most},
        starts_at = ${fields.startsAt}, ends_at = ${fields.endsAt}, low_at = ${fields.lowAt}, rev = rev + 1,
        is_low = is_low and stock <= ${fields.lowAt}::integer
      where perk_id = ${perkId}`);
    if (before.kind === 'key') await tellOfLowStock(current, perkId);
    await recordAuditEntry(current, perkAudit.change, {
      target: `perk/${perkId}`,
      before: pickFields(before),
      after: { ...fields, details },
    });
  });
}

/** Nobody gets it any more; who has it keeps it. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function archivePerk(current: Current, perkId: string): Promise<void> {
  await setArchived(current, perkId, true);
}

/** Needs admin. @throws Problem 401, 403, 404, 409 */
export async function restorePerk(current: Current, perkId: string): Promise<void> {
  await setArchived(current, perkId, false);
}

async function setArchived(current: Current, perkId: string, isArchived: boolean): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    const { name, isArchived: wasArchived } = await lockPerk(current, perkId);
    if (wasArchived === isArchived) throw new Problem(isArchived ? perkArchived : perkChanged);
    const at = isArchived ? current.now() : null;
    await current.db.query(
      sql`update perks set archived_at = ${at}::timestamptz, rev = rev + 1 where perk_id = ${perkId}`,
    );
    const entry = isArchived ? { before: { name } } : { after: { name } };
    await recordAuditEntry(current, isArchived ? perkAudit.archive : perkAudit.restore, {
      target: `perk/${perkId}`,
      ...entry,
    });
  });
}

/** In a transaction that changes it or what is counted of it. Permission is up to the caller. @throws Problem 404 */
export async function lockPerk(current: Current, perkId: string): Promise<Perk> {
  const [row] = PerkId.safeParse(perkId).success
    ? await current.db.query<PerkRow>(sql`select ${COLUMNS} from perks where perk_id = ${perkId} for update`)
    : [];
  if (row === undefined) throw new Problem(noPerk);
  return toPerk(row);
}

/** Those that are not archived, by their names, to choose one from. Needs staff. @throws Problem 401, 403 */
export async function listPerkNames(current: Current): Promise<Pick<Perk, 'perkId' | 'name'>[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<Pick<Row<'perks'>, 'perk_id' | 'name'>>(sql`
    select perk_id, name from perks where archived_at is null order by name, perk_id limit ${MAX_PERKS}::integer`);
  return rows.map(({ perk_id: perkId, name }) => ({ perkId, name }));
}

/** For the palette: by the beginnings of words in their names and ids. */
export async function findPerks(current: Current, text: string, limit: number): Promise<FoundThing[]> {
  if (!isStaff(current.actor.role)) return [];
  return (await listPerkNames(current))
    .filter(({ perkId, name }) => matchesEveryWord(`${name} ${perkId} ${perkId.replaceAll('-', ' ')}`, text))
    .slice(0, limit)
    .map(({ perkId, name }) => ({ kind: 'perk', id: perkId, name, about: perkId, to: `/admin/perks/${perkId}` }));
}

/** What its kind needs, and nothing of another kind. @throws Problem 400 at the field */
async function checkFields(
  current: Current,
  kind: PerkKind,
  { appId, details, startsAt, endsAt }: PerkFields,
): Promise<PerkDetails> {
  if (appId !== null && (await findAppRow(current, appId)) === undefined) throw problemAt('appId', noApp);
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt) throw problemAt('endsAt', badDates);
  const { store, badge, crateId, tags = [], body = '{}' } = details;
  if (kind === 'key') {
    if (store === undefined) throw problemAt('store', noStore);
    return { store };
  }
  if (kind === 'badge') {
    if (badge === undefined) throw problemAt('badge', badBadge);
    return { badge };
  }
  if (kind !== 'item') return {};
  const data = parseJson(body);
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (crateId === undefined) throw problemAt('crateId', badItem);
  if (!isObject) throw problemAt('body', badItem);
  if (!tags.every((tag) => Tag.safeParse(tag).success)) throw problemAt('tags', badTags);
  await getCrate(current, crateId).catch((refusal: unknown) => {
    throw isProblem(refusal, noCrate) ? problemAt('crateId', badItem) : refusal;
  });
  return { crateId, tags, body };
}

function pickFields({ name, about, appId, details, perPerson, most, startsAt, endsAt, lowAt }: Perk): PerkFields {
  return { name, about, appId, details, perPerson, most, startsAt, endsAt, lowAt };
}

type PerkRow = Omit<Row<'perks'>, 'is_low' | 'low_count' | 'details' | 'kind'> &
  Columns<'perks', { details: PerkDetails; kind: PerkKind }> & { is_low: boolean };

const COLUMNS = sql`perk_id, kind, name, about, app_id, details, per_person, most, given, held, starts_at, ends_at,
  stock, low_at, is_low, archived_at, rev, created_by, created_at`;

function toPerk(row: PerkRow): Perk {
  return {
    perkId: row.perk_id,
    kind: row.kind,
    name: row.name,
    about: row.about,
    appId: row.app_id,
    details: row.details,
    perPerson: row.per_person,
    most: row.most,
    given: row.given,
    held: row.held,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    stock: row.stock,
    lowAt: row.low_at,
    isLow: row.is_low,
    isArchived: row.archived_at !== null,
    rev: row.rev,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}
