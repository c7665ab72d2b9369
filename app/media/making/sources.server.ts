import type { Current } from '#app/current/current.server.ts';
import { studio } from '#content/studio.ts';
import { FileMissing } from '#lib/files/file-store.ts';
import { FetchFailed, fetchBytes } from '#lib/http/fetch-bytes.server.ts';
import { UnreadableImage, readImage } from '#lib/images/images.server.ts';
import { Problem } from '#lib/problem.ts';
import { sharedWorkPer } from '#lib/shared-work.ts';

import { readFile, storeFile } from './files.server.ts';
import { foreignSource, sourceFailed } from '../problems.ts';
import { MAX_UPLOAD_BYTES } from '../snippet.ts';
import { errands } from '../workshop.server.ts';

/** A picture of another host. */
export interface Source {
  fileKey: string;
  sha256: string;
}

const MOST_CHARACTERS = 2048;
const FETCH_MS = 8000;
const KEPT_MS = 86_400_000;
const fetching = sharedWorkPer<Source>();

/**
 * The picture at an absolute address of a host of the list; it is fetched once a day.
 * @throws Problem 400 for any other host, 502 when the picture cannot be had
 */
export async function getSource(current: Current, address: string): Promise<Source> {
  const url = requireListed(current, address);
  const [row] = await current.db.query<SourceRow>(FIND, [url.href]);
  if (row !== undefined && current.now().getTime() - row.fetched_at.getTime() < KEPT_MS) return sourceOf(row);
  try {
    return await fetching(current.memory).run(url.href, () => errands.run(() => fetchSource(current, url)));
  } catch (error) {
    if (!(error instanceof FetchFailed || error instanceof UnreadableImage)) throw error;
    current.log.info({ url: url.href, reason: error.message }, 'a picture of another host cannot be had');
    // What was there yesterday is better than nothing.
    if (row !== undefined) return sourceOf(row);
    throw new Problem(sourceFailed);
  }
}

/** The bytes of a source. @throws Problem 502 when they are gone */
export async function readSource(current: Current, { fileKey }: Source): Promise<Buffer> {
  try {
    return await readFile(current, fileKey);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    await current.db.query(FORGET, [fileKey]);
    throw new Problem(sourceFailed);
  }
}

function requireListed(current: Current, address: string): URL {
  const url = address.length <= MOST_CHARACTERS ? URL.parse(address) : null;
  if (url === null || url.username !== '' || url.password !== '') throw new Problem(foreignSource);
  if (![...current.config.IMAGE_SOURCES, studio.mediaOrigin].includes(url.origin)) throw new Problem(foreignSource);
  url.hash = '';
  return url;
}

async function fetchSource(current: Current, url: URL): Promise<Source> {
  const bytes = await fetchBytes(url, { maxBytes: MAX_UPLOAD_BYTES, milliseconds: FETCH_MS });
  await readImage(bytes);
  const file = await storeFile(current, bytes);
  await current.db.query(KEEP, [url.href, file.sha256, file.key, current.now()]);
  return { fileKey: file.key, sha256: file.sha256 };
}

interface SourceRow {
  sha256: string;
  file_key: string;
  fetched_at: Date;
}

function sourceOf({ sha256, file_key: fileKey }: SourceRow): Source {
  return { sha256, fileKey };
}

const FIND = {
  name: 'media_source_find',
  text: 'select sha256, file_key, fetched_at from media_sources where url = $1',
};
const KEEP = {
  name: 'media_source_keep',
  text: `insert into media_sources (url, sha256, file_key, fetched_at) values ($1, $2, $3, $4)
    on conflict (url) do update set sha256 = excluded.sha256, file_key = excluded.file_key,
      fetched_at = excluded.fetched_at`,
};
const FORGET = { name: 'media_source_forget', text: 'delete from media_sources where file_key = $1' };
