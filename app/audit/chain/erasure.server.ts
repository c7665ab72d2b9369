import { randomBytes } from 'node:crypto';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { ROLES } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { chainAudit } from '../audit-kinds.server.ts';
import { insertAuditEntry } from '../audit.server.ts';
import { lockChain } from './chain.server.ts';
import { isErased, leafDigest, leafSalt, listAuditLeaves } from './links.server.ts';
import type { AuditLeaf, ErasableEntry } from './links.server.ts';

const BATCH = 500;

/**
 * Takes a person out of the audit, which stays verifiable: wherever their id or one of `names` is a value or a part of a
 * target, and everything that entries about them say but roles and times. The same meaningless word stands in their place
 * everywhere. Each batch is a transaction with an entry that tells of it. Needs super. @param names their addresses and
 * aliases, as they may be written @returns of how many entries @throws Problem 401, 403
 */
export async function eraseAuditValues(
  current: Current,
  userId: string,
  names: readonly string[] = [],
): Promise<number> {
  requireRole(current, 'super');
  const word = `erased-${randomBytes(6).toString('hex')}`;
  const person = { userId, names: new Set([userId, ...names]), word };
  let [after, erased] = ['0', 0];
  for (;;) {
    const last = await inTransaction(current, async (current) => {
      await lockChain(current);
      const rows = await findMentions(current, person, after);
      const changed = rows.map((row) => eraseIn(row, person)).filter((one) => one !== undefined);
      if (changed.length > 0) await writeErased(current, changed);
      erased += changed.length;
      return rows.at(-1)?.audit_id;
    });
    if (last === undefined) return erased;
    after = last;
  }
}

interface SoughtPerson {
  readonly userId: string;
  readonly names: ReadonlySet<string>;
  readonly word: string;
}

type MentionRow = ErasableEntry &
  Pick<Row<'audit'>, 'audit_id'> &
  Columns<'audit_links', { kept_salts: Readonly<Record<string, string>> | null }> & {
    readonly position: string | null;
    readonly salt: string | null;
  };

function findMentions({ db }: Current, { userId, names }: SoughtPerson, after: string): Promise<MentionRow[]> {
  const words = [...names];
  return db.query<MentionRow>(sql`${sql.unprepared}
    with mention as (
      select audit_id from audit where user_id = ${userId} and audit_id > ${after}::bigint
      union select audit_id from audit
        where string_to_array(target, '/') && ${words}::text[] and audit_id > ${after}::bigint
      union select audit_id from audit
        where audit_values(before, after) ?| ${words}::text[] and audit_id > ${after}::bigint
      union select a.audit_id from unnest(${words}::text[]) name, audit a
        where a.reason is not null and to_tsvector('simple', a.reason) @@ phraseto_tsquery('simple', name)
          and a.audit_id > ${after}::bigint)
    select a.audit_id, a.user_id, a.target, a.before, a.after, a.reason, l.position, l.kept_salts,
      encode(l.salt, 'hex') as salt
    from mention m join audit a on a.audit_id = m.audit_id left join audit_links l on l.audit_id = a.audit_id
    order by a.audit_id limit ${BATCH}::int`);
}

interface ErasedRow extends ErasableEntry {
  readonly audit_id: string;
  readonly position: string | null;
  readonly kept: Readonly<Record<string, string>>;
  readonly digests: readonly string[];
  readonly count: number;
}

function eraseIn(row: MentionRow, person: SoughtPerson): ErasedRow | undefined {
  const leaves = listAuditLeaves(row);
  const isAbout = row.target.split('/').some((part) => person.names.has(part));
  const gone = leaves.filter((leaf) => isPersonal(leaf, person, isAbout));
  if (gone.length === 0) return undefined;
  const paths = new Set(gone.map(({ path }) => path));
  const saltOf = ({ path }: AuditLeaf) =>
    row.salt === null ? row.kept_salts?.[path] : leafSalt(Buffer.from(row.salt, 'hex'), path);
  const kept = leaves.flatMap((leaf): [string, string][] => {
    const salt = paths.has(leaf.path) ? undefined : saltOf(leaf);
    return salt === undefined ? [] : [[leaf.path, salt]];
  });
  const digests = gone.flatMap((leaf) => {
    const salt = saltOf(leaf);
    return salt === undefined ? [] : [leafDigest(leaf, salt)];
  });
  const { audit_id, position } = row;
  const { user_id, target, reason, before, after } = row;
  return {
    audit_id,
    position,
    kept: Object.fromEntries(kept),
    digests,
    count: gone.length,
    user_id: paths.has('["userId"]') ? person.word : user_id,
    target: target
      .split('/')
      .map((part) => (person.names.has(part) ? person.word : part))
      .join('/'),
    reason: paths.has('["reason"]') ? person.word : reason,
    before: withoutLeaves(before, ['before'], paths, person),
    after: withoutLeaves(after, ['after'], paths, person),
  };
}

const IS_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}Z$/;

function isPersonal(leaf: AuditLeaf, { names }: SoughtPerson, isAbout: boolean): boolean {
  const { path, value } = leaf;
  const [column, ...keys] = JSON.parse(path) as (string | number)[];
  if (keys.some((key) => names.has(`${key}`))) return true;
  if (typeof value !== 'string') return false;
  if (column === 'target') return value.split('/').some((part) => names.has(part));
  if (isErased(leaf)) return false;
  if (column === 'userId') return names.has(value);
  if (column === 'reason')
    return isAbout || [...names].some((name) => value.toLowerCase().includes(name.toLowerCase()));
  return names.has(value) || (isAbout && !IS_TIME.test(value) && !ROLES.some((role) => role === value));
}

function withoutLeaves(
  value: unknown,
  path: readonly (string | number)[],
  paths: ReadonlySet<string>,
  person: SoughtPerson,
): unknown {
  if (paths.has(JSON.stringify(path))) return person.word;
  if (Array.isArray(value)) return value.map((one, at) => withoutLeaves(one, [...path, at], paths, person));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) =>
      person.names.has(name) ? [person.word, person.word] : [name, withoutLeaves(one, [...path, name], paths, person)],
    ),
  );
}

async function writeErased(current: Current, rows: readonly ErasedRow[]): Promise<void> {
  const { db } = current;
  const entries = rows.map(({ audit_id }) => Number(audit_id));
  const values = rows.reduce((sum, { count }) => sum + count, 0);
  const erasureId = await insertAuditEntry(current, chainAudit.erase, { target: 'audit', after: { entries, values } });
  const json = JSON.stringify(rows);
  await db.query(sql`set local rumpus.erasing = 'on'`);
  await db.query(sql`update audit a set user_id = e.user_id, target = e.target, reason = e.reason,
      before = nullif(e.before, 'null'::jsonb), after = nullif(e.after, 'null'::jsonb)
    from jsonb_to_recordset(${json}::jsonb) e(audit_id bigint, user_id text, target text, reason text, before jsonb, after jsonb)
    where a.audit_id = e.audit_id`);
  await db.query(sql`set local rumpus.erasing = 'off'`);
  await db.query(sql`update audit_links l set salt = null, kept_salts = e.kept,
      erased_digests = coalesce(l.erased_digests, '{}') || e.digests,
      erasures = coalesce(l.erasures, '{}') || ${erasureId}::bigint
    from jsonb_to_recordset(${json}::jsonb) e(audit_id bigint, kept jsonb, digests text[])
    where l.audit_id = e.audit_id`);
}
