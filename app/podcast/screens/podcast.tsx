import type { ReactNode } from 'react';
import { data } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { FollowButton } from '#app/following/follow-button.tsx';
import { followIntents } from '#app/following/follow-forms.server.ts';
import { Picture } from '#app/media/picture.tsx';
import { show } from '#content/podcast.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { linkHeaders } from '#lib/calls/page.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { PODCAST_CACHE_TOPICS } from '../cache-topics.ts';
import { mayReadDownloads } from '../downloads/download-figures.server.ts';
import { DOWNLOADS_PATH } from '../downloads/download.ts';
import { showFeedPath } from '../episode.ts';
import { coverUrl, findEpisodes } from '../episodes.server.ts';
import { offerShowFollow, showSubject } from '../event-kinds.server.ts';
import { AppLinks } from '../page/app-links.tsx';
import { EpisodeCard } from '../page/episode-card.tsx';
import { PlayButton } from '../page/play-button.tsx';
import { toPlayable } from '../page/playable.ts';
import { QUESTIONS_PATH } from '../questions/question.ts';
import { seriesData } from '../structured-episodes.server.ts';
import type { Route } from './+types/podcast';
import '../podcast.css';

export const loader = withCurrent(async (current, { url, request }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const { publicUrl } = current.config;
  const topic = url.searchParams.get('topic')?.slice(0, 48) || undefined;
  const cursors = { after: url.searchParams.get('after'), before: url.searchParams.get('before') };
  const page = await findEpisodes(current, { topic, ...cursors });
  const feed = showFeedPath(topic);
  return data(
    {
      episodes: page.episodes.map((episode) => ({ episode, playable: toPlayable(episode, current.locale) })),
      topic,
      mayReadDownloads: mayReadDownloads(current),
      follow: await offerShowFollow(current),
      pages: {
        newer: page.previous && withQuery('/podcast', { topic, before: page.previous }),
        older: page.next && withQuery('/podcast', { topic, after: page.next }),
      },
      feed: publicUrl + feed,
      head: {
        title: text('podcast.page.title', { show: show.title }),
        description: text('podcast.page.description', { show: show.title }),
        image: publicUrl + coverUrl(show),
        noindex: topic !== undefined || cursors.after !== null || cursors.before !== null,
        jsonLd: [seriesData(publicUrl)],
        links: [{ rel: 'alternate', type: 'application/rss+xml', title: show.title, href: publicUrl + show.feedPath }],
      },
    } as const,
    { headers: linkHeaders(request.url, { next: { after: page.next }, prev: { before: page.previous } }) },
  );
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), followIntents([showSubject])),
);

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: PODCAST_CACHE_TOPICS };

export default function Podcast({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { episodes, topic, pages, feed, follow } = loaderData;
  const seasons = Map.groupBy(episodes, ({ episode }) => episode.season);
  return (
    <div className="mx-auto max-w-5xl space-y-12">
      <ShowHeader
        feed={feed}
        isWhole={topic === undefined}
        newest={episodes.find(({ playable }) => playable !== undefined)?.playable}
      >
        {follow && <FollowButton offer={follow} path="/podcast" answered={actionData} />}
      </ShowHeader>
      {loaderData.mayReadDownloads && (
        <SiteLink to={DOWNLOADS_PATH} className="inline-block py-1 font-bold underline">
          {text('podcast.downloads.title')}
        </SiteLink>
      )}
      {topic !== undefined && (
        <p className="flex flex-wrap gap-x-4">
          <b>{text('podcast.page.ofTopic', { topic })}</b>
          <SiteLink to="/podcast" className="underline">
            {text('podcast.page.all')}
          </SiteLink>
        </p>
      )}
      {episodes.length === 0 && <p className="text-lg">{text('podcast.page.empty')}</p>}
      {[...seasons].map(([season, ofSeason]) => (
        <section key={season ?? 'none'} className="space-y-6">
          <h2 className="text-3xl">
            {season === undefined ? text('podcast.page.episodes') : text('podcast.page.season', { season })}
          </h2>
          <ul className="grid gap-6 lg:grid-cols-2">
            {ofSeason.map((one) => (
              <li key={one.episode.itemId}>
                <EpisodeCard {...one} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Pages {...pages} />
    </div>
  );
}

type Newest = Parameters<typeof PlayButton>[0]['episode'] | undefined;

interface ShowHeaderProps {
  readonly feed: string;
  /** Not of a topic alone. */
  readonly isWhole: boolean;
  readonly newest: Newest;
  readonly children: ReactNode;
}

function ShowHeader({ feed, isWhole, newest, children }: ShowHeaderProps) {
  const { text } = useText();
  return (
    <header className="show-header">
      <Picture of={show.cover} alt="" width={320} height={320} maxWidth={960} className="show-cover" />
      <div className="space-y-5">
        <h1 lang="en" className="squiggle text-4xl sm:text-5xl">
          {show.title}
        </h1>
        <p className="text-lg">{text('podcast.page.lead')}</p>
        {newest && <PlayButton episode={newest} isLarge />}
        <AppLinks feed={feed} addresses={isWhole ? show.apps : {}} />
        <p className="text-sm">{text('podcast.page.subscribe')}</p>
        <div className="flex flex-wrap items-start gap-4">
          {children}
          <SiteLink to={QUESTIONS_PATH} className={buttonClass('plain')}>
            {text('podcast.questions.all')}
          </SiteLink>
        </div>
      </div>
    </header>
  );
}

function Pages({ newer, older }: { readonly newer: string | undefined; readonly older: string | undefined }) {
  const { text } = useText();
  if (newer === undefined && older === undefined) return null;
  return (
    <nav aria-label={text('podcast.page.pages')} className="flex flex-wrap gap-4">
      {newer !== undefined && (
        <SiteLink to={newer} rel="prev" className={buttonClass('plain')}>
          {text('podcast.page.newer')}
        </SiteLink>
      )}
      {older !== undefined && (
        <SiteLink to={older} rel="next" className={buttonClass('plain')}>
          {text('podcast.page.older')}
        </SiteLink>
      )}
    </nav>
  );
}
