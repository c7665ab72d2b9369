import { Subscribe } from '#app/articles/subscribe.tsx';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import { fullTitle } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { shareCardUrl } from '#app/media/share-card.ts';
import drawing from '#content/art/telegrams-empty.svg';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { documentLinks } from '#lib/syndication/feed-format.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { findArchivePage } from '../archive/archive.server.ts';
import { NEWSLETTERS } from '../newsletter.ts';
import type { Route } from './+types/telegrams-archive';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const after = url.searchParams.get('after') ?? undefined;
  const text = await getText(current.locale);
  const title = text('newsletters.archive.title');
  const path = inLocale(params, '/telegrams');
  return {
    ...(await findArchivePage(current, after)),
    head: {
      title,
      description: text('newsletters.archive.about'),
      image: shareCardUrl('page', 'telegrams', current.locale),
      links: documentLinks(current.config.publicUrl, path, fullTitle(text, title)),
      ...(after !== undefined && { noindex: true }),
    },
  };
});

export default function Archive({ loaderData: { issues, next } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="mx-auto max-w-4xl space-y-8">
      <header className="space-y-4">
        <h1 className="squiggle text-4xl sm:text-5xl">{text('newsletters.archive.title')}</h1>
        <p className="text-lg">{text('newsletters.archive.about')}</p>
        <p>
          <SiteLink to="/telegrams" className={buttonClass('loud')}>
            {text('home.newsletter.submit')}
          </SiteLink>
        </p>
      </header>
      {issues.length === 0 ? (
        <EmptyState drawing={drawing}>
          <p className="text-xl font-bold">{text('newsletters.archive.none')}</p>
        </EmptyState>
      ) : (
        <ul className="space-y-4">
          {issues.map(({ path, subject, subscription, sentAt }) => (
            <li key={path} className="block-card space-y-1 p-5">
              <h2 className="text-xl wrap-anywhere">
                <SiteLink to={path}>{subject}</SiteLink>
              </h2>
              <p className="text-sm text-muted">
                <span>{text(NEWSLETTERS[subscription].name)}</span> · <LocalTime at={sentAt.toISOString()} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        label={text('newsletters.archive.pages')}
        next={
          next === undefined
            ? undefined
            : { to: withQuery('/telegrams/archive', { after: next }), text: text('campaigns.list.older') }
        }
        link={SiteLink}
      />
      <Subscribe path="/telegrams" />
    </div>
  );
}
