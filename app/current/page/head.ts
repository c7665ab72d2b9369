import { studio } from '#content/studio.ts';
import type { JsonLd } from '#lib/json-ld/json-ld.tsx';

import type { Locale } from '../locale.ts';

export interface Head {
  readonly title: string;
  readonly description: string;
  /** A snippet's name, a path of this site, or a whole address; else the studio's own. */
  readonly image?: string | HeadImage | undefined;
  readonly type?: HeadType | undefined;
  readonly author?: string | undefined;
  readonly publishedTime?: string | undefined;
  readonly modifiedTime?: string | undefined;
  /** Also without canonical address and alternates. */
  readonly noindex?: boolean | undefined;
  readonly jsonLd?: readonly JsonLd[] | undefined;
  /** Without locale, where the page has several addresses, for the canonical one. */
  readonly path?: string | undefined;
  /** Of the canonical address, where it is another one than of the page. */
  readonly locale?: Locale | undefined;
  readonly links?: readonly HeadLink[] | undefined;
}

export interface HeadLink {
  readonly rel: 'alternate' | 'next' | 'prev';
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

export interface HeadImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** Of the neighbouring pages that there are. */
export function prevNextLinks(pages: Readonly<Record<'prev' | 'next', string | undefined>>): HeadLink[] {
  return (['prev', 'next'] as const).flatMap((rel) => {
    const href = pages[rel];
    return href === undefined ? [] : [{ rel, href }];
  });
}

export type HeadType = 'website' | 'article' | 'profile' | 'video.game' | 'video.other' | 'music.song';

/** The document adds what depends on the page's address. */
export function headOf(loaderData: { head: Head } | undefined) {
  if (loaderData === undefined) return [];
  const { head } = loaderData;
  const { title, description, type = 'website', author, publishedTime, modifiedTime, noindex, links = [] } = head;
  return [
    { title },
    { name: 'description', content: description },
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'author', content: author ?? studio.name },
    ...tagOf('property', 'article:author', type === 'article' ? author : undefined),
    ...tagOf('property', 'article:published_time', publishedTime),
    ...tagOf('property', 'article:modified_time', modifiedTime),
    ...links.map(({ rel, href, type, title }) => ({ tagName: 'link', rel, href, type, title })),
  ];
}

export function findHead(loaderData: unknown): Head | undefined {
  const head: unknown = typeof loaderData === 'object' && loaderData !== null && Reflect.get(loaderData, 'head');
  return isHead(head) ? head : undefined;
}

function isHead(value: unknown): value is Head {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'title') === 'string';
}

function tagOf(kind: 'name' | 'property', key: string, content: string | undefined) {
  return content === undefined ? [] : [{ [kind]: key, content }];
}
