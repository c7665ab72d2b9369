import { findByOldName } from '#app/articles/old-names.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { TextDocument } from '#app/editor/documents.server.ts';
import { atSlugField, nameInPath, textForm } from '#app/editor/kinds/document-kind.server.ts';
import type { TextKind } from '#app/editor/kinds/document-kind.server.ts';
import type { Schedule } from '#app/editor/schedule.ts';
import { findSchedulesByItem } from '#app/editor/schedules.server.ts';
import type { Item } from '#app/storage/item.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { problemAt } from '#lib/problem.ts';

import { PODCAST_CRATE } from '../cache-topics.ts';
import { toEpisode } from '../episode.ts';
import type { EpisodeWithAudio } from '../episode.ts';
import { EPISODE_ITEMS, withAudio } from '../episodes.server.ts';
import { noEpisode, noSound } from '../problems.ts';
import type { SoundCheck } from '../sound/sound-check.ts';
import { findSoundChecks } from '../sound/sound-checks.server.ts';
import { EPISODE_FIELDS, EpisodeForm, LIST_FIELDS, parametersOfEpisode } from './episode-form.ts';
import type { EpisodeField, EpisodeValues } from './episode-form.ts';

export const EPISODES: TextKind<EpisodeField> = {
  items: EPISODE_ITEMS,
  unknown: noEpisode,
  saved: 'podcast.edit.saved',
  listPath: '/editor/episodes',
  findRenamed: (current, name) => findByOldName(current, PODCAST_CRATE, name),
  ...textForm(EPISODE_FIELDS, LIST_FIELDS),
  pathTo: (item, query) => withQuery(`/editor/episodes/${nameInPath(item)}`, query),
  readValues: (_, document) => readValues(document),
  toWrite: ({ now }, fields, before) => {
    const values = EPISODES.typedIn(fields);
    const form = fields.parse(EpisodeForm, values);
    // A new one has no sound yet.
    const visibility = before === undefined ? 'hidden' : form.visibility;
    const parameters = parametersOfEpisode({ ...form, visibility }, before?.item, now());
    return { parameters, visibility, text: form.text, values };
  },
  atFields: atSlugField,
  requireShowable: (_, { item, isOut }) => {
    if (!isOut && item !== undefined) requireSound(item);
  },
  mapWhenShown: ({ now }, { map }) => ('date' in map ? undefined : { date: now().toISOString() }),
};

function readValues({ item, text }: TextDocument): EpisodeValues {
  const { title, blurb, slug, season, number, kind, visibility, topics, coverAlt } = toEpisode(item);
  const words = (key: string) => (typeof item.map[key] === 'string' ? item.map[key] : '');
  return {
    title,
    blurb,
    slug,
    text,
    season: String(season ?? ''),
    number: String(number ?? ''),
    kind,
    visibility,
    people: words('people'),
    chapters: words('chapters'),
    soundbites: words('soundbites'),
    topics: topics.join(', '),
    imageAlt: coverAlt,
  };
}

/** @throws Problem 409 for one that nobody could hear */
function requireSound(item: Item): void {
  if (toEpisode(item).audioId === undefined) throw problemAt('visibility', noSound);
}

export const NEW_EPISODE: EpisodeValues = {
  ...(Object.fromEntries(EPISODE_FIELDS.map((field) => [field, ''])) as EpisodeValues),
  kind: 'full',
  visibility: 'hidden',
};

interface ListedEpisode {
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
  const bare = items.map(toEpisode);
  const sounds = bare.flatMap(({ audioId }) => audioId ?? []);
  const [episodes, checks, plans] = await Promise.all([
    withAudio(current, bare),
    findSoundChecks(current, sounds),
    findSchedulesByItem(current, PODCAST_CRATE, ids),
  ]);
  const listed = episodes.map((episode) => {
    const { itemId, audioId = '' } = episode;
    return { episode, check: checks.get(audioId), schedules: plans.get(itemId) ?? [] };
  });
  return { episodes: listed, next };
}
