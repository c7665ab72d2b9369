import { data } from 'react-router';

import { getText, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import picture from '#content/art/linkout.svg';
import { buttonClass } from '#lib/ui/button.tsx';

import { parseDestination } from '../linkout-destination.server.ts';
import { LinkoutDetails } from '../linkout-details.tsx';
import type { Route } from './+types/linkout';

/** The warning before a link that leaves the site (specification §2). It never redirects by itself. */
export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const destination = parseDestination(url.searchParams.get('url'));
  const head = {
    title: text('linkout.page.title'),
    description: text('linkout.page.description'),
    noindex: true,
  };
  return data({ destination, head }, { status: typeof destination === 'string' ? 400 : 200 });
});

const REFUSALS = {
  missing: 'linkout.refused.missing',
  scheme: 'linkout.refused.scheme',
  unreadable: 'linkout.refused.unreadable',
} as const satisfies Record<string, TextKey>;

export default function Linkout({ loaderData: { destination } }: Route.ComponentProps) {
  const { text } = useText();
  const isRefused = typeof destination === 'string';
  return (
    <article className="block-card mx-auto max-w-3xl space-y-6 p-6 sm:p-10">
      <div className="flex flex-col-reverse gap-4 sm:flex-row sm:items-center sm:justify-between">
        <h1 className="squiggle text-3xl md:text-4xl">{text('linkout.page.title')}</h1>
        <img src={picture} alt="" width="480" height="360" className="w-44 rounded-2xl sm:w-56" />
      </div>
      {isRefused ? <p>{text(REFUSALS[destination])}</p> : <LinkoutDetails destination={destination} />}
      <p className="flex flex-wrap items-center gap-4">
        <SiteLink to="/" className={buttonClass(isRefused ? 'loud' : 'plain')}>
          {text('linkout.target.stay')}
        </SiteLink>
        {!isRefused && (
          <a href={destination.href} rel="noopener noreferrer nofollow" className={buttonClass('plain')}>
            <span className="[overflow-wrap:anywhere]">{text('linkout.target.go', { host: destination.host })}</span>
          </a>
        )}
      </p>
    </article>
  );
}
