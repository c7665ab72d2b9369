import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { Removal } from '#app/current/forms/removal.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import type { OwnSession } from './own-session.ts';

interface SessionListProps {
  sessions: readonly OwnSession[];
  now: Date;
  answered: FormState | undefined;
}

export function SessionList({ sessions, now, answered }: SessionListProps) {
  const { text } = useText();
  const form = useForm(answered, { of: 'sessions.', action: useSitePath('/account') });
  return (
    <div className="space-y-5">
      <FormNotice form={form} />
      <ul className="space-y-3">
        {sessions.map((session) => (
          <SessionRow key={session.loginId} session={session} now={now} form={form} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Removal
          form={form}
          fields={{ intent: 'sessions.endOthers' }}
          label={text('login.session.endOthers')}
          question={text('login.session.endOthersText')}
          submit={text('login.session.endOthersYes')}
        />
      ) : (
        <p className="text-muted">{text('login.session.alone')}</p>
      )}
    </div>
  );
}

function SessionRow({ session, now, form }: { session: OwnSession; now: Date; form: PageForm }) {
  const { text, richText } = useText();
  const { loginId, browser, system, isThis, createdAt, lastUsedAt } = session;
  const isKnown = browser !== undefined && system !== undefined;
  const device = isKnown ? text('login.session.device', { browser, system }) : text('login.session.unknown');
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-xl border-2 border-hairline p-4">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-bold">
          <span>{device}</span>
          {isThis && <Badge>{text('login.session.this')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {richText('login.session.used', { ago: <RelativeTime at={lastUsedAt} now={now} /> })} ·{' '}
          <span>{text('login.session.begun', { at: createdAt })}</span>
        </p>
      </div>
      {!isThis && (
        <Removal
          form={form}
          fields={{ intent: 'sessions.end', loginId }}
          label={text('login.session.end')}
          spoken={text('login.session.endOf', { device })}
          question={text('login.session.endText')}
          submit={text('login.session.endOf', { device })}
        />
      )}
    </li>
  );
}
