import type { ReactNode } from 'react';
import { redirect } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import type { FormIntent } from '#app/current/forms/answer-form.server.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { BANNER_WIDTH, GameBanner } from '#app/games/game-banner.tsx';
import { GameTiles } from '#app/games/game-tile.tsx';
import { toTileGame } from '#app/games/game.ts';
import { visibleGames } from '#app/games/games.server.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import { POST_CACHE_TOPICS } from '#app/posts/cache-topics.ts';
import { PostCard } from '#app/posts/post-card.tsx';
import { findHomePosts } from '#app/posts/posts.server.ts';
import { DEFAULT_SUBSCRIPTION, isNewsletterEmail, signUpPath } from '#app/telegrams/newsletter.ts';
import { invalidEmail } from '#app/telegrams/problems.ts';
import { problemAt } from '#lib/problem.ts';
import { documentLinks } from '#lib/syndication/feed-format.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { studioData } from '../head/structured-data.ts';
import { HomeElsewhere } from '../home-elsewhere.tsx';
import { HomeNewsletter } from '../home-newsletter.tsx';
import type { Route } from './+types/home';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const blog = inLocale(params, '/blog');
  return {
    head: {
      title: text('home.page.title'),
      description: text('home.page.description'),
      image: shareCardUrl('site', 'home', current.locale),
      jsonLd: await studioData(current.config.publicUrl, current.locale),
      links: documentLinks(current.config.publicUrl, blog, text('feed.blog.title')),
    },
    posts: await findHomePosts(current),
    games: visibleGames(current.actor).map(toTileGame),
    isSignedIn: current.actor.userId !== undefined,
  };
});

/** Receives the newsletter's form when no script has redirected the visitor. */
export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), { signUp: goOn(params.locale) }, { intent: 'signUp' }),
);

function goOn(locale: string | undefined): FormIntent {
  return {
    least: 'public',
    run: async (current, fields) => {
      const email = current.actor.userId === undefined ? fields.text('email') : undefined;
      if (email !== undefined && !isNewsletterEmail(email)) {
        throw problemAt('email', invalidEmail);
      }
      const path = signUpPath(DEFAULT_SUBSCRIPTION, email);
      return redirect(inLocale({ locale }, path), 303);
    },
  };
}

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: POST_CACHE_TOPICS };

/** Of two tones, one of which is seen on any part of a drawing. */
const RING_ON_PICTURE =
  'focus-visible:shadow-[0_0_0_8px_#fff] focus-visible:outline-4 focus-visible:outline-offset-0 focus-visible:outline-black';

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { posts, games, isSignedIn } = loaderData;
  return (
    <div className="space-y-16">
      {/* A notice above it lies on its sky. */}
      <div className="relative sm:-mt-6 [aside+main_&]:sm:landscape:-mt-16">
        <SiteLink
          to="/games/crashlands-2"
          aria-label={text('home.banner.link', { game: 'Crashlands 2' })}
          className={`lift block focus-visible:rounded-card focus-visible:outline-offset-8 ${BANNER_WIDTH}`}
        >
          <GameBanner slug="crashlands-2" alt="" />
        </SiteLink>
        {/* Below the faces of the drawing, and within the first screen of a usual window. */}
        <div className="pointer-events-none relative -mt-6 flex flex-col items-center justify-center gap-4 *:pointer-events-auto sm:flex-row sm:landscape:absolute sm:landscape:inset-x-0 sm:landscape:bottom-8 sm:landscape:mt-0">
          <h1 className="sign text-3xl sm:text-2xl lg:text-3xl">{text('home.page.title')}</h1>
          <SiteLink to="/games/crashlands-2#stores" className={`${buttonClass('plain')} shrink-0 ${RING_ON_PICTURE}`}>
            {text('home.banner.play', { game: 'Crashlands 2' })}
          </SiteLink>
        </div>
      </div>
      <Part id="blog" heading={text('home.blog.heading')}>
        {posts.length === 0 && <p>{text('home.blog.empty')}</p>}
        <div className="grid gap-8 md:grid-cols-2">
          {posts.map((post) => (
            <PostCard key={post.itemId} post={post} />
          ))}
        </div>
        <SiteLink to="/blog" className={buttonClass('plain')}>
          {text('home.blog.more')}
        </SiteLink>
      </Part>
      <Part id="games" heading={text('home.games.heading')}>
        <GameTiles games={games} />
      </Part>
      <HomeNewsletter isSignedIn={isSignedIn} answered={actionData} />
      <HomeElsewhere />
    </div>
  );
}

function Part({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-6">
      <h2 id={id} className="squiggle text-3xl sm:text-4xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}
