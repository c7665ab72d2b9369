import { useState } from 'react';
import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';

import type { ObjectReference, ProblemReference, ReferenceGuide } from '../contract/reference.ts';
import { KeyContext } from '../try/key-context.ts';
import { CallEntry, ProblemList } from './call-entry.tsx';
import { Contents } from './contents.tsx';
import { groupByNoun, nounAnchor, searchCalls, summarize } from './nouns.ts';
import type { NounReference } from './nouns.ts';
import { OBJECTS, ObjectList } from './object-list.tsx';

interface ReferencePageProps {
  title: string;
  guide: ReferenceGuide;
  calls: readonly NounReference['calls'][number][];
  /** What any call may answer, and so none of them says. */
  common: readonly ProblemReference[];
  /** What stands in the answers. */
  objects: readonly ObjectReference[];
  origin: string;
  links: ReactNode;
  children?: ReactNode;
}

/** All of it is in the HTML; a script adds the search and what sends a request. */
export function ReferencePage({ title, guide, calls, common, objects, origin, links, children }: ReferencePageProps) {
  const { text } = useText();
  const [words, setWords] = useState('');
  const [key, setKey] = useState('');
  const found = searchCalls(calls.map(summarize), words);
  const nouns = groupByNoun(calls.filter(({ id }) => found.has(id)));
  return (
    <div lang="en" className="space-y-10">
      <DocsHeader title={title} intro={guide.intro} links={links} />
      <KeyContext value={{ key, setKey }}>
        <div className="grid gap-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
          <Contents
            guide={
              objects.length === 0
                ? guide.sections
                : [...guide.sections, { id: OBJECTS, title: text('docs.objects.heading') }]
            }
            nouns={nouns}
            words={words}
            onWords={setWords}
            count={found.size}
          />
          <div className="min-w-0 space-y-12">
            {words === '' && <Guide guide={guide}>{children}</Guide>}
            {words === '' && common.length > 0 && (
              <Details id="any-call" summary={text('docs.problems.common', { count: common.length })}>
                <ProblemList problems={common} />
              </Details>
            )}
            {found.size === 0 && <p className="block-card p-6">{text('docs.search.none')}</p>}
            {nouns.map((noun) => (
              <NounSection key={noun.noun} {...noun} origin={origin} />
            ))}
            {words === '' && <ObjectList objects={objects} />}
          </div>
        </div>
      </KeyContext>
    </div>
  );
}

/** @param intro sanitized HTML */
export function DocsHeader({ title, intro, links }: { title: string; intro: string; links: ReactNode }) {
  return (
    <header className="block-card burst on-accent bg-accent p-6 text-on-accent sm:p-10">
      <div className="@container max-w-[60ch] space-y-5">
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        <div className="text-lg" dangerouslySetInnerHTML={{ __html: intro }} />
        <div className="flex flex-wrap gap-4">{links}</div>
      </div>
    </header>
  );
}

export function Guide({ guide, children }: { guide: ReferenceGuide; children: ReactNode }) {
  return (
    <div className="space-y-6">
      {guide.sections.map(({ id, title, html }) => (
        <section key={id} aria-labelledby={id} className="block-card p-5 sm:p-8">
          <h2 id={id} className="mb-4 scroll-mt-6 text-2xl">
            {title}
          </h2>
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        </section>
      ))}
      {children}
    </div>
  );
}

function NounSection({ noun, title, about, calls, origin }: NounReference & { origin: string }) {
  const anchor = nounAnchor(noun);
  return (
    <section aria-labelledby={anchor} className="space-y-6">
      <div className="space-y-2">
        <h2 id={anchor} className="squiggle scroll-mt-6 text-3xl">
          {title}
        </h2>
        <p>{about}</p>
      </div>
      {calls.map((call) => (
        <CallEntry key={call.id} call={call} origin={origin} />
      ))}
    </section>
  );
}
