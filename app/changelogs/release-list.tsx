import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { createIsland } from '#lib/ui/island.tsx';

import { changelogPath } from './changelog.ts';
import type { ChangelogPage, ShownRelease } from './changelog.ts';

interface ReleaseListProps {
  readonly page: Pick<ChangelogPage, 'path' | 'now' | 'releases'>;
  /** ISO 8601: what became readable later is new to the reader. */
  readonly since: string | undefined;
}

/** Releases on a line, as on a growth chart. Each has an address of its own, `#v17.36.4`. */
export function ReleaseList({ page, since }: ReleaseListProps) {
  return (
    <ol className="space-y-10 border-s-[6px] border-accent ps-4 sm:ps-10">
      {page.releases.map((release) => (
        <li key={release.version} id={`v${release.version}`} className="scroll-mt-8">
          <ReleaseCard release={release} page={page} isNew={since !== undefined && release.publishedAt > since} />
        </li>
      ))}
    </ol>
  );
}

interface ReleaseCardProps {
  readonly release: ShownRelease;
  readonly page: ReleaseListProps['page'];
  readonly isNew: boolean;
}

/** What it says is only read. */
const ReleaseBody = createIsland(async () => (await import('./release-body.tsx')).ReleaseBody);

function ReleaseCard({ release, page, isNew }: ReleaseCardProps) {
  return (
    <article className="@container block-card space-y-5 p-5 sm:p-8">
      <ReleaseHeader release={release} page={page} isNew={isNew} />
      <ReleaseBody release={release} page={page} />
    </article>
  );
}

function ReleaseHeader({ release, page, isNew }: ReleaseCardProps) {
  const { text, formatDate, formatList } = useText();
  const { version, title, date, isMajor, platforms, marks } = release;
  return (
    <header className="space-y-2">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-3xl wrap-anywhere">
          <SiteLink to={changelogPath(page.path, { version })} className="hover:underline">
            {version}
          </SiteLink>
          {title !== undefined && (
            <span>
              {' '}
              <span lang="en">{title}</span>
            </span>
          )}
        </h2>
        {isMajor && <Badge tone="loud">{text('changelogs.release.major')}</Badge>}
        {marks.map((mark) => (
          <Badge key={mark}>{mark}</Badge>
        ))}
        {isNew && <Badge tone="success">{text('changelogs.visit.new')}</Badge>}
      </div>
      <p className="flex flex-wrap gap-x-3 text-muted">
        <time dateTime={date}>{formatDate(date)}</time>
        <span>
          <RelativeTime at={date} now={page.now} />
        </span>
        {platforms.length > 0 && <span>{formatList(platforms)}</span>}
      </p>
    </header>
  );
}
