import { getText, useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/head.ts';
import { forScreen } from '#app/current/loads.server.ts';
import { GameTile } from '#app/games/game-tile.tsx';
import { tileOf, visibleGames } from '#app/games/games.ts';
import { PostCard } from '#app/posts/post-card.tsx';
import { findHomePosts } from '#app/posts/posts.server.ts';
import { requireLocaleSegment } from '#app/current/locale-segment.ts';
import { SiteLink } from '#app/current/site-link.tsx';
import { titleOf } from '#app/current/title.ts';
import { studio } from '#content/studio.ts';

import type { Route } from './+types/home';

export const loader = forScreen(async (current, { params }: Route.LoaderArgs) => {
  requireLocaleSegment(params.locale);
  const text = await getText(current.locale);
  return {
    head: { title: await titleOf(current.locale, text('home.page.title')), description: studio.description },
    posts: await findHomePosts(current),
    games: visibleGames(current.actor).map(tileOf),
  };
});

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function Home({ loaderData: { posts, games } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="space-y-14">
      <div>
        <SiteLink to="/games/crashlands-2" className="block-card block overflow-hidden">
          <img
            src="/media/snippets/banner-crashlands-2.svg"
            alt={text('home.banner.link', { game: 'Crashlands 2' })}
            width="1440"
            height="640"
            fetchPriority="high"
            className="aspect-[16/10] w-full object-cover sm:aspect-[9/4]"
          />
        </SiteLink>
        <h1 className="sign relative mx-auto -mt-4 text-3xl sm:-mt-12 sm:text-5xl">{text('home.page.title')}</h1>
      </div>
      <section aria-labelledby="blog" className="space-y-6">
        <h2 id="blog" className="squiggle text-3xl sm:text-4xl">
          {text('home.blog.heading')}
        </h2>
        {posts.length === 0 && <p>{text('home.blog.empty')}</p>}
        <div className="grid gap-8 md:grid-cols-2">
          {posts.map((post) => (
            <PostCard key={post.itemId} post={post} />
          ))}
        </div>
      </section>
      <section aria-labelledby="games" className="space-y-6">
        <h2 id="games" className="squiggle text-3xl sm:text-4xl">
          {text('home.games.heading')}
        </h2>
        <ul className="flex flex-wrap justify-center gap-5">
          {games.map((game) => (
            <GameTile key={game.slug} game={game} />
          ))}
        </ul>
      </section>
    </div>
  );
}
