import { useText } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';

import { CodeBlock } from '../reference/code-block.tsx';
import type { TriedAnswer } from './send-request.ts';

const SHOWN = /^(?:x-rate-limit-|retry-after|etag|link|location|x-request-id|content-type|rumpus-)/;

/** Whatever the answer says stands here as text. */
export function TriedAnswerView({ answer }: { answer: TriedAnswer }) {
  const { text } = useText();
  const { status, statusText, milliseconds, headers, body, isCut } = answer;
  // A redirect is not followed, and browsers do not tell where it leads.
  const isRedirect = status === 0;
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={status >= 400 ? 'danger' : 'success'}>
          {isRedirect ? text('docs.try.redirect') : `${status} ${statusText}`.trim()}
        </Badge>
        <span className="text-muted">{text('docs.try.took', { milliseconds })}</span>
      </p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        {headers
          .filter(([name]) => SHOWN.test(name))
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="font-bold">
                <code lang="zxx">{name}</code>
              </dt>
              <dd className="wrap-anywhere max-sm:mb-1">
                <code lang="zxx">{value}</code>
              </dd>
            </div>
          ))}
      </dl>
      {body !== '' && <CodeBlock code={body} label={text('docs.try.answer')} />}
      {isCut && <p>{text('docs.try.cut')}</p>}
    </div>
  );
}
