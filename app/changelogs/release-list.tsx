import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { changelogPath } from './changelog.ts';
import type { ChangelogPage, ShownRelease } from './changelog.ts';
import { NoteGroups, homesOf } from './note-groups.tsx';

interface ReleaseListProps {
  readonly page: Pick<ChangelogPage, 'path' | 'now' | 'releases'>;
  /** ISO 8601: what became readable later is new to the reader. */
  readonly since: string | undefined;
}

/** Releases on a line, as on a growth chart. Each has an address of its own, `#v17.36.4`. */
export function ReleaseList({ page, since }: ReleaseListProps) {
  const homes = homesOf(page.releases.flatMap(({ notes }) => notes));
  return (
    <ol className="space-y-10 border-s-[6px] border-accent ps-4 sm:ps-10">
      {page.releases.map((release) => (
        <li key={release.version} id={`v${release.version}`} className="scroll-mt-8">
          <ReleaseCard
            release={release}
            page={page}
            homes={homes}
            isNew={since !== undefined && release.publishedAt > since}
          />
        </li>
      ))}
    </ol>
  );
}

interface ReleaseCardProps {
  readonly release: ShownRelease;
  readonly page: ReleaseListProps['page'];
  readonly homes: ReadonlyMap<string, string>;
  readonly isNew: boolean;
}

function ReleaseCard({ release, page, homes, isNew }: ReleaseCardProps) {
  const { text } = useText();
  const { version, intro, notes, problems, postPath } = release;
  return (
    <article className="@container block-card space-y-5 p-5 sm:p-8">
      <ReleaseHeader release={release} page={page} isNew={isNew} />
      {intro !== '' && (
        // Sanitised by lib/markdown with an allow-list.
        <div lang="en" className="prose wrap-anywhere" dangerouslySetInnerHTML={{ __html: intro }} />
      )}
      <NoteGroups notes={notes} path={page.path} homes={homes} />
      {notes.length === 0 && intro === '' && <p className="text-muted">{text('changelogs.release.noNotes')}</p>}
      {postPath !== undefined && (
        <p>
          <SiteLink to={postPath} className="font-bold text-link underline">
            {text('changelogs.release.post', { version })}
          </SiteLink>
        </p>
      )}
      {problems.length > 0 && (
        <Notice kind="error" title={text('changelogs.release.problems')}>
          <ul lang="en">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
    </article>
  );
}

function ReleaseHeader({ release, page, isNew }: Omit<ReleaseCardProps, 'homes'>) {
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
            <>
              {' '}
              <span lang="en">{title}</span>
            </>
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
