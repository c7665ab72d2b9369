import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';

import { LABELS, LINE_LABELS } from './release-fieldset.tsx';
import type { LineField, ReleaseField } from './release-values.ts';

interface ReleaseChange<Name> {
  readonly name: Name;
  readonly was: string;
  readonly is: string;
}

interface ReleaseDiffProps {
  compared: {
    readonly fields: readonly ReleaseChange<ReleaseField>[];
    readonly lines: readonly {
      readonly id: string;
      readonly kind: keyof typeof KINDS;
      readonly fields: readonly ReleaseChange<LineField>[];
    }[];
  };
  children: ReactNode;
}

/** What has changed since a version, line by line: by words, not by colour alone. */
export function ReleaseDiff({ compared: { fields, lines }, children }: ReleaseDiffProps) {
  const { text } = useText();
  return (
    <section aria-labelledby="diff" className="block-card space-y-4 p-5">
      <h2 id="diff" className="text-2xl">
        {text('editor.versions.changes')}
      </h2>
      {fields.map(({ name, ...change }) => (
        <Changed key={name} label={text(LABELS[name])} {...change} />
      ))}
      <ul className="space-y-3">
        {lines.map(({ id, kind, fields }) => (
          <li key={id} className="min-w-0 space-y-1 rounded-xl border-2 border-hairline p-3">
            <Badge tone={KINDS[kind].tone}>{text(KINDS[kind].name)}</Badge>
            {kind === 'moved' ? (
              <p className="wrap-anywhere">{fields[0]?.is}</p>
            ) : (
              fields.map(({ name, ...change }) => <Changed key={name} label={text(LINE_LABELS[name])} {...change} />)
            )}
          </li>
        ))}
      </ul>
      {fields.length + lines.length === 0 && <p>{text('releases.diff.none')}</p>}
      {children}
    </section>
  );
}

const KINDS = {
  added: { tone: 'success', name: 'releases.diff.added' },
  removed: { tone: 'danger', name: 'releases.diff.removed' },
  changed: { tone: 'plain', name: 'releases.diff.changed' },
  moved: { tone: 'plain', name: 'releases.diff.moved' },
} as const;

function Changed({ label, was, is }: { label: string; was: string; is: string }) {
  const { text } = useText();
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      <strong>{`${label}: `}</strong>
      <del className="text-(--danger)">{was || text('editor.merge.nothing')}</del>{' '}
      <ins className="text-(--success)">{is || text('editor.merge.nothing')}</ins>
    </p>
  );
}
