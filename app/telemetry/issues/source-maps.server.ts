import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import { TraceMap, originalPositionFor, sourceContentFor } from '@jridgewell/trace-mapping';

import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { LruCache } from '#lib/lru-cache.ts';
import { version as ownVersion } from '#package';

import type { SourcePlace } from './issue.ts';
import { builtFileOf } from './trace-frames.ts';
import type { TraceFrame } from './trace-frames.ts';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
const DAY_MS = 86_400_000;
/** Errors are kept for 90 days, and so is what they need after the last process of a release has stopped. */
const KEPT_DAYS = 90;
/** Lines of a source that are kept before and after the one that threw, and characters of a line. */
const [LINES_AROUND, MAX_LINE] = [4, 240];

/** Maps of this release. @param folder with the maps of the build; one that is not there has none @returns how many are new */
export async function keepSourceMaps(
  { db, now }: Pick<Current, 'db' | 'now'>,
  folder: string,
  version: string = ownVersion,
): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.js.map')).map((name) => name.slice(0, -'.map'.length));
  const known = await db.query<Pick<Row<'telemetry_source_maps'>, 'file'>>(sql`
    update telemetry_source_maps set used_at = ${now()} where version = ${version} returning file`);
  const missing = new Set(files).difference(new Set(known.map(({ file }) => file)));
  for (const file of missing)
    await keepSourceMap(db, now(), { file, version, text: await readFile(join(folder, `${file}.map`)) });
  return missing.size;
}

/** @param text the map as JSON */
async function keepSourceMap(
  db: Database,
  now: Date,
  { file, version, text }: { readonly file: string; readonly version: string; readonly text: Buffer },
): Promise<void> {
  await db.query(sql`insert into telemetry_source_maps (file, version, map, used_at)
    values (${file}, ${version}, ${await pack(text)}, ${now}) on conflict do nothing`);
}

/** Those of the release that runs are kept, however long it does. */
export async function dropSourceMaps({ db, now }: Pick<Current, 'db' | 'now'>): Promise<void> {
  await db.query(sql`update telemetry_source_maps set used_at = ${now()} where version = ${ownVersion}`);
  const end = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
  await db.query(sql`delete from telemetry_source_maps where used_at < ${end}`);
}

const createMaps = () => new LruCache<TraceMap | undefined>(16);

/** Where a frame stands in the sources; undefined where no map tells. */
export async function findSource(db: Database, frame: TraceFrame): Promise<SourcePlace | undefined> {
  const file = builtFileOf(frame);
  if (file === undefined) return undefined;
  const maps = db.processState.get(createMaps);
  const map = await maps.get(file, () => readMap(db, file));
  // It may come yet, as while a release starts.
  if (map === undefined) maps.delete(file);
  return map && placeIn(map, frame);
}

async function readMap(db: Database, file: string): Promise<TraceMap | undefined> {
  const [row] = await db.query<Pick<Row<'telemetry_source_maps'>, 'map'>>(sql`
    select map from telemetry_source_maps where file = ${file} order by version limit 1`);
  return row && new TraceMap((await unpack(row.map)).toString());
}

function placeIn(map: TraceMap, { line: builtLine, column: builtColumn }: TraceFrame): SourcePlace | undefined {
  if (builtLine < 1 || builtColumn < 1) return undefined;
  const { source, line } = originalPositionFor(map, { line: builtLine, column: builtColumn - 1 });
  if (source === null) return undefined;
  const lines = sourceContentFor(map, source)?.split('\n') ?? [];
  const cut = (from: number, to: number) => lines.slice(Math.max(0, from), to).map((text) => text.slice(0, MAX_LINE));
  const path = source.replace(/^(?:\.\.?\/)+/, '');
  return {
    path,
    line,
    before: cut(line - 1 - LINES_AROUND, line - 1),
    text: (lines[line - 1] ?? '').slice(0, MAX_LINE),
    after: cut(line, line + LINES_AROUND),
    isOurs: !path.includes('node_modules/') && /^(?:app|lib|content)\//.test(path),
  };
}
