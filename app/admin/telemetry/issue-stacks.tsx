import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import type { IssueExample, IssueFrame, IssueStack, SourcePlace } from '#app/telemetry/issues/issue.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';

interface IssueStacksProps {
  readonly stacks: readonly IssueStack[];
  readonly form: PageForm;
}

/** Where it is thrown, by the sources: what came by a merge can leave again. */
export function IssueStacks({ stacks, form }: IssueStacksProps) {
  const { text } = useText();
  return (
    <Panel title={text('admin.errors.stacks', { count: stacks.length })}>
      <ol className="space-y-5">
        {stacks.map((stack) => (
          <li key={stack.stackHash} className="min-w-0 space-y-2">
            <h3 className="wrap-anywhere">
              <span lang="zxx">{stack.message}</span>
            </h3>
            <p className="text-sm text-muted">
              {text('admin.errors.ofStack', { count: stack.occurrences, version: stack.version || '?' })}
            </p>
            <Frames frames={stack.frames} />
            {!stack.isOwn && (
              <ActionForm form={form} fields={{ intent: 'issues.split', stackHash: stack.stackHash }}>
                <p className="text-sm">{text('admin.errors.splitHow')}</p>
                <Submit>{text('admin.errors.split')}</Submit>
              </ActionForm>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Frames({ frames }: { readonly frames: readonly IssueFrame[] }) {
  const { text } = useText();
  if (frames.length === 0) return <p>{text('admin.errors.noFrames')}</p>;
  const first = frames.findIndex(({ source }) => source?.isOurs);
  return (
    <ol className="space-y-1">
      {frames.map(({ built, source }, at) => (
        // Two frames of a function that calls itself are alike.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          {source === undefined ? (
            <code lang="zxx" className="block py-1 text-sm wrap-anywhere text-muted">
              {built}
            </code>
          ) : (
            <Details open={at === first} summary={<FrameName source={source} />}>
              <SourceLines source={source} />
              <p className="text-sm wrap-anywhere text-muted">
                <code lang="zxx">{built}</code>
              </p>
            </Details>
          )}
        </li>
      ))}
    </ol>
  );
}

function FrameName({ source: { path, line, isOurs } }: { readonly source: SourcePlace }) {
  return (
    <code lang="zxx" className={`wrap-anywhere ${isOurs ? 'font-bold' : ''}`}>
      {`${path}:${line}`}
    </code>
  );
}

function SourceLines({ source: { line, before, text: thrown, after } }: { readonly source: SourcePlace }) {
  const number = (words: readonly string[], first: number) =>
    words.map((one, at) => `${String(first + at).padStart(5)}  ${one}\n`).join('');
  return (
    <pre lang="zxx" className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">
      <span>{number(before, line - before.length)}</span>
      <mark className="font-bold">{number([thrown], line)}</mark>
      <span>{number(after, line + 1)}</span>
    </pre>
  );
}

/** As browsers told them, the latest first. */
export function IssueExamples({ examples }: { readonly examples: readonly IssueExample[] }) {
  const { text } = useText();
  return (
    <Panel title={text('admin.errors.examples')}>
      {examples.length === 0 && <p className="text-muted">{text('admin.errors.noExamples')}</p>}
      {examples.map(({ message, trace, context, version, at }) => (
        <Details
          key={`${at} ${message}`}
          summary={
            <span className="wrap-anywhere">
              <LocalTime at={at} />
              <span>{` · ${version} · `}</span>
              <span lang="zxx">{message}</span>
            </span>
          }
        >
          <pre lang="zxx" className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">
            {[trace, context].filter((one) => one !== '').join('\n\n')}
          </pre>
        </Details>
      ))}
    </Panel>
  );
}
