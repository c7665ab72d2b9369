import { useText } from '#app/current/locale.ts';
import { hasKey } from '#lib/has-key.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';

import { OWN_STATE_NAMES, STATE_NAMES } from './submission.ts';
import type { ThreadPage } from './thread-page.ts';
import { FACTS, FACT_NAMES, TOPICS } from './topic.ts';

export function SubmissionHead({ page }: { readonly page: ThreadPage }) {
  const { text } = useText();
  const { submission, number, desk } = page;
  const { title, topic, facts, state, createdAt } = submission;
  const known = FACTS.filter((name) => facts[name] !== undefined);
  const others = Object.keys(facts).filter((name) => !known.some((one) => one === name));
  return (
    <header className="space-y-4">
      <h1 id="submission-title" tabIndex={-1} className="squiggle text-3xl wrap-anywhere sm:text-4xl">
        {title}
      </h1>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={state === 'open' ? 'loud' : state === 'waiting' ? 'success' : 'plain'}>
          {text(desk === undefined ? OWN_STATE_NAMES[state] : STATE_NAMES[state])}
        </Badge>
        <span>{text(TOPICS[topic].name)}</span>
        <span className="text-muted">{text('contact.thread.number', { number })}</span>
        <span className="text-muted">
          <LocalTime at={createdAt} isDay />
        </span>
      </p>
      {known.length + others.length > 0 && (
        <Details
          summary={text(desk === undefined ? 'contact.thread.facts' : 'contact.desk.facts')}
          open={desk !== undefined}
        >
          <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
            {[...known, ...others].map((name) => (
              <div key={name} className="contents">
                <dt className="font-bold">{hasKey(FACT_NAMES, name) ? text(FACT_NAMES[name]) : name}</dt>
                <dd className="wrap-anywhere">{facts[name]}</dd>
              </div>
            ))}
          </dl>
        </Details>
      )}
    </header>
  );
}
