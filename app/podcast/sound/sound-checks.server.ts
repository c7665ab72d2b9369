import { buffer } from 'node:stream/consumers';

import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { openFile } from '#app/storage/downloads.server.ts';
import type { Item } from '#app/storage/item.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { changedMeanwhile, noItem } from '#app/storage/problems.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import { measureMp3 } from '#lib/audio/mp3-loudness.server.ts';
import { FileMissing } from '#lib/files/file-store.ts';
import { FileDamaged } from '#lib/files/verify-bytes.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { PODCAST_FILES_CRATE } from '../cache-topics.ts';
import { toEpisode } from '../episode.ts';
import { EPISODE_ITEMS } from '../episodes.server.ts';
import { findFile, findFiles, readAudio } from '../files/episode-files.server.ts';
import { SOUND_FLAWS } from './sound-check.ts';
import type { SoundCheck } from './sound-check.ts';

export const CHECK_SOUND = 'podcast:lookAtSound';

/** By the ids of files. Needs staff. @throws Problem 401, 403 */
export async function findSoundChecks(current: Current, ids: readonly string[]): Promise<Map<string, SoundCheck>> {
  requireRole(current, 'staff');
  const files = await findFiles(current, ids);
  return new Map(files.map(({ item }) => [item.itemId, toSoundCheck(item)]));
}

function toSoundCheck({ map }: Item): SoundCheck {
  const number = (key: string) => (typeof map[key] === 'number' ? map[key] : undefined);
  return {
    lufs: number('lufs'),
    truePeak: number('truePeak'),
    channels: number('channels'),
    flaw: SOUND_FLAWS.find((flaw) => flaw === map['flaw']),
  };
}

/** The sound of each episode, hidden ones too, one after the other; the next night goes on where a stop has ended it. */
export async function checkSounds(system: Current): Promise<void> {
  for await (const item of EPISODE_ITEMS.all(system)) {
    if (system.closing.aborted) return;
    const { audioId } = toEpisode(item);
    if (audioId !== undefined) await checkSound(system, audioId);
  }
}

/** Mends what is said of a file; what cannot be mended is noted for staff. @throws what the store of files throws */
export async function checkSound(system: Current, audioId: string): Promise<void> {
  const file = await findFile(system, audioId);
  if (file === undefined) return;
  const { map } = file.item;
  const found = await readFacts(system, file);
  const changed = Object.entries(found).filter(([key, value]) => (map[key] ?? null) !== value);
  if (changed.length === 0) return;
  if (found.flaw !== null) system.log.error({ audioId, flaw: found.flaw }, 'the sound of an episode cannot be read');
  const patch = { map: Object.fromEntries(changed) };
  await patchMetadata(system, PODCAST_FILES_CRATE, audioId, patch, { ifMatch: [file.item.etag] }).catch(noneIfChanged);
}

/** Whatever changes it meanwhile is looked at again. */
function noneIfChanged(refusal: unknown): void {
  const isLater = isProblem(refusal, changedMeanwhile, noItem);
  if (!isLater) throw refusal;
}

/** Null for what there is none of. */
interface SoundFacts {
  readonly seconds?: number;
  readonly channels?: number;
  readonly lufs?: number | null;
  readonly truePeak?: number | null;
  readonly flaw: SoundCheck['flaw'] | null;
}

async function readFacts(system: Current, file: ItemWithBody): Promise<SoundFacts> {
  const bytes = await readWhole(system, file);
  if (bytes === undefined) return { flaw: 'damaged' };
  const audio = await readAudio(bytes).catch(noneIfUnreadable);
  if (audio === undefined) return { flaw: 'unreadable' };
  const { seconds, channels, type } = audio;
  const isMeasured = type === 'audio/mpeg' && (channels === 1 || channels === 2);
  const loudness = isMeasured ? await measureMp3(bytes, channels, system.closing) : undefined;
  const { integrated, truePeak = Number.NaN } = loudness ?? {};
  return {
    seconds,
    channels,
    flaw: null,
    lufs: integrated === undefined ? null : tenths(integrated),
    truePeak: Number.isFinite(truePeak) ? tenths(truePeak) : null,
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function noneIfUnreadable(refusal: unknown): undefined {
  if (!(refusal instanceof Problem)) throw refusal;
}

/** Undefined when the bytes are not those that were stored. */
async function readWhole(system: Current, { item, body }: ItemWithBody): Promise<Uint8Array | undefined> {
  if (body.inline !== null) return body.inline.byteLength === item.bytes ? body.inline : undefined;
  try {
    return await buffer(await openFile(system, item, body));
  } catch (error) {
    if (!(error instanceof FileDamaged || error instanceof FileMissing)) throw error;
    return undefined;
  }
}
