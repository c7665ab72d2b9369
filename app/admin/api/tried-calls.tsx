import { diffLines } from 'diff';
import { useState } from 'react';

import { TriedAnswerView } from '#app/api-docs/try/tried-answer.tsx';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { Button } from '#lib/ui/button.tsx';
import { SelectField } from '#lib/ui/field.tsx';

import { withHeader } from './tester-call.ts';
import type { RequestDraft } from './tester-call.ts';
import type { TriedCall } from './use-tester.ts';

interface TriedCallsProps {
  history: readonly TriedCall[];
  onDraft: (draft: RequestDraft) => void;
}

export function TriedCalls({ history, onDraft }: TriedCallsProps) {
  const { text } = useText();
  const [latest] = history;
  return (
    <>
      <Panel title={text('admin.tester.answer')}>
        <output className="block space-y-4">
          {latest === undefined && <p className="text-muted">{text('admin.tester.nothingYet')}</p>}
          {latest?.failure !== undefined && (
            <p className="font-bold text-danger">{text('docs.try.failed', { reason: latest.failure })}</p>
          )}
          {latest?.answer && <TriedAnswerView answer={latest.answer} />}
        </output>
        {latest && <CapturedEtag tried={latest} onDraft={onDraft} />}
      </Panel>
      {history.length > 0 && (
        <Panel title={text('admin.tester.history')}>
          <ol className="divide-y-2 divide-hairline">
            {history.map((tried) => (
              <li key={tried.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <span className="min-w-0 grow wrap-anywhere" lang="zxx">
                  {describeCall(tried)}
                </span>
                <Button kind="quiet" onClick={() => onDraft(tried.draft)}>
                  {text('admin.tester.again')}
                </Button>
              </li>
            ))}
          </ol>
        </Panel>
      )}
      {history.length > 1 && <AnswerDiff history={history} />}
    </>
  );
}

function CapturedEtag({
  tried: { answer, draft },
  onDraft,
}: {
  tried: TriedCall;
  onDraft: TriedCallsProps['onDraft'];
}) {
  const { text } = useText();
  const etag = answer?.headers.find(([name]) => name === 'etag')?.[1];
  if (etag === undefined) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {['If-None-Match', 'If-Match'].map((header) => (
        <Button key={header} onClick={() => onDraft({ ...draft, headers: withHeader(draft.headers, header, etag) })}>
          {text('admin.tester.useEtag', { header })}
        </Button>
      ))}
    </div>
  );
}

function describeCall({ id, draft: { method, address }, role, answer }: TriedCall): string {
  return `#${id} ${method} ${address} · ${role} · ${answer?.status ?? '–'}`;
}

const MAX_CHARACTERS = 50_000;

function AnswerDiff({ history }: Pick<TriedCallsProps, 'history'>) {
  const { text } = useText();
  const [chosen, setChosen] = useState<readonly [number, number]>();
  const [left, right] = chosen ?? [history[1]?.id ?? 0, history[0]?.id ?? 0];
  const textFor = (id: number) => answerText(history.find((tried) => tried.id === id)).slice(0, MAX_CHARACTERS);
  const parts = diffLines(textFor(left), textFor(right));
  const isSame = parts.every(({ added, removed }) => !added && !removed);
  const select = (label: string, value: number, onChange: (id: number) => void) => (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {history.map((tried) => (
        <option key={tried.id} value={tried.id}>
          {describeCall(tried)}
        </option>
      ))}
    </SelectField>
  );
  return (
    <Panel title={text('admin.tester.diff')}>
      <div className="grid gap-4 sm:grid-cols-2">
        {select(text('admin.tester.before'), left, (id) => setChosen([id, right]))}
        {select(text('admin.tester.after'), right, (id) => setChosen([left, id]))}
      </div>
      {isSame ? (
        <p className="mt-4">{text('admin.tester.same')}</p>
      ) : (
        <DiffLines parts={parts} label={text('admin.tester.diff')} />
      )}
    </Panel>
  );
}

function answerText(tried: TriedCall | undefined): string {
  if (tried?.answer === undefined) return '';
  const { status, headers, body } = tried.answer;
  const shown = headers.filter(([name]) => /^(?:etag|link|content-type)$/.test(name)).map((pair) => pair.join(': '));
  return [String(status), ...shown, '', body, ''].join('\n');
}

/** A sign before each line, so that it does not depend on colours. */
function DiffLines({ parts, label }: { parts: ReturnType<typeof diffLines>; label: string }) {
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { value }) => sum + value.length, 0));
  return (
    <section
      aria-label={label}
      className="on-night mt-4 max-h-[28rem] overflow-auto rounded-control bg-night text-cloud"
      {...BY_KEYBOARD}
    >
      <pre className="p-4 text-sm leading-relaxed" lang="zxx">
        {parts.map(({ value, added, removed }, at) => {
          const sign = added ? '+ ' : removed ? '- ' : '  ';
          const lines = value
            .replace(/\n$/, '')
            .split('\n')
            .map((line) => `${sign}${line}\n`);
          const Mark = added ? 'ins' : removed ? 'del' : 'span';
          return (
            <Mark
              key={`${starts[at]} ${sign}`}
              className={`no-underline ${added ? 'text-mint' : removed ? 'text-gum' : ''}`}
            >
              {lines.join('')}
            </Mark>
          );
        })}
      </pre>
    </section>
  );
}

const BY_KEYBOARD = { tabIndex: 0 } as const;
