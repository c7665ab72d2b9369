import { Fragment, createElement } from 'react';
import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import type { ChangedBlock, ChangedSection, TextChange } from './change.ts';
import { versionPath } from './policy.ts';
import type { PolicyId } from './policy.ts';

// The empty alternative text after the slash keeps screen readers from reading the signs.
const ADDED =
  "rounded bg-accent/30 px-0.5 text-text underline decoration-2 underline-offset-4 before:me-0.5 before:font-bold before:content-['+'/'']";
const REMOVED =
  "rounded px-0.5 text-muted line-through decoration-2 before:me-0.5 before:inline-block before:font-bold before:content-['−'/'']";

interface PolicyChangesProps {
  policy: PolicyId;
  version: string;
  sections: readonly ChangedSection[];
}

/** Marked by signs too, because colour and line alone are not accessible. */
export function PolicyChanges({ policy, version, sections }: PolicyChangesProps) {
  const { text, richText } = useText();
  return (
    <div className="mt-8 max-w-[68ch] space-y-10">
      {sections.length === 0 && <p>{text('legal.changes.none')}</p>}
      {sections.length > 0 && (
        <p className="text-muted">
          {richText('legal.changes.legend', {
            ins: (words) => <ins className={ADDED}>{words}</ins>,
            del: (words) => <del className={REMOVED}>{words}</del>,
          })}
        </p>
      )}
      {inOrder(sections.map((section) => createElement(Section, { section })))}
      <p className="print:hidden">
        <SiteLink to={versionPath(policy, version)} className="button button-plain">
          {text('legal.changes.whole')}
        </SiteLink>
      </p>
    </div>
  );
}

function Section({ section: { heading, blocks } }: { section: ChangedSection }) {
  return (
    <section className="space-y-4">
      {heading && (
        <h2 lang="en" className="text-2xl">
          <Words parts={heading} />
        </h2>
      )}
      {inOrder(
        blocks.map((block) =>
          typeof block === 'number' ? createElement(Same, { count: block }) : createElement(Block, { block }),
        ),
      )}
    </section>
  );
}

function Same({ count }: { count: number }) {
  const { text } = useText();
  return <p className="border-s-4 border-hairline ps-4 text-sm text-muted">{text('legal.changes.same', { count })}</p>;
}

function Block({ block: { kind, parts } }: { block: ChangedBlock }) {
  return (
    <p lang="en" className={kind === 'item' ? 'ms-5 list-item list-disc' : undefined}>
      <Words parts={parts} />
    </p>
  );
}

function Words({ parts }: { parts: readonly TextChange[] }) {
  return inOrder(parts.map((part) => createElement(Word, { part })));
}

/** Most screen readers do not announce `<ins>` and `<del>`, so hidden texts do. */
function Word({ part: { kind, text: words } }: { part: TextChange }) {
  const { text } = useText();
  if (kind === 'same') return words;
  const Tag = kind === 'added' ? 'ins' : 'del';
  return (
    <Tag className={kind === 'added' ? ADDED : REMOVED}>
      <span className="sr-only">{`${kind === 'added' ? text('legal.changes.added') : text('legal.changes.removed')} `}</span>
      <span>{words}</span>
      <span className="sr-only">{` (${text('legal.changes.end')})`}</span>
    </Tag>
  );
}

/** A static list needs no keys. */
function inOrder(nodes: ReactNode[]) {
  return createElement(Fragment, null, ...nodes);
}
