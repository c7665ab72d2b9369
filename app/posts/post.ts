import type { Item } from '#app/storage/item.ts';
import { readTags } from '#app/storage/item.ts';

/** Posts on the home page (specification §9). */
export const HOME_POSTS = 2;
const TOPIC = 'topic:';

export type Visibility = 'hidden' | 'unlisted' | 'public';

/** A post's metadata (specification §3), from the item's map; its text is the item's body. */
export interface Post {
  itemId: string;
  /** The path of its page, with its name, or its id without one. */
  path: string;
  title: string;
  blurb: string;
  image: string | undefined;
  authorIds: string[];
  topics: string[];
  /** ISO 8601. */
  date: string;
  createdAgo: number;
  visibility: Visibility;
}

export interface PostWithAuthors extends Post {
  /** The authors' names, the owner first; the id of one without a name. */
  authors: string[];
}

export function postOf(item: Item): Post {
  const { title, blurb, image, date } = item.map;
  const { states } = readTags(item.tags);
  return {
    itemId: item.itemId,
    path: `/post/${encodeURIComponent(item.name ?? item.itemId)}`,
    title: textOr(title, item.name ?? ''),
    blurb: textOr(blurb, ''),
    image: typeof image === 'string' && /^[a-z0-9-]+$/.test(image) ? image : undefined,
    authorIds: item.collaborators,
    topics: item.tags.filter((tag) => tag.startsWith(TOPIC)).map((tag) => tag.slice(TOPIC.length)),
    date: dateOr(date, item.createdAt),
    createdAgo: item.createdAgo,
    visibility: states.has('hidden') ? 'hidden' : states.has('unlisted') ? 'unlisted' : 'public',
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function dateOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : otherwise;
}
