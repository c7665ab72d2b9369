import { isDeepStrictEqual } from 'node:util';

import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { FetchFailed, fetchStart } from '#lib/http/fetch-bytes.server.ts';
import type { FetchLimits } from '#lib/http/fetch-bytes.server.ts';

import { targetLoops } from './problems.ts';
import { findShortlinkRow } from './shortlink-rows.server.ts';
import type { ShortlinkHealth } from './shortlink.ts';
import { readPreview } from './target-preview.ts';
import type { TargetPreview } from './target-preview.ts';
import { isOwnPage, readTarget } from './targets.server.ts';

const PAGE_BYTES = 256 * 1024;
const MILLISECONDS = 8000;
const CHECKED_MS = 24 * 3_600_000;
/** In an hour; links are asked about one after the other. */
const MAX_CHECKED = 60;
const MAX_DETAIL = 300;

interface TargetAnswer {
  readonly health: ShortlinkHealth;
  readonly detail: string;
}

interface TargetCheck extends TargetAnswer {
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

/**
 * Asks wherever a link leads, and keeps how that answers and what its own target says of itself. A link that leads elsewhere
 * meanwhile is left to its own check.
 */
export async function checkTarget(current: Current, slug: string, milliseconds = MILLISECONDS): Promise<void> {
  const row = await findShortlinkRow(current, slug);
  if (row === undefined || row.deleted_at !== null) return;
  const [{ preview, ...own }, others] = await Promise.all([
    askTarget(current, row.target, { maxBytes: PAGE_BYTES, milliseconds }),
    Promise.all(row.rules.map(({ target }) => askTarget(current, target, { maxBytes: 1, milliseconds }))),
  ]);
  const { health, detail } = worstOf(own, others);
  const checked = sql`checked_at = ${current.now()}, health = ${health}, health_detail = ${detail.slice(0, MAX_DETAIL)}`;
  const isSame = sql`shortlink_id = ${row.shortlink_id} and target = ${row.target} and rules = ${JSON.stringify(row.rules)}`;
  // A preview that stays is not written again: every process would forget the link.
  if (isDeepStrictEqual(preview, row.preview))
    await current.db.query(sql`update shortlinks set ${checked} where ${isSame}`);
  else
    await current.db.query(sql`update shortlinks set ${checked},
      preview = ${preview === null ? null : JSON.stringify(preview)} where ${isSame}`);
}

/** The first that is broken, else the first that has moved, with the place of its rule. */
function worstOf(own: TargetAnswer, others: readonly TargetAnswer[]): TargetAnswer {
  const answers = [own, ...others.map(({ health, detail }, at) => ({ health, detail: `rule ${at + 1}: ${detail}` }))];
  const worst = (['broken', 'moved'] as const).map((wanted) => answers.find(({ health }) => health === wanted));
  return worst.find((one) => one !== undefined) ?? own;
}

async function askTarget({ config }: Current, target: string, limits: FetchLimits): Promise<TargetCheck> {
  const url = readTarget(target, config);
  if (!(url instanceof URL)) return brokenFor(url.message);
  try {
    const answer = await fetchStart(url, { ...limits, isTrusted: isOwnPage(url, config) });
    const { status, location = '', contentType, start } = answer;
    if (status >= 300 && status < 400) {
      const next = URL.parse(location, url);
      if (next !== null && readTarget(next.href, config) === targetLoops) return brokenFor(targetLoops.message);
      return { health: 'moved', detail: `${status} ${location}`, preview: null };
    }
    // A page that wants to know who asks is there.
    if (status >= 400 && status !== 401 && status !== 403 && status !== 429) return brokenFor(String(status));
    const isPage = status < 300 && /^(?:text\/html|application\/xhtml\+xml)/i.test(contentType);
    return {
      health: 'fine',
      detail: String(status),
      preview: isPage ? readPreview(decode(start, contentType), url) : null,
    };
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    return brokenFor(error.message);
  }
}

const brokenFor = (detail: string): TargetCheck => ({ health: 'broken', detail, preview: null });

function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
