import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';

import type { FormState } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import { FollowButton } from '#app/following/follow-button.tsx';
import type { OfferedFollow } from '#app/following/follow.ts';
import { createIsland } from '#lib/ui/island.tsx';

import type { ChangelogLink } from './changelog-end.tsx';
import type { ChangelogPage } from './changelog.ts';
import { useLastVisit } from './last-visit.ts';
import { ReleaseList } from './release-list.tsx';

interface ChangelogBodyProps {
  readonly page: ChangelogPage;
  readonly changelogs: readonly ChangelogLink[];
  readonly editorPath: string | undefined;
  readonly follow: OfferedFollow | undefined;
  readonly answered: FormState | undefined;
  readonly children: ReactNode;
}

const ChangelogFilters = createIsland(async () => (await import('./changelog-filters.tsx')).ChangelogFilters);
const ChangelogEnd = createIsland(async () => (await import('./changelog-end.tsx')).ChangelogEnd);
/** Few pages have one. */
const ReleaseComparison = lazy(async () => ({ default: (await import('./release-comparison.tsx')).ReleaseComparison }));

export function ChangelogBody({ page, changelogs, editorPath, follow, answered, children }: ChangelogBodyProps) {
  const since = useLastVisit(page.app, page.newestAt);
  const { releases, comparison } = page;
  const { platform } = page.query;
  const followPath = platform === undefined ? page.path : `${page.path}?platform=${platform}`;
  return (
    <div className="mx-auto max-w-4xl space-y-10">
      {children}
      {follow && <FollowButton offer={follow} path={followPath} answered={answered} />}
      {page.newestAt !== undefined && (
        <div className="space-y-3">
          <ChangelogFilters page={page} />
          <NewReleases newestAt={page.newestAt} since={since} />
        </div>
      )}
      {comparison && (
        <Suspense>
          <ReleaseComparison page={page} comparison={comparison} />
        </Suspense>
      )}
      {releases.length > 0 && <ReleaseList page={page} since={since} />}
      <ChangelogEnd page={page} changelogs={changelogs} editorPath={editorPath} />
    </div>
  );
}

/** Its line is there from the start, so that nothing moves when the browser knows what to say. */
function NewReleases({ newestAt, since }: { newestAt: string; since: string | undefined }) {
  const { text } = useText();
  return (
    <p className="min-h-7 font-bold print:hidden">
      {since !== undefined && text(newestAt > since ? 'changelogs.visit.some' : 'changelogs.visit.none')}
    </p>
  );
}
