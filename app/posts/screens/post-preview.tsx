import { data, redirect } from 'react-router';

import { inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useUseCount } from '#app/editor/previews/use-count.ts';
import { Notice } from '#lib/ui/notice.tsx';

import { PostArticle } from '../reading/post-article.tsx';
import { getPreview } from '../reading/preview.server.ts';
import { gamesOfPost } from '../reading/reading.server.ts';
import type { Route } from './+types/post-preview';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { post, isOut } = await getPreview(current, params.token);
  if (isOut) throw redirect(inLocale(params, post.path), 302);
  const head = { title: post.title, description: post.blurb, noindex: true };
  // A link in a mail or a chat shall not bring it into a search engine, whatever reads it.
  const headers = { 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store' };
  return data({ post, games: gamesOfPost(current, post), head }, { headers });
});

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function PostPreview({ loaderData, params }: Route.ComponentProps) {
  const { post, games } = loaderData;
  const { text } = useText();
  useUseCount(params.token);
  return (
    <div className="space-y-6">
      <div className="mx-auto max-w-3xl">
        <Notice>{text('reading.preview.about')}</Notice>
      </div>
      <PostArticle post={post} games={games} />
    </div>
  );
}
