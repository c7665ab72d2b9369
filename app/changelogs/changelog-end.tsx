import { useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import nothing from '#content/art/no-releases.svg?no-inline';
import { FEED_FORMATS } from '#lib/syndication/feed-format.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { changelogPath } from './changelog.ts';
import type { ChangelogPage } from './changelog.ts';

export interface ChangelogLink {
  readonly app: string;
  readonly name: string;
  readonly path: string;
}

interface ChangelogEndProps {
  readonly page: ChangelogPage;
  readonly changelogs: readonly ChangelogLink[];
  readonly editorPath: string | undefined;
}

/** Ways on from the releases of a page: links alone. */
export function ChangelogEnd({ page, changelogs, editorPath }: ChangelogEndProps) {
  const { text } = useText();
  const { releases, comparison } = page;
  const isEmpty = releases.length === 0 && comparison === undefined;
  return (
    <div className="space-y-10">
      {isEmpty && <NoReleases page={page} />}
      <Steps page={page} />
      {editorPath !== undefined && (
        <p className="print:hidden">
          <SiteLink to={editorPath} className={buttonClass('plain')}>
            {text('changelogs.page.write')}
          </SiteLink>
        </p>
      )}
      <ReleaseFeeds path={page.path} />
      <OtherChangelogs app={page.app} changelogs={changelogs} />
    </div>
  );
}

function NoReleases({ page: { path, newestAt } }: { page: ChangelogPage }) {
  const { text } = useText();
  return (
    <section className="block-card flex flex-col items-center gap-5 p-6 text-center sm:p-10">
      <img src={nothing} alt="" width="480" height="300" loading="lazy" className="w-full max-w-sm" />
      <p className="text-lg font-bold">
        {text(newestAt === undefined ? 'changelogs.list.nothing' : 'changelog.list.empty')}
      </p>
      {newestAt !== undefined && (
        <SiteLink to={changelogPath(path, {})} className="text-link underline">
          {text('changelog.list.all')}
        </SiteLink>
      )}
    </section>
  );
}

function Steps({ page: { path, query, neighbours, newer, older } }: { page: ChangelogPage }) {
  const { text } = useText();
  const { stream } = query;
  const release = (version: string | undefined, key: 'changelogs.step.newer' | 'changelogs.step.older') =>
    version === undefined ? undefined : { to: changelogPath(path, { stream, version }), text: text(key, { version }) };
  if (neighbours !== undefined) {
    return (
      <>
        <Pagination
          label={text('changelogs.step.releases')}
          previous={release(neighbours.next, 'changelogs.step.newer')}
          next={release(neighbours.previous, 'changelogs.step.older')}
          link={SiteLink}
        />
        <p>
          <SiteLink to={changelogPath(path, {})} className="text-link underline">
            {text('changelog.list.all')}
          </SiteLink>
        </p>
      </>
    );
  }
  const bare = { ...query, after: undefined, before: undefined };
  return (
    <Pagination
      label={text('changelogs.step.pages')}
      previous={
        newer === undefined
          ? undefined
          : { to: changelogPath(path, { ...bare, before: newer }), text: text('changelogs.step.newerPage') }
      }
      next={
        older === undefined
          ? undefined
          : { to: changelogPath(path, { ...bare, after: older }), text: text('changelogs.step.olderPage') }
      }
      link={SiteLink}
    />
  );
}

function ReleaseFeeds({ path }: { path: string }) {
  const { text } = useText();
  const base = useSitePath(path);
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-2 print:hidden">
      <span>{text('changelogs.feed.text')}</span>
      {FEED_FORMATS.map(({ file, name, type }) => (
        <a key={file} href={`${base}/${file}`} type={type} className="font-bold text-link underline">
          {name}
        </a>
      ))}
    </p>
  );
}

function OtherChangelogs({ app, changelogs }: Pick<ChangelogEndProps, 'changelogs'> & { app: string }) {
  const { text } = useText();
  return (
    <nav aria-labelledby="changelogs" className="space-y-3 print:hidden">
      <h2 id="changelogs" className="text-xl">
        {text('changelogs.others.heading')}
      </h2>
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {changelogs
          .filter((other) => other.app !== app)
          .map(({ app, name, path }) => (
            <li key={app}>
              <SiteLink to={path} className="inline-block py-1 font-bold text-link underline">
                {name}
              </SiteLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
