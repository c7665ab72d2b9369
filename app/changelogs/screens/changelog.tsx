import { redirect } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { inLocale } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { followIntents } from '#app/following/follow-forms.server.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import picture from '#content/art/changelog.svg';

import { CHANGELOG_CACHE_TOPICS } from '../cache-topics.ts';
import { ChangelogBody } from '../changelog-body.tsx';
import { loadChangelog } from '../changelog-screen.server.ts';
import { SITE_APP } from '../changelog.ts';
import { getChangelog } from '../changelogs.server.ts';
import type { Route } from './+types/changelog';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const app = params.app ?? SITE_APP;
  const { path } = getChangelog(current, app);
  if (params.app !== undefined && path !== `/changelogs/${app}`) {
    throw redirect(inLocale(params, path) + url.search);
  }
  return loadChangelog(current, context.get(eventCatalogContext).subjects, app, url);
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), followIntents(context.get(eventCatalogContext).subjects)),
);

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: CHANGELOG_CACHE_TOPICS };

export default function ChangelogScreen({
  loaderData: { heading, description, page, changelogs, editorPath, follow },
  actionData,
}: Route.ComponentProps) {
  return (
    <ChangelogBody page={page} changelogs={changelogs} editorPath={editorPath} follow={follow} answered={actionData}>
      <header className="grid items-end gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="@container space-y-5">
          <h1 className="squiggle text-4xl sm:text-5xl">{heading}</h1>
          <p lang="en" className="max-w-[60ch] text-lg">
            {description}
          </p>
        </div>
        <img src={picture} alt="" width="480" height="360" className="block-card hidden rotate-2 md:block" />
      </header>
    </ChangelogBody>
  );
}
