import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { NewAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { enqueue } from '#lib/jobs/enqueue.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import { shortlinkAudit } from './audit-kinds.server.ts';
import { hashPassword } from './passwords.server.ts';
import { noShortlink, slugReserved, slugTaken, staleShortlink, wrongCursor } from './problems.ts';
import { forgetShortlink } from './redirects.server.ts';
import { COLUMNS, findShortlinkRow, toShortlink } from './shortlink-rows.server.ts';
import type { ShortlinkRow } from './shortlink-rows.server.ts';
import { shortlinkPage, shortlinkPath } from './shortlink.ts';
import type {
  NewShortlink,
  ShortlinkChange,
  ShortlinkList,
  ShortlinkRecord,
  ShortlinkRule,
  ShortlinkTarget,
  Utm,
} from './shortlink.ts';
import { isReservedSlug, makeSlug, readTarget, slugSkeleton } from './targets.server.ts';

export const CHECK_TARGET = 'shortlinks:checkTarget';
const MAX_WORDS = 60;
const SHOWN_TARGETS = 20;
const TRIES = 5;

interface ShortlinkSearch {
  readonly list: ShortlinkList;
  readonly text: string;
  readonly tag: string;
  /** The id of the last one of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The newest first. Needs staff. @throws Problem 400 for an `after` that is none, 401, 403 */
export async function listShortlinks(
  current: Current,
  { list, text, tag, after, limit }: ShortlinkSearch,
): Promise<{ shortlinks: ShortlinkRecord[]; next: string | undefined }> {
  requireRole(current, 'staff');
  if (after !== undefined && !isUuid(after)) throw new Problem(wrongCursor);
  const words = splitWords(text);
  const conditions = [LISTS[list](current.now())];
  if (after !== undefined) conditions.push(sql`shortlink_id < ${after}`);
  if (tag !== '') conditions.push(sql`tags @> array[${tag}::text]`);
  if (words.length > 0) conditions.push(sql`words @> ${words}::text[]`);
  const rows = await current.db.query<ShortlinkRow>(sql`select ${COLUMNS} from shortlinks
    where ${sql.join(conditions, ' and ')} order by shortlink_id desc limit ${limit + 1}`);
  const { shown, last } = cutPage(rows, limit);
  return { shortlinks: shown.map((row) => toShortlink(current, row)), next: last?.shortlink_id };
}

/** For the palette. Needs staff. @throws Problem 401 or 403 */
export async function findShortlinks(current: Current, text: string, limit: number): Promise<FoundThing[]> {
  const search = { list: 'working', text: text.replace(/^.*\/go\//, ''), tag: '', after: undefined, limit } as const;
  const { shortlinks } = await listShortlinks(current, search);
  return shortlinks.map(({ slug, title, target }) => {
    const to = shortlinkPage(slug);
    return { kind: 'shortlink', id: slug, name: shortlinkPath(slug), about: title || target, to };
  });
}

const hasEnded = (now: Date) => sql`(expires_at is not null or max_visits is not null)
  and (coalesce(expires_at <= ${now}, false) or coalesce(used_visits >= max_visits, false))`;

const LISTS: Readonly<Record<ShortlinkList, (now: Date) => Sql>> = {
  working: (now) => sql`deleted_at is null and not (${hasEnded(now)})`,
  ended: (now) => sql`deleted_at is null and ${hasEnded(now)}`,
  broken: () => sql`deleted_at is null and health = 'broken'`,
  deleted: () => sql`deleted_at is not null`,
};

/** Also a deleted one. Needs staff. @throws Problem 401, 403, 404 */
export async function getShortlink(current: Current, slug: string): Promise<ShortlinkRecord> {
  requireRole(current, 'staff');
  const row = await findShortlinkRow(current, slug);
  if (row === undefined) throw new Problem(noShortlink);
  return toShortlink(current, row);
}

/** The last, the newest first. Needs staff. @throws Problem 401 or 403 */
export async function listTargets(current: Current, shortlinkId: string): Promise<ShortlinkTarget[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<TargetRow>(sql`select rev, target, rules, utm, changed_by, changed_at
    from shortlink_targets where shortlink_id = ${shortlinkId} order by rev desc limit ${SHOWN_TARGETS}::int`);
  return rows.map((row) => ({
    rev: row.rev,
    target: row.target,
    rules: row.rules as ShortlinkRule[],
    utm: row.utm as Utm,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
  }));
}

type TargetRow = Omit<Row<'shortlink_targets'>, 'shortlink_id'>;

/** Needs staff. @throws Problem 400 that names the fields, 401, 403, 409 */
export async function createShortlink(current: Current, wanted: NewShortlink): Promise<ShortlinkRecord> {
  requireRole(current, 'staff');
  const { slug: own, password, ...rest } = wanted;
  if (own !== undefined && isReservedSlug(own)) throw problemAt('slug', slugReserved);
  const chosen = { ...rest, ...requireTargets(current, rest) };
  const passwordHash = password === null ? null : await hashPassword(password);
  for (let tries = own === undefined ? TRIES : 1; tries > 0; tries -= 1) {
    const made = await insertShortlink(current, { ...chosen, slug: own ?? makeSlug(), passwordHash });
    if (made !== undefined) return made;
  }
  throw problemAt('slug', slugTaken);
}

type ChosenShortlink = Omit<NewShortlink, 'password' | 'slug'> & {
  readonly slug: string;
  readonly passwordHash: string | null;
};

/** @returns undefined where the slug is taken */
function insertShortlink(current: Current, wanted: ChosenShortlink): Promise<ShortlinkRecord | undefined> {
  const { slug, title, tags, target, rules, utm, expiresAt, maxVisits, passwordHash } = wanted;
  const now = current.now();
  return inTransaction(current, async (current) => {
    const [row] = await current.db.query<ShortlinkRow>(sql`
      insert into shortlinks (shortlink_id, slug, skeleton, title, tags, target, rules, utm, expires_at, max_visits,
        password_hash, words, created_by, created_at, changed_at)
      values (${uuidv7(now.getTime())}, ${slug}, ${slugSkeleton(slug)}, ${title}, ${tags}, ${target},
        ${JSON.stringify(rules)}, ${JSON.stringify(utm)}, ${expiresAt}, ${maxVisits}, ${passwordHash},
        ${toWords(wanted)}, ${current.actor.userId ?? null}, ${now}, ${now})
      on conflict do nothing returning ${COLUMNS}`);
    if (row === undefined) return undefined;
    await insertTarget(current, row);
    await note(current, shortlinkAudit.create, slug, { after: { target, title } });
    await enqueue(current.db, { name: CHECK_TARGET, payload: { slug } }, { key: row.shortlink_id });
    return toShortlink(current, row);
  });
}

/**
 * What is left out stays. Needs staff. @param rev that was looked at; undefined for whatever it is
 * @throws Problem 400 that names the fields, 401, 403, 404, 412
 */
export async function changeShortlink(
  current: Current,
  slug: string,
  change: ShortlinkChange,
  rev?: number,
): Promise<ShortlinkRecord> {
  requireRole(current, 'staff');
  const { password } = change;
  const typedHash = typeof password === 'string' ? await hashPassword(password) : null;
  return inTransaction(current, async (current) => {
    const row = await findShortlinkRow(current, slug, sql`for update`);
    if (row === undefined || row.deleted_at !== null) throw new Problem(noShortlink);
    if (rev !== undefined && rev !== row.rev) throw new Problem(staleShortlink);
    const before = toShortlink(current, row);
    const merged = { ...before, ...withoutUndefined(change) };
    // One that is not allowed any more keeps nobody from ending its link.
    const isLed = change.target !== undefined || change.rules !== undefined;
    const after = isLed ? { ...merged, ...requireTargets(current, merged) } : merged;
    const passwordHash = password === undefined ? row.password_hash : typedHash;
    const [changed] = await current.db.query<ShortlinkRow>(sql`
      update shortlinks set title = ${after.title}, tags = ${after.tags}, target = ${after.target},
        rules = ${JSON.stringify(after.rules)}, utm = ${JSON.stringify(after.utm)}, expires_at = ${after.expiresAt},
        max_visits = ${after.maxVisits}, password_hash = ${passwordHash}, words = ${toWords(after)}, rev = rev + 1,
        changed_at = ${current.now()}, preview = case when target = ${after.target} then preview end
      where shortlink_id = ${row.shortlink_id} returning ${COLUMNS}`);
    if (changed === undefined) throw new Problem(noShortlink);
    if (leadsElsewhere(row, changed)) {
      await insertTarget(current, changed);
      await enqueue(current.db, { name: CHECK_TARGET, payload: { slug: row.slug } }, { key: row.shortlink_id });
    }
    await note(current, shortlinkAudit.change, row.slug, {
      before: toNoted(before),
      after: { ...toNoted(after), hasPassword: passwordHash !== null },
    });
    current.db.whenCommitted(() => forgetShortlink(current, row.slug));
    return toShortlink(current, changed);
  });
}

/** Leads again where it led at a revision. Needs staff. @throws Problem 400, 401, 403, 404 */
export async function restoreTarget(current: Current, slug: string, rev: number): Promise<ShortlinkRecord> {
  const { shortlinkId } = await getShortlink(current, slug);
  const [then] = await current.db.query<Pick<TargetRow, 'target' | 'rules' | 'utm'>>(sql`
    select target, rules, utm from shortlink_targets where shortlink_id = ${shortlinkId} and rev = ${rev}`);
  if (then === undefined) throw new Problem(noShortlink);
  const { target, rules, utm } = then;
  return changeShortlink(current, slug, { target, rules: rules as ShortlinkRule[], utm: utm as Utm });
}

/** Its name stays taken. Those that are not there are left out. Needs staff. @returns the slugs of those that were @throws Problem 401 or 403 */
export function deleteShortlinks(current: Current, slugs: readonly string[]): Promise<string[]> {
  return switchMany(current, slugs, shortlinkAudit.delete, {
    set: sql`deleted_at = ${current.now()}`,
    where: sql`deleted_at is null`,
  });
}

/** As `deleteShortlinks`, back. */
export function restoreShortlinks(current: Current, slugs: readonly string[]): Promise<string[]> {
  return switchMany(current, slugs, shortlinkAudit.restore, {
    set: sql`deleted_at = null`,
    where: sql`deleted_at is not null`,
  });
}

async function switchMany(
  current: Current,
  slugs: readonly string[],
  kind: AuditKind,
  { set, where }: { readonly set: Sql; readonly where: Sql },
): Promise<string[]> {
  requireRole(current, 'staff');
  return inTransaction(current, async (current) => {
    // In one order, so that two who do this do not wait for each other.
    const rows = await current.db.query<Pick<Row<'shortlinks'>, 'slug'>>(sql`
      with chosen as (select shortlink_id from shortlinks where slug = any(${slugs}::text[]) and ${where}
        order by shortlink_id for update)
      update shortlinks set ${set}, rev = rev + 1, changed_at = ${current.now()}
      from chosen where shortlinks.shortlink_id = chosen.shortlink_id returning slug`);
    for (const { slug } of rows) {
      await note(current, kind, slug, {});
      current.db.whenCommitted(() => forgetShortlink(current, slug));
    }
    return rows.map(({ slug }) => slug);
  });
}

function note(current: Current, kind: AuditKind, slug: string, entry: Omit<NewAuditEntry, 'target'>): Promise<void> {
  return recordAuditEntry(current, kind, { target: `shortlink/${slug}`, ...entry });
}

function toNoted(link: Omit<ShortlinkRecord, 'hasPassword'> & { readonly hasPassword: boolean }) {
  const { title, tags, target, rules, utm, expiresAt, maxVisits, hasPassword } = link;
  return { title, tags, target, rules, utm, expiresAt, maxVisits, hasPassword };
}

async function insertTarget(current: Current, row: ShortlinkRow): Promise<void> {
  await current.db.query(sql`
    insert into shortlink_targets (shortlink_id, rev, target, rules, utm, changed_by, changed_at)
    values (${row.shortlink_id}, ${row.rev}, ${row.target}, ${JSON.stringify(row.rules)}, ${JSON.stringify(row.utm)},
      ${current.actor.userId ?? null}, ${current.now()})`);
}

const leadsElsewhere = (before: ShortlinkRow, after: ShortlinkRow): boolean =>
  JSON.stringify([before.target, before.rules, before.utm]) !== JSON.stringify([after.target, after.rules, after.utm]);

type Targets = Pick<NewShortlink, 'target' | 'rules'>;

/** As browsers write them. @throws Problem 400 that names the first wrong one */
function requireTargets({ config }: Current, { target, rules }: Targets): Targets {
  const read = (typed: string, field: string) => {
    const url = readTarget(typed, config);
    if (url instanceof URL) return url.href;
    throw problemAt(field, url);
  };
  return {
    target: read(target, 'target'),
    rules: rules.map((rule, at) => Object.assign({}, rule, { target: read(rule.target, `rules.${at}.target`) })),
  };
}

const withoutUndefined = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };

function toWords({ slug, title, tags, target }: Pick<ChosenShortlink, 'slug' | 'title' | 'tags' | 'target'>): string[] {
  const words = [slug, title, ...tags, target.replace(/^https?:\/\/(?:www\.)?/, '')].flatMap(splitWords);
  // Also by how a word begins, as somebody types.
  const starts = words.flatMap((word) =>
    [3, 4, 5, 6, 8].flatMap((length) => (word.length > length ? word.slice(0, length) : [])),
  );
  return [...new Set([slug, ...words, ...starts])].slice(0, MAX_WORDS * 2);
}

function splitWords(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => Array.from(word).slice(0, 40).join('')))].slice(0, MAX_WORDS);
}
