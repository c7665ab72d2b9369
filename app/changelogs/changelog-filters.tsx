import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Details } from '#lib/ui/details.tsx';

import { NOTE_CATEGORIES, changelogPath } from './changelog.ts';
import type { ChangelogPage, ChangelogQuery } from './changelog.ts';
import { CATEGORY_LOOKS } from './note-groups.tsx';
import { VersionForms } from './version-forms.tsx';

/** Links and forms alone: they work before any script. */
export function ChangelogFilters({ page }: { page: ChangelogPage }) {
  const { text } = useText();
  const { query, streams, neighbours } = page;
  const categories = NOTE_CATEGORIES.map((category) => ({ category, label: text(CATEGORY_LOOKS[category].label) }));
  return (
    <div className="space-y-5 print:hidden">
      {streams.length > 1 && (
        <Choices label={text('changelogs.filter.streams')}>
          <Choice page={page} change={{ stream: undefined }} isChosen={query.stream === undefined}>
            {text('changelogs.filter.allStreams')}
          </Choice>
          {streams.map(({ stream, name }) => (
            <Choice key={stream} page={page} change={{ stream }} isChosen={query.stream === stream}>
              {name}
            </Choice>
          ))}
        </Choices>
      )}
      <Choices label={text('changelogs.filter.categories')}>
        <Choice page={page} change={{ category: undefined }} isChosen={query.category === undefined}>
          {text('changelogs.filter.allCategories')}
        </Choice>
        {categories.map(({ category, label }) => (
          <Choice key={category} page={page} change={{ category }} isChosen={query.category === category}>
            {label}
          </Choice>
        ))}
      </Choices>
      <Platforms page={page} />
      <Details
        summary={text('changelogs.filter.versions')}
        open={neighbours === undefined && (query.version ?? query.from ?? query.to) !== undefined}
      >
        <VersionForms page={page} />
      </Details>
    </div>
  );
}

function Platforms({ page }: { page: ChangelogPage }) {
  const { text } = useText();
  const { query, platforms } = page;
  if (platforms.length === 0) return null;
  return (
    <Choices label={text('changelogs.filter.platforms')}>
      <Choice page={page} change={{ platform: undefined }} isChosen={query.platform === undefined}>
        {text('changelogs.filter.allPlatforms')}
      </Choice>
      {platforms.map(({ platform, name }) => (
        <Choice key={platform} page={page} change={{ platform }} isChosen={query.platform === platform}>
          {name}
        </Choice>
      ))}
    </Choices>
  );
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">{children}</ul>
    </nav>
  );
}

interface ChoiceProps {
  readonly page: ChangelogPage;
  readonly change: ChangelogQuery;
  readonly isChosen: boolean;
  readonly children: ReactNode;
}

function Choice({ page: { path, query }, change, isChosen, children }: ChoiceProps) {
  const to = changelogPath(path, { ...query, after: undefined, before: undefined, ...change });
  return (
    <li>
      <SiteLink
        to={to}
        preventScrollReset
        aria-current={isChosen ? 'true' : undefined}
        className="inline-flex min-h-9 items-center rounded-full border-2 border-edge bg-surface px-3.5 font-bold hover:underline aria-[current]:border-line aria-[current]:bg-accent aria-[current]:text-on-accent"
      >
        {children}
      </SiteLink>
    </li>
  );
}
