import { renderArticle } from '#app/articles/rendering.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isDraft, toOutState, parametersIn } from '#app/editor/kinds/drafts.ts';
import { openPreview } from '#app/editor/previews/previews.server.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { toPost } from '../post.ts';
import { showPosts } from '../posts.server.ts';
import { viewPost } from './reading.server.ts';
import type { PostView } from './reading.server.ts';

interface PreviewedPost {
  readonly post: PostView;
  /** It has come out meanwhile: whoever has the link reads it where it is. */
  readonly isOut: boolean;
}

/** The post as its reader may see it. @throws Problem 404 for a link that is unknown, over or revoked */
export async function getPreview(current: Current, token: string): Promise<PreviewedPost> {
  const { item, text } = await openPreview(current, [POSTS_CRATE], token);
  const { name = null, tags = [] } = parametersIn('out', toOutState(item));
  const [[post], rendered] = await Promise.all([
    showPosts(current, [{ ...item, name, tags }]),
    renderArticle(current, {
      key: `${item.itemId} ${item.etag}`,
      locale: toPost(item).locale,
      read: () => Promise.resolve(text),
    }),
  ]);
  const view = await viewPost(current, post, rendered);
  return { post: view, isOut: !isDraft(item) && view.visibility !== 'hidden' };
}
