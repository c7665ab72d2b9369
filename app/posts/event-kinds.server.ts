import type { Current } from '#app/current/current.server.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import { notifyLater, withdrawLater } from '#app/notifications/events.server.ts';
import type { Item } from '#app/storage/item.ts';

import { subjectsOfPost } from './post-subjects.server.ts';
import { toPost } from './post.ts';
import { POST_ITEMS } from './posts.server.ts';

interface PublishedPost {
  readonly itemId: string;
}

/** Of posts that everyone may list, whoever asks. */
export const publishedPost: EventKind<PublishedPost> = {
  id: 'posts.published',
  title: 'notify.posts.title',
  about: 'notify.posts.about',
  least: 'authenticated',
  mail: 'daily',
  sample: { itemId: '01890000-0000-7000-8000-000000000000' },
  show: async (current, _reader, events) => {
    const itemIds = [...new Set(events.map(({ details }) => details.itemId))];
    const { items } = await POST_ITEMS.page(current, { itemIds });
    const posts = new Map(items.map((item) => [item.itemId, toPost(item)]));
    return describeEvents(events, ({ itemId }) => {
      const post = posts.get(itemId);
      if (post?.visibility !== 'public') return undefined;
      return { text: 'notify.posts.published', values: { title: post.title }, path: post.path };
    });
  },
};

/** Days after which a post is no news, whatever happens to it. */
const NOTIFY_DAYS = 30;

/** In the transaction that has seen the posts. Each is told once, when everyone may list it, and taken back when not. */
export async function notifyOfPosts(
  system: Current,
  posts: readonly { readonly item: Item }[],
  goneIds: readonly string[],
): Promise<void> {
  const isPublic = ({ item }: { item: Item }) => toPost(item).visibility === 'public';
  const oldest = system.now().getTime() - NOTIFY_DAYS * 86_400_000;
  for (const { item } of posts.filter(isPublic)) {
    if (Math.max(Date.parse(item.createdAt), Date.parse(toPost(item).date)) < oldest) continue;
    await notifyLater(system, publishedPost, {
      key: item.itemId,
      details: { itemId: item.itemId },
      subjects: subjectsOfPost(item),
      causedBy: item.collaborators[0],
    });
  }
  const hidden = posts.filter((one) => !isPublic(one)).map(({ item }) => item.itemId);
  await withdrawLater(system, publishedPost, [...hidden, ...goneIds]);
}
