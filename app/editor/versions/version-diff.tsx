import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';

export interface VersionLines {
  /** What the present text has and that one lacks, the other way round, or both have. */
  readonly kind: 'added' | 'removed' | 'same';
  readonly text: string;
}

export interface DocumentComparison<Name extends string> {
  readonly fields: readonly { readonly name: Name; readonly was: string; readonly is: string }[];
  readonly lines: readonly VersionLines[];
}

interface VersionDiffProps<Name extends string> {
  title: string;
  compared: DocumentComparison<Name>;
  labelFor: (name: Name) => string;
  children?: ReactNode;
}

/** What has changed since a version: by words, not by colour alone. */
export function VersionDiff<Name extends string>({ title, compared, labelFor, children }: VersionDiffProps<Name>) {
  const { text } = useText();
  const { fields, lines } = compared;
  const placed = lines.map((part, at) => ({ part, key: `${at} ${part.kind}` }));
  return (
    <section aria-labelledby="diff" className="block-card space-y-4 p-5">
      <h2 id="diff" className="text-2xl">
        {title}
      </h2>
      {fields.map(({ name, was, is }) => (
        <p key={name} className="wrap-anywhere">
          <strong>{`${labelFor(name)}: `}</strong>
          <del className="text-(--danger)">{was || text('editor.merge.nothing')}</del>{' '}
          <ins className="text-(--success)">{is || text('editor.merge.nothing')}</ins>
        </p>
      ))}
      <div className="font-mono text-sm">
        {placed.map(({ part, key }) => (
          <DiffLines key={key} {...part} />
        ))}
      </div>
      {children}
    </section>
  );
}

function DiffLines({ kind, text: lines }: VersionLines) {
  const { text } = useText();
  if (kind === 'same') {
    return (
      <Details summary={text('editor.versions.same', { count: lines.trimEnd().split('\n').length })}>
        <pre className="whitespace-pre-wrap wrap-anywhere">{lines}</pre>
      </Details>
    );
  }
  const Line = kind === 'added' ? 'ins' : 'del';
  const look = kind === 'added' ? 'border-(--success)' : 'border-(--danger)';
  return <Line className={`my-1 block border-s-4 px-3 py-1 whitespace-pre-wrap wrap-anywhere ${look}`}>{lines}</Line>;
}
