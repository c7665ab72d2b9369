import { Link } from 'react-router';

import { getText, useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/head.ts';
import { forScreen } from '#app/current/loads.server.ts';
import { GameTile } from '#app/games/game-tile.tsx';
import { visibleGames } from '#app/games/games.ts';
import { PostCard } from '#app/posts/post-card.tsx';
import { findHomePosts } from '#app/posts/posts.server.ts';
import { requireLocaleSegment } from '#app/current/locale-segment.ts';
import { titleOf } from '#app/current/title.ts';
import { studio } from '#content/studio.ts';

import type { Route } from './+types/home';

export const loader = forScreen(async (current, { params }: Route.LoaderArgs) => {
  requireLocaleSegment(params.locale);
  const text = await getText(current.locale);
  return {
    head: { title: await titleOf(current.locale, text('home.page.title')), description: studio.description },
    posts: await findHomePosts(current),
    games: visibleGames(current.actor),
  };
});

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function Home({ loaderData: { posts, games } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="space-y-14">
      <section className="block-card overflow-hidden">
        <Link to="/games/crashlands-2">
          <img
            src="/media/snippets/banner-crashlands-2.svg"
            alt={text('home.banner.link', { game: 'Crashlands 2' })}
            width="1440"
            height="640"
            className="aspect-[16/10] w-full object-cover sm:aspect-[9/4]"
          />
        </Link>
      </section>
      <h1 className="text-center text-4xl sm:text-6xl">{text('home.page.title')}</h1>
      <section aria-labelledby="blog" className="space-y-6">
        <h2 id="blog" className="text-3xl">
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
        <h2 id="games" className="text-3xl">
          {text('home.games.heading')}
        </h2>
        <ul className="grid grid-cols-2 gap-5 sm:grid-cols-3 lg:grid-cols-4">
          {games.map((game) => (
            <GameTile key={game.slug} game={game} />
          ))}
        </ul>
      </section>
    </div>
  );
}
