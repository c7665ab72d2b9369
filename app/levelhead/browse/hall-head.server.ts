import { data } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { getText, localeFromPath, localePath } from '#app/current/locale.ts';
import type { HeadLink } from '#app/current/page/head.ts';
import { titleOf } from '#app/current/page/title.ts';
import { shareCardUrl } from '#app/media/share-card.ts';

import type { HallPage } from './hall-page.ts';
import { HALL_SORTS } from './search-words.ts';

/** With its neighbours in the head and in the header `Link`. */
export async function hallReply(current: Current, page: HallPage, { pathname }: URL) {
  const text = await getText(current.locale);
  const { hall, next, previous, isFirst, q, hidesBeaten, sort } = page;
  const locale = localeFromPath(pathname);
  const path = `/games/levelhead/${hall}`;
  const shown = locale === undefined ? path : localePath(locale, path);
  const links: HeadLink[] = [
    ...(previous === undefined ? [] : [{ rel: 'prev' as const, href: `${shown}${previous}` }]),
    ...(next === undefined ? [] : [{ rel: 'next' as const, href: `${shown}${next}` }]),
  ];
  const link = links.map(({ rel, href }) => `<${current.config.publicUrl}${href}>; rel="${rel}"`).join(', ');
  const head = {
    title: await titleOf(current.locale, text(`arcade.${hall}.title`)),
    description: text(`arcade.${hall}.about`),
    image: shareCardUrl('game', 'levelhead', current.locale),
    path,
    // For nobody but who has asked.
    noindex: !isFirst || q !== '' || hidesBeaten || sort !== HALL_SORTS[hall][0],
    links,
  };
  return data({ page, head }, { headers: link === '' ? {} : { link } });
}
