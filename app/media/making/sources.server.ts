import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { studio } from '#content/studio.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { FileMissing } from '#lib/files/file-store.ts';
import { FetchFailed, fetchBytes } from '#lib/http/fetch-bytes.server.ts';
import { UnreadableImage, cleanImage } from '#lib/images/images.server.ts';
import { Problem } from '#lib/problem.ts';
import { SingleFlight } from '#lib/single-flight.ts';

import { MAX_WIDTH } from '../image-size.ts';
import { foreignSource, sourceFailed } from '../problems.ts';
import { MAX_UPLOAD_BYTES } from '../snippet.ts';
import { fetchQueue, pictureQueue } from '../work-queue.server.ts';
import type { WorkCaller } from '../work-queue.server.ts';
import { readFile, storeFile } from './files.server.ts';

interface PictureSource {
  fileKey: string;
  sha256: string;
}

const MAX_CHARACTERS = 2048;
/** New pictures of other hosts that one address may have fetched, each of which is kept for 60 days. */
const NEW_SOURCES = { name: 'picture sources', points: 1000, seconds: 86_400 };
const FETCH_MS = 8000;
const CACHE_MS = 86_400_000;
const FAILED_MS = 60_000;
const MAX_FAILURES = 1000;
/** The largest size that is generated from a source. */
const STORED_BOX = { width: MAX_WIDTH, height: Math.round((MAX_WIDTH * 4) / 3) };
const createFetches = () => new SingleFlight<PictureSource>();

/** Fetched once a day. @throws Problem 400 for an unlisted host, 429, 502 when the fetch fails, 503 when too many run */
export async function getSource(current: Current, address: string, workCaller: WorkCaller): Promise<PictureSource> {
  const url = requireListed(current, address);
  const [row] = await current.db.query<SourceRow>(
    sql`select sha256, file_key, fetched_at from media_sources where url = ${url.href}`,
  );
  if (row !== undefined && current.now().getTime() - row.fetched_at.getTime() < CACHE_MS) return toSource(row);
  if (row === undefined && !hasFailed(current, url)) await requireWithinLimit(current, workCaller.caller, NEW_SOURCES);
  const fresh = hasFailed(current, url) ? undefined : await fetchFresh(current, url, workCaller);
  if (fresh !== undefined) return fresh;
  // An old picture is better than none.
  if (row !== undefined) return toSource(row);
  throw new Problem(sourceFailed);
}

async function fetchFresh(
  current: Current,
  url: URL,
  { caller, signal }: WorkCaller,
): Promise<PictureSource | undefined> {
  const work = (abandoned: AbortSignal) => {
    const workCaller = { caller, signal: abandoned };
    return fetchQueue.run(workCaller, () => fetchSource(current, url, workCaller));
  };
  try {
    return await current.db.processState.get(createFetches).run(url.href, work, signal);
  } catch (error) {
    if (!(error instanceof FetchFailed || error instanceof UnreadableImage)) throw error;
    current.log.info({ url: url.href, reason: error.message }, 'a picture of another host cannot be had');
    rememberFailure(current, url);
    return undefined;
  }
}

/** When a fetch last failed, by address, so that it is not repeated at once. */
const createFailures = () => new Map<string, number>();

function hasFailed({ db, now }: Current, { href }: URL): boolean {
  const at = db.processState.get(createFailures).get(href);
  return at !== undefined && now().getTime() - at < FAILED_MS;
}

function rememberFailure({ db, now }: Current, { href }: URL): void {
  const failures = db.processState.get(createFailures);
  failures.delete(href);
  failures.set(href, now().getTime());
  const [oldest] = failures.keys();
  if (failures.size > MAX_FAILURES && oldest !== undefined) failures.delete(oldest);
}

/** The bytes of a source. @throws Problem 502 when its file is lost */
export async function readSource(current: Current, { fileKey }: PictureSource): Promise<Buffer> {
  try {
    return await readFile(current, fileKey);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    await current.db.query(sql`delete from media_sources where file_key = ${fileKey}`);
    throw new Problem(sourceFailed);
  }
}

function requireListed(current: Current, address: string): URL {
  const url = findListedUrl(current, address);
  if (url === undefined) throw new Problem(foreignSource);
  return url;
}

export function findListedUrl({ config }: Current, address: string): URL | undefined {
  const url = address.length <= MAX_CHARACTERS ? URL.parse(address) : null;
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (![...config.IMAGE_SOURCES, studio.mediaOrigin].includes(url.origin)) return undefined;
  url.hash = '';
  return url;
}

async function fetchSource(current: Current, url: URL, workCaller: WorkCaller): Promise<PictureSource> {
  const bytes = await fetchBytes(url, { maxBytes: MAX_UPLOAD_BYTES, milliseconds: FETCH_MS });
  const image = await pictureQueue.run(workCaller, () => cleanImage(bytes, STORED_BOX, 'first frame'));
  const file = await storeFile(current, image.bytes);
  await current.db.query(sql`insert into media_sources (url, sha256, file_key, fetched_at)
    values (${url.href}, ${file.sha256}, ${file.key}, ${current.now()})
    on conflict (url) do update set sha256 = excluded.sha256, file_key = excluded.file_key,
      fetched_at = excluded.fetched_at`);
  return { fileKey: file.key, sha256: file.sha256 };
}

type SourceRow = Pick<Row<'media_sources'>, 'sha256' | 'file_key' | 'fetched_at'>;

function toSource({ sha256, file_key: fileKey }: SourceRow): PictureSource {
  return { sha256, fileKey };
}
