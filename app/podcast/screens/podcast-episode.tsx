import { data, redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { inLocale, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { offerEdit } from '#app/editor/kinds/edit-link.server.ts';
import { Picture } from '#app/media/picture.tsx';
import { show } from '#content/podcast.ts';
import { parseClock } from '#lib/audio/webvtt.ts';

import { PODCAST_CACHE_TOPICS, QUESTIONS_TOPIC } from '../cache-topics.ts';
import { EPISODES } from '../editing/edited-episodes.server.ts';
import { transcriptPath } from '../episode.ts';
import type { EpisodePerson, EpisodeWithAudio } from '../episode.ts';
import { coverUrl, findEpisodesAround, findPathByOldName, getEpisode, readNotes } from '../episodes.server.ts';
import type { EpisodesAround } from '../episodes.server.ts';
import { answerShowFeed } from '../files/answer-feed.server.ts';
import { findTranscript } from '../files/episode-files.server.ts';
import { AppLinks } from '../page/app-links.tsx';
import { ChapterList } from '../page/chapter-list.tsx';
import { Listen } from '../page/listen.tsx';
import { toPlayable } from '../page/playable.ts';
import { TranscriptSearch } from '../page/transcript-search.tsx';
import { findPosition } from '../positions.server.ts';
import { AnsweredQuestions } from '../questions/page/answered-questions.tsx';
import { findAnsweredIn } from '../questions/questions.server.ts';
import { episodeData, seriesData } from '../structured-episodes.server.ts';
import type { Route } from './+types/podcast-episode';
import '../podcast.css';

/** The feed of the show stands below its address, where a route of its own would be one more in every page. */
export const middleware: Route.MiddlewareFunction[] = [
  withCurrent(async (current, { request, params }: Parameters<Route.MiddlewareFunction>[0]) =>
    params.episode === 'rss.xml' ? answerShowFeed(current, request) : undefined,
  ),
];

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { episode: name, locale } = params;
  const episode = await getEpisode(current, name).catch(async (refusal: unknown) => {
    const path = await findPathByOldName(current, name);
    if (path === undefined) throw refusal;
    throw redirect(inLocale({ locale }, path) + url.search, 301);
  });
  const [notes, questions, transcript, around, position, edit] = await Promise.all([
    readNotes(current, episode),
    findAnsweredIn(current, episode),
    findTranscript(current, episode),
    findEpisodesAround(current, episode),
    findPosition(current, episode.itemId),
    offerEdit(current, EPISODES, 'episode', name),
  ]);
  const headers = episode.visibility === 'public' ? undefined : { 'x-robots-tag': 'noindex' };
  return data(
    {
      episode,
      questions,
      transcript,
      around,
      position,
      notes: notes.html,
      from: parseClock(url.searchParams.get('t') ?? ''),
      isSignedIn: current.actor.userId !== undefined,
      playable: toPlayable(episode, current.locale),
      address: current.config.publicUrl + episode.path,
      feed: current.config.publicUrl + show.feedPath,
      head: headOfEpisode(current, episode),
      ...edit,
    },
    headers && { headers },
  );
});

function headOfEpisode(current: Current, episode: EpisodeWithAudio) {
  const { publicUrl } = current.config;
  return {
    title: `${episode.title} · ${show.title}`,
    description: episode.blurb,
    image: publicUrl + coverUrl(episode),
    type: 'article' as const,
    publishedTime: episode.date,
    modifiedTime: episode.updatedAt,
    noindex: episode.visibility !== 'public',
    path: episode.path,
    jsonLd: [seriesData(publicUrl), episodeData(publicUrl, episode)],
    links: [
      { rel: 'alternate', type: 'application/rss+xml', title: show.title, href: publicUrl + show.feedPath } as const,
    ],
  };
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const handle: CacheHandle = { cacheTopics: [...PODCAST_CACHE_TOPICS, QUESTIONS_TOPIC] };

export default function PodcastEpisode({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const { episode, questions, playable, transcript, around, notes, from, position, isSignedIn, address, feed } =
    loaderData;
  return (
    <div className="mx-auto max-w-5xl space-y-12">
      <article className="space-y-10">
        <Listen
          episode={episode}
          playable={playable}
          from={from}
          position={position}
          isSignedIn={isSignedIn}
          address={address}
        />
        <div className="grid items-start gap-10 md:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="min-w-0 space-y-10">
            <section aria-labelledby="notes" className="space-y-4">
              <h2 id="notes" className="text-2xl">
                {text('podcast.page.notes')}
              </h2>
              {/* Sanitised by lib/markdown with an allow-list. */}
              <div lang="en" className="own-face prose" dangerouslySetInnerHTML={{ __html: notes }} />
            </section>
            {playable && transcript && (
              <TranscriptSearch
                key={episode.itemId}
                episode={playable}
                transcript={transcript}
                href={transcriptPath(episode, transcript.locale)}
              />
            )}
          </div>
          <aside className="space-y-8">
            {playable && <ChapterList episode={playable} />}
            <AnsweredQuestions questions={questions} episode={playable} />
            <People people={episode.people} />
            <Topics topics={episode.topics} />
            <Apps feed={feed} />
          </aside>
        </div>
      </article>
      <Around {...around} />
    </div>
  );
}

function People({ people }: { readonly people: readonly EpisodePerson[] }) {
  const { text } = useText();
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="people" className="space-y-3">
      <h2 id="people" className="text-2xl">
        {text('podcast.page.people')}
      </h2>
      <ul lang="en" className="space-y-1">
        {people.map(({ name, role, href }) => (
          <li key={name}>
            {href === undefined ? <b>{name}</b> : <PersonLink href={href} name={name} />}
            <span className="text-muted">{`, ${role}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PersonLink({ href, name }: { readonly href: string; readonly name: string }) {
  const className = 'font-bold underline';
  return href.startsWith('/') ? (
    <SiteLink to={href} className={className}>
      {name}
    </SiteLink>
  ) : (
    <a href={href} className={className}>
      {name}
    </a>
  );
}

function Apps({ feed }: { readonly feed: string }) {
  const { text } = useText();
  return (
    <section aria-labelledby="apps" className="space-y-3">
      <h2 id="apps" className="text-2xl">
        {text('podcast.page.apps')}
      </h2>
      <AppLinks feed={feed} addresses={show.apps} />
    </section>
  );
}

function Topics({ topics }: { readonly topics: readonly string[] }) {
  const { text } = useText();
  if (topics.length === 0) return null;
  return (
    <nav aria-label={text('podcast.page.topics')}>
      <ul className="post-topics">
        {topics.map((topic) => (
          <li key={topic}>
            <SiteLink to={`/podcast?${new URLSearchParams({ topic })}`}>{topic}</SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Around({ newer, older }: EpisodesAround) {
  const { text } = useText();
  const beside = [
    { episode: older, words: 'podcast.page.before' } as const,
    { episode: newer, words: 'podcast.page.after' } as const,
  ];
  if (newer === undefined && older === undefined) return null;
  return (
    <nav aria-label={text('podcast.page.more')} className="grid gap-6 sm:grid-cols-2">
      {beside.map(
        ({ episode, words }) =>
          episode && (
            <SiteLink key={words} to={episode.path} className="block-card lift flex items-center gap-4 p-4">
              <Picture of={episode.cover} alt="" width={72} height={72} maxWidth={320} className="player-thumb" />
              <span className="min-w-0">
                <span className="block text-sm">{text(words)}</span>
                <b lang="en" className="wrap-anywhere">
                  {episode.title}
                </b>
              </span>
            </SiteLink>
          ),
      )}
    </nav>
  );
}
