import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { shareCardUrl } from '#app/media/share-card.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { getArchivedIssue } from '../archive/archive.server.ts';
import { NEWSLETTERS, signUpPath } from '../newsletter.ts';
import type { Route } from './+types/telegrams-issue';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const issue = await getArchivedIssue(current, params.name);
  return {
    issue,
    head: {
      title: issue.subject,
      description: issue.subject,
      image: shareCardUrl('page', 'telegrams', current.locale),
    },
  };
});

export default function ArchivedIssue({ loaderData: { issue } }: Route.ComponentProps) {
  const { text } = useText();
  const { subject, html, subscription, sentAt } = issue;
  const name = text(NEWSLETTERS[subscription].name);
  return (
    <article className="block-card mx-auto max-w-3xl space-y-6 p-6 sm:p-10 md:my-6">
      <header className="space-y-3">
        <p className="text-sm text-muted">
          <span>{name}</span> · <LocalTime at={sentAt.toISOString()} />
        </p>
        <h1 className="squiggle text-3xl wrap-anywhere sm:text-4xl">{subject}</h1>
      </header>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      <p className="flex flex-wrap gap-3">
        <SiteLink to={signUpPath(subscription)} className={buttonClass('loud')}>
          {text('newsletters.archive.join', { name })}
        </SiteLink>
        <SiteLink to="/telegrams/archive" className={buttonClass('plain')}>
          {text('newsletters.archive.title')}
        </SiteLink>
      </p>
    </article>
  );
}
