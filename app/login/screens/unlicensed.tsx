import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import picture from '#content/art/login-unlicensed.svg';
import { buttonClass } from '#lib/ui/button.tsx';

import { LoginPage } from '../login-page.tsx';
import { findGameName } from '../unlicensed.server.ts';
import type { Route } from './+types/unlicensed';

/** Games link here when their store does not confirm a licence. */
export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  return {
    game: findGameName(current, url.searchParams.get('game')),
    head: {
      title: text('login.unlicensed.title'),
      description: text('login.unlicensed.advice'),
      noindex: true,
    },
  };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function Unlicensed({ loaderData: { game } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <LoginPage picture={picture} title={text('login.unlicensed.title')}>
      {game !== undefined && <p className="text-lg font-bold">{text('devices.unlicensed.game', { game })}</p>}
      <p className="text-lg">{text('login.unlicensed.advice')}</p>
      <ul className="list-disc space-y-2 ps-6">
        <li>{text('login.unlicensed.same')}</li>
        <li>{text('login.unlicensed.offline')}</li>
        <li>{text('login.unlicensed.wait')}</li>
      </ul>
      <p>
        <SiteLink to="/" className={buttonClass('loud')}>
          {text('login.success.home')}
        </SiteLink>
      </p>
    </LoginPage>
  );
}
