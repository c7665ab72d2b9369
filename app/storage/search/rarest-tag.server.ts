import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { tagSizeInSets } from '../counts/counts.server.ts';

/** Rows that are counted of each tag: one with so many counts as common. */
export const PROBE_ROWS = 2048;
const PROBE_AGE_MS = 10_000;
const MAX_PROBES = 10_000;

export interface RareTag {
  tag: string;
  /** Approximate; `PROBE_ROWS` means as many or more, unless its set is loaded. */
  size: number;
}

interface Probe {
  size: number;
  at: number;
}

const createProbes = () => new Map<string, Probe>();

/** The sizes of loaded sets cost nothing; of other tags some rows are counted, and cached for a while. */
export async function rarestTag(
  current: Current,
  crateId: string,
  tags: readonly string[],
): Promise<RareTag | undefined> {
  const probes = current.db.state.get(createProbes);
  const known = (tag: string) => tagSizeInSets(current, crateId, tag) ?? recentProbe(probes, `${crateId}/${tag}`);
  const unknown = tags.filter((tag) => known(tag) === undefined);
  const sizes = unknown.length === 0 ? new Map<string, number>() : await probe(current, crateId, unknown);
  if (probes.size > MAX_PROBES) probes.clear();
  for (const [tag, size] of sizes) probes.set(`${crateId}/${tag}`, { size, at: performance.now() });
  const rare = tags.map((tag) => ({ tag, size: sizes.get(tag) ?? known(tag) ?? PROBE_ROWS }));
  return rare.reduce<RareTag | undefined>(
    (rarest, one) => (rarest === undefined || one.size < rarest.size ? one : rarest),
    undefined,
  );
}

function recentProbe(probes: Map<string, Probe>, key: string): number | undefined {
  const probe = probes.get(key);
  return probe !== undefined && performance.now() - probe.at < PROBE_AGE_MS ? probe.size : undefined;
}

async function probe(current: Current, crateId: string, tags: readonly string[]): Promise<Map<string, number>> {
  const rows = await current.db.query<{ tag: string; size: number }>(sql`
    select wanted.tag, (select count(*)::int from
      (select from item_tags t where t.crate_id = ${crateId} and t.tag = wanted.tag limit ${PROBE_ROWS}) probe) as size
    from unnest(${tags}::text[]) wanted(tag)`);
  return new Map(rows.map(({ tag, size }) => [tag, size]));
}
