import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { Mark } from '#lib/ui/mark.tsx';

import type { Finding } from './finding.ts';
import './editor.css';

interface CheckListProps {
  /** Undefined until they are known. */
  findings: readonly Finding[] | undefined;
  texts: Readonly<Record<string, TextKey>>;
  labels: Readonly<Record<string, string>>;
  goTo: (finding: Finding) => void;
}

export function CheckDetails({ isOpen, ...props }: CheckListProps & { isOpen: boolean }) {
  const { text } = useText();
  return (
    <Details
      key={String(isOpen)}
      open={isOpen}
      summary={
        <>
          <span>{`${text('editor.check.title')} `}</span>
          <CheckCount findings={props.findings} />
        </>
      }
    >
      <CheckList {...props} />
    </Details>
  );
}

function CheckList({ findings, texts, labels, goTo }: CheckListProps) {
  const { text } = useText();
  if (findings === undefined) return <p className="text-muted">{text('editor.check.pending')}</p>;
  if (findings.length === 0) return <p className="font-bold text-(--success)">{text('editor.check.none')}</p>;
  const describeRule = (rule: string) => {
    const key = Object.hasOwn(texts, rule) ? texts[rule] : undefined;
    return key === undefined ? rule : text(key);
  };
  return (
    <ul className="space-y-2">
      {findings.map((finding) => (
        <li key={JSON.stringify(finding)}>
          <button type="button" className="finding" data-level={finding.level} onClick={() => goTo(finding)}>
            <Mark name={finding.level === 'error' ? 'warning' : 'info'} />
            <span className="min-w-0">
              <strong>
                {`${text(finding.level === 'error' ? 'editor.check.error' : 'editor.check.warning')} · ${
                  finding.line === undefined
                    ? labels[finding.field ?? '']
                    : text('editor.check.line', { line: finding.line })
                }`}
              </strong>
              <span className="block">{describeRule(finding.rule)}</span>
              {finding.what !== undefined && <code className="block truncate text-sm">{finding.what}</code>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function CheckCount({ findings }: { findings: readonly Finding[] | undefined }) {
  const { text } = useText();
  if (findings === undefined) return null;
  const errors = findings.filter(({ level }) => level === 'error').length;
  if (errors > 0) return <span className="text-(--danger)">{text('editor.check.errors', { count: errors })}</span>;
  if (findings.length > 0) return <span>{text('editor.check.warnings', { count: findings.length })}</span>;
  return <span className="text-(--success)">{text('editor.check.ready')}</span>;
}
