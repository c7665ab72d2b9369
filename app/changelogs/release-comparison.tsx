import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import { changelogPath } from './changelog.ts';
import type { ChangelogPage, ReleaseComparison as Comparison } from './changelog.ts';
import { NoteGroups, findHomes } from './note-groups.tsx';

export function ReleaseComparison({ page, comparison }: { page: ChangelogPage; comparison: Comparison }) {
  const { text } = useText();
  const { heading, count, notes, more } = comparison;
  return (
    <section aria-labelledby="changes" className="@container block-card space-y-6 p-5 sm:p-8">
      <header className="space-y-2">
        <h2 id="changes" className="text-3xl wrap-anywhere">
          {heading}
        </h2>
        <p className="text-muted">{count}</p>
      </header>
      <NoteGroups notes={notes} path={page.path} homes={findHomes(notes)} withVersions />
      {more !== undefined && <p>{more}</p>}
      <p>
        <SiteLink to={changelogPath(page.path, {})} className="text-link underline">
          {text('changelog.list.all')}
        </SiteLink>
      </p>
    </section>
  );
}
