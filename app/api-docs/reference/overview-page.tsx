import { useState } from 'react';
import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { CALL_GROUPS } from '#content/api-docs/call-groups.ts';
import { Details } from '#lib/ui/details.tsx';

import type { CallSummary, ProblemReference, ReferenceGuide } from '../contract/reference.ts';
import { ProblemList } from './call-entry.tsx';
import { CallIndex, indexGroups } from './call-index.tsx';
import { Contents } from './contents.tsx';
import { searchCalls } from './nouns.ts';
import { DocsHeader, Guide } from './reference-page.tsx';

interface OverviewPageProps {
  title: string;
  guide: ReferenceGuide;
  calls: readonly CallSummary[];
  common: readonly ProblemReference[];
  links: ReactNode;
  children: ReactNode;
}

/** What holds for all calls, and where each of them is. */
export function OverviewPage({ title, guide, calls, common, links, children }: OverviewPageProps) {
  const { text } = useText();
  const [words, setWords] = useState('');
  const found = searchCalls(calls, words);
  const groups = indexGroups(calls.filter(({ id }) => found.has(id)));
  const isApart = (name: keyof typeof CALL_GROUPS) => 'isApart' in CALL_GROUPS[name];
  const [tools, apart] = [groups.filter(({ group }) => !isApart(group)), groups.filter(({ group }) => isApart(group))];
  const nouns = groups.map(({ group, calls: own }) => ({ noun: group, title: CALL_GROUPS[group].title, calls: own }));
  return (
    <div lang="en" className="space-y-10">
      <DocsHeader title={title} intro={guide.intro} links={links} />
      <div className="grid gap-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <Contents guide={guide.sections} nouns={nouns} words={words} onWords={setWords} count={found.size} />
        <div className="min-w-0 space-y-12">
          <CallIndex groups={tools} />
          {found.size === 0 && <p className="block-card p-6">{text('docs.search.none')}</p>}
          {words === '' && <Guide guide={guide}>{children}</Guide>}
          {words === '' && (
            <Details id="any-call" summary={text('docs.problems.common', { count: common.length })}>
              <ProblemList problems={common} />
            </Details>
          )}
          <CallIndex groups={apart} />
        </div>
      </div>
    </div>
  );
}
