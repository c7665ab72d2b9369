import { renderArticle } from '#app/articles/rendering.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { readText } from '#app/storage/downloads.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import type { Article } from '#lib/markdown/article.ts';

import { toPost } from '../post.ts';

/** The text of a post as the actor may see it. @throws Problem 503 when too many texts are being rendered */
export function renderPost(current: Current, post: ItemWithBody): Promise<Article> {
  const { item } = post;
  return renderArticle(current, {
    key: `${item.itemId} ${item.etag}`,
    locale: toPost(item).locale,
    read: () => readText(current, post),
  });
}
