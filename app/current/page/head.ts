import { studio } from '#content/studio.ts';
import type { JsonLd } from '#lib/json-ld/json-ld.tsx';
import type { Text } from '#lib/locale/messages.ts';

import type { Locale, TextKey } from '../locale.ts';

/** What a page says of itself, as `head` in the data of its screen; the document writes it. */
export interface Head {
  /** Without the studio's name. */
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

interface HeadLink {
  readonly rel: 'alternate' | 'next' | 'prev';
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

interface HeadImage {
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

type HeadType = 'website' | 'article' | 'profile' | 'video.game' | 'video.other' | 'music.song';

/** With the studio's name, unless it contains that (specification §2). */
export function fullTitle(text: Text<TextKey>, title: string): string {
  return title.includes(studio.name) ? title : text('shell.page.title', { title, studio: studio.name });
}

export function findHead(loaderData: unknown): Head | undefined {
  const head: unknown = typeof loaderData === 'object' && loaderData !== null && Reflect.get(loaderData, 'head');
  return isHead(head) ? head : undefined;
}

function isHead(value: unknown): value is Head {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'title') === 'string';
}
