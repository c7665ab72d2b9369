import { data, redirect } from 'react-router';

import { getText, inLocale, useText } from '#app/current/locale.ts';
import { prevNextLinks } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { shareCardUrl } from '#app/media/share-card.ts';
import { headersOfLinks } from '#lib/calls/page.ts';
import { Pagination } from '#lib/ui/pagination.tsx';

import { Marquee } from '../browse/hall-view.tsx';
import { PlayerCards, PlayersForm } from '../browse/player-cards.tsx';
import { findPlayersPage } from '../browse/players-page.server.ts';
import { ARCADE_CACHE } from '../kept-page.ts';
import { findPathOfCode } from '../player-page/player-sheets.server.ts';
import type { Route } from './+types/players';

const PATH = '/games/levelhead/players';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const code = url.searchParams.get('code')?.trim() ?? '';
  const found = code === '' ? undefined : await findPathOfCode(current, code);
  if (found !== undefined) throw redirect(inLocale(params, found));
  const page = await findPlayersPage(current, url);
  const text = await getText(current.locale);
  const { next, previous } = page;
  const links = prevNextLinks({
    prev: previous && inLocale(params, `${PATH}${previous}`),
    next: next && inLocale(params, `${PATH}${next}`),
  });
  const isPlain =
    page.isFirst && page.name === '' && page.sort === 'Subscribers' && page.min === undefined && page.max === undefined;
  const head = {
    title: text('arcade.players.title'),
    description: text('arcade.players.about'),
    image: shareCardUrl('game', 'levelhead', current.locale),
    path: PATH,
    noindex: !isPlain,
    links,
  };
  return data({ page, head }, { headers: headersOfLinks(links, current.config.publicUrl) });
});

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const handle = ARCADE_CACHE;

export default function Players({ loaderData: { page } }: Route.ComponentProps) {
  const { text } = useText();
  const { next, previous } = page;
  return (
    <div className="space-y-6">
      <Marquee title={text('arcade.players.title')} about={text('arcade.players.about')} current="players" />
      <PlayersForm page={page} path={PATH} />
      <PlayerCards page={page} />
      <Pagination
        label={text('arcade.search.pages')}
        previous={
          previous === undefined ? undefined : { to: `${PATH}${previous}`, text: text('arcade.search.previous') }
        }
        next={next === undefined ? undefined : { to: `${PATH}${next}`, text: text('arcade.search.next') }}
        link={SiteLink}
      />
    </div>
  );
}
