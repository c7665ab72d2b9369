import { data } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { getText, inLocale, localeFromPath } from '#app/current/locale.ts';
import { prevNextLinks } from '#app/current/page/head.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import { headersOfLinks } from '#lib/calls/page.ts';

import { listSearches } from '../saved-searches/saved-searches.server.ts';
import type { HallPage } from './hall-page.ts';
import { HALL_SORTS, HALL_TEXTS } from './search-words.ts';
import type { Today } from './todays-trial.tsx';

export async function hallReply(current: Current, page: HallPage, { pathname }: URL, today?: Today) {
  const text = await getText(current.locale);
  const { hall, next, previous, isFirst, q, hidesBeaten, sort } = page;
  const path = `/games/levelhead/${hall}`;
  const shown = inLocale({ locale: localeFromPath(pathname) }, path);
  const links = prevNextLinks({ prev: previous && `${shown}${previous}`, next: next && `${shown}${next}` });
  const head = {
    title: text(HALL_TEXTS[hall].title),
    description: text(HALL_TEXTS[hall].about),
    image: shareCardUrl('game', 'levelhead', current.locale),
    path,
    // For nobody but who has asked.
    noindex: !isFirst || q !== '' || hidesBeaten || sort !== HALL_SORTS[hall][0],
    links,
  };
  const searches = page.isSignedIn ? await listSearches(current, hall) : undefined;
  return data({ page, today, head, searches }, { headers: headersOfLinks(links, current.config.publicUrl) });
}
