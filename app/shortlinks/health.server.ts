import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { FetchFailed, fetchStart } from '#lib/http/fetch-bytes.server.ts';

import { findShortlinkRow } from './shortlink-rows.server.ts';
import type { ShortlinkHealth } from './shortlink.ts';
import { readPreview } from './target-preview.ts';
import type { TargetPreview } from './target-preview.ts';
import { readTarget } from './targets.server.ts';

const LIMITS = { maxBytes: 256 * 1024, milliseconds: 8000 };
const CHECKED_MS = 24 * 3_600_000;
/** In an hour; they are asked one after the other. */
const MAX_CHECKED = 60;
const MAX_DETAIL = 300;

interface TargetCheck {
  readonly health: ShortlinkHealth;
  readonly detail: string;
  readonly preview: TargetPreview | null;
}

/** Those that were asked longest ago, once a day. @returns how many */
export async function checkDueTargets(current: Current): Promise<number> {
  const due = new Date(current.now().getTime() - CHECKED_MS);
  const rows = await current.db.query<Pick<Row<'shortlinks'>, 'slug'>>(sql`select slug from shortlinks
    where deleted_at is null and (checked_at is null or checked_at < ${due})
    order by checked_at nulls first limit ${MAX_CHECKED}::int`);
  for (const { slug } of rows) await checkTarget(current, slug);
  return rows.length;
}

/** Asks where a link leads, and keeps what that says of itself. A link that was changed meanwhile is left to its own check. */
export async function checkTarget(current: Current, slug: string): Promise<void> {
  const row = await findShortlinkRow(current, slug);
  if (row === undefined || row.deleted_at !== null) return;
  const { health, detail, preview } = await askTarget(current, row.target);
  const checked = sql`checked_at = ${current.now()}, health = ${health}, health_detail = ${detail.slice(0, MAX_DETAIL)}`;
  const isSame = sql`shortlink_id = ${row.shortlink_id} and target = ${row.target}`;
  // A preview that stays is not written again: every process would forget the link.
  if (JSON.stringify(preview) === JSON.stringify(row.preview))
    await current.db.query(sql`update shortlinks set ${checked} where ${isSame}`);
  else
    await current.db.query(sql`update shortlinks set ${checked},
      preview = ${preview === null ? null : JSON.stringify(preview)} where ${isSame}`);
}

async function askTarget({ config }: Current, target: string): Promise<TargetCheck> {
  const url = readTarget(target, config);
  if (!(url instanceof URL)) return { health: 'broken', detail: url.message, preview: null };
  try {
    const { status, location, contentType, start } = await fetchStart(url, LIMITS);
    if (status >= 300 && status < 400) return { health: 'moved', detail: `${status} ${location ?? ''}`, preview: null };
    // A page that wants to know who asks is there.
    if (status >= 400 && status !== 401 && status !== 403 && status !== 429)
      return { health: 'broken', detail: String(status), preview: null };
    const isPage = status < 300 && /^(?:text\/html|application\/xhtml\+xml)/i.test(contentType);
    return {
      health: 'fine',
      detail: String(status),
      preview: isPage ? readPreview(decode(start, contentType), url) : null,
    };
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    return { health: 'broken', detail: error.message, preview: null };
  }
}

function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
