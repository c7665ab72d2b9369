import { randomBytes } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import { isSelectableLocale } from '#app/current/locale.ts';
import { unclearForm } from '#app/current/problems.ts';
import { getEditedDocument } from '#app/editor/kinds/document-kind.server.ts';
import { patchIfSame } from '#app/editor/kinds/document-plans.server.ts';
import { isSnippetName } from '#app/media/snippet-name.ts';
import { putSnippet } from '#app/media/snippets.server.ts';
import type { Item } from '#app/storage/item.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import { enqueue } from '#lib/jobs/enqueue.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { transcriptKey } from '../episode.ts';
import { storeAudio, storeTranscript } from '../files/episode-files.server.ts';
import { unknownCover } from '../problems.ts';
import { CHECK_SOUND } from '../sound/sound-checks.server.ts';
import { EPISODES } from './edited-episodes.server.ts';

interface EditedFiles {
  readonly name: string;
  readonly etag: string;
}

export interface FileChange {
  readonly item: Item;
  /** Nobody had saved since the form was opened, so that what it holds is still what is to be saved. */
  readonly isSeen: boolean;
}

/** Its id and all its addresses stay. Needs staff. @throws Problem 401, 403, 404, 400 for what is no sound, 413, 507 */
export async function replaceAudio(current: Current, { name, etag }: EditedFiles, file: Blob): Promise<FileChange> {
  const { item } = await getEditedDocument(current, EPISODES, name);
  const { itemId } = await storeAudio(current, new Uint8Array(await file.arrayBuffer()));
  // Measuring takes longer than somebody waits; without it the night does.
  await enqueue(current.db, { name: CHECK_SOUND, payload: { itemId } }, { key: `${CHECK_SOUND} ${itemId}` });
  return changeFiles(current, { ...item, etag }, { audio: itemId });
}

/** Needs staff. @throws Problem 401, 403, 404, 400 for another language than ours, and for what is no transcript */
export async function replaceTranscript(
  current: Current,
  { name, etag }: EditedFiles,
  { locale, file }: { readonly locale: string; readonly file: Blob },
): Promise<FileChange> {
  const { item } = await getEditedDocument(current, EPISODES, name);
  if (!isSelectableLocale(locale)) throw new Problem(unclearForm);
  const { itemId } = await storeTranscript(current, await file.text(), locale);
  return changeFiles(current, { ...item, etag }, { [transcriptKey(locale)]: itemId });
}

/** Needs staff. @throws Problem 401, 403, 404, 400 for another language than ours */
export async function dropTranscript(
  current: Current,
  { name, etag }: EditedFiles,
  locale: string,
): Promise<FileChange> {
  const { item } = await getEditedDocument(current, EPISODES, name);
  if (!isSelectableLocale(locale)) throw new Problem(unclearForm);
  return changeFiles(current, { ...item, etag }, { [transcriptKey(locale)]: null });
}

/** A picture that comes along, or the name of one that is there. Needs staff. @throws Problem 401, 403, 404, 400, 413, 422 at the field */
export async function replaceCover(
  current: Current,
  { name, etag }: EditedFiles,
  { file, picture }: { readonly file: Blob | undefined; readonly picture: string },
): Promise<FileChange> {
  const { item } = await getEditedDocument(current, EPISODES, name);
  if (file === undefined && !isSnippetName(picture)) {
    throw problemAt('picture', unknownCover);
  }
  const image = file === undefined ? picture : await atField('cover', uploadCover(current, item, file));
  return changeFiles(current, { ...item, etag }, { image });
}

async function uploadCover(current: Current, { itemId }: Item, file: Blob): Promise<string> {
  const name = `podcast-${itemId.slice(-12)}-${randomBytes(4).toString('hex')}`;
  const headers = { 'content-length': String(file.size) };
  const request = new Request('http://localhost/', { method: 'PUT', body: await file.arrayBuffer(), headers });
  const { snippet } = await putSnippet(current, name, request, { ifNoneMatch: '*' });
  return snippet.name;
}

/** Whatever others have saved meanwhile: a file is none of the fields that are merged. */
async function changeFiles(
  current: Current,
  item: Pick<Item, 'crateId' | 'itemId' | 'etag'>,
  map: Record<string, string | null>,
): Promise<FileChange> {
  const changed = await patchIfSame(current, item, { map });
  if (changed !== undefined) return { item: changed, isSeen: true };
  return { item: await patchMetadata(current, item.crateId, item.itemId, { map }, {}), isSeen: false };
}
