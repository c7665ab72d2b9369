import type { CallAudience } from '#app/current/call.ts';
import { useText } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';

import type { AnswerReference, CallReference, ProblemReference } from '../contract/reference.ts';
import { LANGUAGES, requestExample } from '../contract/request-examples.ts';
import { TryCall } from '../try/try-call.tsx';
import { CodeBlock } from './code-block.tsx';
import { MethodBadge } from './method-badge.tsx';
import { ObjectLinks } from './object-list.tsx';
import { ParameterList } from './parameter-list.tsx';

interface CallEntryProps {
  call: CallReference;
  origin: string;
}

export function CallEntry({ call, origin }: CallEntryProps) {
  const { text } = useText();
  const { id, method, path, summary, parameters, fields } = call;
  const within = (part: string) => parameters.filter((parameter) => parameter.in === part);
  return (
    <article id={id} aria-labelledby={`${id}-title`} className="call-entry block-card scroll-mt-6 space-y-5 p-4 sm:p-6">
      <header className="space-y-3">
        <h3 id={`${id}-title`} className="font-sans text-lg leading-snug">
          <a href={`#${id}`} className="flex flex-wrap items-center gap-3 hover:underline">
            <MethodBadge method={method} />
            <code lang="zxx" className="min-w-0 font-bold wrap-anywhere">
              {path}
            </code>
          </a>
        </h3>
        <p className="max-w-[68ch]">{summary}</p>
        <WhoMay audience={call.audience} permission={call.permission} appRight={call.appRight} />
      </header>
      <ParameterList caption={text('docs.parameters.path')} parameters={within('path')} />
      <ParameterList caption={text('docs.parameters.query')} parameters={within('query')} />
      <ParameterList caption={text('docs.parameters.headers')} parameters={within('header')} />
      <ParameterList caption={text('docs.parameters.body')} parameters={fields} />
      {call.takes === 'bytes' && <p>{text('docs.call.takesBytes')}</p>}
      <Answers answers={call.answers} problems={call.problems} />
      <Examples call={call} origin={origin} />
      <TryCall call={call} />
    </article>
  );
}

function WhoMay({ audience, permission, appRight }: Pick<CallReference, 'audience' | 'permission' | 'appRight'>) {
  const { text } = useText();
  return (
    <ul aria-label={text('docs.call.who')} className="flex flex-wrap gap-2">
      <li>
        <Badge tone="success">{useAudienceText(audience)}</Badge>
      </li>
      {permission !== undefined && (
        <li>
          <Badge tone="loud">
            {permission === true ? text('docs.call.anyKey') : text('docs.call.key', { permission })}
          </Badge>
        </li>
      )}
      {appRight !== undefined && (
        <li>
          <Badge tone="loud">{text('docs.call.app', { right: appRight })}</Badge>
        </li>
      )}
    </ul>
  );
}

function useAudienceText(audience: CallAudience): string {
  const { text } = useText();
  const texts = {
    public: text('docs.audience.public'),
    authenticated: text('docs.audience.authenticated'),
    staff: text('docs.audience.staff'),
    admin: text('docs.audience.admin'),
    super: text('docs.audience.super'),
    policy: text('docs.audience.policy'),
  };
  return texts[audience];
}

function Answers({
  answers,
  problems,
}: {
  answers: readonly AnswerReference[];
  problems: readonly ProblemReference[];
}) {
  const { text } = useText();
  return (
    <section className="space-y-3">
      <h4 className="font-label">{text('docs.answers.heading')}</h4>
      <ul className="space-y-1">
        {answers.map(({ status, description }) => (
          <li key={status}>
            <strong>{status}</strong> <span>{description}</span>
          </li>
        ))}
      </ul>
      {answers.map(
        ({ status, shape, sample, objects = [] }) =>
          shape &&
          sample && (
            <Details key={status} summary={text('docs.answers.shape', { status: String(status) })}>
              <ObjectLinks names={objects} />
              <div className="grid gap-4 xl:grid-cols-2">
                <CodeBlock code={shape} label={text('docs.answers.type')} />
                <CodeBlock code={sample} label={text('docs.answers.sample')} />
              </div>
            </Details>
          ),
      )}
      {problems.length > 0 && (
        <Details summary={text('docs.problems.heading', { count: problems.length })}>
          <ProblemList problems={problems} />
        </Details>
      )}
    </section>
  );
}

export function ProblemList({ problems }: { problems: readonly ProblemReference[] }) {
  return (
    <ul className="space-y-2">
      {problems.map(({ status, code, message }) => (
        <li key={code}>
          <strong>{status}</strong>{' '}
          <code lang="zxx" className="wrap-anywhere">
            {code}
          </code>{' '}
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}

const NAMES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' } as const;

function Examples({ call, origin }: CallEntryProps) {
  const { text } = useText();
  return (
    <section className="space-y-3">
      <h4 className="font-label">{text('docs.examples.heading')}</h4>
      {LANGUAGES.map((language) => (
        <Details key={language} name={`${call.id}-example`} open={language === 'curl'} summary={NAMES[language]}>
          <CodeBlock
            code={requestExample(language, call, call.sample, origin)}
            label={text('docs.examples.label', { language: NAMES[language] })}
          />
        </Details>
      ))}
    </section>
  );
}
