import { redirect } from 'react-router';

import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { getText, isLocale, localePath, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { titleOf } from '#app/current/page/title.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';

import picture from '#content/art/changelog.svg';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

import { MAX_SEMVER } from '../changelog/changelog.ts';
import { SITE_APP, getChangelog } from '../changelog/changelogs.server.ts';
import { ReleaseList } from '../changelog/release-list.tsx';

import type { Route } from './+types/changelog';

/** The changelog of this site or an app; `?version=` is a version or a range. */
export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const app = params.app ?? SITE_APP;
  if (params.app === SITE_APP) {
    throw redirect((isLocale(params.locale) ? localePath(params.locale, '/changelog') : '/changelog') + url.search);
  }
  const query = url.searchParams.get('version');
  const { name, description, releases } = getChangelog(app, query);
  const text = await getText(current.locale);
  return {
    ...{ name, description, releases, query: query ?? '' },
    path: app === SITE_APP ? '/changelog' : `/changelogs/${app}`,
    head: {
      title: await titleOf(current.locale, text('changelog.page.title', { name })),
      description: text('changelog.page.description', { name }),
      image: shareCardUrl('changelog', app, current.locale),
      noindex: query !== null,
    },
  };
});

export const handle: CacheHandle = { cacheTopics: [] };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function ChangelogScreen({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const { name, description, releases, query, path } = loaderData;
  return (
    <div className="mx-auto max-w-4xl space-y-10">
      <header className="grid items-end gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="@container space-y-5">
          <h1 className="squiggle text-4xl sm:text-5xl">{text('changelog.page.title', { name })}</h1>
          <p lang="en" className="max-w-[60ch] text-lg">
            {description}
          </p>
          <VersionFilter query={query} />
        </div>
        <img src={picture} alt="" width="480" height="360" className="block-card hidden rotate-2 md:block" />
      </header>
      {releases.length === 0 && <p>{text('changelog.list.empty')}</p>}
      <ReleaseList releases={releases} />
      {query !== '' && (
        <p>
          <SiteLink to={path} className="text-link underline">
            {text('changelog.list.all')}
          </SiteLink>
        </p>
      )}
    </div>
  );
}

function VersionFilter({ query }: { query: string }) {
  const { text } = useText();
  return (
    <form method="get" className="flex flex-wrap items-end gap-4">
      <Field
        key={query}
        label={text('changelog.filter.label')}
        hint={text('changelog.filter.hint')}
        name="version"
        defaultValue={query}
        maxLength={MAX_SEMVER}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit">{text('changelog.filter.button')}</Button>
    </form>
  );
}
