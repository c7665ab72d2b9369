import type { Current } from '#app/current/current.server.ts';
import type { OfferedFollow } from '#app/following/follow.ts';
import { offerFollow } from '#app/following/follows.server.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import { notifyLater, withdrawLater } from '#app/notifications/events.server.ts';
import type { Item } from '#app/storage/item.ts';
import { show } from '#content/podcast.ts';

import { toEpisode } from './episode.ts';
import { findEpisodesById } from './episodes.server.ts';

const OWN_SHOW = 'own';

export const showSubject: SubjectKind = {
  name: 'podcast.show',
  describe: (_, ids) =>
    Promise.resolve(new Map(ids.includes(OWN_SHOW) ? [[OWN_SHOW, { title: show.title, path: '/podcast' }]] : [])),
};

export function offerShowFollow(current: Current): Promise<OfferedFollow | undefined> {
  return offerFollow(current, [showSubject], toSubject(showSubject.name, OWN_SHOW));
}

interface PublishedEpisode {
  readonly itemId: string;
}

/** Of episodes that everyone may list and hear, whoever asks. */
export const publishedEpisode: EventKind<PublishedEpisode> = {
  id: 'podcast.published',
  title: 'notify.episodes.title',
  about: 'notify.episodes.about',
  least: 'authenticated',
  mail: 'daily',
  sample: { itemId: '01890000-0000-7000-8000-000000000000' },
  show: async (current, _reader, events) => {
    const episodes = await findEpisodesById(
      current,
      events.map(({ details }) => details.itemId),
    );
    return describeEvents(events, ({ itemId }) => {
      const episode = episodes.get(itemId);
      if (episode?.visibility !== 'public') return undefined;
      const values = { show: show.title, title: episode.title };
      return { text: 'notify.episodes.published', values, path: episode.path };
    });
  },
};

/** Days after which an episode is no news, whatever happens to it. */
const NOTIFY_DAYS = 30;

/** In the transaction that has seen the episodes. Each is told once, when everyone can hear it, and taken back when not. */
export async function notifyOfEpisodes(
  system: Current,
  seen: readonly { readonly item: Item }[],
  goneIds: readonly string[],
): Promise<void> {
  const episodes = seen.map(({ item }) => ({ ...toEpisode(item), causedBy: item.collaborators[0] }));
  const isOut = ({ visibility, audioId }: (typeof episodes)[number]) =>
    visibility === 'public' && audioId !== undefined;
  const oldest = system.now().getTime() - NOTIFY_DAYS * 86_400_000;
  for (const { itemId, date, causedBy } of episodes.filter(isOut)) {
    if (Date.parse(date) < oldest) continue;
    const subjects = [toSubject(showSubject.name, OWN_SHOW)];
    await notifyLater(system, publishedEpisode, { key: itemId, details: { itemId }, subjects, causedBy });
  }
  const hidden = episodes.filter((one) => !isOut(one)).map(({ itemId }) => itemId);
  await withdrawLater(system, publishedEpisode, [...hidden, ...goneIds]);
}
