import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import type { Queryable } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { Slug, shortlinkPath } from './shortlink.ts';
import type { ShortlinkHealth, ShortlinkRecord, ShortlinkRule, Utm } from './shortlink.ts';
import type { TargetPreview } from './target-preview.ts';

export type ShortlinkRow = Omit<Row<'shortlinks'>, 'skeleton' | 'words'> &
  Columns<'shortlinks', { rules: readonly ShortlinkRule[]; utm: Utm; preview: TargetPreview | null }>;

export const COLUMNS = sql`shortlink_id, slug, title, tags, target, rules, utm, expires_at, max_visits, used_visits,
  password_hash, rev, created_by, created_at, changed_at, deleted_at, checked_at, health, health_detail, preview, visits,
  visited_at`;

/** @param lock held until the end of the transaction */
export async function findShortlinkRow(
  { db }: { readonly db: Queryable },
  slug: string,
  lock: Sql = sql.empty,
): Promise<ShortlinkRow | undefined> {
  const { data } = Slug.safeParse(slug);
  if (data === undefined) return undefined;
  const [row] = await db.query<ShortlinkRow>(sql`select ${COLUMNS} from shortlinks where slug = ${data} ${lock}`);
  return row;
}

export function toShortlink({ config }: Pick<Current, 'config'>, row: ShortlinkRow): ShortlinkRecord {
  return {
    shortlinkId: row.shortlink_id,
    slug: row.slug,
    url: `${config.mainUrl}${shortlinkPath(row.slug)}`,
    title: row.title,
    tags: [...row.tags],
    target: row.target,
    rules: [...row.rules],
    utm: row.utm,
    expiresAt: toIso(row.expires_at),
    maxVisits: row.max_visits,
    usedVisits: row.used_visits,
    hasPassword: row.password_hash !== null,
    visits: Number(row.visits),
    visitedAt: toIso(row.visited_at),
    health: row.health as ShortlinkHealth,
    healthDetail: row.health_detail,
    checkedAt: toIso(row.checked_at),
    rev: row.rev,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    deletedAt: toIso(row.deleted_at),
  };
}

function toIso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
