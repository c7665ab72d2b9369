import { data } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { FollowButton } from '#app/following/follow-button.tsx';
import type { OfferedFollow } from '#app/following/follow.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import drawing from '#content/art/feedbag-empty.svg';
import { withQuery } from '#lib/calls/browser/address.ts';
import { linkHeaders } from '#lib/calls/page.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';

import { findEntries } from '../entries/find-entries.server.ts';
import { findStatuses } from '../entries/status-list.server.ts';
import { DUPLICATE, entriesPath, readEntryQuery } from '../entry.ts';
import type { EntryQuery } from '../entry.ts';
import { listIntents } from '../feedbag-forms.server.ts';
import { EntryItem } from '../page/entry-item.tsx';
import { EntryFilters, EntryPages, entryParams } from '../page/entry-list.tsx';
import type { Project } from '../project.ts';
import { openProject, mayChangeProjects } from '../projects.server.ts';
import { offerProjectFollow } from '../subjects.server.ts';
import type { Route } from './+types/feedbag-entries';

export const loader = withCurrent(async (current, { params, url, request, context }: Route.LoaderArgs) => {
  const project = await openProject(current, params.projectId);
  const query = readEntryQuery(url.searchParams);
  const page = await findEntries(current, params.projectId, query);
  const text = await getText(current.locale);
  return data(
    {
      ...page,
      project,
      query,
      now: current.now().getTime(),
      isSignedIn: current.actor.userId !== undefined,
      statuses: (await findStatuses(current)).filter(({ statusId }) => statusId !== DUPLICATE),
      isStaff: mayChangeProjects(current),
      follow: await offerProjectFollow(current, context.get(eventCatalogContext).subjects, project),
      head: {
        title: text('feedbag.list.title', { name: project.name }),
        description: project.about,
        noindex: url.search !== '',
      },
    },
    { headers: linkHeaders(request.url, { next: { after: page.next } }) },
  );
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), listIntents(context.get(eventCatalogContext).subjects)),
);

export const headers = formHeaders;

export default function FeedbagEntries({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { entries, next, isOfMost, project, query, now, isSignedIn } = loaderData;
  const { projectId } = project;
  const form = useForm(actionData, { of: 'feedbag.', fallbackFocus: 'entries-title' });
  const path = entriesPath(projectId);
  return (
    <div className="mx-auto max-w-4xl space-y-7">
      <ListHead {...loaderData} answered={actionData} />
      <EntryFilters hasTags query={query} statuses={loaderData.statuses} />
      <FormNotice form={form} />
      {isOfMost && entries.length > 0 && <p>{text('search.ofMost')}</p>}
      {entries.length === 0 ? (
        <EmptyState drawing={drawing}>
          <p className="text-lg">{text('feedbag.list.empty')}</p>
        </EmptyState>
      ) : (
        <ul className="space-y-4">
          {entries.map((entry) => (
            <li key={entry.subjectId}>
              <EntryItem form={form} entry={entry} isSignedIn={isSignedIn} now={now} />
            </li>
          ))}
        </ul>
      )}
      <EntryPages path={path} query={query} next={next} />
      <p className="flex flex-wrap gap-5">
        <a href={`/feedbag/${projectId}/entries.atom`} className="inline-block py-1 font-bold underline">
          {text('feedbag.list.atom')}
        </a>
        <a href={`/feedbag/${projectId}/entries.csv`} download className="inline-block py-1 font-bold underline">
          {text('feedbag.list.csv')}
        </a>
      </p>
    </div>
  );
}

interface ListHeadProps {
  readonly project: Project;
  readonly query: EntryQuery;
  readonly follow: OfferedFollow | undefined;
  readonly isStaff: boolean;
  readonly answered: FormState | undefined;
}

function ListHead({ project: { projectId, name, about }, query, follow, isStaff, answered }: ListHeadProps) {
  const { text } = useText();
  const path = entriesPath(projectId);
  return (
    <header className="space-y-4">
      <SiteLink to="/feedbag" className="inline-block py-1 font-bold underline">
        {text('feedbag.list.home')}
      </SiteLink>
      <h1 id="entries-title" tabIndex={-1} className="squiggle text-3xl sm:text-5xl">
        {text('feedbag.list.title', { name })}
      </h1>
      <p className="text-lg">{about}</p>
      <div className="flex flex-wrap items-start gap-3">
        <SiteLink to={withQuery(`${path}/new?${entryParams(query)}`, {})} className={buttonClass('loud')}>
          {text('feedbag.list.new')}
        </SiteLink>
        <SiteLink to={`/feedbag/${projectId}/roadmap`} className={buttonClass('plain')}>
          {text('feedbag.list.roadmap')}
        </SiteLink>
        {follow !== undefined && <FollowButton offer={follow} path={path} answered={answered} />}
        {isStaff && (
          <SiteLink to={`/feedbag/${projectId}/settings`} className={buttonClass('quiet')}>
            {text('feedbag.settings.project')}
          </SiteLink>
        )}
      </div>
    </header>
  );
}
