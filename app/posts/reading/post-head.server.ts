import type { Current } from '#app/current/current.server.ts';
import { htmlLang } from '#app/current/locale.ts';
import type { Head } from '#app/current/page/head.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import type { Item } from '#app/storage/item.ts';
import { studio } from '#content/studio.ts';
import type { JsonLd } from '#lib/json-ld/json-ld.tsx';

import { toPost } from '../post.ts';
import type { PostView } from './reading.server.ts';

interface PostAddress {
  /** That of the post in its address. */
  name: string;
  /** Without its query. */
  address: string;
  /** Of a translation at an address of its own: the page of this one, in its language, is the same again. */
  original: Item | undefined;
}

export async function headOfPost(
  current: Current,
  post: PostView,
  { name, address, original }: PostAddress,
): Promise<Head> {
  const image = shareCardUrl('post', name, current.locale);
  return {
    title: post.title,
    description: post.blurb,
    type: 'article',
    author: post.authors.map((author) => author.name).join(', '),
    publishedTime: post.date,
    modifiedTime: post.updatedAt,
    image,
    // Only visitors with its address should find an unlisted post.
    noindex: post.visibility !== 'public',
    ...(original && { path: toPost(original).path, locale: post.locale }),
    jsonLd: [postData(current.config.publicUrl, post, address, image)],
  };
}

function postData(publicUrl: string, post: PostView, address: string, image: string): JsonLd {
  const { title, blurb, date, updatedAt, locale, authors, topics, minutes } = post;
  const publisher = { '@type': 'Organization', '@id': `${publicUrl}/#organization`, name: studio.name, url: publicUrl };
  return {
    '@type': 'BlogPosting',
    headline: title,
    description: blurb,
    url: address,
    mainEntityOfPage: address,
    datePublished: date,
    dateModified: updatedAt,
    inLanguage: htmlLang(locale),
    author: authors.map(({ name, userId }) => ({
      '@type': 'Person',
      name,
      url: userId === undefined ? undefined : `${publicUrl}/blog/@${userId}`,
    })),
    publisher,
    image: `${publicUrl}${image}`,
    keywords: topics.join(', '),
    timeRequired: `PT${minutes}M`,
  };
}
