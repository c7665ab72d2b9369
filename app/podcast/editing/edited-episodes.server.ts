import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { TextDocument } from '#app/editor/documents.server.ts';
import type { DocumentKind } from '#app/editor/kinds/document-kind.server.ts';
import type { Schedule } from '#app/editor/schedule.ts';
import { findSchedulesOf } from '#app/editor/schedules.server.ts';
import type { Item } from '#app/storage/item.ts';
import { problemAt } from '#lib/problem.ts';

import { PODCAST_CRATE } from '../cache-topics.ts';
import { episodeOf } from '../episode.ts';
import type { EpisodeWithAudio } from '../episode.ts';
import { EPISODE_ITEMS, withAudio } from '../episodes.server.ts';
import { noEpisode, noSound } from '../problems.ts';
import type { SoundCheck } from '../sound/sound-check.ts';
import { findSoundChecks } from '../sound/sound-checks.server.ts';
import { EPISODE_FIELDS, LIST_FIELDS } from './episode-form.ts';
import type { EpisodeField, EpisodeValues } from './episode-form.ts';

export const EPISODES: DocumentKind<EpisodeField> = {
  ...{ crateId: PODCAST_CRATE, fields: EPISODE_FIELDS, listFields: LIST_FIELDS, editorPath: '/editor/episodes' },
  ...{ planJob: 'podcast:runSchedule', unknown: noEpisode },
  valuesOf: (_, document) => Promise.resolve(valuesOf(document)),
  beforeShown: ({ now }, item) => {
    requireSound(item);
    return 'date' in item.map ? {} : { map: { date: now().toISOString() } };
  },
};

function valuesOf({ item, text }: TextDocument): EpisodeValues {
  const { title, blurb, slug, season, number, kind, visibility, topics, coverAlt } = episodeOf(item);
  const words = (key: string) => (typeof item.map[key] === 'string' ? item.map[key] : '');
  return {
    ...{ title, blurb, slug, text, season: String(season ?? ''), number: String(number ?? ''), kind, visibility },
    ...{ people: words('people'), chapters: words('chapters'), soundbites: words('soundbites') },
    ...{ topics: topics.join(', '), imageAlt: coverAlt },
  };
}

/** @throws Problem 409 for one that nobody could hear */
export function requireSound(item: Item): void {
  if (episodeOf(item).audioId === undefined) throw problemAt('visibility', noSound);
}

export const NEW_EPISODE: EpisodeValues = {
  ...(Object.fromEntries(EPISODE_FIELDS.map((field) => [field, ''])) as EpisodeValues),
  ...{ kind: 'full', visibility: 'hidden' },
};

export interface ListedEpisode {
  readonly episode: EpisodeWithAudio;
  readonly schedules: readonly Schedule[];
  readonly check: SoundCheck | undefined;
}

const PAGE_EPISODES = 50;

/** All that there are, hidden ones too, the newest first. Needs staff. @throws Problem 401, 403, 400 for a foreign cursor */
export async function listEditedEpisodes(
  current: Current,
  after: string | null,
): Promise<{ episodes: ListedEpisode[]; next: string | undefined }> {
  requireRole(current, 'staff');
  const { items, next } = await EPISODE_ITEMS.page(current, { after, limit: PAGE_EPISODES });
  const ids = items.map(({ itemId }) => itemId);
  const bare = items.map(episodeOf);
  const sounds = bare.flatMap(({ audioId }) => audioId ?? []);
  const [episodes, checks, plans] = await Promise.all([
    withAudio(current, bare),
    findSoundChecks(current, sounds),
    findSchedulesOf(current, PODCAST_CRATE, ids),
  ]);
  const listed = episodes.map((episode) => {
    const { itemId, audioId = '' } = episode;
    return { episode, check: checks.get(audioId), schedules: plans.get(itemId) ?? [] };
  });
  return { episodes: listed, next };
}
