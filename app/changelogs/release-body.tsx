import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import type { ChangelogPage, ShownRelease } from './changelog.ts';
import { NoteGroups, findHomes } from './note-groups.tsx';

interface ReleaseBodyProps {
  readonly release: ShownRelease;
  readonly page: Pick<ChangelogPage, 'path' | 'releases'>;
}

export function ReleaseBody({ release, page }: ReleaseBodyProps) {
  const { text } = useText();
  const { version, intro, notes, problems, postPath, editPath } = release;
  const homes = findHomes(page.releases.flatMap((one) => one.notes));
  return (
    <div className="space-y-5">
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
      {editPath !== undefined && (
        <p lang="en" className="print:hidden">
          <SiteLink to={editPath} className={buttonClass('quiet')}>
            {text('changelogs.release.edit', { version })}
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
    </div>
  );
}
