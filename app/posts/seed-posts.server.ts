import type { Current } from '#app/current/current.server.ts';
import type { SeedPeople } from '#app/noun/noun.server.ts';
import { ItemParameters } from '#app/storage/item.ts';
import { markdownBody } from '#app/storage/writes/bodies.server.ts';
import { readFrontMatter } from '#lib/markdown/front-matter.ts';

import { POST_ITEMS } from './posts.server.ts';

const POSTS = import.meta.glob<string>('../../database/seeds/posts/*.md', { query: '?raw', import: 'default' });

interface FrontMatter {
  readonly name: string;
  readonly title: string;
  readonly blurb: string;
  readonly image: string;
  /** Says what the drawing shows, to those who do not see it. */
  readonly imageAlt?: string;
  readonly date: string;
  readonly authors: readonly string[];
  readonly tags: readonly string[];
}

export async function seedPosts(current: Current, { toUserId }: SeedPeople): Promise<void> {
  for (const load of Object.values(POSTS)) {
    const [front, body] = readFrontMatter<FrontMatter>(await load());
    const { name, title, blurb, image, imageAlt, date, authors, tags } = front;
    const map = { title, blurb, image, ...(imageAlt && { imageAlt }), date };
    const parameters = { name, tags, map, collaborators: authors.map(toUserId), createdAt: date };
    await POST_ITEMS.create(current, ItemParameters.parse(parameters), markdownBody(body));
  }
}
