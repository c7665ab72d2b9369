import { useText } from '#app/current/locale.ts';
import { Mark } from '#lib/ui/mark.tsx';

import type { Finding } from './finding.ts';

interface CheckListProps {
  /** Undefined until they are known. */
  findings: readonly Finding[] | undefined;
  /** What is wrong, and what to do. */
  sentenceOf: (finding: Finding) => string;
  /** Names of the fields, as people read them. */
  labels: Readonly<Record<string, string>>;
  /** To its line of the text, or to its field. */
  goTo: (finding: Finding) => void;
}

/** Errors come first, and each finding leads to its place. */
export function CheckList({ findings, sentenceOf, labels, goTo }: CheckListProps) {
  const { text } = useText();
  if (findings === undefined) return <p className="text-muted">{text('editor.check.pending')}</p>;
  if (findings.length === 0) return <p className="font-bold text-(--success)">{text('editor.check.none')}</p>;
  return (
    <ul className="space-y-2">
      {findings.map((finding) => (
        <li key={JSON.stringify(finding)}>
          <button type="button" className="finding" data-level={finding.level} onClick={() => goTo(finding)}>
            <Mark name={finding.level === 'error' ? 'warning' : 'info'} />
            <span className="min-w-0">
              <strong>
                {text(finding.level === 'error' ? 'editor.check.error' : 'editor.check.warning')}
                {' · '}
                {finding.line === undefined
                  ? labels[finding.field ?? '']
                  : text('editor.check.line', { line: finding.line })}
              </strong>
              <span className="block">{sentenceOf(finding)}</span>
              {finding.what !== undefined && <code className="block truncate text-sm">{finding.what}</code>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** How many there are of each kind, in few words. */
export function CheckCount({ findings }: { findings: readonly Finding[] | undefined }) {
  const { text } = useText();
  if (findings === undefined) return null;
  const errors = findings.filter(({ level }) => level === 'error').length;
  if (errors > 0) return <span className="text-(--danger)">{text('editor.check.errors', { count: errors })}</span>;
  if (findings.length > 0) return <span>{text('editor.check.warnings', { count: findings.length })}</span>;
  return <span className="text-(--success)">{text('editor.check.ready')}</span>;
}
