import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import picture from '#content/art/login-success.svg';
import { buttonClass } from '#lib/ui/button.tsx';

import { LoginPage } from '../login-page.tsx';
import type { Route } from './+types/success';

/** Anyone can open this page, so it says what is true of the session. */
export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  const isSignedIn = current.actor.userId !== undefined;
  return {
    isSignedIn,
    head: {
      title: isSignedIn ? text('login.success.title') : text('login.success.nobody'),
      description: text('login.success.description'),
      noindex: true,
    },
  };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function Success({ loaderData: { isSignedIn } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <LoginPage picture={picture} title={isSignedIn ? text('login.success.title') : text('login.success.nobody')}>
      <p className="text-lg">{isSignedIn ? text('login.success.text') : text('login.success.nobodyText')}</p>
      <p>
        <SiteLink to="/" className={buttonClass('loud')}>
          {text('login.success.home')}
        </SiteLink>
      </p>
    </LoginPage>
  );
}
